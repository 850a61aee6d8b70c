#!/usr/bin/env python3
"""What the command does with worlds of circles: all sub-commands, on a small table and on the scenes that ship."""

import copy
import csv
import io
import json
import math
import unittest

from gltf_scene import GltfTest
from orrery_command import orrery

SHIPPED = ["ball_pit", "circle_gas", "pinball"]

# A ball falls onto a floor, another one flies against a bumper and through a gate, which only notices it.
TABLE = {
    "title": "A small table",
    "about": "A floor and a bumper.",
    "world": "circles",
    "frames": 200,
    "view": {"center": [0, 5], "height": 20},
    "settings": {"gravity": [0, -10]},
    "walls": [
        {"kind": "chain", "name": "floor", "color": "#445566", "points": [[-20, 0], [20, 0]], "friction": 0.5, "restitution": 0},
        {"kind": "circle", "name": "bumper", "color": "#ff0000", "position": [12, 8], "radius": 1, "kick": 5},
        {"kind": "chain", "name": "gate", "points": [[6, 0], [6, 20]], "is_sensor": True},
    ],
    "blueprints": {"marble": {"radius": 0.5, "mass": 2}},
    "circles": [
        {"name": "faller", "color": "#00ff00", "radius": 1, "restitution": 0, "position": [-5, 6]},
        {"name": "flyer", "blueprint": "marble", "position": [2, 9], "velocity": [20, 0], "spin": 90},
    ],
    "inputs": [
        {"kind": "push", "frame": 30, "circle": "flyer", "velocity": [0, 3]},
        {"kind": "create", "frame": 50, "name": "late one", "blueprint": "marble", "position": [-10, 10]},
    ],
}


class CirclesTest(GltfTest):
    def setUp(self):
        super().setUp()
        self.table = self.write_scene("table.json", TABLE)

    def record_table(self, name="table.orrery", scene=None):
        return self.record(name, scene or self.table, frames=200)


