"""The table that ./dev verify ends with."""


def commits_text(commits):
    """The commit the results are from; several when some are older."""
    if not commits:
        return "-"
    return commits[0] if len(commits) == 1 else f"{len(commits)} commits"


def rows(stages):
    for stage in stages:
        summary = stage.summary()
        yield stage.name, f"{summary.passed} of {summary.total} {stage.unit}", summary.result, commits_text(summary.commits)


def text(stages):
    lines = [("stage", "coverage", "result", "commit"), *rows(stages)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)
