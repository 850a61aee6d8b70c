#!/usr/bin/env python3
"""orrery diff: where two recordings begin to differ."""

import copy
import json
import os
import struct
import unittest

from orrery_command import SCENE, CommandTest, orrery

SCALAR_BITS = int(os.environ.get("ORRERY_SCALAR_BITS", "32"))
LAST_PLACE = 2 ** (-23 if SCALAR_BITS == 32 else -52)


class Diff(CommandTest):
    def difference(self, first, second):
        done = orrery("diff", first, second, "--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        return json.loads(done.stdout)

    def test_two_recordings_of_one_scene_are_the_same(self):
        first, second = self.record("a.orrery"), self.record("b.orrery")
        self.assertIn("the same in frames 0 to 150", self.succeed("diff", first, second, "--quiet"))
        self.assertTrue(self.succeed_with_json("diff", first, second)["isSame"])

    def test_an_input_that_changes_the_last_bit_is_found(self):
        scene = copy.deepcopy(SCENE)
        # The velocity that the push gives is about 1 m/s: this changes it by about one unit in its last place.
        scene["inputs"][0]["impulse"] = [500 * (1 + LAST_PLACE), 0, 0]
        first = self.record("a.orrery")
        second = self.record("b.orrery", self.write_scene("other.json", scene))
        told = self.difference(first, second)
        found = told["firstDifference"]
        self.assertEqual((found["frame"], found["name"]), (31, "ball"))
        self.assertIn(found["unitsInTheLastPlace"], range(1, 5))
        first_bits, second_bits = (int(found[side], 16) for side in ["firstBits", "secondBits"])
        self.assertEqual(abs(first_bits - second_bits), found["unitsInTheLastPlace"])
        first_value = struct.unpack(">f" if SCALAR_BITS == 32 else ">d", first_bits.to_bytes(SCALAR_BITS // 8, "big"))[0]
        self.assertAlmostEqual(first_value, float(found["first"]), places=5)
        self.assertIn("impulse on body 2", told["firstOtherInput"])
        shown = orrery("diff", first, second).stdout
        self.assertIn("first difference in frame 31", shown)
        self.assertIn(found["field"], shown)
        self.assertIn("in the last place", shown)

    def test_what_is_in_one_only_and_what_is_made_otherwise_is_named(self):
        first = self.record("a.orrery")
        scene = copy.deepcopy(SCENE)
        scene["bodies"].append({"name": "more", "position": [30, 2, 0], "shape": {"kind": "sphere", "radius": 0.5}})
        found = self.difference(first, self.record("b.orrery", self.write_scene("b.json", scene)))["firstDifference"]
        self.assertEqual((found["frame"], found["key"], found["first"], found["second"]), (0, "8", "absent", "present"))
        scene = copy.deepcopy(SCENE)
        scene["bodies"][1]["density"] = 2000
        found = self.difference(first, self.record("c.orrery", self.write_scene("c.json", scene)))["firstDifference"]
        self.assertEqual((found["frame"], found["name"]), (0, "ball"))
        self.assertRegex(found["field"], r"^(mass|inertia)\.")
        self.assertNotEqual(found["first"], found["second"])

    def test_a_shorter_recording_is_not_the_same(self):
        first, second = self.record("a.orrery"), self.record("b.orrery", frames=90)
        told = self.difference(first, second)
        self.assertFalse(told["isSameLength"])
        self.assertNotIn("firstDifference", told)
        self.assertIn("the same in frames 0 to 90", orrery("diff", first, second).stdout)

    def test_what_is_no_recording_is_refused(self):
        first = self.record()
        self.refuse("diff", first, self.folder / "missing.orrery", saying="missing.orrery")
        self.refuse("diff", self.folder / "missing.orrery", first, saying="missing.orrery")
        self.refuse("diff", first, self.scene, saying="things.json")


if __name__ == "__main__":
    unittest.main()