class Table(CirclesTest):
    def test_run_tells_circles_and_events(self):
        told = self.succeed_with_json("run", self.table)
        self.assertEqual((told["world"], told["frames"], told["bodies"]), ("circles", 200, 3))
        for kind in ["impact", "began", "ended", "created"]:
            self.assertGreater(told["events"].get(kind, 0), 0, kind)
        self.assertEqual(told["events"].get("refused", 0), 0)

    def test_gives_the_same_bits_on_any_number_of_threads(self):
        hashes = {self.succeed_with_json("run", self.table, "--threads", threads)["hash"] for threads in [1, 2, 3]}
        self.assertEqual(len(hashes), 1)

    def test_a_recording_verifies_replays_and_has_the_hashes_of_the_run(self):
        path = self.record_table()
        self.assertIn("201 frames are as recorded", self.succeed("verify", path, "--quiet"))
        self.assertTrue(self.succeed_with_json("replay", path)["isSame"])
        for frame in [0, 77, 200]:
            computed = self.succeed_with_json("query", self.table, "--frame", frame, "--hash")["hash"]
            self.assertEqual(self.succeed_with_json("query", path, "--frame", frame, "--hash")["hash"], computed)

    def test_inspect_tells_what_is_in_it(self):
        path = self.record_table()
        told = self.succeed_with_json("inspect", path)
        self.assertEqual((told["world"], told["inputs"]), ("circles", 2))
        events = self.succeed_with_json("inspect", path, "--events", "--kind", "impact")
        bumped = [event for event in events if event.get("wallName") == "bumper"]
        self.assertEqual([event["a"] for event in bumped], ["2"])
        self.assertGreater(bumped[0]["impulse"], 2 * 20, "it turns back, and is kicked")
        self.assertAlmostEqual(math.hypot(*bumped[0]["normal"]), 1, delta=1e-5)
        shown = self.succeed("inspect", path, "--events", "--entity", "flyer")
        self.assertRegex(shown, r"frame \d+  \d\.\d\d s  impact  flyer, bumper  \d+\.\d+ mass units/s")
        self.assertRegex(shown, r"frame \d+  \d\.\d\d s  began  flyer, gate\n")

    def test_the_path_of_a_circle_is_in_units_and_radians(self):
        path = self.record_table()
        rows = list(csv.DictReader(io.StringIO(self.succeed("inspect", path, "--entity", "flyer", "--path"))))
        self.assertEqual(len(rows), 201)
        first, tenth = rows[0], rows[10]
        self.assertEqual((float(first["position.x"]), float(first["velocity.x"])), (2, 20))
        self.assertAlmostEqual(float(first["spin"]), math.pi / 2, delta=1e-6)
        self.assertAlmostEqual(float(tenth["position.x"]), 2 + 20 / 6, delta=1e-4)
        self.assertAlmostEqual(float(tenth["angle"]), math.pi / 12, delta=1e-4)

    def test_query_tells_the_state_of_a_circle_and_when_two_are_nearest(self):
        path = self.record_table()
        shown = self.succeed("query", path, "--entity", "flyer", "--frame", 0)
        for line in ["radius                      0.5", "mass                        2", "surface.restitution         0.5"]:
            self.assertIn(line, shown)
        state = self.succeed_with_json("query", path, "--entity", "faller", "--frame", 0)
        self.assertEqual(state["position"], [-5, 6])
        self.assertAlmostEqual(state["components"]["mass"], math.pi, delta=1e-5)
        resting = self.succeed_with_json("query", path, "--entity", "faller", "--frame", 200)
        self.assertAlmostEqual(resting["position"][1], 1, delta=0.02)
        self.assertIn("units from centre to centre", self.succeed("query", path, "--near", "faller", "flyer"))

    def test_plot_draws_each_quantity(self):
        path = self.record_table()
        drawn = {}
        for quantity in ["energy", "speed", "height", "contacts", "impulse"]:
            drawn[quantity] = [value for _, value in self.succeed_with_json("plot", path, "--quantity", quantity)["points"]]
            self.assertEqual(len(drawn[quantity]), 201)
        mass = math.pi
        kinetic = 0.5 * 2 * 20 ** 2 + 0.5 * (2 * 0.25 / 2) * (math.pi / 2) ** 2
        self.assertAlmostEqual(drawn["energy"][0], kinetic + 10 * (mass * 6 + 2 * 9), delta=0.01)
        self.assertEqual((drawn["contacts"][0], drawn["impulse"][0]), (0, 0))
        self.assertGreaterEqual(drawn["contacts"][200], 1, "one lies on the floor")
        self.assertGreater(max(drawn["impulse"]), 40)
        height = self.succeed_with_json("plot", path, "--quantity", "height", "--entity", "faller")
        self.assertEqual(height["points"][0][1], 6)
        self.refuse("plot", path, "--quantity", "warmth", code=2,
                    saying="expected one of height, speed, energy, impulse, contacts")

    def test_diff_finds_the_first_number_that_differs(self):
        other = copy.deepcopy(TABLE)
        other["inputs"][0]["velocity"] = [0, 4]
        first = self.record_table("first.orrery")
        second = self.record_table("second.orrery", self.write_scene("other.json", other))
        self.assertIn("bit for bit", self.succeed("diff", first, self.record_table("again.orrery")))
        done = orrery("diff", first, second, "--json")
        self.assertEqual(done.returncode, 1)
        told = json.loads(done.stdout)
        self.assertEqual(told["firstDifference"]["name"], "flyer")
        self.assertEqual(told["firstDifference"]["frame"], 31)
        self.assertIn(told["firstDifference"]["field"], ["position.y", "velocity.y"])
        self.assertIn("push on circle 2", told["firstOtherInput"])

    def test_convert_writes_tables_and_lines(self):
        path = self.record_table()
        table = self.succeed("convert", path, "--format", "csv", "--to", 0)
        self.assertTrue(table.startswith("frame,time,key,name,position.x,position.y,angle,velocity.x,velocity.y,spin\n"))
        self.assertEqual(len(table.splitlines()), 3)
        lines = [json.loads(line) for line in self.succeed("convert", path, "--format", "jsonl").splitlines()]
        self.assertEqual(lines[0]["bodies"][1]["velocity"], [20, 0])
        self.assertTrue(any(event.get("wallName") == "floor" for line in lines for event in line["events"]))

    def test_gltf_has_circles_as_discs_and_walls_that_stay(self):
        scene, data = self.open_text(self.succeed("convert", self.record_table(), "--format", "gltf"))
        self.check(scene, data)
        nodes = {node["name"]: node for node in scene["nodes"]}
        self.assertEqual(set(nodes), {"faller", "flyer", "late one", "floor", "bumper", "gate"})
        self.assertEqual(nodes["faller"]["translation"], [-5, 6, 0])
        self.assertEqual(nodes["faller"]["scale"][:2], [1, 1])
        self.assertEqual(nodes["faller"]["scale"][2], nodes["flyer"]["scale"][2])
        moving = {scene["nodes"][channel["target"]["node"]]["name"] for channel in scene["animations"][0]["channels"]}
        self.assertEqual(moving, {"faller", "flyer", "late one"})

        def corners_of(name):
            part = scene["meshes"][nodes[name]["mesh"]]["primitives"][0]
            return self.rows(scene, data, part["attributes"]["POSITION"])

        floor = corners_of("floor")
        self.assertAlmostEqual(min(corner[0] for corner in floor), -20, delta=0.1)
        self.assertAlmostEqual(max(corner[1] for corner in floor), 0, delta=0.1)
        for corner in corners_of("bumper"):
            self.assertLessEqual(math.hypot(corner[0] - 12, corner[1] - 8), 1.001)

    def test_bench_measures_it(self):
        measured = self.succeed_with_json("bench", self.table, "--frames", 20, "--threads", 1)
        self.assertGreater(measured[0]["stepsPerSecond"], 0)


