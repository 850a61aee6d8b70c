#!/usr/bin/env python3
"""orrery plot and convert: pictures and files for other programs."""

import csv
import io
import json
import struct
import unittest
import xml.etree.ElementTree as xml

from gltf_scene import GltfTest
from orrery_command import CommandTest


class Plot(CommandTest):
    def test_knows_the_energy_and_the_speed_of_what_falls(self):
        path = self.record()
        fall = self.succeed_with_json("plot", path, "--quantity", "height", "--entity", "crate")["points"]
        speed = self.succeed_with_json("plot", path, "--quantity", "speed", "--entity", "crate")["points"]
        energy = self.succeed_with_json("plot", path, "--quantity", "energy", "--entity", "crate")["points"]
        self.assertEqual(len(fall), 151)
        self.assertEqual(fall[0][1], 2)
        self.assertLess(fall[60][1], 1)
        self.assertAlmostEqual(speed[20][1], 9.81 * 20 / 60, places=3)
        # Nothing has touched it yet: what it lost in height it gained in speed, but for the length of a sub-step.
        self.assertAlmostEqual(energy[20][1] / energy[0][1], 1, delta=0.01)
        self.assertIsNone(fall[120][1])  # it is destroyed by then

    def test_counts_contacts(self):
        points = self.succeed_with_json("plot", self.record(), "--quantity", "contacts")["points"]
        self.assertEqual(points[0][1], 0)
        self.assertGreaterEqual(points[95][1], 4)

    def test_draws_in_the_terminal(self):
        shown = self.succeed("plot", self.scene, "--quantity", "height", "--entity", "ball", "--quiet")
        lines = shown.splitlines()
        self.assertIn("height of ball, m", lines[0])
        self.assertIn("┤", shown)
        self.assertIn("└", shown)
        self.assertTrue(lines[-1].strip().endswith("s"))
        self.assertTrue(any(0x2800 < ord(letter) <= 0x28ff for letter in shown))
        self.assertTrue(all(len(line) <= 82 for line in lines))

    def test_draws_svg_for_light_and_dark(self):
        picture = self.folder / "energy.svg"
        self.assertEqual(self.succeed("plot", self.scene, "--svg", picture, "--quiet"), "")
        root = xml.parse(picture).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        self.assertIn("prefers-color-scheme: dark", picture.read_text())
        curve = [each for each in root if each.get("class") == "curve"][0]
        self.assertEqual(curve.get("d").count("L"), 150)

    def test_a_gap_in_the_curve_is_not_bridged(self):
        picture = self.folder / "crate.svg"
        self.succeed("plot", self.record(), "--quantity", "height", "--entity", "crate", "--svg", picture, "--quiet")
        curve = [each for each in xml.parse(picture).getroot() if each.get("class") == "curve"][0]
        self.assertEqual((curve.get("d").count("M"), curve.get("d").count("L")), (1, 100))

    def test_refuses_what_is_not_there(self):
        self.refuse("plot", self.scene, "--quantity", "beauty", "--quiet", code=2,
                    saying="expected one of height, speed, energy, impulse, contacts")
        self.refuse("plot", self.scene, "--entity", "nobody", "--quiet", saying="nobody")
        self.refuse("plot", self.scene, "--entity", "99", "--quiet", saying="key 99")
        self.refuse("plot", self.scene, "--svg", self.folder / "no_folder" / "x.svg", "--quiet", saying="no_folder")
        self.assertEqual(self.files(), ["things.json"])


