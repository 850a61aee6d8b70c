#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/keyframe_log.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::time::detail {
namespace {

[[nodiscard]] std::uint64_t frame_of(const frame_state& each) noexcept {
    return each->frame;
}

[[nodiscard]] std::size_t least_missed(const std::vector<frame_state>& frames) noexcept {
    const std::uint64_t head = frame_of(frames.back());
    std::size_t best = 1;
    double smallest = 2;
    for (std::size_t number = 1; number + 1 < frames.size(); ++number) {
        const std::uint64_t before = frame_of(frames[number - 1]);
        const double share =
            static_cast<double>(frame_of(frames[number + 1]) - before) / static_cast<double>(head - before);
        if (share < smallest) {
            smallest = share;
            best = number;
        }
    }
    return best;
}

} // namespace

void keyframe_log::put(frame_state state) {
    auto own = std::make_shared<std::vector<frame_state>>(*frames_);
    const std::uint64_t number = state->frame;
    const auto place = std::ranges::lower_bound(*own, number, {}, frame_of);
    if (place != own->end() && frame_of(*place) == number) {
        *place = std::move(state);
    } else {
        own->insert(place, std::move(state));
    }
    frames_ = std::move(own);
}

const frame_state& keyframe_log::last_before(std::uint64_t number) const {
    const auto after = std::ranges::upper_bound(*frames_, number, {}, frame_of);
    ORRERY_CHECK(after != frames_->begin(), text("there is no keyframe at or before frame ", number));
    return *std::prev(after);
}

frame_state keyframe_log::first_after(std::uint64_t number) const {
    const auto place = std::ranges::upper_bound(*frames_, number, {}, frame_of);
    return place != frames_->end() ? *place : nullptr;
}

frame_state keyframe_log::find(std::uint64_t number) const {
    const auto place = std::ranges::lower_bound(*frames_, number, {}, frame_of);
    return place != frames_->end() && frame_of(*place) == number ? *place : nullptr;
}

template <typename Predicate>
void keyframe_log::remove_if(Predicate unwanted) {
    if (std::ranges::any_of(*frames_, unwanted)) {
        auto own = std::make_shared<std::vector<frame_state>>(*frames_);
        std::erase_if(*own, unwanted);
        frames_ = std::move(own);
    }
}

void keyframe_log::remove_after(std::uint64_t number) {
    remove_if([=](const frame_state& each) { return frame_of(each) > number; });
}

void keyframe_log::forget_before(std::uint64_t number) {
    remove_if([=](const frame_state& each) { return frame_of(each) < number; });
}

void keyframe_log::thin_before(std::uint64_t number, std::uint64_t spacing) {
    remove_if([=, first = frame_of(frames_->front())](const frame_state& each) {
        return frame_of(each) < number && frame_of(each) % spacing != 0 && frame_of(each) != first;
    });
}

void keyframe_log::thin_to(std::size_t most) {
    if (frames_->size() <= most) {
        return;
    }
    auto own = std::make_shared<std::vector<frame_state>>(*frames_);
    while (own->size() > most) {
        own->erase(own->begin() + static_cast<std::ptrdiff_t>(least_missed(*own)));
    }
    frames_ = std::move(own);
}

} // namespace orrery::time::detail