class BadScenes(CirclesTest):
    def refused(self, change, saying):
        scene = copy.deepcopy(TABLE)
        change(scene)
        self.write_scene("bad.json", scene)
        self.refuse("run", self.folder / "bad.json", saying=saying)

    def test_are_refused_with_the_place(self):
        self.refused(lambda s: s["circles"][0].update(radius=0), "circles[0].radius is 0, expected a number above 0")
        self.refused(lambda s: s["circles"][1].update(blueprint="marbel"), "did you mean 'marble'?")
        self.refused(lambda s: s["walls"][0].update(points=[[0, 0], [4, 4], [4, 0], [0, 4]]), "walls[0]: ")
        self.refused(lambda s: s["inputs"][0].update(circle="flier"), "did you mean 'flyer'?")
        self.refused(lambda s: s["settings"].update(time_step=0), "settings.time_step is 0, expected a number above 0")
        self.refused(lambda s: s.update(bodies=[]), "bodies is not known here")
        self.refused(lambda s: s.update(world="circle"), "world is \"circle\", expected")


class Shipped(CirclesTest):
    def test_scenes_are_listed(self):
        listed = {each["name"]: each for each in self.succeed_with_json("scenes")}
        for name in SHIPPED:
            self.assertEqual(listed[name]["world"], "circles")
            self.assertTrue(listed[name]["title"] and listed[name]["about"])

    def test_scenes_run_verify_and_have_one_hash_in_any_frame(self):
        for name in SHIPPED:
            with self.subTest(scene=name):
                path = self.folder / f"{name}.orrery"
                # Circles that are faster than worlds of circles are made for are told of on stderr.
                told = json.loads(self.succeed("run", name, "--frames", 30, "--record", path, "--json"))
                again = json.loads(self.succeed("run", name, "--frames", 30, "--threads", 2, "--json"))
                self.assertEqual(told["hash"], again["hash"])
                self.assertEqual(told["events"].get("refused", 0), 0)
                self.succeed("verify", path, "--quiet")
                for frame in [17, 30]:
                    self.assertEqual(self.succeed("query", name, "--frame", frame, "--hash"),
                                     self.succeed("query", path, "--frame", frame, "--hash"))


if __name__ == "__main__":
    unittest.main()
