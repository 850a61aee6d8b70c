#!/usr/bin/env python3
"""What the command does with hex worlds: all sub-commands, on a small battle and on the scenes that ship."""

import copy
import csv
import io
import json
import unittest

from gltf_scene import GltfTest
from orrery_command import orrery

SHIPPED = ["asteroid_field", "two_fleets", "rapid_fire"]

# A gun fires at a plate of two halves that hang together by one tile, until it comes apart; a rock drifts by.
BATTLE = {
    "title": "A small battle",
    "about": "A gun and a target.",
    "world": "hex",
    "frames": 200,
    "view": {"center": [10, 0], "height": 40},
    "tiles": {
        "plate": {"symbol": "#", "mass": 2, "hit_points": 20, "color": "#8899aa"},
        "link": {"symbol": "-", "hit_points": 2},
        "gun": {"symbol": ">", "mass": 200, "hit_points": 50, "weapon": "cannon", "color": "#ff0000"},
    },
    "weapons": {"cannon": {"projectile": "shot", "period": 10, "speed": 60}},
    "types": {
        "ship": {"kind": "composite"},
        "target": {"kind": "composite"},
        "shot": {"kind": "particle", "damage": 1, "lifetime": 300, "is_spent_by_hits": True, "color": "#ffff00"},
    },
    "blueprints": {"pebble": {"type": "target", "rows": ["# #"]}},
    "objects": [
        {"name": "turret", "type": "ship", "rows": [">"], "group": 1},
        {"name": "target", "type": "target", "rows": [" # # ", "  -  ", " # # "], "position": [20, 0], "angle": 0},
        {"name": "drifter", "blueprint": "pebble", "position": [0, 20], "velocity": [10, -5], "spin": 90},
    ],
    "inputs": [
        {"kind": "push", "frame": 30, "object": "drifter", "velocity": [0, 8]},
        {"kind": "create", "frame": 50, "name": "late one", "blueprint": "pebble", "position": [-10, -10]},
    ],
}


class HexTest(GltfTest):
    def setUp(self):
        super().setUp()
        self.battle = self.write_scene("battle.json", BATTLE)

    def record_battle(self, name="battle.orrery", scene=None):
        return self.record(name, scene or self.battle, frames=200)


