// How circles move that meet nothing, for time databases: what a recording need not store.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/core/entity.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace orrery::circles {

// There are no long-range fields among circles; a time database wants a type for them.
struct field_source {
    entity_key key = entity_key::none;

    friend bool operator==(const field_source&, const field_source&) = default;
};

// What gravity, damping and the limit of speed do in an update, before anything moves.
class forces {
public:
    explicit forces(const rules& by) noexcept;

    [[nodiscard]] motion act_on(const motion& before) const noexcept;

private:
    vector2 pull_;
    scalar kept_;
    scalar kept_spin_;
    scalar max_speed_;
};

// The same angle from -pi up to, not including, pi.
[[nodiscard]] scalar wrapped_angle(scalar angle) noexcept;

// Where a motion leads in so many seconds.
[[nodiscard]] motion flown(const motion& from, scalar seconds) noexcept;

class motion_model {
public:
    static constexpr std::size_t pose_words = 3 * sizeof(scalar) / 4;

    explicit motion_model(const rules& by) noexcept
        : forces_(by)
        , time_step_(by.time_step) {}

    struct prepared {};

    struct field_type {};

    [[nodiscard]] static prepared prepare(const form&, entity_key) noexcept { return {}; }

    [[nodiscard]] static field_type field(std::span<const field_source>) noexcept { return {}; }

    [[nodiscard]] motion fly(prepared, const motion& before, field_type) const noexcept;

    // One update later than `before`, where the velocities of `now` have taken it.
    void follow(const motion& before, motion& now) const noexcept;

private:
    forces forces_;
    scalar time_step_;
};

} // namespace orrery::circles
