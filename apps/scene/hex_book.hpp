// What a scene of a hex world defines by name: tiles, weapons, pilots, types of objects and blueprints. The
// rules know them by number; the book knows which number a name has, and what colour goes with it.
#pragma once

#include "apps/scene/hex_scene.hpp"
#include "apps/scene/hex_units.hpp"
#include "apps/scene/reading.hpp"

#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::scene_format {

// The numbers of one list of the rules.
class name_table {
public:
    // `called` is what messages say: "the name of a tile".
    explicit name_table(std::string_view called) noexcept
        : called_(called) {}

    // The next number. The name must be new.
    std::uint8_t add(std::string_view name);

    [[nodiscard]] bool is_full() const noexcept { return numbers_.size() == hex::max_types; }

    [[nodiscard]] std::optional<std::uint8_t> find(std::string_view name) const;

    // What is not known is refused, and read as the first.
    [[nodiscard]] std::uint8_t find(const json::cursor& name, reading& notes) const;

private:
    std::string_view called_;
    std::map<std::string, std::uint8_t, std::less<>> numbers_;
};

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

    name_table tiles{"the name of a tile"};
    name_table weapons{"the name of a weapon"};
    name_table pilots{"the name of a pilot"};
    name_table types{"the name of a type"};
    name_table blueprints{"the name of a blueprint"};

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
