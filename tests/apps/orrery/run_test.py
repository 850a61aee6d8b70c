#!/usr/bin/env python3
"""orrery scenes, run and bench, and what all sub-commands have in common."""

import json
import os
import pathlib
import pty
import signal
import subprocess
import time
import unittest

from orrery_command import PROGRAM, CommandTest, orrery

COMMANDS = ["scenes", "run", "replay", "verify", "inspect", "query", "plot", "diff", "convert", "bench"]


class EveryCommand(CommandTest):
    def test_each_has_help_with_a_sentence_options_and_examples(self):
        for command in COMMANDS:
            shown = self.succeed(command, "--help")
            self.assertIn("Options:", shown, command)
            self.assertIn("Examples:", shown, command)
            self.assertGreaterEqual(shown.count(f"  orrery {command}"), 2, command)

    def test_a_wrong_call_exits_with_2_and_says_why(self):
        for wrong in [["no-such-command"], ["run"], ["run", "pyramid", "--frames", "many"],
                      ["run", "pyramid", "--frames", "-3"], ["run", "pyramid", "--frames", "0"],
                      ["run", "pyramid", "--threads", "99999"], ["query", "pyramid"],
                      ["query", "pyramid", "--hash", "--entity", "ball"], ["convert", "x.orrery", "--format", "png"],
                      ["inspect", "x.orrery", "--kind", "broke"], ["plot", "pyramid", "--no-such-option"]]:
            done = orrery(*wrong)
            self.assertEqual(done.returncode, 2, wrong)
            self.assertTrue(done.stderr.startswith("orrery: "), wrong)
            self.assertEqual(done.stdout, "", wrong)

    def test_it_knows_its_version(self):
        self.assertRegex(self.succeed("--version"), r"^orrery \d+\.\d+\.\d+$")


class Scenes(CommandTest):
    def test_lists_the_scenes_that_ship_with_their_titles(self):
        listed = self.succeed_with_json("scenes")
        self.assertIn("pyramid", [each["name"] for each in listed])
        for each in listed:
            self.assertTrue(each["title"] and each["about"] and each["frames"] > 0, each)
        shown = self.succeed("scenes").splitlines()
        self.assertEqual(len(shown), len(listed))

    def test_another_data_folder_has_other_scenes(self):
        (self.folder / "scenes").mkdir()
        self.scene.rename(self.folder / "scenes" / "mine.json")
        done = orrery("scenes", environment={"ORRERY_DATA": str(self.folder)})
        self.assertEqual(done.stdout.split(), ["mine", "Things,", "that", "fall"])
        empty = orrery("scenes", environment={"ORRERY_DATA": str(self.folder / "nothing")})
        self.assertEqual(empty.returncode, 1)
        self.assertIn("no scenes", empty.stderr)


class Run(CommandTest):
    def test_tells_frames_bodies_hash_speed_and_events(self):
        told = self.succeed_with_json("run", self.scene)
        self.assertEqual((told["frames"], told["bodies"], told["interrupted"]), (150, 6, False))
        self.assertRegex(told["hash"], r"^[0-9a-f]{16}$")
        self.assertGreater(told["stepsPerSecond"], 0)
        self.assertEqual(told["events"]["destroyed"], 1)
        self.assertIn(told["hash"], self.succeed("run", self.scene, "--quiet"))

    def test_gives_the_same_bits_twice_and_on_any_number_of_threads(self):
        hashes = {self.succeed_with_json("run", self.scene, "--threads", threads)["hash"] for threads in [1, 1, 2, 3]}
        self.assertEqual(len(hashes), 1)

    def test_a_recording_is_the_same_file_twice_and_changes_no_bit_of_the_run(self):
        first, second = self.record("a.orrery"), self.record("b.orrery")
        self.assertEqual(first.read_bytes(), second.read_bytes())
        recorded = self.succeed_with_json("run", self.scene, "--record", first)
        self.assertEqual(recorded["hash"], self.succeed_with_json("run", self.scene)["hash"])
        self.assertEqual(recorded["bytes"], first.stat().st_size)

    def test_ctrl_c_finishes_the_recording(self):
        path = self.folder / "long.orrery"
        running = subprocess.Popen([PROGRAM, "run", "pyramid", "--frames", "100000000", "--record", str(path)],
                                   stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        part = pathlib.Path(str(path) + ".part")
        while running.poll() is None and not (part.exists() and part.stat().st_size > 1000):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 130)
        self.assertIn("interrupted after frame", complaint)
        self.assertIn("the recording is complete", complaint)
        self.assertFalse(part.exists())
        self.assertTrue(json.loads(orrery("inspect", path, "--json").stdout)["isFinished"])
        self.succeed("verify", path, "--quiet")

    def test_unknown_scenes_are_refused_with_the_name_most_like_them(self):
        self.refuse("run", "pyramdi", saying="did you mean 'pyramid'?")
        self.refuse("run", "zzzzzzzzzz", saying="there is no scene and no file 'zzzzzzzzzz'")
        self.refuse("run", self.folder / "missing.json", saying="missing.json")

    def test_a_scene_with_a_mistake_is_refused_with_its_line(self):
        self.scene.write_text('{"title": "x",\n "world": "rigid",\n "bodies": [{"shape": {"kind": "sphere", "radius": -1}}]}')
        self.refuse("run", self.scene, saying="things.json:3")
        self.scene.write_text("{")
        self.refuse("run", self.scene, saying="things.json:1")

    def test_what_cannot_be_written_leaves_nothing_behind(self):
        self.refuse("run", self.scene, "--record", self.folder / "no_folder" / "x.orrery", saying="no_folder")
        (self.folder / "taken").mkdir()
        self.refuse("run", self.scene, "--record", self.folder / "taken", "--quiet", saying="taken")
        self.assertEqual(self.files(), ["taken", "things.json"])

    def test_without_a_terminal_progress_is_plain_text_on_stderr(self):
        done = orrery("run", "pyramid", "--frames", 200)
        self.assertEqual(done.returncode, 0)
        for line in done.stderr.splitlines():
            self.assertRegex(line, r"^running: frame \d+ of 200, \d+ frames/s$")
        self.assertEqual(orrery("run", "pyramid", "--frames", 200, "--quiet").stderr, "")

    def test_on_a_terminal_progress_is_one_line_that_is_wiped_in_the_end(self):
        ours, its = pty.openpty()
        with open(ours, "rb", buffering=0) as terminal:
            done = subprocess.run([PROGRAM, "run", "pyramid", "--frames", "200"], stderr=its, stdout=subprocess.DEVNULL)
            shown = os.read(terminal.fileno(), 100000).decode()
            os.close(its)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(shown, r"\rrunning [█░]+ +\d+ %  \d+ frames/s  \d\d:\d\d left")
        self.assertNotIn("\n", shown)
        self.assertTrue(shown.endswith("\r\x1b[K"))


class Bench(CommandTest):
    def test_measures_each_number_of_threads_and_each_phase(self):
        measured = self.succeed_with_json("bench", self.scene, "--frames", 20, "--threads", 2)
        self.assertEqual([each["threads"] for each in measured], [1, 2])
        for each in measured:
            self.assertGreater(each["stepsPerSecond"], 0)
            self.assertIn("narrow phase", [phase["name"] for phase in each["phases"]])
        self.assertIn("steps/s", self.succeed("bench", self.scene, "--frames", 5, "--threads", 1, "--quiet"))

    def test_unknown_scenes_are_refused(self):
        self.refuse("bench", "nonsense", saying="nonsense")


if __name__ == "__main__":
    unittest.main()
