// What a scene of circles defines once: its settings, its groups, its walls and its blueprints. The rules
// know groups and blueprints by number; the book knows which number a name has, and what colour goes with it.
#pragma once

#include "apps/scene/circles/circles_scene.hpp"
#include "apps/scene/name_table.hpp"
#include "apps/scene/reading.hpp"

#include <orrery/circles/rules.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::scene_format {

struct circles_book {
    // Reads all that is defined by name, and the walls.
    void read(const scene_file& scene, reading& notes);

    circles::rules rules{};
    scene_format::wall_colors wall_colors{};
    std::vector<std::optional<std::uint32_t>> blueprint_colors{};
    bool has_settings = false;

    name_table<std::uint32_t> groups{"the name of a group"};
    name_table<std::uint32_t> blueprints{"the name of a blueprint"};

    // What a circle is like, from its members.
    [[nodiscard]] circles::form read_form(const json::cursor& what, reading& notes) const;

    // Of circles and walls alike.
    [[nodiscard]] circles::collision_filter read_filter(const json::cursor& what, reading& notes) const;
    [[nodiscard]] static circles::surface read_surface(const json::cursor& what);
};

// Walls and pieces of walls in all, which generators may add to.
inline constexpr std::size_t max_walls = 200'000;
inline constexpr std::size_t max_wall_points = 2'000'000;

// Adds the walls of the document to the book.
void read_walls(const json::cursor& walls, circles_book& book, reading& notes);

// To what the world counts in.
[[nodiscard]] vector2 rounded(vector2d what) noexcept;
[[nodiscard]] scalar turn_of(double degrees) noexcept; // radians from -pi up to, not including, pi
[[nodiscard]] scalar spin_of(const json::cursor& degrees_a_second);

} // namespace orrery::scene_format
