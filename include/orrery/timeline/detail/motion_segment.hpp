// The motion of everything in some consecutive frames, without loss, as bytes: what track_segment is made of.
//
// What rests takes no memory. What flies freely takes its motion in the first frame, and is computed from
// there. Everything else is compressed so that any frame of it is a few guesses away (motion_block.hpp).
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/function_ref.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/entity_model.hpp>
#include <orrery/timeline/detail/motion_block.hpp>
#include <orrery/timeline/detail/recorded_frame.hpp>
#include <orrery/timeline/detail/source_track.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

struct flight_context;
struct track_page;

// Who there is from this frame of a segment on.
struct census_term {
    std::uint32_t first = 0;
    census_pointer who;
};

class motion_segment {
public:
    using shared = std::shared_ptr<const motion_segment>;

    static constexpr std::size_t max_frames = max_block_frames;

    // From the records of 1 to 256 consecutive frames. What a record leaves out is as in the record before
    // it; what the first leaves out is as in the last frame of `before`, which may be null if it leaves
    // nothing out.
    [[nodiscard]] static shared seal(std::span<const recorded_frame* const> records,
                                     const motion_segment* before, shared_model model);

    // The same frames, in which those with the keys (ascending), and whoever only `part` has, are as there.
    // Pages on which none of them is are shared.
    [[nodiscard]] static shared replace(const motion_segment& old, std::span<const entity_key> keys,
                                        const motion_segment& part, shared_model model);

    [[nodiscard]] std::uint64_t first_frame() const noexcept { return first_frame_; }

    // One after the last.
    [[nodiscard]] std::uint64_t end_frame() const noexcept { return first_frame_ + frames_; }

    [[nodiscard]] const census_pointer& who(std::uint64_t frame) const;

    // False: it is not there in that frame.
    [[nodiscard]] bool read_motion(entity_key key, std::uint64_t frame, std::byte* motion) const;

    // Calls visit(frame, motion) for those of the frames in which it is there, one after another.
    void each_motion(entity_key key, frame_range frames,
                     function_ref<void(std::uint64_t, const std::byte*)> visit) const;

    // The motions of all that are in the frame, in the order of who(frame)->keys.
    void read_frame(std::uint64_t frame, std::span<std::byte> motions, scheduler& jobs) const;

    // The sources of fields as they are in the frame, in the order of keys.
    [[nodiscard]] std::vector<std::byte> read_sources(std::uint64_t frame) const;

    // Calls visit(key, box) for all that are in any of the frames, in the order of keys: a box around all
    // that can have acted on it in these frames, and on which it can have acted.
    void each_reach(function_ref<void(entity_key, const reach_box&)> visit) const;

    // As bytes for files, which is written after that of the segment before (or null). Who there is may be
    // shared with other segments: save_census(out, who) writes one, load_census(in) reads it, and answers
    // with null or fails through the reader if it cannot.
    void save(byte_writer& out, const motion_segment* before,
              function_ref<void(byte_writer&, const census_pointer&)> save_census) const;
    [[nodiscard]] static result<shared> load(byte_reader& in, const motion_segment* before,
                                             shared_model model,
                                             function_ref<census_pointer(byte_reader&)> load_census);

    // Of memory; what is shared with the segment before counts only there, and who there is with the world.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

    // An empty one, which seal(), replace() and load() fill.
    class token {
        friend class motion_segment;
        token() = default;
    };

    motion_segment(token /*unused*/, shared_model model);
    motion_segment(const motion_segment&) = delete;
    motion_segment& operator=(const motion_segment&) = delete;
    ~motion_segment();

private:
    friend class segment_maker;
    friend class segment_mixer;
    friend class segment_archive;
    friend class plain_tracks;

    using page_list = std::vector<std::shared_ptr<const track_page>>;

    [[nodiscard]] static std::shared_ptr<motion_segment> make_empty(shared_model model);

    [[nodiscard]] const world_format& format() const noexcept { return model_->format(); }

    [[nodiscard]] std::uint32_t place_of(std::uint64_t frame) const;
    [[nodiscard]] flight_context context() const noexcept;

    // Calls visit(frames) for each interval of the frames in which it is there without a break.
    void each_life(entity_key key, frame_range frames, function_ref<void(frame_range)> visit) const;

    // The page on whose range of keys this one lies.
    [[nodiscard]] std::size_t page_of(entity_key key) const;
    [[nodiscard]] std::vector<entity_key> first_keys() const;

    // All that are there in any frame.
    [[nodiscard]] static std::vector<entity_key> roster(std::span<const census_term> terms);

    // Takes over the list of pages of `old`, which may be null, if it is the same, and counts the bytes.
    void finish(page_list pages, const motion_segment* old);

    shared_model model_;
    std::uint64_t first_frame_ = 0;
    std::uint32_t frames_ = 0;
    std::vector<census_term> terms_;
    source_track sources_;
    std::shared_ptr<const page_list> pages_; // by their keys
    std::size_t bytes_ = 0;
};

} // namespace orrery::time::detail
