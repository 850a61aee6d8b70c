// How impacts change the velocities of objects, added up until the tick is over.
#pragma once

#include <orrery/hex/impact.hpp>
#include <orrery/hex/object.hpp>
#include <orrery/math/integer.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

class velocity_changes {
public:
    void start(std::size_t object_count) {
        count_ = 0;
        if (place_of_.size() < object_count) {
            place_of_.resize(object_count);
        }
    }

    // What has been added for the object.
    [[nodiscard]] velocity_change of(std::uint32_t object) const noexcept {
        return has(object) ? sums_[place_of_[object]].change : velocity_change{};
    }

    // Whether anything has.
    [[nodiscard]] bool has(std::uint32_t object) const noexcept {
        const std::uint32_t place = place_of_[object];
        return place < count_ && sums_[place].object == object;
    }

    void add(std::uint32_t object, const velocity_change& what) {
        if (!has(object)) {
            place_of_[object] = count_++;
            if (sums_.size() < count_) {
                sums_.emplace_back();
            }
            sums_[place_of_[object]] = {.object = object};
        }
        velocity_change& into = sums_[place_of_[object]].change;
        into.linear.a = saturating_add(into.linear.a, what.linear.a);
        into.linear.b = saturating_add(into.linear.b, what.linear.b);
        into.spin = saturating_add(into.spin, what.spin);
    }

    void apply(motion* motions) const noexcept {
        for (std::uint32_t place = 0; place < count_; ++place) {
            const sum& each = sums_[place];
            motion& how = motions[each.object];
            how.a.velocity = clamped(std::int64_t{how.a.velocity} + each.change.linear.a);
            how.b.velocity = clamped(std::int64_t{how.b.velocity} + each.change.linear.b);
            how.turn.velocity = clamped(std::int64_t{how.turn.velocity} + each.change.spin);
        }
    }

    [[nodiscard]] static std::int16_t clamped(std::int64_t velocity) noexcept {
        return static_cast<std::int16_t>(velocity > max_velocity    ? max_velocity
                                         : velocity < -max_velocity ? -max_velocity
                                                                    : velocity);
    }

private:
    struct sum {
        std::uint32_t object = 0;
        velocity_change change{};
    };

    std::vector<sum> sums_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> place_of_; // never cleared: an entry counts if the sum names the object
};

} // namespace orrery::hex::detail
