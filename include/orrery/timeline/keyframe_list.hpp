// Whole frames from which a world can go on: dense where people look most, near the head, and sparser the
// farther back. The first one stays, since everything follows from it. A list is a value; copies
// share the frames.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::time {

template <typename Snapshot>
struct keyframe {
    std::uint64_t frame = 0;
    Snapshot state{};
};

template <typename Snapshot>
class keyframe_list {
public:
    using frame_pointer = std::shared_ptr<const keyframe<Snapshot>>;

    // Puts a frame in, in place of one with the same number.
    void put(std::uint64_t number, Snapshot state) {
        auto made = std::make_shared<const keyframe<Snapshot>>(keyframe<Snapshot>{number, std::move(state)});
        auto own = std::make_shared<std::vector<frame_pointer>>(*frames_);
        const auto place = std::ranges::lower_bound(*own, number, {}, frame_of);
        if (place != own->end() && frame_of(*place) == number) {
            *place = std::move(made);
        } else {
            own->insert(place, std::move(made));
        }
        frames_ = std::move(own);
    }

    // Other states for frames that are here, all at once.
    void replace(std::vector<keyframe<Snapshot>> states) {
        auto own = std::make_shared<std::vector<frame_pointer>>(*frames_);
        for (keyframe<Snapshot>& each : states) {
            *std::ranges::lower_bound(*own, each.frame, {}, frame_of) =
                std::make_shared<const keyframe<Snapshot>>(std::move(each));
        }
        frames_ = std::move(own);
    }

    // The last one that is not later than a frame; there must be one.
    [[nodiscard]] const keyframe<Snapshot>& last_before(std::uint64_t number) const {
        const auto after = std::ranges::upper_bound(*frames_, number, {}, frame_of);
        ORRERY_CHECK(after != frames_->begin(), text("there is no keyframe at or before frame ", number));
        return **std::prev(after);
    }

    // The first one after a frame, or null.
    [[nodiscard]] const keyframe<Snapshot>* first_after(std::uint64_t number) const {
        const auto place = std::ranges::upper_bound(*frames_, number, {}, frame_of);
        return place != frames_->end() ? place->get() : nullptr;
    }

    void remove_after(std::uint64_t number) {
        remove_if([=](const frame_pointer& each) { return frame_of(each) > number; });
    }

    // The first one that stays becomes the one from which everything follows.
    void forget_before(std::uint64_t number) {
        remove_if([=](const frame_pointer& each) { return frame_of(each) < number; });
    }

    // Gives up what lies between multiples of `spacing` before a frame.
    void thin_before(std::uint64_t number, std::uint64_t spacing) {
        remove_if([=, first = frame_of(frames_->front())](const frame_pointer& each) {
            return frame_of(each) < number && frame_of(each) % spacing != 0 && frame_of(each) != first;
        });
    }

    // Lets a frame, if it is kept, give up what the world can find out again when it goes on from there.
    void shrink(std::uint64_t number) {
        const auto place = std::ranges::lower_bound(*frames_, number, {}, frame_of);
        if (place != frames_->end() && frame_of(*place) == number) {
            Snapshot smaller = (*place)->state;
            smaller.shrink();
            put(number, std::move(smaller));
        }
    }

    // Gives frames up until no more than `most` (two or more) are left: each time the one that leaves the
    // smallest gap for its age, so that the gaps grow in proportion to the distance from the head.
    void thin_to(std::size_t most) {
        if (frames_->size() <= most) {
            return;
        }
        auto own = std::make_shared<std::vector<frame_pointer>>(*frames_);
        while (own->size() > most) {
            own->erase(own->begin() + static_cast<std::ptrdiff_t>(least_missed(*own)));
        }
        frames_ = std::move(own);
    }

    [[nodiscard]] const std::vector<frame_pointer>& frames() const noexcept { return *frames_; }

private:
    [[nodiscard]] static std::uint64_t frame_of(const frame_pointer& each) noexcept { return each->frame; }

    [[nodiscard]] static std::size_t least_missed(const std::vector<frame_pointer>& frames) noexcept {
        const std::uint64_t head = frame_of(frames.back());
        std::size_t best = 1;
        double smallest = 2;
        for (std::size_t number = 1; number + 1 < frames.size(); ++number) {
            const std::uint64_t before = frame_of(frames[number - 1]);
            const double share = static_cast<double>(frame_of(frames[number + 1]) - before) /
                                 static_cast<double>(head - before);
            if (share < smallest) {
                smallest = share;
                best = number;
            }
        }
        return best;
    }

    template <typename Predicate>
    void remove_if(Predicate unwanted) {
        if (std::ranges::any_of(*frames_, unwanted)) {
            auto own = std::make_shared<std::vector<frame_pointer>>(*frames_);
            std::erase_if(*own, unwanted);
            frames_ = std::move(own);
        }
    }

    std::shared_ptr<const std::vector<frame_pointer>> frames_ =
        std::make_shared<const std::vector<frame_pointer>>();
};

} // namespace orrery::time
