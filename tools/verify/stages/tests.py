"""The tests of one part of the tree in one build: every test source is an item.

Only the programs of that part are built, so that a sanitized build can be made layer by layer.
"""

import re
import shlex

import fingerprint
import process
from stage import Stage

PARTS = ["math", "core", "spatial", "simulation", "rigid", "hex", "circles", "timeline", "conformance", "scenes", "apps",
         "examples"]
WORLD_KINDS = ["rigid", "circles", "hex"]
# Compiled apart and linked to tests of all parts, or of one, that include no more than their headers.
LINKED = ["tests/core/allocation_count.cpp", "tests/core/property.cpp"]
LINKED_TO = {"spatial": ["tests/spatial/brute_force.cpp"]}
RANDOM_WORLDS = "tests/timeline/random_worlds/main.cpp"
COMPILERS = {"release": "g++", "double": "g++", "asan": "clang++-19", "tsan": "clang++-19"}
PAGE = ["page", "clang", "wasm"]  # which the tests of the studio's server open
PACKAGES = {"release": ["build", "app", "test", *PAGE], "double": ["build", "app", "test", *PAGE],
            "asan": ["build", "app", "test", "sanitize", *PAGE], "tsan": ["build", "app", "test", "sanitize", *PAGE]}
# Sanitizers find more with these, and name places with the symbolizer.
ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:check_initialization_order=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
ADD_TEST = re.compile(r'^add_test\((?:\[=*\[)?"?([^\]"\s]+)(?:\]=*\])?"? (.*)\)$', re.MULTILINE)


def environment():
    symbolizer = "llvm-symbolizer-19"
    return {name: f"{value}:external_symbolizer_path=/usr/bin/{symbolizer}" for name, value in ENVIRONMENT.items()}


def ctest_command(preset, item):
    return ["ctest", "--test-dir", f"build/{preset}", "--output-on-failure", "--no-tests=error", "--tests-regex",
            f"^{re.escape(item)}$"]


class Tests(Stage):
    def __init__(self, name, context, preset, part):
        super().__init__(name, context)
        self.preset, self.part = preset, part
        self.packages = PACKAGES[preset]

    def sources(self):
        """ctest entry -> source"""
        tree, found = self.context.dependencies, {}
        if self.part == "examples":
            for name in tree.under("examples", suffixes={".cpp"}):
                stem = name.removeprefix("examples/").removesuffix(".cpp")
                # The thread sanitizer cannot see what a oneTBB that was built without it synchronises.
                if stem != "tbb_scheduler" or self.preset != "tsan":
                    found[f"examples.{stem}"] = name
            return found
        for name in tree.under(f"tests/{self.part}", suffixes={".cpp", ".py"}):
            if name.endswith(("_test.cpp", "_test.py")):
                found[name.removeprefix("tests/").rsplit(".", 1)[0].replace("/", ".")] = name
        if self.part == "timeline" and RANDOM_WORLDS in tree.files:
            found.update({f"timeline.random_worlds.{kind}": RANDOM_WORLDS for kind in WORLD_KINDS})
        return found

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        flags = prints.build_flags(self.preset) + fingerprint.version_of(COMPILERS[self.preset])
        build_file = "examples/CMakeLists.txt" if self.part == "examples" else "tests/CMakeLists.txt"
        keys = {}
        for item, source in self.sources().items():
            files = tree.closure(source, *LINKED, *LINKED_TO.get(self.part, []))
            if source.endswith(".py"):  # talks to the whole command
                files = tree.closure(source, "apps/orrery/main.cpp") + tree.under("apps", "tests/apps/" + source.split("/")[2])
            keys[item] = prints.key(files + [build_file, "docs/scene.schema.json"], flags)
        return keys

    def check(self, due, deadline):
        log = self.log("build")
        configured = self.context.run(["cmake", "--preset", self.preset], deadline, log)
        if configured == process.TOO_LATE:
            return
        if configured != 0:
            yield from self.fail_all(due, f"the preset {self.preset} cannot be configured; see {log}")
            return
        programs = self.programs()
        wanted = sorted({programs[item] for item in due if item in programs})
        if "orrery" in wanted and self.context.run(["tools/verify/build_page", self.preset], deadline, log) == process.TOO_LATE:
            return  # if it fails, the tests that need the page say so
        # All at once keeps every core busy. If that fails, one by one names the program that does not compile.
        built = self.context.build(self.preset, wanted, deadline, log) if wanted else True
        if built == process.TOO_LATE:
            return
        for group in [wanted] if built else [[program] for program in wanted]:
            yield from self.check_group(group, [item for item in due if programs.get(item) in group], deadline, is_built=built)
        yield from self.fail_all([item for item in due if item not in programs],
                                 "ctest has no entry of this name, so this source is tested by nobody")

    def check_group(self, programs, items, deadline, is_built):
        log = self.log("build")
        built = is_built or self.context.build(self.preset, programs, deadline, log)
        if built is True:
            yield from self.check_each(items, deadline, lambda item: self.run_entry(item, deadline))
        elif built != process.TOO_LATE:
            yield from self.fail_all(items, f"{programs[0]} cannot be built; see {log}\n" + log.read_text(errors="replace")[-3000:])

    def run_entry(self, item, deadline):
        return self.context.run(ctest_command(self.preset, item), deadline, self.log(item), environment())

    def commands(self):
        """ctest entry -> its command"""
        build, found = self.context.root / "build" / self.preset, {}
        for folder in ("tests", "examples"):
            path = build / folder / "CTestTestfile.cmake"
            for name, command in ADD_TEST.findall(path.read_text() if path.exists() else ""):
                found[name] = shlex.split(command)
        return found

    def programs(self):
        """ctest entry -> the file that has to be built for it, relative to the build folder"""
        build = f"{self.context.root / 'build' / self.preset}/"
        return {name: command[0].removeprefix(build) if command[0].startswith(build) else "orrery"  # scripts start the command
                for name, command in self.commands().items()}


class WholeTree(Stage):
    """All other entries of ctest: installation, lint's own tests, the page, the short comparison of compilers."""

    unit = "runs"
    packages = ["build", "app", "test", "bench", "clang", "wasm", "page", "browser"]

    def keys(self):
        prints = self.context.fingerprint
        return {"all others": prints.key(self.context.dependencies.files, fingerprint.version_of("g++"), fingerprint.version_of("node"))}

    def known_elsewhere(self):
        return [item for part in PARTS for item in Tests(f"test.{part}", self.context, "release", part).sources()]

    def check(self, due, deadline):
        log = self.log("build")
        # These use all that a release build makes, with the page beside the command.
        result = self.context.run(["tools/verify/build_everything"], deadline, log)
        if result == process.TOO_LATE:
            return
        if result != 0:
            yield from self.fail_all(due, f"the release build failed; see {log}\n" + log.read_text(errors="replace")[-3000:])
            return
        others = f"^({'|'.join(map(re.escape, self.known_elsewhere()))})$"
        yield from self.check_each(due, deadline, lambda item: self.context.run(
            ["ctest", "--test-dir", "build/release", "--output-on-failure", "--no-tests=error", "--parallel", self.context.options.jobs,
             "--exclude-regex", others], deadline, self.log(item)))
