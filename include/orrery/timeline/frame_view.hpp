// Everything there was in a frame, to look at: who, where and how fast, and what each was like.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/fresh_frames.hpp>
#include <orrery/timeline/storable_simulation.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time {

template <typename World>
class frame_view {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;

    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_; }

    [[nodiscard]] std::size_t size() const noexcept { return motions_.size(); }

    // In ascending order.
    [[nodiscard]] std::span<const entity_key> keys() const noexcept {
        return who_ != nullptr ? std::span<const entity_key>(who_->keys) : std::span<const entity_key>{};
    }

    [[nodiscard]] std::span<const motion> motions() const noexcept { return motions_; }

    [[nodiscard]] const form& form_at(std::size_t place) const noexcept { return *who_->forms[place]; }

    // Keys and forms, shared by all frames in which nobody comes, goes or changes; null before the first
    // seek.
    [[nodiscard]] const std::shared_ptr<const census<form>>& who() const noexcept { return who_; }

    // Where a key stands among keys(); size() if it is not there.
    [[nodiscard]] std::size_t place_of(entity_key key) const noexcept { return time::place_of(keys(), key); }

    [[nodiscard]] const motion* find(entity_key key) const noexcept {
        const std::size_t place = place_of(key);
        return place < size() ? &motions_[place] : nullptr;
    }

private:
    template <typename>
    friend class history;
    template <storable_simulation>
    friend class recording;

    // A frame of a segment of tracks.
    template <typename Segment>
    void show(std::uint64_t frame, const Segment& tracks, scheduler& jobs) {
        frame_ = frame;
        who_ = tracks.who(frame);
        tracks.read_frame(frame, motions_, jobs);
    }

    // A record that lists everything.
    void show(frame_record<World>& complete) {
        frame_ = complete.frame;
        who_ = complete.who;
        motions_ = std::move(complete.motions);
    }

    std::uint64_t frame_ = 0;
    std::shared_ptr<const census<form>> who_;
    std::vector<motion> motions_;
};

} // namespace orrery::time
