// Whole frames from which a world can go on: dense where people look most, near the head, and sparser the
// farther back. The first one stays, since everything follows from it. A list is a value; copies
// share the frames.
#pragma once

#include <orrery/timeline/detail/keyframe_log.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::time {

// With the number of the frame.
template <typename Snapshot>
struct keyframe : detail::frame_header {
    Snapshot state{};
};

template <typename Snapshot>
class keyframe_list {
public:
    using frame_pointer = std::shared_ptr<const keyframe<Snapshot>>;

    keyframe_list() = default;

    explicit keyframe_list(detail::keyframe_log log) noexcept
        : log_(std::move(log)) {}

    [[nodiscard]] const detail::keyframe_log& log() const noexcept { return log_; }

    // Puts a frame in, in place of one with the same number.
    void put(std::uint64_t number, Snapshot state) {
        log_.put(std::make_shared<const keyframe<Snapshot>>(keyframe<Snapshot>{{number}, std::move(state)}));
    }

    // The last one that is not later than a frame; there must be one.
    [[nodiscard]] const keyframe<Snapshot>& last_before(std::uint64_t number) const {
        return static_cast<const keyframe<Snapshot>&>(*log_.last_before(number));
    }

    // The first one after a frame, or null.
    [[nodiscard]] const keyframe<Snapshot>* first_after(std::uint64_t number) const {
        return static_cast<const keyframe<Snapshot>*>(log_.first_after(number).get());
    }

    void remove_after(std::uint64_t number) { log_.remove_after(number); }

    // The first one that stays becomes the one from which everything follows.
    void forget_before(std::uint64_t number) { log_.forget_before(number); }

    // Gives up what lies between multiples of `spacing` before a frame.
    void thin_before(std::uint64_t number, std::uint64_t spacing) { log_.thin_before(number, spacing); }

    // Lets a frame, if it is kept, give up what the world can find out again when it goes on from there.
    void shrink(std::uint64_t number) {
        if (const detail::frame_state kept = log_.find(number)) {
            Snapshot smaller = static_cast<const keyframe<Snapshot>&>(*kept).state;
            smaller.shrink();
            put(number, std::move(smaller));
        }
    }

    // Gives frames up until no more than `most` (two or more) are left: each time the one that leaves the
    // smallest gap for its age, so that the gaps grow in proportion to the distance from the head.
    void thin_to(std::size_t most) { log_.thin_to(most); }

    [[nodiscard]] std::vector<frame_pointer> frames() const {
        std::vector<frame_pointer> all;
        all.reserve(log_.frames().size());
        for (const detail::frame_state& each : log_.frames()) {
            all.push_back(std::static_pointer_cast<const keyframe<Snapshot>>(each));
        }
        return all;
    }

private:
    detail::keyframe_log log_;
};

} // namespace orrery::time
