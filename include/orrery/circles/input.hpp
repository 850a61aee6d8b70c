// What a person or a script does to a world of circles, as data. Circles are named by their keys. Inputs of
// an update are applied in the order given, before anything moves; one that is not possible leaves an
// event_kind::refused behind and changes nothing. What an input has created can be the target of those after
// it; the key of what one has destroyed is free again in the next update.
//
// A circle that is placed, becomes something else or is destroyed no longer touches whom it touched: after
// the events of the inputs come those of contacts that have ended by them, in the order of keys, and of those
// that have begun because it now overlaps others, which are then pushed apart. If it only touches them where
// it is, that has begun anew at the end of the update.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::circles {

enum class input_kind : std::uint64_t {
    push,   // adds `velocity` and `spin`
    launch, // sets them
    place,  // puts it at `position`, turned by `angle`
    create, // from blueprint `subject`, at `position`, with `angle`, `velocity` and `spin`
    destroy,
    become, // what blueprint `subject` is like
};

inline constexpr std::uint64_t input_kind_count = 6;

// As recordings, messages and JSON call it. Every kind of input has a name; anything else has none.
[[nodiscard]] constexpr std::string_view name_of(input_kind kind) noexcept {
    switch (kind) {
    case input_kind::push:
        return "push";
    case input_kind::launch:
        return "launch";
    case input_kind::place:
        return "place";
    case input_kind::create:
        return "create";
    case input_kind::destroy:
        return "destroy";
    case input_kind::become:
        return "become";
    }
    return {};
}

static_assert(!name_of(input_kind{input_kind_count - 1}).empty() &&
                  name_of(input_kind{input_kind_count}).empty(),
              "input_kind_count counts the enumerators of input_kind");

struct input {
    entity_key target = entity_key::none;
    input_kind kind = input_kind::push;
    vector2 position{};
    vector2 velocity{};
    scalar angle = 0;
    scalar spin = 0;
    std::uint64_t subject = 0;

    friend bool operator==(const input&, const input&) = default;
};

} // namespace orrery::circles

template <>
inline constexpr auto orrery::description<orrery::circles::input> = [] {
    using self = circles::input;
    return describe<self>("input", field<&self::target>("target"),
                          field<&self::kind>("kind", {.maximum = circles::input_kind_count - 1}),
                          field<&self::position>("position"),
                          field<&self::velocity>("velocity", {.about = "units/s"}),
                          field<&self::angle>("angle", {.about = "rad"}),
                          field<&self::spin>("spin", {.about = "rad/s"}), field<&self::subject>("subject"));
}();
