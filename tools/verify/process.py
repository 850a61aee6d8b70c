"""Runs programs against a deadline: what is too late is ended with all its children, never left behind."""

import os
import signal
import subprocess
import time

TOO_LATE = "too late"


class Deadline:
    """A point in time after which nothing new starts and whatever runs is ended."""

    def __init__(self, seconds=None, outer=None):
        ends = [end for end in (None if seconds is None else time.monotonic() + seconds, outer.end if outer else None)
                if end is not None]
        self.end = min(ends, default=None)

    def remaining(self):
        """Seconds left; None when there is no limit."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    @property
    def has_passed(self):
        return self.end is not None and time.monotonic() >= self.end


def run(command, deadline, log, cwd, environment=None):
    """The exit code of a command, or TOO_LATE when the deadline ended it. All it prints goes into the log."""
    if deadline.has_passed:
        return TOO_LATE
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        out.write((" ".join(map(str, command)) + "\n").encode())
        out.flush()
        child = subprocess.Popen(list(map(str, command)), cwd=cwd, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.STDOUT, env={**os.environ, **(environment or {})}, start_new_session=True)
        try:
            return child.wait(deadline.remaining())
        except subprocess.TimeoutExpired:
            end_group(child)
            return TOO_LATE
        except BaseException:  # the user's Ctrl-C
            end_group(child)
            raise


def end_group(child):
    for blow, patience in ((signal.SIGTERM, 5), (signal.SIGKILL, None)):
        try:
            os.killpg(child.pid, blow)
        except ProcessLookupError:
            pass
        try:
            child.wait(patience)
            return
        except subprocess.TimeoutExpired:
            continue
