#!/usr/bin/env python3
"""docs/command.md shows what the command prints: every example is run, and what it prints has the form that is shown there.

Numbers are not compared, since they change with the engine. `documentation_test.py --update` writes what is printed now into the page.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from orrery_command import PROGRAM

SCALAR_BITS = os.environ.get("ORRERY_SCALAR_BITS", "32")
PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "command.md"


def prepare(folder):
    """What the examples speak of: two runs of which the second was given a push that is larger by the least there is, one part
    in eight million in single precision."""
    scene = json.loads((pathlib.Path(PROGRAM).parents[1] / "share/orrery/scenes/pyramid.json").read_text())
    [push] = scene["inputs"]
    for name, factor in [("before", 1), ("after", 1 + 2 ** (-52 if SCALAR_BITS == "64" else -23))]:
        changed = {**scene, "inputs": [{**push, "velocity": [push["velocity"][0] * factor, *push["velocity"][1:]]}]}
        (folder / f"{name}.json").write_text(json.dumps(changed))
        run(folder, f"orrery run {name}.json --frames 150 --record {name}.orrery --quiet")


def run(folder, command):
    """What is printed. Nobody's clock is shown, and recordings are made once."""
    words = " ".join(shlex.quote(PROGRAM) if word == "orrery" else word for word in command.split(" "))
    done = subprocess.run(["bash", "-o", "pipefail", "-c", words], cwd=folder, capture_output=True, text=True, timeout=500)
    if done.returncode not in (0, 1) or (done.returncode == 1 and " diff " not in command):
        raise AssertionError(f"{command}: {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def examples(page):
    """Of each example its command and the lines that are shown, as the lines of the page that they are."""
    found = []
    inside = False
    for number, line in enumerate(page):
        if line.startswith("```"):
            inside = not inside
        elif inside and line.startswith("$ "):
            found.append([line[2:], number + 1, number + 1])
        elif inside and found:
            found[-1][2] = number + 1
    return found


def form(line):
    """What is left of a line without its numbers. Those below a drawing stand where their own width puts them."""
    left = re.sub(r"\b[0-9a-f]{8,16}\b|-?\d[\d.]*(e[-+]?\d+)?", "#", line)
    return re.sub(r" +", " ", left) if re.fullmatch(r"( +#)+ s", left) else left


def is_drawing(line):
    return any(letter in "│┤└" for letter in line)


class Page(unittest.TestCase):
    def test_every_example_prints_what_is_shown(self):
        page = PAGE.read_text().splitlines()
        shown = examples(page)
        self.assertGreater(len(shown), 12)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            prepare(folder)
            for command, first, end in shown:
                if " bench " in command:
                    continue  # which phases there are, and in which order, is a matter of time
                # Padding is a field where scalars have double precision, and the page shows single precision.
                printed = [line for line in run(folder, command) if not line.startswith("  shape.unused ")]
                expected = page[first:end]
                if expected and expected[-1] == "...":
                    self.assertGreater(len(printed), len(expected) - 1, command)
                    printed = printed[:len(expected) - 1] + ["..."]
                lines = [[form(line) for line in lines if not is_drawing(line)] for lines in (expected, printed)]
                self.assertEqual(lines[0], lines[1], f"{command}: --update writes the page anew")


def update():
    page = PAGE.read_text().splitlines()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        shift = 0
        for command, first, end in examples(list(page)):
            printed = run(folder, command)
            if end > first and page[end + shift - 1] == "...":
                printed = printed[:end - first - 1] + ["..."]
            page[first + shift:end + shift] = [line.rstrip() for line in printed]
            shift += len(printed) - (end - first)
    PAGE.write_text("\n".join(page) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        unittest.main()
