"""What is checked without running the code: layout and rules, each header alone, and clang-tidy file by file."""

import fingerprint
import ledger
import process
from stage import Stage

TIDY_FOLDERS = ("src", "apps")


class QuickLint(Stage):
    """./dev lint --quick, as one item: it takes seconds."""

    unit = "runs"
    packages = ["build", "clang", "lint", "page"]

    def keys(self):
        prints = self.context.fingerprint
        return {"quick": prints.key(self.context.dependencies.files, fingerprint.version_of("clang-format-19"))}

    def check(self, due, deadline):
        yield from self.check_each(due, deadline, lambda item: self.context.run(["./dev", "lint", "--quick"], deadline, self.log(item)))


class LintBuild(Stage):
    """A stage that reads build/lint."""

    packages = ["build", "app", "bench", "clang", "lint"]

    def flags(self):
        return self.context.fingerprint.build_flags("lint") + fingerprint.version_of("clang++-19")

    def configure(self, due, deadline):
        """Yields failures; returns whether to go on."""
        result = self.context.run(["cmake", "--preset", "lint"], deadline, self.log("configure"))
        if result not in (0, process.TOO_LATE):
            yield from self.fail_all(due, f"the preset lint cannot be configured; see {self.log('configure')}")
        return result == 0


class HeaderChecks(LintBuild):
    """Every public header compiles on its own."""

    unit = "headers"

    def keys(self):
        tree = self.context.dependencies
        return {name.removeprefix("include/"): self.context.fingerprint.key(tree.closure(name), self.flags())
                for name in tree.under("include/orrery", suffixes={".hpp"})}

    def check(self, due, deadline):
        if not (yield from self.configure(due, deadline)):
            return
        by_layer = {}
        for header in due:
            by_layer.setdefault(header.split("/")[1], []).append(header)
        for layer, headers in by_layer.items():
            result = self.build(headers, layer, deadline)
            if result == process.TOO_LATE:
                return
            if result == 0:
                yield from ((header, ledger.PASSED, {}) for header in headers)
            else:  # one by one, to name the one that does not compile
                yield from self.check_each(headers, deadline, jobs=1, check_one=lambda header: self.build([header], header, deadline))

    def build(self, headers, log_name, deadline):
        objects = [f"CMakeFiles/orrery_header_checks.dir/header_checks/{header.removesuffix('.hpp')}.cpp.o" for header in headers]
        return self.context.run(["ninja", "-C", "build/lint", "-j", self.context.options.jobs, *objects], deadline, self.log(log_name))


class Tidy(LintBuild):
    """clang-tidy, on every source of the library and the applications and on all headers of each layer."""

    unit = "files"

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        flags = self.flags() + fingerprint.version_of("clang-tidy-19")
        keys = {name: prints.key(tree.closure(name) + [".clang-tidy"], flags)
                for name in tree.under(*TIDY_FOLDERS, suffixes={".cpp"}) if not name.startswith("apps/studio/engine/")}
        for layer in dict.fromkeys(name.split("/")[2] for name in tree.under("include/orrery") if name.count("/") > 2):
            headers = tree.under(f"include/orrery/{layer}")
            keys[f"headers of {layer}"] = prints.key(tree.closure(*headers) + [".clang-tidy"], flags)
        return keys

    def check(self, due, deadline):
        if not (yield from self.configure(due, deadline)):
            return
        yield from self.check_each(due, deadline, lambda item: self.context.run(
            ["tools/lint/tidy", "--jobs", 1, "--file", self.file(item)], deadline, self.log(item)))

    @staticmethod
    def file(item):
        return f"build/lint/layer_checks/{item.removeprefix('headers of ')}.cpp" if item.startswith("headers of ") else item