class Battle(HexTest):
    def test_run_tells_objects_and_events(self):
        told = self.succeed_with_json("run", self.battle)
        self.assertEqual((told["world"], told["frames"]), ("hex", 200))
        for kind in ["impact", "tile_damaged", "tile_lost", "split", "created"]:
            self.assertGreater(told["events"].get(kind, 0), 0, kind)
        self.assertEqual(told["events"].get("refused", 0), 0)

    def test_gives_the_same_bits_on_any_number_of_threads_and_with_another_broad_phase(self):
        hashes = {self.succeed_with_json("run", self.battle, "--threads", threads)["hash"] for threads in [1, 2, 3]}
        swept = self.write_scene("swept.json", {**BATTLE, "settings": {"broad_phase": "sweep"}})
        hashes.add(self.succeed_with_json("run", swept)["hash"])
        self.assertEqual(len(hashes), 1)

    def test_a_recording_verifies_replays_and_has_the_hashes_of_the_run(self):
        path = self.record_battle()
        self.assertIn("201 frames are as recorded", self.succeed("verify", path, "--quiet"))
        replayed = self.succeed_with_json("replay", path)
        self.assertTrue(replayed["isSame"])
        for frame in [0, 77, 200]:
            computed = self.succeed_with_json("query", self.battle, "--frame", frame, "--hash")["hash"]
            self.assertEqual(self.succeed_with_json("query", path, "--frame", frame, "--hash")["hash"], computed)

    def test_inspect_tells_what_is_in_it(self):
        path = self.record_battle()
        told = self.succeed_with_json("inspect", path)
        self.assertEqual((told["world"], told["timeStep"], told["inputs"]), ("hex", 0.01, 2))
        events = self.succeed_with_json("inspect", path, "--events", "--kind", "tile_damaged")
        self.assertTrue(events)
        self.assertIn("at", events[0])
        self.assertIn("amount", events[0])
        shown = self.succeed("inspect", path, "--events", "--entity", "target")
        self.assertRegex(shown, r"frame \d+  \d\.\d\d s  split  target, body \d+")

    def test_the_path_of_an_object_is_in_cells_and_degrees(self):
        path = self.record_battle()
        rows = list(csv.DictReader(io.StringIO(self.succeed("inspect", path, "--entity", "drifter", "--path"))))
        self.assertEqual(len(rows), 201)
        first, tenth = rows[0], rows[10]
        self.assertAlmostEqual(float(first["position.x"]), 0, delta=0.002)
        self.assertAlmostEqual(float(first["position.y"]), 20, delta=0.002)
        self.assertAlmostEqual(float(first["velocity.x"]), 10, delta=0.05)
        self.assertAlmostEqual(float(first["spin"]), 90, delta=0.1)
        self.assertAlmostEqual(float(tenth["position.x"]), 1, delta=0.01)
        self.assertAlmostEqual(float(tenth["angle"]), 9, delta=0.1)

    def test_query_tells_the_state_of_an_object_and_when_two_are_nearest(self):
        path = self.record_battle()
        shown = self.succeed("query", path, "--entity", "target", "--frame", 0)
        for line in ["type                        target", "tiles                       5", "tiles.link                  1"]:
            self.assertIn(line, shown)
        state = self.succeed_with_json("query", path, "--entity", "target", "--frame", 0)
        self.assertEqual(len(state["components"]["tiles"]), 5)
        self.assertEqual(state["exact"]["a"], 20 * 1024)
        near = self.succeed_with_json("query", path, "--near", "turret", "drifter")
        self.assertGreater(near["distance"], 5)
        self.assertLess(near["distance"], 20.1)
        self.assertIn("cells from centre to centre", self.succeed("query", path, "--near", "turret", "drifter"))

    def test_plot_draws_each_quantity(self):
        path = self.record_battle()
        for quantity in ["energy", "speed", "height", "tiles", "impulse", "contacts"]:
            drawn = self.succeed_with_json("plot", path, "--quantity", quantity)
            self.assertEqual(len(drawn["points"]), 201)
        self.assertGreater(max(value for _, value in drawn["points"]), 0, "impacts are contacts of one frame")
        self.assertEqual(drawn["points"][0][1], 0)
        height = self.succeed_with_json("plot", path, "--quantity", "height", "--entity", "drifter")
        self.assertAlmostEqual(height["points"][0][1], -20, delta=0.01)

    def test_diff_finds_the_first_number_that_differs(self):
        other = copy.deepcopy(BATTLE)
        other["inputs"][0]["velocity"] = [0, 9]
        first = self.record_battle("first.orrery")
        second = self.record_battle("second.orrery", self.write_scene("other.json", other))
        self.assertIn("bit for bit", self.succeed("diff", first, self.record_battle("again.orrery")))
        done = orrery("diff", first, second, "--json")
        self.assertEqual(done.returncode, 1)
        told = json.loads(done.stdout)
        self.assertEqual(told["firstDifference"]["name"], "drifter")
        self.assertEqual(told["firstDifference"]["frame"], 31)
        self.assertIn(told["firstDifference"]["field"], ["position.a", "position.b", "a.velocity", "b.velocity"])
        self.assertIn("push on object 3", told["firstOtherInput"])

    def test_convert_writes_tables_lines_and_scenes(self):
        path = self.record_battle()
        table = self.succeed("convert", path, "--format", "csv", "--to", 0)
        self.assertTrue(table.startswith("frame,time,key,name,position.x,position.y,angle,velocity.x,velocity.y,spin\n"))
        self.assertEqual(len(table.splitlines()), 4)
        lines = [json.loads(line) for line in self.succeed("convert", path, "--format", "jsonl").splitlines()]
        self.assertEqual(lines[0]["bodies"][1]["exact"]["a"], 20 * 1024)
        self.assertTrue(any(event["kind"] == "split" for line in lines for event in line["events"]))

    def test_gltf_has_tiles_as_prisms_that_stand_side_by_side(self):
        scene, data = self.open_text(self.succeed("convert", self.record_battle(), "--format", "gltf"))
        self.check(scene, data)
        names = [node["name"] for node in scene["nodes"]]
        self.assertGreater(names.count("target"), 1, "what loses a tile becomes another node")
        self.assertEqual(names.count("drifter"), 1)
        self.assertEqual(scene["nodes"][names.index("target")]["translation"][0], 20)
        target = scene["meshes"][scene["nodes"][names.index("target")]["mesh"]]["primitives"]
        self.assertEqual(len(target), 2, "a part for each type of tiles")
        corners = self.rows(scene, data, target[0]["attributes"]["POSITION"])
        normals = self.rows(scene, data, target[0]["attributes"]["NORMAL"])
        lids = [corner for corner, normal in zip(corners, normals) if normal[2] == 1]
        middles = [self.mean(lids[place:place + 6]) for place in range(0, len(lids), 6)]
        self.assertEqual(len(middles), 5)
        walls = [(corner, normal) for corner, normal in zip(corners, normals) if normal[2] == 0]
        self.assertEqual(len(walls), 4 * 18, "six pairs of the five tiles are neighbours")
        for place in range(0, len(walls), 4):
            wall, out = self.mean([corner for corner, _ in walls[place:place + 4]]), walls[place][1]
            self.assertTrue(self.is_one_of(middles, [wall[i] - out[i] / 2 for i in range(2)]), "its tile is behind it")
            self.assertFalse(self.is_one_of(middles, [wall[i] + out[i] / 2 for i in range(2)]), "no tile is before it")

    @staticmethod
    def mean(points):
        return [sum(point[i] for point in points) / len(points) for i in range(2)]

    @staticmethod
    def is_one_of(points, where):
        return any(abs(point[0] - where[0]) + abs(point[1] - where[1]) < 0.01 for point in points)

    def test_bench_measures_each_phase(self):
        measured = self.succeed_with_json("bench", self.battle, "--frames", 20, "--threads", 1)
        self.assertIn("broad phase", [phase["name"] for phase in measured[0]["phases"]])


