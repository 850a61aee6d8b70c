// What a scene of a hex world defines by name: tiles, weapons, pilots, types of objects and blueprints. The
// rules know them by number; the book knows which number a name has, and what colour goes with it.
#pragma once

#include "apps/scene/hex/hex_scene.hpp"
#include "apps/scene/hex/hex_units.hpp"
#include "apps/scene/name_table.hpp"
#include "apps/scene/reading.hpp"

#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::scene_format {

using hex_names = name_table<std::uint8_t>;

struct hex_book {
    explicit hex_book(const scene_file& scene);

    // Reads all that is defined by name, and the environment.
    void read(const scene_file& scene, reading& notes);

    hex_units units;
    hex::rules rules{};
    hex_colors colors{};
    std::vector<std::optional<std::uint32_t>> blueprint_colors{};
    std::map<char, std::uint8_t> symbols{}; // of tiles
    bool has_environment = false;

    hex_names tiles{"the name of a tile"};
    hex_names weapons{"the name of a weapon"};
    hex_names pilots{"the name of a pilot"};
    hex_names types{"the name of a type"};
    hex_names blueprints{"the name of a blueprint"};

private:
    void read_tile(const json::cursor& what, std::string_view name, reading& notes);
    void read_weapon(const json::cursor& what, std::string_view name, reading& notes);
    void read_pilot(const json::cursor& what, std::string_view name, reading& notes);
    void read_type(const json::cursor& what, std::string_view name, reading& notes);
    void read_blueprint(const json::cursor& what, std::string_view name, reading& notes);
    void read_environment(const json::cursor& what, reading& notes);
};

// The tiles that "rows" or "cells" of a blueprint or an object draw, in the order of their cells. None for
// what has neither; what is wrong with a drawing is refused.
[[nodiscard]] std::vector<hex::tile> read_hex_tiles(const json::cursor& what, const hex_book& book,
                                                    reading& notes);

} // namespace orrery::scene_format
