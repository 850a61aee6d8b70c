"""glTF scenes as another program reads them."""

import base64
import json
import struct

from orrery_command import CommandTest

COMPONENTS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


class GltfTest(CommandTest):
    """Reads glTF scenes and checks that they are sound."""

    def rows(self, scene, data, number):
        """The numbers of an accessor, after checking that they lie inside the bytes."""
        accessor = scene["accessors"][number]
        view = scene["bufferViews"][accessor["bufferView"]]
        width = COMPONENTS[accessor["type"]]
        letter = {5126: "f", 5125: "I"}[accessor["componentType"]]
        self.assertEqual(view["byteOffset"] % 4, 0)
        self.assertEqual(view["byteLength"], 4 * width * accessor["count"])
        self.assertLessEqual(view["byteOffset"] + view["byteLength"], scene["buffers"][0]["byteLength"])
        flat = struct.unpack_from(f"<{width * accessor['count']}{letter}", data, view["byteOffset"])
        rows = [flat[place:place + width] for place in range(0, len(flat), width)]
        if "min" in accessor:
            for axis in range(width):
                column = [row[axis] for row in rows]
                self.assertAlmostEqual(min(column), accessor["min"][axis], places=5)
                self.assertAlmostEqual(max(column), accessor["max"][axis], places=5)
        return rows

    def check(self, scene, data):
        self.assertEqual(scene["asset"]["version"], "2.0")
        self.assertEqual(scene["buffers"][0]["byteLength"], len(data))
        self.assertEqual(sorted(scene["scenes"][scene["scene"]]["nodes"]), list(range(len(scene["nodes"]))))
        for mesh in scene["meshes"]:
            for part in mesh["primitives"]:
                self.check_part(scene, data, part)
        seen = set()
        for channel in scene["animations"][0]["channels"]:
            sampler = scene["animations"][0]["samplers"][channel["sampler"]]
            target = channel["target"]["node"], channel["target"]["path"]
            self.assertNotIn(target, seen)
            seen.add(target)
            times = [row[0] for row in self.rows(scene, data, sampler["input"])]
            values = self.rows(scene, data, sampler["output"])
            self.assertEqual(len(times), len(values))
            self.assertTrue(all(a < b for a, b in zip(times, times[1:])))
            if target[1] == "rotation":
                for value in values:
                    self.assertAlmostEqual(sum(number * number for number in value), 1, places=5)

    def check_part(self, scene, data, part):
        corners = self.rows(scene, data, part["attributes"]["POSITION"])
        normals = self.rows(scene, data, part["attributes"]["NORMAL"])
        indices = [row[0] for row in self.rows(scene, data, part["indices"])]
        self.assertEqual(len(corners), len(normals))
        self.assertEqual(len(indices) % 3, 0)
        self.assertLess(max(indices), len(corners))
        self.assertLess(part["material"], len(scene["materials"]))
        for normal in normals:
            self.assertAlmostEqual(sum(number * number for number in normal), 1, places=4)
        self.check_that_it_faces_outwards(corners, normals, indices)

    def check_that_it_faces_outwards(self, corners, normals, indices):
        for place in range(0, len(indices), 3):
            a, b, c = (corners[index] for index in indices[place:place + 3])
            u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
            cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
            mean = [sum(normals[index][i] for index in indices[place:place + 3]) for i in range(3)]
            self.assertGreater(sum(cross[i] * mean[i] for i in range(3)), 0)

    def open_text(self, text):
        scene = json.loads(text)
        head, data = scene["buffers"][0]["uri"].split(",")
        self.assertEqual(head, "data:application/octet-stream;base64")
        return scene, base64.b64decode(data)
