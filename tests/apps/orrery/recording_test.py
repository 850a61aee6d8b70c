#!/usr/bin/env python3
"""orrery replay, verify, inspect and query: what can be asked about a recording, and what is said about a damaged one."""

import json
import unittest

from orrery_command import SCENE, CommandTest, orrery


class Verify(CommandTest):
    def test_says_that_all_frames_are_as_recorded(self):
        path = self.record()
        told = self.succeed_with_json("verify", path)
        self.assertEqual((told["isSame"], told["frames"], told["damage"]), (True, 151, []))
        self.assertIn("151 frames are as recorded", self.succeed("verify", path, "--quiet"))

    def test_a_flipped_bit_is_found_and_named(self):
        path = self.record()
        bytes_of_file = bytearray(path.read_bytes())
        bytes_of_file[len(bytes_of_file) // 2] ^= 1
        path.write_bytes(bytes_of_file)
        done = orrery("verify", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("at byte", done.stderr)
        told = json.loads(orrery("verify", path, "--json").stdout)
        self.assertFalse(told["isSame"])
        self.assertEqual(len(told["damage"]), 1)

    def test_a_truncated_file_is_told_from_a_whole_one(self):
        path = self.record()
        whole = path.read_bytes()
        path.write_bytes(whole[:len(whole) * 9 // 10])
        told = json.loads(orrery("verify", path, "--json").stdout)
        self.assertFalse(told["isFinished"])
        self.assertIn("the file ends before its end", told["damage"][0]["message"])
        self.assertGreater(told["frames"], 0)
        self.assertEqual(orrery("verify", path, "--quiet").returncode, 1)
        for length in [1000, 100, 10, 1]:
            path.write_bytes(whole[:length])
            self.refuse("verify", path, saying=path.name)

    def test_what_is_no_recording_is_refused(self):
        nonsense = self.folder / "nonsense.orrery"
        nonsense.write_bytes(b"what is this?" * 100)
        nothing = self.folder / "nothing.orrery"
        nothing.write_bytes(b"")
        for command in ["verify", "replay", "inspect"]:
            self.refuse(command, nonsense, saying="nonsense.orrery")
            self.refuse(command, nothing, saying="nothing.orrery")
            self.refuse(command, self.folder / "missing.orrery", saying="there is no file")
            self.refuse(command, self.folder, saying="is a folder, expected a recording")


class Replay(CommandTest):
    def test_goes_through_the_same_hashes(self):
        path = self.record()
        told = self.succeed_with_json("replay", path)
        self.assertTrue(told["isSame"])
        self.assertEqual([each["frame"] for each in told["frames"]], [0, 60, 120, 150])
        run = self.succeed_with_json("run", self.scene)
        self.assertEqual(told["frames"][-1]["hash"], run["hash"])
        self.assertEqual(self.succeed("replay", path, "--quiet", "--threads", 2).count("as recorded"), 4)


class Inspect(CommandTest):
    def test_summarises(self):
        path = self.record()
        told = self.succeed_with_json("inspect", path)
        self.assertEqual((told["world"], told["title"], told["firstFrame"], told["lastFrame"]),
                         ("rigid", SCENE["title"], 0, 150))
        self.assertEqual((told["bodies"], told["inputs"], told["isFinished"], told["damage"]), (6, 2, True, []))
        self.assertEqual(told["bytes"], path.stat().st_size)
        self.assertIn("bytes a body a frame", self.succeed("inspect", path))

    def test_lists_events_of_a_kind_and_of_frames(self):
        path = self.record()
        every = self.succeed_with_json("inspect", path, "--events")
        self.assertIn("contact_began", {each["kind"] for each in every})
        destroyed = self.succeed_with_json("inspect", path, "--events", "--kind", "destroyed")
        self.assertEqual([(each["frame"], each["a"]) for each in destroyed], [(101, "3")])
        some = self.succeed_with_json("inspect", path, "--events", "--from", 10, "--to", 40)
        self.assertEqual(some, [each for each in every if 10 <= each["frame"] <= 40])
        self.assertIn("destroyed  crate", self.succeed("inspect", path, "--events", "--entity", "crate"))
        self.refuse("inspect", path, "--events", "--kind", "destroy", saying="did you mean 'destroyed'?")

    def test_lists_the_path_of_an_entity(self):
        path = self.record()
        points = self.succeed_with_json("inspect", path, "--entity", "ball", "--path", "--stride", 30)
        self.assertEqual([each["frame"] for each in points], [0, 30, 60, 90, 120, 150])
        self.assertEqual(points[0]["position"], [0, 1, 0])
        self.assertGreater(points[-1]["position"][0], points[1]["position"][0] + 0.1)
        crate = self.succeed("inspect", path, "--entity", "crate", "--path").splitlines()
        self.assertTrue(crate[0].startswith("frame,time,position.x"))
        self.assertEqual(crate[-1].split(",")[0], "100")
        self.refuse("inspect", path, "--entity", "99", "--path", saying="body 99")
        self.refuse("inspect", path, "--entity", "bal", "--path", saying="did you mean 'ball'?")


class Query(CommandTest):
    def test_the_hash_is_the_same_of_a_scene_and_of_its_recording(self):
        path = self.record()
        for frame in [0, 1, 77, 150]:
            of_file = self.succeed("query", path, "--frame", frame, "--hash")
            of_scene = self.succeed("query", self.scene, "--frame", frame, "--hash", "--quiet")
            self.assertRegex(of_file, r"^[0-9a-f]{16}\n$")
            self.assertEqual(of_file, of_scene)
        self.assertEqual(of_file.strip(), self.succeed_with_json("run", self.scene)["hash"])
        self.assertEqual(self.succeed_with_json("query", path, "--hash")["hash"], of_file.strip())

    def test_tells_the_whole_state_of_an_entity(self):
        path = self.record()
        told = self.succeed_with_json("query", path, "--entity", "crate", "--frame", 0)
        self.assertEqual((told["key"], told["name"], told["position"]), ("3", "crate", [3, 2, 0]))
        self.assertEqual([told["components"]["shape"][f"size.{axis}"] for axis in "xyz"], [0.5, 0.4, 0.3])
        self.assertEqual(told, self.succeed_with_json("query", self.scene, "--entity", "3", "--frame", 0))
        shown = self.succeed("query", path, "--entity", "crate", "--frame", 50)
        self.assertIn("mass.value", shown)
        self.assertRegex(shown, r"shape\.kind +3 \(box\)")
        self.assertRegex(shown, r"body\.kind +0 \(dynamic\)")

    def test_finds_the_closest_approach(self):
        path = self.record()
        told = self.succeed_with_json("query", path, "--near", "ball", "crate")
        start = self.succeed_with_json("query", path, "--near", "ball", "crate", "--frame", 0)
        self.assertAlmostEqual(start["distance"], 10 ** 0.5, places=5)
        self.assertLess(told["distance"], start["distance"])
        self.assertIn("nearest at frame", self.succeed("query", path, "--near", "ball", "crate"))

    def test_questions_without_an_answer_are_refused(self):
        path = self.record()
        self.refuse("query", path, "--frame", 151, "--hash", saying="frame 151 is not there, expected 0 to 150")
        self.refuse("query", path, "--entity", "crate", "--frame", 120, saying="no entity with the key 3 in frame 120")
        self.refuse("query", path, "--entity", "nobody", saying="no entity is called 'nobody'")
        self.refuse("query", path, "--near", "ball", "77", saying="never there together")
        self.refuse("query", "pyramyd", "--hash", saying="did you mean 'pyramid'?")


if __name__ == "__main__":
    unittest.main()
