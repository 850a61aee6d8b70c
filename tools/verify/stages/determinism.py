"""Every scenario on one target, at every thread count and SIMD width, compared with g++ -O0 frame by frame."""

import fingerprint
import process
from stage import Stage

REFERENCE = "gcc-o0"
COMPILERS = {"gcc-o0": ["g++"], "gcc-o3": ["g++"], "clang-o3": ["clang++-19"],
             "arm64": ["aarch64-linux-gnu-g++", "qemu-aarch64"], "wasm": ["clang++-19", "node"]}
PACKAGES = {"clang-o3": ["clang"], "arm64": ["arm64"], "wasm": ["app", "clang", "wasm"]}
TARGETS = list(COMPILERS)


class Determinism(Stage):
    unit = "scenarios"

    def __init__(self, name, context, target):
        super().__init__(name, context)
        self.target = target
        self.packages = ["build", *PACKAGES.get(target, [])]

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        words = [prints.build_flags(preset) for preset in (REFERENCE, self.target)]
        words += [fingerprint.version_of(program) for program in ["g++", *COMPILERS[self.target]]]
        keys = {}
        for source in tree.under("tests/determinism/scenarios", suffixes={".cpp"}):
            files = tree.closure(source, "tests/determinism/runner.cpp") + ["tools/determinism", "tests/determinism/CMakeLists.txt", "tests/determinism/scenario_table.cpp.in"]
            keys[source.rsplit("/", 1)[1].removesuffix(".cpp")] = prints.key(files, *words)
        return keys

    def check(self, due, deadline):
        for preset in dict.fromkeys([REFERENCE, self.target]):
            log = self.log(f"build_{preset}")
            built = self.context.build(preset, ["determinism_runner"], deadline, log)
            if built == process.TOO_LATE:
                return
            if not built:
                yield from self.fail_all(due, f"{preset} cannot be built; see {log}\n" + log.read_text(errors="replace")[-3000:])
                return
        # The tool itself runs several combinations at a time.
        yield from self.check_each(due, deadline, jobs=1, check_one=lambda item: self.compare(item, deadline))

    def compare(self, scenario, deadline):
        targets = ",".join(dict.fromkeys([REFERENCE, self.target]))
        return self.context.run(["tools/determinism", "--targets", targets, "--scenario", scenario, "--only", self.target,
                                 "--jobs", self.context.options.jobs], deadline, self.log(scenario))
