"""What passed, and under which key: build/verify/<stage>.json.

An item (a test program, a scenario, a source file) is done when its last record says "passed" and was made under the
key the item has now. The key is a hash of everything the result depends on, so a changed source makes the item due again
and an unchanged one is never run twice.
"""

import json
import os
import pathlib

PASSED, FAILED, PARTIAL = "passed", "failed", "partial"


class Ledger:
    """The records of one stage."""

    def __init__(self, folder, stage):
        self.path = pathlib.Path(folder) / f"{stage}.json"
        self.records = {}
        if self.path.exists():
            try:
                self.records = json.loads(self.path.read_text())
            except ValueError:
                pass  # written by a killed machine: forgetting is safe, a wrong "passed" is not

    def record(self, item, key, result, commit, **details):
        self.records[item] = {"key": key, "result": result, "commit": commit, **details}
        self.save()

    def current(self, item, key):
        """The record of an item if it was made under this key, otherwise None."""
        found = self.records.get(item)
        return found if found is not None and found.get("key") == key else None

    def has_passed(self, item, key):
        found = self.current(item, key)
        return found is not None and found["result"] == PASSED

    def save(self):
        """Replaces the file in one step, so that an interrupted run leaves the old records."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_suffix(".part")
        unfinished.write_text(json.dumps(self.records, indent=1, sort_keys=True) + "\n")
        os.replace(unfinished, self.path)


class Summary:
    """The state of a stage: how many of its current items passed, failed or are missing, and at which commits."""

    def __init__(self, ledger, keys, is_done):
        current = {item: found for item, key in keys.items() if (found := ledger.current(item, key))}
        self.total = len(keys)
        self.failed = sorted(item for item, found in current.items() if found["result"] == FAILED)
        passed = [found for item, found in current.items() if is_done(item, keys[item])]
        self.passed = len(passed)
        self.commits = sorted({found["commit"] for found in passed})

    @property
    def result(self):
        if self.failed:
            return f"failed: {len(self.failed)}"
        if self.total == 0:
            return "nothing to check"
        return "passed" if self.passed == self.total else "incomplete" if self.passed else "not run"

    @property
    def is_complete(self):
        return not self.failed and self.passed == self.total
