"""The command as a user sees it: arguments in; exit code, stdout and stderr out. And a small scene to try it on."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ORRERY_PROGRAM"]

# One body of each shape; the ball is pushed after half a second, and a crate is destroyed later.
SCENE = {
    "title": "Things, that fall",
    "about": "One of each shape.",
    "world": "rigid",
    "frames": 150,
    "bodies": [
        {"name": "ground", "kind": "fixed", "shape": {"kind": "plane"}},
        {"name": "ball", "color": "#ff0000", "position": [0, 1, 0], "shape": {"kind": "sphere", "radius": 0.5}},
        {"name": "crate", "position": [3, 2, 0], "shape": {"kind": "box", "half_extents": [0.5, 0.4, 0.3]}},
        {"name": "pill", "position": [6, 2, 0], "shape": {"kind": "capsule", "radius": 0.3, "half_height": 0.5}},
        {"name": "tin", "position": [9, 2, 0], "shape": {"kind": "cylinder", "radius": 0.3, "half_height": 0.5}},
        {"name": "stone", "position": [12, 2, 0],
         "shape": {"kind": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
        {"name": "hammer", "position": [15, 2, 0],
         "shape": {"kind": "compound", "children": [
             {"shape": {"kind": "sphere", "radius": 0.3}, "position": [-0.5, 0, 0]},
             {"shape": {"kind": "box", "half_extents": [0.2, 0.3, 0.4]}, "position": [0.5, 0, 0]}]}},
    ],
    "inputs": [
        {"kind": "impulse", "frame": 30, "body": "ball", "impulse": [500, 0, 0]},
        {"kind": "destroy", "frame": 100, "body": "crate"},
    ],
}


def orrery(*arguments, environment=None):
    """Runs the command and answers with what came of it."""
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(environment or {})})


class CommandTest(unittest.TestCase):
    """Each test has a folder of its own, with the scene in it and, on demand, its recording."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.scene = self.write_scene("things.json", SCENE)

    def write_scene(self, name, scene):
        path = self.folder / name
        path.write_text(json.dumps(scene))
        return path

    def record(self, name="things.orrery", scene=None, frames=150):
        path = self.folder / name
        self.succeed("run", scene or self.scene, "--frames", frames, "--record", path, "--quiet")
        return path

    def succeed(self, *arguments):
        """What it prints; a test that expects success sees the complaint otherwise."""
        done = orrery(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def succeed_with_json(self, *arguments):
        done = orrery(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    def refuse(self, *arguments, code=1, saying=""):
        """It says no with one sentence on stderr, and prints nothing else."""
        done = orrery(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        sentences = [line for line in done.stderr.splitlines() if line.startswith("orrery: ")]
        self.assertEqual(len(sentences), 1, done.stderr)
        self.assertIn(saying, sentences[0])

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())
