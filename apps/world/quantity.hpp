// What can be measured of a world over time, by name. Each kind of world has one table of quantities, which
// the command line plots and the studio shows; a quantity means the same in both.
#pragma once

#include <orrery/math/scalar.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::apps {

enum class quantity_kind : std::uint8_t {
    height,
    speed,
    energy,
    tiles,
    impulse,  // counted from events (event_series.hpp): the strongest collision
    contacts, // counted from events: how many contacts there are
};

struct quantity {
    quantity_kind kind = quantity_kind::energy;
    std::string_view name{};  // "height", as options and messages call it
    std::string_view title{}; // "Height", for people
    std::string_view unit{};
    std::string_view of_all{};    // what it means when no entity is named: "fastest body"
    bool is_shown_by_page = true; // whether a page plots it unasked; there is little room
};

// Whether it follows from events rather than from the state of a frame.
[[nodiscard]] constexpr bool is_counted(quantity_kind kind) noexcept {
    return kind == quantity_kind::impulse || kind == quantity_kind::contacts;
}

// What positions of a world are counted in, for people.
struct length_unit {
    std::string_view name{}; // "m"
    scalar size = 1;         // of one unit of a position in it
};

} // namespace orrery::apps