class Tables(CommandTest):
    def test_csv_has_a_row_for_each_body_in_each_frame(self):
        rows = list(csv.DictReader(io.StringIO(self.succeed("convert", self.record(), "--format", "csv", "--stride", 50))))
        self.assertEqual({row["frame"] for row in rows}, {"0", "50", "100", "150"})
        self.assertEqual(len(rows), 7 + 7 + 7 + 6)
        ball = [row for row in rows if row["name"] == "ball"]
        self.assertEqual((ball[0]["key"], float(ball[0]["position.y"])), ("2", 1.0))

    def test_numbers_are_exact(self):
        path = self.record()
        state = self.succeed_with_json("query", path, "--entity", "stone", "--frame", 77)
        rows = csv.DictReader(io.StringIO(self.succeed("convert", path, "--format", "csv", "--from", 77, "--to", 77)))
        stone = [row for row in rows if row["name"] == "stone"][0]
        self.assertEqual([float(stone[f"position.{axis}"]) for axis in "xyz"], state["position"])

    def test_json_lines_have_bodies_and_events(self):
        output = self.folder / "things.jsonl"
        self.succeed("convert", self.record(), "--format", "jsonl", "--output", output, "--stride", 10, "--quiet")
        lines = [json.loads(line) for line in output.read_text().splitlines()]
        self.assertEqual([line["frame"] for line in lines], list(range(0, 151, 10)))
        self.assertEqual(len(lines[0]["bodies"]), 7)
        every = self.succeed_with_json("inspect", self.folder / "things.orrery", "--events")
        self.assertEqual(sum(len(line["events"]) for line in lines), len(every))

    def test_bad_ranges_and_places_are_refused_and_leave_nothing(self):
        path = self.record()
        output = self.folder / "out.csv"
        self.refuse("convert", path, "--format", "csv", "--output", output, "--to", 999, saying="frame 999")
        self.refuse("convert", path, "--format", "csv", "--output", output, "--from", 20, "--to", 10,
                    saying="no frames from 20 to 10")
        self.refuse("convert", path, "--format", "gltf", "--output", self.folder / "no_folder" / "x.gltf", saying="no_folder")
        self.assertEqual(self.files(), ["things.json", "things.orrery"])


class Gltf(GltfTest):
    def test_the_scene_is_sound_and_has_every_body(self):
        path = self.record()
        scene, data = self.open_text(self.succeed("convert", path, "--format", "gltf", "--stride", 5))
        self.check(scene, data)
        self.assertEqual([node["name"] for node in scene["nodes"]],
                         ["ground", "ball", "crate", "pill", "tin", "stone", "hammer"])
        self.assertEqual(scene["nodes"][1]["translation"], [0, 1, 0])
        self.assertEqual(scene["nodes"][1]["scale"], [0.5, 0.5, 0.5])

    def test_the_ball_goes_where_it_was_recorded(self):
        path = self.record()
        scene, data = self.open_text(self.succeed("convert", path, "--format", "gltf"))
        for channel in scene["animations"][0]["channels"]:
            if channel["target"] == {"node": 1, "path": "translation"}:
                sampler = scene["animations"][0]["samplers"][channel["sampler"]]
                values = self.rows(scene, data, sampler["output"])
                self.assertEqual(sampler["interpolation"], "LINEAR")
        state = self.succeed_with_json("query", path, "--entity", "ball", "--frame", 150)
        self.assertEqual(len(values), 151)
        for number, expected in zip(values[150], state["position"]):
            self.assertAlmostEqual(number, expected, places=5)

    def test_what_is_destroyed_is_shrunk_to_nothing(self):
        scene, data = self.open_text(self.succeed("convert", self.record(), "--format", "gltf"))
        scales = [channel for channel in scene["animations"][0]["channels"] if channel["target"]["path"] == "scale"]
        self.assertEqual([each["target"]["node"] for each in scales], [2])
        sampler = scene["animations"][0]["samplers"][scales[0]["sampler"]]
        self.assertEqual(sampler["interpolation"], "STEP")
        self.assertEqual(self.rows(scene, data, sampler["output"])[-1], (0, 0, 0))

    def test_the_binary_form_holds_the_same(self):
        path = self.record()
        output = self.folder / "things.glb"
        self.succeed("convert", path, "--format", "gltf", "--output", output, "--stride", 5, "--quiet")
        file = output.read_bytes()
        magic, version, length, json_length, json_kind = struct.unpack_from("<4sIII4s", file)
        self.assertEqual((magic, version, length, json_kind), (b"glTF", 2, len(file), b"JSON"))
        scene = json.loads(file[20:20 + json_length])
        data_length, data_kind = struct.unpack_from("<I4s", file, 20 + json_length)
        self.assertEqual((data_kind, 20 + json_length + 8 + data_length), (b"BIN\0", len(file)))
        self.check(scene, file[20 + json_length + 8:])


if __name__ == "__main__":
    unittest.main()
