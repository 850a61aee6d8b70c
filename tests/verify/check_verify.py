"""Tests the bookkeeping of tools/verify: what is due, what is remembered, what a deadline leaves behind."""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools/verify"))

import fingerprint  # noqa: E402
import ledger  # noqa: E402
import process  # noqa: E402
import stage as stage_module  # noqa: E402
import stages  # noqa: E402
import table  # noqa: E402
from dependencies import Dependencies  # noqa: E402

FILES = {
    "include/orrery/math/number.hpp": "#pragma once\n",
    "src/math/number.cpp": '#include <orrery/math/number.hpp>\n#include "number_tables.hpp"\n',
    "src/math/number_tables.hpp": "#pragma once\n",
    "include/orrery/core/store.hpp": "#include <orrery/math/number.hpp>\n",
    "src/core/store.cpp": "#include <orrery/core/store.hpp>\n",
    "include/orrery/hex/cell.hpp": "#include <orrery/core/store.hpp>\n",
    "tests/math/number_test.cpp": "#include <gtest/gtest.h>\n#include <orrery/math/number.hpp>\n",
    "tests/core/store_test.cpp": '#include <orrery/core/store.hpp>\n#include "tests/core/bytes.hpp"\n',
    "tests/core/bytes.hpp": "#pragma once\n",
    "tests/hex/cell_test.cpp": "#include <orrery/hex/cell.hpp>\n",
    "CMakePresets.json": '{"configurePresets": [{"name": "base", "cacheVariables": {"A": "1", "B": "1"}},'
                         '{"name": "one", "inherits": "base", "cacheVariables": {"B": "2"}}, {"name": "two", "inherits": "base"}]}',
    "CMakeLists.txt": "project(x)\n",
}


class Fake(stage_module.Stage):
    """A stage whose items are the test sources and whose checks are a table of exit codes."""

    def __init__(self, context, codes):
        super().__init__("fake.part", context)
        self.codes, self.checked = codes, []

    def keys(self):
        tree = self.context.dependencies
        return {name: self.context.fingerprint.key(tree.closure(name)) for name in tree.under("tests") if name.endswith("_test.cpp")}

    def check(self, due, deadline):
        def check_one(item):
            self.checked.append(item)
            return self.codes.get(item, 0)

        yield from self.check_each(due, deadline, check_one, jobs=1)


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def stage(self, codes=None):
        """As a new call of the command sees it: everything is read again."""
        fingerprint.preset_text.cache_clear()
        return Fake(stage_module.Context(self.root, Dependencies(self.root), stage_module.Options()), codes or {})

    def run_stage(self, codes=None, deadline=None):
        fake = self.stage(codes)
        fake.run(deadline or process.Deadline(), lambda *_: None)
        return fake


class Dependency(Tree):
    def test_a_test_depends_on_its_layer_and_the_layers_below(self):
        found = Dependencies(self.root).closure("tests/core/store_test.cpp")
        self.assertEqual(found, ["include/orrery/core/store.hpp", "include/orrery/math/number.hpp", "src/core/store.cpp",
                                 "src/math/number.cpp", "src/math/number_tables.hpp", "tests/core/bytes.hpp", "tests/core/store_test.cpp"])

    def test_a_change_reaches_the_tests_of_its_layer_and_above_and_no_others(self):
        before = self.stage().keys()
        self.write("src/core/store.cpp", FILES["src/core/store.cpp"] + "int changed;\n")
        after = self.stage().keys()
        self.assertEqual({name for name in before if before[name] != after[name]}, {"tests/core/store_test.cpp", "tests/hex/cell_test.cpp"})

    def test_a_new_file_of_a_layer_is_noticed(self):
        before = self.stage().keys()
        self.write("src/hex/new.cpp", "int x;\n")
        after = self.stage().keys()
        self.assertEqual({name for name in before if before[name] != after[name]}, {"tests/hex/cell_test.cpp"})

    def test_flags_are_those_of_the_preset_and_its_parents(self):
        def flags():
            context = self.stage().context
            return [context.fingerprint.build_flags(name) for name in ("one", "two")]

        one, two = flags()
        self.write("CMakePresets.json", FILES["CMakePresets.json"].replace('"B": "2"', '"B": "3"'))
        self.assertEqual([flags()[0] != one, flags()[1] != two], [True, False])
        self.write("CMakePresets.json", FILES["CMakePresets.json"].replace('"A": "1"', '"A": "3"'))
        self.assertEqual([flags()[0] != one, flags()[1] != two], [True, True])


