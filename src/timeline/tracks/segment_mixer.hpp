// Puts a part that was computed again into a segment of tracks.
#pragma once

#include "timeline/tracks/track_page_maker.hpp"

#include <orrery/timeline/detail/motion_segment.hpp>
#include <orrery/timeline/detail/page_plan.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

// The tracks of a segment, decompressed page by page as they are asked for.
class plain_tracks {
public:
    explicit plain_tracks(const motion_segment& from)
        : from_(from) {}

    [[nodiscard]] bool knows(entity_key key) const;
    [[nodiscard]] const track_page& page_of(entity_key key) const;
    // The motion of one that is known, in a frame.
    [[nodiscard]] const std::byte* at(entity_key key, std::uint32_t frame);

private:
    const motion_segment& from_;
    std::size_t number_ = 0;
    std::vector<std::byte> motions_;
};

class segment_mixer {
public:
    segment_mixer(const motion_segment& old, std::span<const entity_key> keys, const motion_segment& part,
                  shared_model model);

    [[nodiscard]] motion_segment::shared run();

private:
    using page_pointer = std::shared_ptr<const track_page>;

    [[nodiscard]] page_pointer old_page(const planned_page& of) const;
    [[nodiscard]] bool is_kept(const planned_page& page, bool has_same_sources) const;
    void mix_terms();
    void mix_sources();
    [[nodiscard]] std::vector<std::byte> sources_in(std::uint32_t frame, std::span<const std::byte> whole,
                                                    std::span<const std::byte> part) const;
    void fill(std::span<const entity_key> keys);
    void take(plain_tracks& from, std::size_t slot);
    void add_from_whole(std::size_t slot);

    [[nodiscard]] const world_format& format() const noexcept { return made_->format(); }

    [[nodiscard]] std::byte* motion_at(std::uint32_t frame, std::size_t slot) noexcept {
        return plain_.motions.data() + (frame * plain_.keys.size() + slot) * format().motion_bytes;
    }

    const motion_segment& old_;
    std::span<const entity_key> keys_;
    const motion_segment& part_;
    std::shared_ptr<motion_segment> made_;
    plain_tracks old_tracks_;
    plain_tracks part_tracks_;
    plain_page plain_;
};

} // namespace orrery::time::detail