class BadScenes(HexTest):
    def refused(self, change, saying):
        scene = copy.deepcopy(BATTLE)
        change(scene)
        self.write_scene("bad.json", scene)
        self.refuse("run", self.folder / "bad.json", saying=saying)

    def test_are_refused_with_the_limit(self):
        self.refused(lambda s: s["objects"][0].update(rows=["?"]), "objects[0].rows[0] is \"?\", expected symbols of tiles")
        self.refused(lambda s: s["objects"][0].update(rows=["> " * 65]), "65 cells wide along A, expected at most 64")
        self.refused(lambda s: s["objects"][0].update(type="shp"), "did you mean 'ship'?")
        self.refused(lambda s: s["tiles"]["gun"].update(mass=256), "tiles.gun.mass is 256, expected at most 255")
        self.refused(lambda s: s.update(generators=[{"kind": "grid", "objects": ["pebble"], "count": [400, 200],
                                                     "spacing": [5, 5]}]), "can have 65535")
        self.refused(lambda s: s.update(bodies=[]), "bodies is not known here")


class Shipped(HexTest):
    def test_scenes_are_listed(self):
        listed = {each["name"]: each for each in self.succeed_with_json("scenes")}
        for name in SHIPPED:
            self.assertEqual(listed[name]["world"], "hex")
            self.assertTrue(listed[name]["title"] and listed[name]["about"])

    def test_scenes_run_verify_and_have_one_hash_in_any_frame(self):
        for name in SHIPPED:
            with self.subTest(scene=name):
                path = self.folder / f"{name}.orrery"
                told = self.succeed_with_json("run", name, "--frames", 30, "--record", path)
                self.assertEqual(told["hash"], self.succeed_with_json("run", name, "--frames", 30, "--threads", 2)["hash"])
                self.assertEqual(told["events"].get("refused", 0), 0)
                self.succeed("verify", path, "--quiet")
                for frame in [17, 30]:
                    self.assertEqual(self.succeed("query", name, "--frame", frame, "--hash"),
                                     self.succeed("query", path, "--frame", frame, "--hash"))


if __name__ == "__main__":
    unittest.main()
