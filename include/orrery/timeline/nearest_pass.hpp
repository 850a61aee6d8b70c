// When, and how near, two things pass each other that move straight from frame to frame.
#pragma once

#include <orrery/math/number.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/math/vector2.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <optional>

namespace orrery::time {

struct nearest_pass {
    std::uint64_t frame = 0; // the last one before it
    scalar fraction = 0;     // of the way to the next
    scalar distance = 0;
};

// Takes the way from one to the other, frame by frame, and remembers where it was shortest.
template <typename Vector>
class nearest_pass_search {
public:
    // Frames come in ascending order; where one is left out, the two were not both there.
    void add(std::uint64_t frame, const Vector& between) {
        if (has_last_ && last_frame_ + 1 == frame) {
            // The point nearest to the origin on the line from one to the next.
            const Vector change = between - last_;
            const scalar along = dot(change, change);
            const scalar fraction =
                along > 0 ? min(max(-dot(last_, change) / along, scalar(0)), scalar(1)) : 0;
            note(last_frame_, fraction, length(last_ + change * fraction));
        } else {
            note(frame, 0, length(between));
        }
        last_ = between;
        last_frame_ = frame;
        has_last_ = true;
    }

    // Nothing if the two were never there together.
    [[nodiscard]] std::optional<nearest_pass> result() const noexcept { return best_; }

private:
    void note(std::uint64_t frame, scalar fraction, scalar distance) noexcept {
        if (!best_ || distance < best_->distance) {
            best_ = nearest_pass{frame, fraction, distance};
        }
    }

    Vector last_{};
    std::uint64_t last_frame_ = 0;
    bool has_last_ = false;
    std::optional<nearest_pass> best_;
};

} // namespace orrery::time
