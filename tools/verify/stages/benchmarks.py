"""Every benchmark program with --check: required numbers that are missed fail. Best on a machine that does nothing else."""

import fingerprint
import process
from stage import Stage


class Benchmarks(Stage):
    unit = "programs"
    packages = ["build", "app", "bench", "page", "browser", "clang", "wasm"]

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        flags = prints.build_flags("release") + fingerprint.version_of("g++")
        layers = [name for name in tree.groups if name.startswith("layer ")]
        keys = {}
        for layer in sorted(name.removeprefix("layer ") for name in layers):
            if f"bench/{layer}.cpp" in tree.files:
                sources = tree.matching(f"bench/{layer}*.cpp") + tree.matching("bench/*.hpp")
                keys[layer] = prints.key(tree.closure(*sources) + tree.under("bench"), flags)
        keys["studio"] = prints.key(tree.under("apps", "include", "src", "scenes"), flags, fingerprint.version_of("node"))
        return keys

    def check(self, due, deadline):
        # One at a time: two programs that are measured beside each other measure each other.
        for item in due:
            code = self.context.run(["./dev", "bench", item], deadline, self.log(item))
            if code == process.TOO_LATE:
                return
            yield item, "passed" if code == 0 else "failed", {}
