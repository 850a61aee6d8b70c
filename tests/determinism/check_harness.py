"""Tests tools/determinism itself: it must accept equal targets, and catch and name one that goes astray.

    check_harness.py RUNNER
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools/determinism"
RUNNER = pathlib.Path(sys.argv.pop(1)).resolve()


class Harness(unittest.TestCase):
    def compare_with(self, suspect_script, *further):
        """Compares the real runner with one that is wrapped in a shell script."""
        with tempfile.TemporaryDirectory() as folder:
            suspect = pathlib.Path(folder) / "suspect"
            suspect.write_text(f"#!/bin/sh\nrunner='{RUNNER}'\n{suspect_script}\n")
            suspect.chmod(0o755)
            done = subprocess.run(
                [TOOL, "--frames", "9", "--targets", "reference,suspect",
                 "--use", f"reference={RUNNER}", "--use", f"suspect={suspect}", *further],
                capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def test_accepts_targets_that_agree(self):
        code, said = self.compare_with('exec "$runner" "$@"')
        self.assertEqual(code, 0, said)
        self.assertNotIn("different", said)

    def test_names_scenario_target_threads_simd_and_frame_of_a_wrong_hash(self):
        code, said = self.compare_with(
            'case "$*" in *"arithmetic"*"--threads 2 --simd 8"*) set -- "$@" --sabotage-frame 5 ;; esac\n'
            'exec "$runner" "$@"')
        self.assertEqual(code, 1, said)
        found = [line for line in said.splitlines() if line.startswith("different: ")]
        self.assertEqual(len(found), 1, said)
        self.assertIn("scenario arithmetic, target suspect, threads 2, simd 8, frame 5: hash ", found[0])

    def test_notices_a_run_that_ends_too_early(self):
        code, said = self.compare_with(
            'case "$*" in *"--scenario"*) exec "$runner" "$@" --frames 7 ;; esac\nexec "$runner" "$@"')
        self.assertEqual(code, 1, said)
        self.assertIn("frame 7: only one of the two got that far", said)

    def test_notices_a_runner_that_crashes(self):
        code, said = self.compare_with('case "$*" in *"--simd 16"*) exit 3 ;; esac\nexec "$runner" "$@"')
        self.assertEqual(code, 1, said)
        self.assertIn("target suspect", said)
        self.assertIn("ended with code 3", said)

    def test_runs_only_the_scenario_and_the_target_that_are_asked_for(self):
        code, said = self.compare_with('exec "$runner" "$@"', "--scenario", "arithmetic", "--only", "suspect")
        self.assertEqual(code, 0, said)
        self.assertIn("running 12 combinations", said)
        self.assertRegex(said, r"(?m)^arithmetic +12 of 12$")
        code, said = self.compare_with('exec "$runner" "$@" --sabotage-frame 5', "--scenario", "arithmetic", "--only", "reference")
        self.assertEqual(code, 0, said)  # who is not asked for is not looked at
        self.assertIn("there is no scenario 'none'", self.compare_with('exec "$runner" "$@"', "--scenario", "none")[1])

    def test_refuses_an_unknown_target(self):
        done = subprocess.run([TOOL, "--targets", "vax"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no target 'vax'", done.stderr)


if __name__ == "__main__":
    unittest.main()
