// Segments of tracks as bytes for files. Pages and lists of what rests that are shared with the segment
// before are named rather than written again. Bytes are taken for hostile: what load() hands out can be read
// in every frame without leaving it.
#pragma once

#include "timeline/tracks/track_page.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/function_ref.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::time::detail {

class segment_archive {
public:
    explicit segment_archive(const motion_segment* before)
        : before_(before) {}

    void save(const motion_segment& from, byte_writer& out,
              function_ref<void(byte_writer&, const census_pointer&)> save_census) const;

    [[nodiscard]] result<motion_segment::shared>
    load(byte_reader& in, shared_model model, function_ref<census_pointer(byte_reader&)> load_census) const;

private:
    using page_pointer = std::shared_ptr<const track_page>;

    template <typename Test>
    [[nodiscard]] std::size_t number_of_known(const track_page& of, const Test& is_wanted) const;
    [[nodiscard]] page_pointer known_page(byte_reader& in, std::uint64_t number) const;

    void save_page(const track_page& from, byte_writer& out, const world_format& format) const;
    [[nodiscard]] page_pointer load_page(byte_reader& in, std::uint32_t frames,
                                         const world_format& format) const;
    [[nodiscard]] motion_segment::page_list load_pages(byte_reader& in, std::uint32_t frames,
                                                       const world_format& format) const;
    void load_resting(byte_reader& in, track_page& made, std::size_t count, const world_format& format) const;

    // Fails through the reader.
    static void load_terms(byte_reader& in, motion_segment& made,
                           function_ref<census_pointer(byte_reader&)> load_census);

    const motion_segment* before_;
};

} // namespace orrery::time::detail
