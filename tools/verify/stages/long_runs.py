"""Tests that get better the longer they run: random worlds whose past is changed, and properties with many more cases."""

import fingerprint
import process
from stage import Stage
from stages.tests import PARTS, RANDOM_WORLDS, Tests, WORLD_KINDS

CHUNK = 50  # worlds of one item, so that a run that is cut off loses little
PROPERTY = "property::holds("


class RandomWorlds(Stage):
    """random_worlds, which compares edited timelines with stepping from the first frame."""

    unit = "runs"
    packages = ["build", "test"]

    def keys(self):
        tree, prints = self.context.dependencies, self.context.fingerprint
        if RANDOM_WORLDS not in tree.files:
            return {}
        key = prints.key(tree.closure(RANDOM_WORLDS), prints.build_flags("release"), fingerprint.version_of("g++"))
        return {f"{kind} from {first}": key for kind in WORLD_KINDS for first in range(0, self.context.options.worlds, CHUNK)}

    def check(self, due, deadline):
        log = self.log("build")
        built = self.context.build("release", ["random_worlds"], deadline, log)
        if built == process.TOO_LATE:
            return
        if not built:
            yield from self.fail_all(due, f"random_worlds cannot be built; see {log}\n" + log.read_text(errors="replace")[-3000:])
            return
        program = next(path for path in (self.context.root / "build/release").rglob("random_worlds") if path.is_file())
        yield from self.check_each(due, deadline, lambda item: self.run_worlds(program, item, deadline))

    def run_worlds(self, program, item, deadline):
        kind, first = item.split(" from ")
        return self.context.run([program, "--kind", kind, "--seed", first, "--count", CHUNK], deadline, self.log(item))


class LongProperties(Stage):
    """Every test source with properties, with many more cases than ./dev test tries."""

    packages = ["build", "app", "test"]

    def __init__(self, name, context):
        super().__init__(name, context)
        self.parts = [Tests(f"test.{part}", context, "release", part) for part in PARTS]

    def part_of(self):
        """ctest entry -> the stage that knows its program, for entries with properties"""
        files, found = self.context.dependencies.files, {}
        for part in self.parts:
            for item, source in part.sources().items():
                if PROPERTY in files[source].read_text(errors="replace"):
                    found[item] = part
        return found

    def keys(self):
        owners = self.part_of()
        of_part = {part: part.keys() for part in set(owners.values())}
        tries = str(self.context.options.tries)
        return {item: self.context.fingerprint.key([], of_part[part][item], tries) for item, part in owners.items()}

    def check(self, due, deadline):
        log, owners = self.log("build"), self.part_of()
        if self.context.run(["cmake", "--preset", "release"], deadline, log) != 0:
            return
        programs = {item: owners[item].programs().get(item) for item in due}
        commands = self.parts[0].commands()
        for program in sorted({program for program in programs.values() if program}):
            items = [item for item in due if programs[item] == program]
            built = self.context.build("release", [program], deadline, log)
            if built == process.TOO_LATE:
                return
            if not built:
                yield from self.fail_all(items, f"{program} cannot be built; see {log}")
                continue
            # Not through ctest, which ends a test that takes as long as this.
            yield from self.check_each(items, deadline, lambda item: self.context.run(
                commands[item], deadline, self.log(item), {"RC_PARAMS": f"max_success={self.context.options.tries}"}))
