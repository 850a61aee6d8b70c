// The materials of a scene and what pairs of them make together. A material that a pair names has an id: its
// own, or the lowest that no other has, in the order in which materials are defined. All others have none,
// unless they say so.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/rigid/material_pair.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::scene_format {

class material_list {
public:
    explicit material_list(reading& notes);

    // A name or a material.
    [[nodiscard]] rigid::material read(const json::cursor& what) const;

    // The ids of the two that `between` names, or gives as numbers.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> pair(const json::cursor& between) const;

    // Those of the scene's `material_pairs`.
    void add_pairs(rigid::material_pairs into) const;

private:
    struct named_material {
        std::string_view name;
        const json::value* what = nullptr;
        std::uint32_t id = 0;
    };

    void give_ids();
    void give_id(const json::cursor& between, std::vector<std::uint8_t>& is_in_pair) const;
    // Null if there is none, and a note that this was expected to be one.
    [[nodiscard]] const named_material* find(const json::cursor& name) const;
    [[nodiscard]] std::uint32_t id_of(const json::cursor& what) const;

    reading& notes_;
    std::vector<named_material> materials_;
};

} // namespace orrery::scene_format
