"""Tests that every scenario stays within the stack the documentation promises, here and under WebAssembly, and that a
WebAssembly program which overflows its stack traps.

    check_stack.py RUNNER
"""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNNER = pathlib.Path(sys.argv.pop(1)).resolve()

loader = importlib.machinery.SourceFileLoader("stack_tool", str(ROOT / "tools/stack"))
stack = importlib.util.module_from_spec(importlib.util.spec_from_loader("stack_tool", loader))
loader.exec_module(stack)
determinism = stack.load_determinism()
SCENARIOS = subprocess.run([RUNNER, "--list"], capture_output=True, text=True, check=True).stdout.split()


def wasm(program):
    """A program of the WebAssembly build, built if it is not there yet."""
    for step in (["cmake", "--preset", "wasm"], ["cmake", "--build", "build/wasm", "--target", program]):
        done = subprocess.run(step, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stdout + done.stderr)
    return determinism.Target("wasm", determinism.built("wasm", program))


class Native(unittest.TestCase):
    def test_every_thread_of_every_scenario_stays_within_the_bound(self):
        for scenario in SCENARIOS:
            with self.subTest(scenario=scenario):
                self.assertTrue(stack.runs_within([RUNNER, *stack.scenario_arguments(scenario, 4)], stack.BOUND))

    def test_a_limit_that_is_too_small_is_noticed(self):
        command = [RUNNER, *stack.scenario_arguments("rigid_pile", 1)]  # one thread always takes the same way
        used = stack.native_use(command)
        self.assertIsNotNone(used)
        self.assertFalse(stack.runs_within(command, used - 8), f"{used} KiB are said to be needed, and 8 less are enough")

    def test_the_documentation_names_the_bound(self):
        self.assertIn(f"at most {stack.BOUND} KiB of stack", (ROOT / "docs/running-worlds.md").read_text())


class WebAssembly(unittest.TestCase):
    def test_every_scenario_stays_within_the_bound(self):
        runner = wasm("determinism_runner")
        for scenario in SCENARIOS:
            with self.subTest(scenario=scenario):
                used = stack.wasm_use(runner.command + stack.scenario_arguments(scenario, 1))
                self.assertIsNotNone(used, "the program failed or did not say how much it used")
                self.assertGreater(used, 0)
                self.assertLessEqual(used, stack.BOUND)

    def test_a_program_that_overflows_its_stack_traps(self):
        done = subprocess.run(wasm("stack_overflow").command, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("memory access out of bounds", done.stderr)
        self.assertNotIn("no trap", done.stdout)


if __name__ == "__main__":
    unittest.main()
