// The tracks of a recording: reads the segment of a frame, and no more than the few before it that it stands
// on. Segments that were read last are kept. May be asked from several threads.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::time::detail {

class recorded_tracks {
public:
    // The blocks are in the order of their frames, the latest of each. `world` says by which rules.
    recorded_tracks(std::shared_ptr<const recording_reader> file, storable_world world,
                    std::vector<recorded_block> blocks);

    [[nodiscard]] const std::vector<recorded_block>& blocks() const noexcept { return blocks_; }

    // From the first to the last; damage may have left holes.
    [[nodiscard]] frame_range frames() const noexcept {
        return blocks_.empty() ? frame_range{}
                               : frame_range{blocks_.front().frames.first, blocks_.back().frames.end};
    }

    [[nodiscard]] const shared_model& model() const noexcept { return model_; }

    // The segment that a frame is in.
    [[nodiscard]] result<motion_segment::shared> of_frame(std::uint64_t frame) const;
    // The segment of a block.
    [[nodiscard]] result<motion_segment::shared> of_block(std::size_t index) const;

private:
    // How many segments are kept after they were read.
    static constexpr std::size_t cached_segments = 2 * segments_a_group;

    struct loaded_segment {
        std::size_t block = 0; // its index
        motion_segment::shared tracks;
        std::uint64_t hash = 0; // of its bytes
    };

    // A block may refer to the one before it, and that to another one, but not to more than a group has.
    [[nodiscard]] result<loaded_segment> load(std::size_t index, std::size_t max_before) const;
    [[nodiscard]] result<motion_segment::shared>
    load_before(std::size_t index, segment_link link, std::uint64_t hash, std::size_t max_before) const;

    std::shared_ptr<const recording_reader> file_;
    storable_world world_;
    shared_model model_;
    std::vector<recorded_block> blocks_;
    std::unique_ptr<orrery::detail::mutex> caching_ = std::make_unique<orrery::detail::mutex>();
    mutable std::vector<loaded_segment> cache_; // the one used last at the end
};

} // namespace orrery::time::detail
