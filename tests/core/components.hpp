// Components that the tests of the core layer share: plain, tagged, large, with references, with rules.
#pragma once

#include <orrery/core/fields.hpp>

#include <array>
#include <cstdint>
#include <string_view>

struct place {
    float x = 0;
    float y = 0;
    float z = 0;

    friend bool operator==(const place&, const place&) = default;
};

struct motion {
    double speed = 0;
    double spin = 0;

    friend bool operator==(const motion&, const motion&) = default;
};

struct bond {
    orrery::entity from;
    orrery::entity to;
    std::int32_t strength = 1;
    std::uint32_t reserved = 0;
};

struct asleep {};

enum class colour : std::uint8_t { red, green, blue };

struct paint {
    colour shade = colour::red;
    bool is_wet = false;
    std::array<std::uint8_t, 2> layers{};
    float gloss = 0.5F;
};

inline std::string_view dry_red_is_matt(const paint& value) {
    const bool is_bad = value.shade == colour::red && !value.is_wet && value.gloss > 0.9F;
    return is_bad ? "dry red paint cannot shine" : "";
}

template <>
inline constexpr auto orrery::description<place> =
    describe<place>("place", field<&place::x>("x"), field<&place::y>("y"), field<&place::z>("z"));
template <>
inline constexpr auto orrery::description<motion> =
    describe<motion>("motion",
                     field<&motion::speed>("speed", {.about = "m/s", .minimum = -1000, .maximum = 1000}),
                     field<&motion::spin>("spin", {.about = "rad/s"}));
template <>
inline constexpr auto orrery::description<bond> =
    describe<bond>("bond", field<&bond::from>("from"), field<&bond::to>("to"),
                   field<&bond::strength>("strength"), field<&bond::reserved>("reserved"));
template <>
inline constexpr auto orrery::description<asleep> = describe<asleep>("asleep");
template <>
inline constexpr auto orrery::description<paint> =
    describe<paint>("paint", field<&paint::shade>("shade", {.maximum = 2}), field<&paint::is_wet>("is_wet"),
                    field<&paint::layers>("layers"),
                    field<&paint::gloss>("gloss", {.minimum = 0, .maximum = 1}))
        .validated_by(&dry_red_is_matt);
