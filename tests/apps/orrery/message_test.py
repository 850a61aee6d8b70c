#!/usr/bin/env python3
"""What the command says: its help and its examples, and what it answers to those who did not mean what they typed."""

import json
import shlex
import subprocess
import unittest

from orrery_command import PROGRAM, CommandTest, orrery

# Kinds of blocks in a recording.
KEYFRAME, TRACKS = 3, 4
CIRCLES = {"title": "Two circles", "about": "They fly.", "world": "circles", "frames": 60,
           "circles": [{"name": "one", "position": [0, 0], "radius": 1, "velocity": [1, 0]}]}


class Help(CommandTest):
    def test_nothing_at_all_and_help_show_the_help(self):
        shown = self.succeed("--help")
        self.assertIn("inspect", shown)
        for arguments in [[], ["help"], ["-h"]]:
            self.assertEqual(self.succeed(*arguments), shown)
        self.assertEqual(self.succeed("help", "run"), self.succeed("run", "--help"))

    def test_help_that_cannot_be_written_is_a_failure(self):
        for arguments in [["--help"], ["--version"], ["run", "--help"]]:
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn("could not be written", done.stderr)

    def test_a_recording_is_not_taken_for_a_scene(self):
        self.refuse("run", self.record("fall.orrery"), saying="is no scene: scenes are JSON, and this file is not text")

    def test_an_unknown_command_is_refused_with_the_one_most_like_it(self):
        self.refuse("runn", "pyramid", code=2, saying="there is no command 'runn', did you mean 'run'?")
        self.refuse("zzzzzzzzz", code=2, saying="`orrery --help` lists the commands")
        self.refuse("help", "inspct", code=2, saying="did you mean 'inspect'?")

    def test_an_unknown_option_is_refused_with_the_one_most_like_it(self):
        self.refuse("run", "pyramid", "--frame", 3, code=2, saying="`orrery run` has no option '--frame', did you mean '--frames'?")
        self.refuse("scenes", "pyramid", code=2, saying="'pyramid' is one argument more than `orrery scenes` takes")

    def test_an_unknown_option_before_any_command_is_named(self):
        for option in ["--nosuch", "--json", "-x"]:
            self.refuse(option, code=2, saying=f"`orrery` has no option '{option}'")
        self.refuse("--versoin", code=2, saying="did you mean '--version'?")
        self.refuse("run", "pyramid", "-x", code=2, saying="`orrery run` has no option '-x'")

    def test_words_after_all_that_was_asked_for_are_refused(self):
        self.refuse("help", "run", "run", code=2, saying="'run' is one argument more than `orrery help` takes")
        self.refuse("--version", "extra", code=2, saying="'extra' is one argument more than `orrery --version` takes")
        self.refuse("-h", "extra", code=2, saying="there is no command 'extra'")
        self.assertEqual(self.succeed("--help", "run"), self.succeed("run", "--help"))

    def test_a_missing_value_and_one_too_many_are_told_of(self):
        for arguments in [["--frames"], ["pyramid", "--frames"], ["pyramid", "--frames="]]:
            self.refuse("run", *arguments, code=2, saying="--frames has no value, expected one after it")
        self.refuse("run", "pyramid", "--frames", 10, "--frames", 20, code=2,
                    saying="--frames is given 2 times, expected once")
        self.refuse("query", "pyramid", "--near", "a", code=2, saying="--near has 1 value, expected 2")

    def test_what_follows_two_dashes_is_no_option(self):
        self.assertIn("3 (", self.succeed("run", "--quiet", "--frames", 3, "--", "pyramid"))
        self.refuse("run", "--", "pyramid", "--frames", 3, code=2,
                    saying="'--frames' is one argument more than `orrery run` takes")

    def test_numbers_are_told_from_words_and_from_numbers_out_of_range(self):
        for command in [["run", "pyramid"], ["plot", "pyramid"], ["bench", "pyramid"]]:
            self.refuse(*command, "--frames", "abc", code=2,
                        saying="--frames: 'abc' is not a whole number, expected one from 1 to 1000000000")
            for number in ["0", "-3", "1000000001", "99999999999999999999999"]:
                self.refuse(*command, "--frames", number, code=2,
                            saying=f"--frames: {number} is out of range, expected a whole number from 1 to 1000000000")
        self.refuse("run", "pyramid", "--frames", "1.5", code=2, saying="'1.5' is not a whole number")
        self.refuse("convert", "x", "--format", "glft", code=2,
                    saying="'glft' is not known, expected csv, jsonl or gltf, did you mean 'gltf'?")

    def test_the_help_shows_no_types_of_a_program(self):
        for command in ["run", "replay", "verify", "inspect", "query", "plot", "diff", "convert", "bench", "export", "studio"]:
            shown = self.succeed(command, "--help")
            for word in ["UINT", "INT:", "TEXT:", "INT in ["]:
                self.assertNotIn(word, shown, command)

    def test_every_example_does_what_it_says(self):
        """All but the studio, which does not end, and measurements of all scenes, which take minutes."""
        self.scene.rename(self.folder / "my_scene.json")
        self.folder.joinpath("fall.orrery").write_bytes(self.record_pyramid())
        for name in ["before", "after"]:
            self.folder.joinpath(f"{name}.orrery").write_bytes((self.folder / "fall.orrery").read_bytes())
        tried = 0
        for command in ["scenes", "run", "replay", "verify", "inspect", "query", "plot", "diff", "convert", "bench"]:
            for line in orrery(command, "--help").stdout.split("Examples:")[1].splitlines():
                if not line.startswith("  orrery ") or line.strip() == "orrery bench":
                    continue
                words = [PROGRAM if word == "orrery" else word for word in shlex.split(line)]
                shown = " ".join(word if word in "|>" else shlex.quote(word) for word in words)
                done = subprocess.run(["bash", "-c", shown], cwd=self.folder, capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, line + done.stderr)
                tried += 1
        self.assertGreater(tried, 20)

    def record_pyramid(self):
        path = self.folder / "pyramid.orrery"
        self.succeed("run", "pyramid", "--frames", 200, "--record", path, "--quiet")
        return path.read_bytes()


