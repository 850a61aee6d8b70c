"""All stages in the order they are run: what is cheap and finds most comes first."""

from stages.benchmarks import Benchmarks
from stages.determinism import Determinism, TARGETS
from stages.fuzzers import Fuzzers
from stages.lint import HeaderChecks, QuickLint, Tidy
from stages.long_runs import LongProperties, RandomWorlds
from stages.plain_build import PlainBuild
from stages.tests import PARTS, Tests, WholeTree


def all_stages(context):
    rows = [QuickLint("lint", context)]
    rows += [Tests(f"test.{part}", context, "release", part) for part in PARTS]
    rows += [WholeTree("test.tree", context)]
    rows += [Determinism(f"determinism.{target}", context, target) for target in TARGETS]
    for preset in ("double", "asan", "tsan"):
        rows += [Tests(f"{preset}.{part}", context, preset, part) for part in PARTS]
    rows += [PlainBuild("plain", context)]
    rows += [HeaderChecks("headers", context), Tidy("tidy", context)]
    rows += [Fuzzers("fuzz", context), RandomWorlds("long.worlds", context), LongProperties("long.properties", context)]
    rows += [Benchmarks("bench", context)]
    return rows
