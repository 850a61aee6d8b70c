// What an entity is called. A handle (`entity`) is where it lives in one registry: fast, and meaningless
// elsewhere. A key (`entity_key`) is its name for life: the same in every copy of the world, on every
// machine, so whatever needs an order or a name that travels takes the key.
#pragma once

#include <compare>
#include <cstdint>

namespace orrery {

// An index into a registry and the generation of that slot. All zero means none. A slot's generation starts
// from the key of its first occupant and counts up, so neither the handle of a destroyed entity nor that of
// another world is mistaken for a live one.
struct entity {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return generation != 0; }

    friend constexpr auto operator<=>(const entity&, const entity&) = default;
};

static_assert(sizeof(entity) == 8);

// A name for life. Zero means none.
enum class entity_key : std::uint64_t { none = 0 };

// The key of the `count`-th entity that `creator` brings into being in `frame`: a fragment, a projectile.
// It depends on nothing else, so an island that runs on another machine names its children alike.
[[nodiscard]] entity_key derive_key(entity_key creator, std::uint64_t frame, std::uint32_t count) noexcept;

} // namespace orrery
