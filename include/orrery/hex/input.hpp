// What a person or a script does to a hex world, as data. Objects are named by their keys. Inputs of a tick
// are applied in the order given, before anything moves; one that is not possible leaves an
// event_kind::refused behind and changes nothing. What an input has created can be pushed, placed and put
// into a group by those after it; its tiles can be changed, and it can be destroyed, from the next tick on.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/hex/cell.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::hex {

enum class input_kind : std::uint64_t {
    push,   // adds `velocity` and `spin`
    thrust, // sets the accelerations to `velocity` and `spin`, within -128 .. 127
    brake,  // sets the frictions to `amount`, within 0 .. 255
    place,  // puts it at `position`, turned by `angle`
    create, // from blueprint `subject`, at `position`, with `angle`, `velocity`, `spin`, in group `amount`
    destroy,
    add_tile,    // of type `subject` at `at`: virtual for a tick, then real unless it has met something
    remove_tile, // at `at`
    damage_tile, // at `at`, by `amount`
    set_group,   // to `amount`
};

inline constexpr std::uint64_t input_kind_count = 10;

// As recordings, messages and JSON call it. Every kind of input has a name; anything else has none.
[[nodiscard]] constexpr std::string_view name_of(input_kind kind) noexcept {
    switch (kind) {
    case input_kind::push:
        return "push";
    case input_kind::thrust:
        return "thrust";
    case input_kind::brake:
        return "brake";
    case input_kind::place:
        return "place";
    case input_kind::create:
        return "create";
    case input_kind::destroy:
        return "destroy";
    case input_kind::add_tile:
        return "add_tile";
    case input_kind::remove_tile:
        return "remove_tile";
    case input_kind::damage_tile:
        return "damage_tile";
    case input_kind::set_group:
        return "set_group";
    }
    return {};
}

static_assert(!name_of(input_kind{input_kind_count - 1}).empty() &&
                  name_of(input_kind{input_kind_count}).empty(),
              "input_kind_count counts the enumerators of input_kind");

struct input {
    entity_key target = entity_key::none;
    input_kind kind = input_kind::push;
    hex_vector position{};
    hex_vector velocity{};  // quarters of a unit a tick
    std::int32_t angle = 0; // steps
    std::int32_t spin = 0;  // quarters of a step a tick
    cell at{};              // of the record, as composite_view counts
    std::uint16_t subject = 0;
    std::uint16_t amount = 0;

    friend bool operator==(const input&, const input&) = default;
};

} // namespace orrery::hex

template <>
inline constexpr auto orrery::description<orrery::hex::input> = [] {
    using self = hex::input;
    return describe<self>("input", field<&self::target>("target"),
                          field<&self::kind>("kind", {.maximum = hex::input_kind_count - 1}),
                          field<&self::position>("position"), field<&self::velocity>("velocity"),
                          field<&self::angle>("angle"), field<&self::spin>("spin"), field<&self::at>("at"),
                          field<&self::subject>("subject"), field<&self::amount>("amount"));
}();