class Memory(Tree):
    def test_what_passed_is_not_run_again(self):
        self.assertEqual(len(self.run_stage().checked), 3)
        self.assertEqual(self.run_stage().checked, [])
        self.assertTrue(self.stage().summary().is_complete)

    def test_what_changed_is_run_again(self):
        self.run_stage()
        self.write("include/orrery/hex/cell.hpp", "// other\n")
        self.assertFalse(self.stage().summary().is_complete)
        self.assertEqual(self.run_stage().checked, ["tests/hex/cell_test.cpp"])

    def test_what_failed_is_run_again_and_named(self):
        failing = self.run_stage({"tests/core/store_test.cpp": 1})
        self.assertEqual(failing.summary().failed, ["tests/core/store_test.cpp"])
        self.assertEqual(failing.summary().result, "failed: 1")
        self.assertFalse(failing.summary().is_complete)
        self.assertEqual(self.run_stage().checked, ["tests/core/store_test.cpp"])
        self.assertTrue(self.stage().summary().is_complete)

    def test_what_was_cut_off_stays_due(self):
        self.assertEqual(self.run_stage({"tests/core/store_test.cpp": process.TOO_LATE}).summary().result, "incomplete")
        self.assertEqual(self.run_stage().checked, ["tests/core/store_test.cpp"])

    def test_nothing_starts_after_the_deadline(self):
        late = process.Deadline(0)
        self.assertEqual(self.run_stage(deadline=late).checked, [])
        self.assertEqual(self.stage().summary().result, "not run")

    def test_a_damaged_file_is_forgotten_rather_than_believed(self):
        path = self.run_stage().ledger.path
        path.write_text(path.read_text()[:40])
        self.assertEqual(self.stage().summary().passed, 0)

    def test_the_table_names_stage_coverage_result_and_commit(self):
        fake = self.run_stage({"tests/math/number_test.cpp": 1})
        header, row = table.text([fake]).splitlines()
        self.assertEqual(header.split(), ["stage", "coverage", "result", "commit"])
        self.assertRegex(row, r"^fake\.part  2 of 3 tests  failed: 1  \w+$")


class Processes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name) / "log/one.log"

    def test_gives_the_exit_code_and_keeps_the_output(self):
        self.assertEqual(process.run(["sh", "-c", "echo said; exit 3"], process.Deadline(), self.log, "."), 3)
        self.assertIn("said", self.log.read_text())

    def test_ends_a_program_and_its_children_when_it_is_too_late(self):
        script = "sleep 100000 & echo $!; wait"
        self.assertEqual(process.run(["sh", "-c", script], process.Deadline(0.3), self.log, "."), process.TOO_LATE)
        child = self.log.read_text().split()[-1]
        for _ in range(50):  # a killed process is gone soon, and may be left for its parent to collect
            state = pathlib.Path(f"/proc/{child}/stat")
            if not state.exists() or state.read_text().split()[2] == "Z":
                return
            time.sleep(0.1)
        self.fail(f"process {child} is still running")

    def test_an_inner_deadline_is_never_later_than_the_outer_one(self):
        outer = process.Deadline(10)
        self.assertLessEqual(process.Deadline(100, outer).end, outer.end)
        self.assertLess(process.Deadline(1, outer).end, outer.end)
        self.assertIsNone(process.Deadline(None, process.Deadline()).remaining())


class Fuzzing(Tree):
    def test_the_time_of_several_runs_adds_up(self):
        self.write("tests/fuzz/byte_fuzzer.cpp", "int x;\n")
        self.write("CMakePresets.json", '{"configurePresets": [{"name": "fuzz"}]}')
        fingerprint.preset_text.cache_clear()
        context = stage_module.Context(self.root, Dependencies(self.root), stage_module.Options(fuzz_seconds=60))
        fuzzers = stages.Fuzzers("fuzz", context)
        key = fuzzers.keys()["byte_fuzzer"]
        fuzzers.ledger.record("byte_fuzzer", key, ledger.PARTIAL, "abc", seconds=40)
        self.assertEqual((fuzzers.due(), fuzzers.seconds_had("byte_fuzzer")), (["byte_fuzzer"], 40))
        fuzzers.ledger.record("byte_fuzzer", key, ledger.PASSED, "abc", seconds=60)
        self.assertEqual(fuzzers.due(), [])
        context.options.fuzz_seconds = 120  # more is asked for: the rest is due
        self.assertEqual((fuzzers.due(), fuzzers.summary().passed), (["byte_fuzzer"], 0))


class Command(unittest.TestCase):
    def call(self, *arguments):
        done = subprocess.run([ROOT / "tools/verify/verify", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_status_of_a_group_lists_its_parts(self):
        code, said, _ = self.call("--status", "determinism")
        self.assertIn(code, (0, 1))
        self.assertEqual([line.split()[0] for line in said.splitlines()[1:]],
                         [f"determinism.{name}" for name in ("gcc-o0", "gcc-o3", "clang-o3", "arm64", "wasm")])

    def test_refuses_an_unknown_stage_and_a_time_that_is_none(self):
        self.assertIn("there is no stage 'asam'", self.call("asam", "--status")[2])
        self.assertIn("'soon'", self.call("--limit", "soon", "--status")[2])

    def test_every_test_source_belongs_to_a_stage(self):
        with contextlib.redirect_stdout(io.StringIO()):
            context = stage_module.Context(ROOT, Dependencies(ROOT), stage_module.Options())
            covered = {source for each in stages.all_stages(context) if each.name.startswith("test.") and each.name != "test.tree"
                       for source in each.sources().values()}
        sources = {name for name in context.dependencies.under("tests") if name.endswith(("_test.cpp", "_test.py"))}
        self.assertEqual({name for name in sources if not name.startswith("tests/lint/")} - covered, set())


if __name__ == "__main__":
    unittest.main()
