"""A build without a preset: every target, each source compiled alone with all warnings."""

import fingerprint
import process
from stage import Stage

FOLDER = "build/plain"


class PlainBuild(Stage):
    unit = "targets"
    packages = ["build", "app", "test", "bench"]

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        flags = prints.key(tree.under("cmake") + ["CMakeLists.txt"], fingerprint.version_of("g++"))
        layers = dict.fromkeys(group.removeprefix("layer ") for group in tree.groups if group.startswith("layer "))
        keys = {f"orrery_{layer}": prints.key(tree.closure(*sources), flags)
                for layer in layers if (sources := tree.under(f"src/{layer}"))}  # others are headers alone
        keys["all"] = prints.key(tree.under("include", "src", "apps", "scenes", "tests", "bench", "examples"), flags)
        return keys

    def check(self, due, deadline):
        log = self.log("configure")
        configured = self.context.run(["cmake", "-S", ".", "-B", FOLDER], deadline, log)
        if configured == process.TOO_LATE:
            return
        if configured != 0:
            yield from self.fail_all(due, log.read_text(errors="replace")[-3000:])
            return
        yield from self.check_each(due, deadline, jobs=1, check_one=lambda item: self.context.run(
            ["cmake", "--build", FOLDER, "--parallel", self.context.options.jobs, "--target", item], deadline, self.log(item)))
