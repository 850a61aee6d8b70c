// Bodies and their motion as an animated glTF 2.0 scene, which Blender, game engines and browsers open. Each
// body is a node with its translation and rotation over time; bodies that are not there all the time are
// shrunk to nothing while they are not. Shapes and colours that are alike share a mesh.
//
//   gltf_writer out;
//   const std::size_t ball = out.add_body("ball", shape, 0xff0000);
//   out.add_pose(ball, seconds, pose);
//   write(out.text());   // or out.binary()
#pragma once

#include "apps/orrery/output/drawn_mesh.hpp"

#include <orrery/math/transform.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orrery::command {

class gltf_writer {
public:
    // Poses of a body come in the order of their times. Answers with its number.
    std::size_t add_body(std::string name, drawn_shape shape, std::uint32_t color);
    void add_pose(std::size_t number, double seconds, const transform3& where);

    // The whole scene lasts from the first pose to the last.
    [[nodiscard]] std::string text() const;   // .gltf, with all data inside
    [[nodiscard]] std::string binary() const; // .glb

private:
    struct body {
        std::string name{};
        std::size_t shape = 0;
        std::uint32_t color = 0;
        vector3 scale{};
        std::vector<float> times{};
        std::vector<std::array<float, 3>> translations{};
        std::vector<std::array<float, 4>> rotations{};
    };

    friend class gltf_document;

    std::vector<drawn_shape> shapes_; // without their scale
    std::vector<body> bodies_;
};

} // namespace orrery::command
