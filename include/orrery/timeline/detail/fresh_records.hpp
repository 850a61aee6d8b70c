// The newest frames, as the world told of them and before they are sealed into tracks. Reading one entity
// looks back through at most as many records as there are frames here. A value that shares its records.
#pragma once

#include <orrery/core/function_ref.hpp>
#include <orrery/timeline/detail/recorded_frame.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

class fresh_records {
public:
    [[nodiscard]] bool is_empty() const noexcept { return records_.empty(); }

    [[nodiscard]] frame_range frames() const noexcept {
        return is_empty() ? frame_range{} : frame_range{records_.front()->frame, records_.back()->frame + 1};
    }

    [[nodiscard]] std::span<const record_pointer> records() const noexcept { return records_; }

    void add(record_pointer next) { records_.push_back(std::move(next)); }

    void remove_before(std::uint64_t frame);
    void remove_after(std::uint64_t frame);

    void replace(record_pointer with) { records_[index_of(with->frame)] = std::move(with); }

    [[nodiscard]] const recorded_frame& at(std::uint64_t frame) const noexcept {
        return *records_[index_of(frame)];
    }

    // The motion of an entity that is there in a frame, or null if it has not moved since before these
    // frames.
    [[nodiscard]] const std::byte* find(entity_key key, std::uint64_t frame,
                                        std::size_t motion_bytes) const noexcept;

    // The motions of all that are there in a frame, as far as they have moved in these frames; the others are
    // asked for by rest(key, motion).
    void read(std::uint64_t frame, std::size_t motion_bytes, std::byte* motions,
              function_ref<void(entity_key, std::byte*)> rest) const;

private:
    [[nodiscard]] std::size_t index_of(std::uint64_t frame) const noexcept {
        return static_cast<std::size_t>(frame - records_.front()->frame);
    }

    std::vector<record_pointer> records_; // of consecutive frames
};

} // namespace orrery::time::detail
