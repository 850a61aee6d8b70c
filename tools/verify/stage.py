"""What a stage is: a row of the table, a set of items with their keys, and a way to check items.

A stage is named GROUP or GROUP.PART ("asan.rigid"); the group is what is chosen on the command line and what a time
limit per stage holds for.
"""

import concurrent.futures
import dataclasses

import fingerprint
import ledger
import process


@dataclasses.dataclass
class Options:
    jobs: int = 2
    fuzz_seconds: int = 60
    worlds: int = 1000
    tries: int = 1000


class Context:
    """What all stages share: the tree, its hashes, the options and the folder of the records."""

    def __init__(self, root, dependencies, options):
        self.root = root
        self.folder = root / "build/verify"
        self.dependencies = dependencies
        self.fingerprint = fingerprint.Fingerprint(dependencies)
        self.options = options
        self.commit = fingerprint.commit_of(root)

    def log(self, stage, item):
        return self.folder / "log" / f"{stage}.{item}.log".replace("/", "_")

    def run(self, command, deadline, log, environment=None):
        return process.run(command, deadline, log, self.root, environment)

    def build(self, preset, targets, deadline, log):
        """Configures a preset and builds these targets; True, False or process.TOO_LATE."""
        result = self.run(["cmake", "--preset", preset], deadline, log)
        if result == 0:
            result = self.run(["cmake", "--build", f"build/{preset}", "--parallel", self.options.jobs, "--target", *targets,
                               "--", "--quiet"], deadline, log)
        return result if result == process.TOO_LATE else result == 0


class Stage:
    """One row. Subclasses give keys() and check()."""

    unit = "tests"
    packages = ["build"]

    def __init__(self, name, context):
        self.name = name
        self.context = context
        self.ledger = ledger.Ledger(context.folder, name)

    @property
    def group(self):
        return self.name.split(".")[0]

    def keys(self):
        """item -> key"""
        raise NotImplementedError

    def check(self, due, deadline):
        """Checks these items and yields (item, result, details); what is not yielded stays due."""
        raise NotImplementedError

    def due(self):
        return [item for item, key in self.keys().items() if not self.is_done(item, key)]

    def is_done(self, item, key):
        return self.ledger.has_passed(item, key)

    def summary(self):
        return ledger.Summary(self.ledger, self.keys(), self.is_done)

    def log(self, item):
        return self.context.log(self.name, item)

    def run(self, deadline, report):
        """Checks what is due and records each result as it comes."""
        keys, due = self.keys(), self.due()
        if not due or deadline.has_passed:
            return
        for item, result, details in self.check(due, deadline):
            self.ledger.record(item, keys[item], result, self.context.commit, **details)
            report(self, item, result)

    def check_each(self, due, deadline, check_one, jobs=None):
        """check_one(item) in several threads, stopping at the deadline; it returns an exit code or TOO_LATE."""
        with concurrent.futures.ThreadPoolExecutor(jobs or self.context.options.jobs) as pool:
            running = {pool.submit(check_one, item): item for item in due}
            for done in concurrent.futures.as_completed(running):
                code = done.result()
                if code != process.TOO_LATE:
                    yield running[done], ledger.PASSED if code == 0 else ledger.FAILED, {}

    def fail_all(self, due, reason):
        """All these items failed for one reason, such as a build that did not succeed."""
        for item in due:
            self.log(item).parent.mkdir(parents=True, exist_ok=True)
            self.log(item).write_text(reason + "\n")
            yield item, ledger.FAILED, {}
