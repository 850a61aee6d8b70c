// How objects move that nothing happens to, for time databases: what a recording need not store.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/object.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/math/vector2.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::hex {

// What changes all the time about an object, and the number of the frame that it changes by.
struct recorded_motion {
    static constexpr std::size_t pose_words = 4;

    hex_vector position{};
    std::int32_t angle = 0;  // steps
    std::uint32_t frame = 0; // its low 32 bits
    drive a{};
    drive b{};
    drive turn{};
    std::uint16_t alarm = 0;
    std::uint16_t left = 0; // of the life of a particle, when it wakes

    friend constexpr bool operator==(const recorded_motion&, const recorded_motion&) = default;
};

static_assert(sizeof(recorded_motion) == 32);

// On the screen.
[[nodiscard]] vector2 position_of(const recorded_motion& where) noexcept;

// All the rest of it.
struct object_form {
    std::uint8_t type = 0;
    std::uint8_t group = 0;
    std::uint8_t radius = 0;
    std::uint8_t mark = 0;
    std::vector<tile> tiles{}; // of a composite, as its record counts cells

    friend bool operator==(const object_form&, const object_form&) = default;
};

// There are no long-range fields in a hex world; a time database wants a type for them.
struct field_source {
    entity_key key = entity_key::none;

    friend bool operator==(const field_source&, const field_source&) = default;
};

class motion_model {
public:
    explicit motion_model(std::shared_ptr<const rules> by) noexcept
        : rules_(std::move(by)) {}

    struct prepared {};

    struct field_type {};

    [[nodiscard]] static prepared prepare(const object_form&, entity_key) noexcept { return {}; }

    [[nodiscard]] static field_type field(std::span<const field_source>) noexcept { return {}; }

    [[nodiscard]] recorded_motion fly(prepared, const recorded_motion& before, field_type) const noexcept;

    // One frame later than `before`, where the velocities of `now` have taken it. Exact unless velocities
    // changed at the end of the tick, by an impact or by the environment.
    static void follow(const recorded_motion& before, recorded_motion& now) noexcept;

    // By how much the words of a pose change in a frame. Angles do not wrap round here, so that a recording
    // can guess what lies between two frames.
    [[nodiscard]] static std::array<std::int32_t, recorded_motion::pose_words>
    pose_rates(const recorded_motion& now) noexcept;

private:
    std::shared_ptr<const rules> rules_;
};

// As the model sees an object of the frame with this number.
[[nodiscard]] recorded_motion to_recorded(const object& what, std::uint64_t frame,
                                          bool is_composite) noexcept;

// And back, with the parts of its form that it keeps itself. An id and, for a composite, where its record is
// are for a frame to say; both are 0.
[[nodiscard]] object from_recorded(const recorded_motion& what, const object_form& form,
                                   bool is_composite) noexcept;

} // namespace orrery::hex
