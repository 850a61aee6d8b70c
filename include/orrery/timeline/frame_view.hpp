// Everything there was in a frame, to look at: who, where and how fast, and what each was like.
#pragma once

#include <orrery/simulation/frame_record.hpp>
#include <orrery/simulation/storable_simulation.hpp>
#include <orrery/timeline/detail/recorded_frame.hpp>

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
    [[nodiscard]] std::size_t place_of(entity_key key) const noexcept {
        return detail::place_among(keys(), key);
    }

    [[nodiscard]] const motion* find(entity_key key) const noexcept {
        const std::size_t place = place_of(key);
        return place < size() ? &motions_[place] : nullptr;
    }

private:
    template <typename>
    friend class history;
    template <storable_simulation>
    friend class recording;

    // The memory for the motions of all in the frame that is shown from now on.
    [[nodiscard]] std::span<std::byte> begin_frame(std::uint64_t frame, const detail::census_pointer& who) {
        frame_ = frame;
        who_ = std::static_pointer_cast<const census<form>>(who);
        motions_.resize(who->keys.size());
        return std::as_writable_bytes(std::span(motions_));
    }

    std::uint64_t frame_ = 0;
    std::shared_ptr<const census<form>> who_;
    std::vector<motion> motions_;
};

} // namespace orrery::time
