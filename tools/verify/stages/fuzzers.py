"""Every fuzzer for a number of seconds in all. A fuzzer that is cut off keeps its corpus and the time it had, and goes on
from there."""

import concurrent.futures
import time

import fingerprint
import ledger
import process
from stage import Stage


class Fuzzers(Stage):
    unit = "fuzzers"
    packages = ["build", "app", "clang", "sanitize"]

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        flags = prints.build_flags("fuzz") + fingerprint.version_of("clang++-19")
        return {source.rsplit("/", 1)[1].removesuffix(".cpp"): prints.key(tree.closure(source), flags)
                for source in tree.matching("tests/fuzz/*_fuzzer.cpp")}

    def is_done(self, item, key):
        found = self.ledger.current(item, key)
        return bool(found) and found["result"] != ledger.FAILED and found.get("seconds", 0) >= self.context.options.fuzz_seconds

    def seconds_had(self, item):
        found = self.ledger.current(item, self.keys()[item])
        return found.get("seconds", 0) if found and found["result"] != ledger.FAILED else 0

    def check(self, due, deadline):
        log = self.log("build")
        # All at once keeps every core busy. If that fails, one by one names the fuzzer that does not compile.
        built = self.context.build("fuzz", due, deadline, log)
        if built == process.TOO_LATE:
            return
        ready = due if built else []
        for item in [] if built else due:
            one = self.context.build("fuzz", [item], deadline, log)
            if one == process.TOO_LATE:
                return
            if one:
                ready.append(item)
            else:
                yield from self.fail_all([item], f"{item} cannot be built; see {log}\n" + log.read_text(errors="replace")[-3000:])
        with concurrent.futures.ThreadPoolExecutor(self.context.options.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(self.fuzz, item, deadline) for item in ready]):
                if done.result() is not None:
                    yield done.result()

    def fuzz(self, item, deadline):
        """The result of one fuzzer, None when there was no time left to start it."""
        if deadline.has_passed:
            return None
        had = self.seconds_had(item)
        wanted = max(1, self.context.options.fuzz_seconds - had)
        if (left := deadline.remaining()) is not None:
            wanted = max(1, min(wanted, int(left)))
        program = next((self.context.root / "build/fuzz").rglob(item))
        corpus, crashes = (self.context.root / "build/fuzz" / name for name in ("corpus", "crashes"))
        seeds = self.context.root / "tests/fuzz/corpus" / item.removesuffix("_fuzzer")
        (corpus / item).mkdir(parents=True, exist_ok=True)
        crashes.mkdir(parents=True, exist_ok=True)
        begin = time.monotonic()
        # Its own limit is the time it is given; the deadline here only ends one that hangs.
        code = self.context.run([program, f"-max_total_time={wanted}", "-timeout=10", f"-artifact_prefix={crashes}/{item}-",
                                 corpus / item, *([seeds] if seeds.exists() else [])],
                                process.Deadline(wanted + 120), self.log(item))
        had += round(time.monotonic() - begin)
        if code != 0:
            return item, ledger.FAILED, {"seconds": had}
        return item, ledger.PASSED if had >= self.context.options.fuzz_seconds else ledger.PARTIAL, {"seconds": had}
