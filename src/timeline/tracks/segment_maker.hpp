// Makes a segment of tracks out of the records of its frames.
#pragma once

#include "timeline/tracks/track_page_maker.hpp"

#include <orrery/timeline/detail/motion_segment.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

class segment_maker {
public:
    segment_maker(std::span<const recorded_frame* const> records, const motion_segment* before,
                  shared_model model);

    [[nodiscard]] motion_segment::shared run();

private:
    using page_pointer = std::shared_ptr<const track_page>;

    void fill(std::span<const entity_key> keys, const track_page* old);
    void add_record(std::uint32_t frame);
    void add_departed(std::uint32_t frame);
    void take_over(const track_page& old);
    [[nodiscard]] std::vector<std::byte> last_frame_of(const track_page& old) const;

    [[nodiscard]] const world_format& format() const noexcept { return made_->format(); }

    // Of the page that is being filled.
    [[nodiscard]] std::byte* motion_at(std::uint32_t frame, std::size_t slot) noexcept {
        return plain_.motions.data() + (frame * plain_.keys.size() + slot) * format().motion_bytes;
    }

    std::span<const recorded_frame* const> records_;
    const motion_segment* before_;
    std::shared_ptr<motion_segment> made_;
    std::vector<std::size_t> cursors_; // of each record: what earlier pages have not taken
    plain_page plain_;
    std::vector<bool> is_known_;
};

} // namespace orrery::time::detail
