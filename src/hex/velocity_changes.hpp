// How impacts change the velocities of objects, added up. Sums of whole numbers do not depend on their order,
// so neither does anything that follows from them.
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

    void add(std::uint32_t object, const velocity_change& what) {
        std::uint32_t place = place_of_[object];
        if (place >= count_ || sums_[place].object != object) {
            place = count_++;
            place_of_[object] = place;
            if (sums_.size() < count_) {
                sums_.emplace_back();
            }
            sums_[place] = {.object = object};
        }
        sum& into = sums_[place];
        into.a += what.linear.a;
        into.b += what.linear.b;
        into.turn += what.spin;
    }

    void apply(motion* motions) const noexcept {
        for (std::uint32_t place = 0; place < count_; ++place) {
            const sum& each = sums_[place];
            motion& how = motions[each.object];
            how.a.velocity = clamped(how.a.velocity + each.a);
            how.b.velocity = clamped(how.b.velocity + each.b);
            how.turn.velocity = clamped(how.turn.velocity + each.turn);
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
        std::int64_t a = 0;
        std::int64_t b = 0;
        std::int64_t turn = 0;
    };

    std::vector<sum> sums_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> place_of_; // never cleared: an entry counts if the sum names the object
};

} // namespace orrery::hex::detail
