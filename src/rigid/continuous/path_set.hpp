// The ways of all bodies through a step.
#pragma once

#include "rigid/continuous/body_path.hpp"
#include "rigid/continuous/ccd_scene.hpp"
#include "rigid/step/body_row.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class path_set {
public:
    // Where bodies are before they move.
    void note_starts(std::span<const body_row> rows, scheduler& jobs);

    // Finds the ways of bodies that have moved. False if none of them is swift.
    [[nodiscard]] bool follow(std::span<const body_row> rows, const ccd_scene& scene);

    // After the way of a body has changed: what it sweeps.
    void sweep(std::uint32_t number, std::span<const body_row> rows, const ccd_scene& scene);

    // It is swift from now on.
    void add_swift(std::uint32_t number);

    [[nodiscard]] const std::vector<body_path>& all() const noexcept { return paths_; }

    [[nodiscard]] std::span<const std::uint32_t> swift() const noexcept { return swift_; }

    [[nodiscard]] body_path& operator[](std::uint32_t row) noexcept { return paths_[row]; }

    [[nodiscard]] const body_path& operator[](std::uint32_t row) const noexcept { return paths_[row]; }

private:
    std::vector<body_path> paths_;     // of rows
    std::vector<std::uint32_t> swift_; // rows
};

} // namespace orrery::rigid::detail
