"""Tests tools/lint/rules: the tree in fixtures/ is clean, and each change below breaks exactly one rule."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RULES = HERE.parent.parent / "tools/lint/rules"

MATH, CORE = "include/orrery/math/number.hpp", "src/core/store.cpp"
JSON, PAGE = "apps/json/json_value.hpp", "apps/studio/web/src/page.ts"

FULL_FOLDER = 41  # files

STAGE = "src/rigid/step/stage.hpp"
MEMBERS = "".join(f"    int m{number}_ = {number};\n" for number in range(20))

# rule: changes, each of which is one violation: (file, text to append, or None to remove the file), or a folder and how
# many files to put into it.
VIOLATIONS = {
    "class-size": [(STAGE, "class stage {\npublic:\n    void run();\n\nprivate:\n" + MEMBERS + "    bool more_{};\n};\n"),
                   (STAGE, "class stage {\n    struct part {\n        int a, b;\n    };\n" + MEMBERS[:-16] + "};\n")],
    "clock": [(CORE, "auto t = std::chrono::steady_clock::now();\n"), (CORE, "auto t = std::time(nullptr);\n")],
    "dead-link": [("docs/core.md", "[a page](nowhere.md#part)\n")],
    "dependency-docs": [("tools/packages.txt", "build  undocumented  -  nobody knows why\n"),
                        ("apps/studio/web/package.json", '{ "dependencies": { "left-out": "^1.0.0" } }\n')],
    "fast-math": [("CMakeLists.txt", "add_compile_options(-ffast-math)\n"),
                  ("CMakePresets.json", '{ "CMAKE_CXX_FLAGS": "-ffp-contract=fast" }\n')],
    "file-length": [(CORE, "int x;\n" * 600), (PAGE, "const x = 1;\n" * 600)],
    "float-atomic": [(CORE, "std::atomic<float> sum;\n"), (CORE, "std::atomic_ref<orrery::scalar> sum(x);\n")],
    "folder-size": [("src/core/topic", FULL_FOLDER)],
    "header-has-test": [("include/orrery/core/untested.hpp", "#pragma once\n"),
                        ("include/orrery/math/simd/lanes.hpp", "#pragma once\n")],
    "include-style": [(CORE, '#include "table.hpp"\n'), (CORE, '#include "orrery/core/store.hpp"\n')],
    "layer-direction": [(MATH, "#include <orrery/core/store.hpp>\n"), ("src/spatial/grid.cpp", "#include <orrery/rigid/body.hpp>\n"),
                        (CORE, '#include "apps/json/json_value.hpp"\n'),
                        ("src/hex/world.cpp", "#include <orrery/circles/world.hpp>\n")],
    "layer-docs": [("docs/math.md", None)],
    "library-include": [(CORE, "#include <iostream>\n"), (MATH, "#include <format>\n"), (JSON, "#include <sstream>\n"),
                        (JSON, "#include <thread>\n")],
    "libm": [(CORE, "auto y = std::sin(1.0f);\n"), (MATH, "float y = ::cosf(1);\n"), (CORE, "float y = __builtin_powf(1, 2);\n"),
             (CORE, "float y = atan2f(1, 2);\n")],
    "license": [("LICENSE", None)],
    "machine-path": [("docs/core.md", "see /home/someone/orrery\n"), (PAGE, "// see /root/orrery\n")],
    "part-has-test": [("apps/untested/part.cpp", "int x;\n"), ("apps/studio/engine/engine.cpp", "int x;\n")],
    "pointer-order": [(CORE, "std::set<const body*> touched;\n"), (CORE, "std::less<body*> before;\n")],
    "pragma-once": [("include/orrery/core/fwd.hpp", "struct store;\n"), ("apps/json/other.hpp", "struct other;\n")],
    "property-result": [("tests/core/store_test.cpp", "TEST(a, b) {\n    property::holds([] { PROPERTY_ASSERT(false); });\n}\n"),
                        ("tests/math/number_test.cpp", "const bool holds = property::holds([] { PROPERTY_ASSERT(false); });\n")],
    "random": [(CORE, "#include <random>\n"), (CORE, "int x = rand();\n")],
    "readme-example": [("README.md", None), ("examples/readme_example.cpp", "// another line\n"),
                       ("examples/readme_example.cpp", None)],
    "sort-order": [(CORE, "void f() {\n    std::sort(a, b);\n}\n"), (CORE, "\n\nvoid f() { std::ranges::sort(a); }\n")],
    "std-hash": [(CORE, "auto h = std::hash<int>{}(1);\n")],
    "test-has-header": [("tests/core/nothing_test.cpp", "int x;\n")],
    "thread-id": [(CORE, "auto id = std::this_thread::get_id();\n")],
    "trailing-whitespace": [("docs/core.md", "a line \n")],
    "use-count": [(CORE, "if (shared.use_count() == 1) {\n}\n")],
    "unordered": [(CORE, "std::unordered_map<int, int> bodies;\n")],
}


def findings(root):
    done = subprocess.run([RULES, "--root", root], capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if ": note: " not in line]
    return done.returncode, lines, done.stderr


class Rules(unittest.TestCase):
    def test_the_clean_tree_passes(self):
        self.assertEqual(findings(HERE / "fixtures"), (0, [], ""))

    def test_every_rule_has_a_violation_here(self):
        listed = subprocess.run([RULES, "--list"], capture_output=True, text=True).stdout.split()
        self.assertEqual(listed, sorted(VIOLATIONS))

    def test_each_violation_is_found_by_its_rule_alone_and_names_the_file(self):
        for rule, changes in VIOLATIONS.items():
            for file, text in changes:
                with self.subTest(rule=rule, file=file, text=text), tempfile.TemporaryDirectory() as folder:
                    root = pathlib.Path(folder) / "tree"
                    shutil.copytree(HERE / "fixtures", root)
                    path = root / file
                    path.parent.mkdir(parents=True, exist_ok=True)
                    if isinstance(text, int):
                        path.mkdir()
                        for number in range(text):
                            (path / f"file_{number:02}.cpp").write_text("int x;\n")
                    elif text is None:
                        path.unlink()
                    else:
                        with path.open("a") as out:
                            out.write(text)
                    code, lines, errors = findings(root)
                    self.assertEqual((code, errors), (1, ""))
                    self.assertEqual(len(lines), 1, lines)
                    self.assertIn(f"[{rule}]", lines[0])
                    if rule != "readme-example":
                        self.assertTrue(lines[0].startswith((file + ":", file + "/")), lines[0])


if __name__ == "__main__":
    unittest.main()
