// The record of a frame, for code that handles motions and boxes as bytes.
#pragma once

#include <orrery/core/frame_record.hpp>
#include <orrery/timeline/detail/census_forms.hpp>
#include <orrery/timeline/detail/reach_box.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

// Looks into the record it was made of; see frame_record.
struct record_view {
    std::uint64_t frame = 0;
    census_pointer who;
    std::span<const std::uint32_t> moved;
    std::span<const std::byte> motions; // of those
    std::span<const std::byte> reaches; // of those
    std::vector<std::pair<entity_key, reach_box>> departed;
    std::span<const std::byte> sources;
};

template <typename World>
[[nodiscard]] record_view view_of(const frame_record<World>& record) {
    record_view view{.frame = record.frame,
                     .who = record.who,
                     .moved = record.moved,
                     .motions = std::as_bytes(std::span(record.motions)),
                     .reaches = std::as_bytes(std::span(record.reaches)),
                     .departed = {},
                     .sources = std::as_bytes(std::span(record.sources))};
    for (const auto& [key, around] : record.departed) {
        view.departed.emplace_back(key, to_reach_box(around));
    }
    return view;
}

} // namespace orrery::time::detail
