// What two materials make together where the rules of material.hpp are not what is wanted: an entity for each
// pair of ids, with the material that counts between them. Like everything in the registry, the pairs are
// part of a world's state: they are in snapshots, saved worlds, keyframes, recordings and the hash, and a
// part of a world has all of them.
//
//   world.materials().insert(ice, rubber, {.friction = scalar(0.15)});
//
// On a timeline they are changed by inputs (input::set_material_pair, input::remove_material_pair), which all
// bodies can feel. Any change wakes everybody.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/material.hpp>

#include <cstddef>
#include <cstdint>

namespace orrery::rigid {

// Component of an entity of its own, which is no body. The order of the ids does not matter; of two entries
// for the same ids the one with the lower key counts. An entry that was put in by hand counts for nobody if
// one of its ids is 0, which stands for no id, or if its values are not such as a material allows.
struct material_pair {
    std::uint32_t a = 1;
    std::uint32_t b = 1;
    material together{};
};

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::material_pair> = [] {
    using self = rigid::material_pair;
    return describe<self>("material_pair", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::together>("together"));
}();

namespace orrery::rigid {

// The pairs of a state, for looking up.
[[nodiscard]] material_table material_table_of(const registry_state& state);

// The pairs of a world, for changing them. Refers to the world's registry.
class material_pairs {
public:
    explicit material_pairs(orrery::registry& registry) noexcept
        : registry_(&registry) {}

    // Replaces what was there for the pair. Ids are not zero, and the values such as a material allows.
    void insert(std::uint32_t a, std::uint32_t b, const material& together);
    // The pair is mixed by the rules again; false if it was already.
    bool remove(std::uint32_t a, std::uint32_t b);

    // Null when nothing was said about the pair.
    [[nodiscard]] const material* find(std::uint32_t a, std::uint32_t b) const;

    [[nodiscard]] std::size_t size() const { return registry_->count<material_pair>(); }

    [[nodiscard]] bool empty() const { return size() == 0; }

private:
    // The entry that counts; none if there is none.
    [[nodiscard]] entity entry_of(std::uint32_t a, std::uint32_t b) const;

    orrery::registry* registry_;
};

} // namespace orrery::rigid