class Recordings(CommandTest):
    def test_a_scene_in_the_place_of_a_recording_is_told_how_to_become_one(self):
        for command in ["inspect", "replay", "verify"]:
            self.refuse(command, "pyramid", saying="'pyramid' is a scene, expected a recording; "
                                                   "`orrery run pyramid --record pyramid.orrery` makes one")
            self.refuse(command, self.scene, saying=f"`orrery run {self.scene} --record things.orrery` makes one")
        self.refuse("diff", self.record(), "pyramid", saying="'pyramid' is a scene, expected a recording")

    def test_worlds_of_different_kinds_are_not_compared(self):
        rigid = self.record("rigid.orrery")
        circles = self.record("circles.orrery", self.write_scene("circles.json", CIRCLES), frames=10)
        self.refuse("diff", rigid, circles, saying="holds a world of rigid bodies, but")
        self.refuse("diff", circles, rigid, saying="one of rigid bodies: only worlds of one kind can be compared")

    def test_frames_that_are_not_there_are_refused_by_all_lists(self):
        path = self.record()
        for command in [["inspect", path, "--events"], ["inspect", path, "--entity", "ball", "--path"],
                        ["convert", path, "--format", "csv"], ["convert", path, "--format", "jsonl"],
                        ["convert", path, "--format", "gltf"]]:
            self.refuse(*command, "--from", 100, "--to", 50, saying="there are no frames from 100 to 50")
            self.refuse(*command, "--from", 5000, saying="frame 5000 is not there, expected 0 to 150")
            self.refuse(*command, "--to", 151, saying="frame 151 is not there, expected 0 to 150")

    def test_an_entity_that_is_not_there_is_told_of(self):
        path = self.record()
        for command in [["query"], ["inspect"], ["inspect", "--events"], ["inspect", "--path"], ["plot"]]:
            self.refuse(command[0], path, *command[1:], "--entity", "", saying="no entity is called ''")
        for options in [[], ["--events"], ["--path"], ["--json"]]:
            self.refuse("inspect", path, "--entity", 999999, *options,
                        saying="there is no body 999999 in frames 0 to 150 of")
        self.assertEqual(self.succeed("inspect", path, "--entity", "ball", "--from", 140, "--to", 141), "")

    def test_options_without_a_meaning_are_refused(self):
        path = self.record()
        for command in [["plot", path], ["export", path, "--html", self.folder / "x.html"]]:
            self.refuse(*command, "--frames", 1000, saying="--frames is for scenes, but")
        self.refuse("inspect", path, "--from", 5, code=2, saying="expected --events or --entity")
        self.refuse("inspect", path, "--stride", 5, code=2, saying="--path")
        self.refuse("plot", path, "--json", "--svg", self.folder / "x.svg", code=2, saying="--json")
        self.assertEqual(self.files(), ["things.json", "things.orrery"])

    def damage(self, path, kind):
        """Flips a bit in the content of each block of a kind: the labels before and behind it are found by their mark."""
        content = bytearray(path.read_bytes())
        marks = [place for place in range(len(content) - 4) if content[place:place + 4] == b"BLK1"]
        kinds = {place: int.from_bytes(content[place + 4:place + 6], "little") for place in marks}
        for place, following in zip(marks, marks[1:]):
            if kinds[place] == kinds[following] == kind and following - place > 80:
                content[(place + following) // 2 + 20] ^= 1
        path.write_bytes(content)

    def test_damage_is_told_once(self):
        path = self.record()
        self.damage(path, KEYFRAME)
        told = orrery("verify", path, "--quiet").stderr.splitlines()
        self.assertGreater(len(told), 0)
        self.assertEqual(len(told), len(set(told)), told)

    def test_what_damage_hides_is_unknown_and_not_zero(self):
        path = self.record()
        self.damage(path, TRACKS)
        told = json.loads(orrery("inspect", path, "--json").stdout)
        self.assertGreater(len(told["damage"]), 0)
        self.assertIsNone(told["bodies"])
        self.assertIsNone(told["bytesPerBodyAndFrame"])
        self.assertIn("bodies     unknown", orrery("inspect", path).stdout)

    def test_replay_tells_each_second_whatever_keyframes_there_are(self):
        # Steps of 1/50 s: keyframes every 60 frames are not at full seconds.
        scene = json.loads(self.scene.read_text())
        scene["settings"] = {"time_step": 0.02}
        path = self.record("steps.orrery", self.write_scene("steps.json", scene))
        told = self.succeed_with_json("replay", path)
        self.assertEqual([each["frame"] for each in told["frames"]], [0, 50, 100, 150])


class SceneFiles(CommandTest):
    def refuse_scene(self, content, saying):
        self.scene.write_text(content)
        self.refuse("run", self.scene, "--frames", 1, saying=f"{self.scene}:{saying}")
        self.refuse("plot", self.scene, "--frames", 1, saying=f"{self.scene}:{saying}")

    def test_what_is_no_json_is_told_with_line_column_and_place(self):
        self.refuse_scene('{"title": "x",\n "bodies": [{"name": "a",}]}',
                          "2:25: in bodies[0]: there is a comma before '}', where JSON has none")
        self.refuse_scene('{"title": "x",\n "bodies": [1, 2,\n ]}', "2:17: in bodies[2]: there is a comma before ']'")
        self.refuse_scene('{"title": "x", // the title\n}', "1:16: there is a comment, and JSON has none")
        self.refuse_scene('{"title": "ä", /* the title */ "a": 1}', "1:16: there is a comment")
        self.refuse_scene("{'title': 1}", "1:2: there is a ', but strings stand in double quotes")
        self.refuse_scene('{"title": yes}', "1:11: in title: 'yes' stands without quotes")
        self.refuse_scene('{title: "x"}', "1:2: 'title' stands without quotes")
        self.refuse_scene('{"a": [1, 2', "1:12: in a[")
        self.refuse_scene('{"a": {"b": 1 "c": 2}}', "1:15: in a: ")

    def test_colours_numbers_and_land_are_told_with_what_was_expected(self):
        def body(member):
            return f'{{"title": "x", "about": "y", "world": "rigid", "bodies": [{{"shape": {{"kind": "sphere", "radius": 1}}, {member}}}]}}'
        self.refuse_scene(body('"color": "red"'), '1: bodies[0].color is "red", expected a colour such as "#ff8800"')
        self.refuse_scene(body('"color": "#12345g"'), '1: bodies[0].color is "#12345g", expected a colour such as "#ff8800"')
        self.refuse_scene('{"title": "x", "about": "y", "world": "rigid", "frames": 1e20}',
                          "1: frames is 1e+20, expected an integer from 1 to 1000000000")
        land = '{"title": "x", "about": "y", "world": "rigid", "bodies": [{"kind": "fixed", "shape": {"kind": "terrain", "cells": [4096, 4096]}}]}'
        self.refuse_scene(land, "1: bodies[0].shape.cells: 4096 times 4096 cells are 16777216, expected at most 262144, "
                                'or at most 4194304 with "pages"')


class Quantities(CommandTest):
    def test_units_have_their_exponents(self):
        path = self.write_scene("circles.json", CIRCLES)
        self.assertEqual(self.succeed_with_json("plot", path, "--frames", 5)["unit"], "mass units²/s²")

    def test_nothing_has_no_centre_of_mass(self):
        path = self.write_scene("empty.json", {"title": "Nothing", "about": "Nothing.", "world": "rigid",
                                               "bodies": [{"kind": "fixed", "shape": {"kind": "plane"}}]})
        self.refuse("plot", path, "--frames", 5, "--quantity", "height", "--quiet", saying="nothing with a height")
        points = self.succeed_with_json("plot", path, "--frames", 5, "--quantity", "energy")["points"]
        self.assertEqual({value for _, value in points}, {0})


if __name__ == "__main__":
    unittest.main()
