// Frames as bytes, laid out as FrameLayout in protocol.ts says.
#pragma once

#include "apps/studio/session/course.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/timeline/frame_view.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace orrery::studio {

inline constexpr std::size_t frame_header_bytes = 40;

// The motions between two frames. What is in the first alone stays where it is.
template <typename Lens>
void blend_frames(const time::frame_view<typename Lens::world>& from,
                  const time::frame_view<typename Lens::world>& to, scalar fraction,
                  std::vector<typename Lens::motion>& out) {
    out.resize(from.size());
    for (std::size_t place = 0; place < from.size(); ++place) {
        const bool is_same_census = from.who() == to.who();
        const std::size_t other = is_same_census ? place : to.place_of(from.keys()[place]);
        if (other < to.size()) {
            Lens::blend(from.motions()[place], to.motions()[other], fraction, out[place]);
        } else {
            out[place] = from.motions()[place];
        }
    }
}

template <typename Motion>
void pack_frame(double moment, const frame_label& label, std::uint32_t census,
                std::span<const entity_key> keys, std::span<const Motion> motions,
                std::span<const entity_key> sleepers, std::vector<std::byte>& out) {
    static_assert(std::endian::native == std::endian::little, "pages read little endian");
    const std::size_t count = motions.size();
    out.assign(frame_header_bytes + count * (7 * sizeof(float) + 1), std::byte{0});
    std::byte* place = out.data();
    const auto put = [&](const auto& value) {
        std::memcpy(place, &value, sizeof(value));
        place += sizeof(value);
    };
    constexpr std::uint32_t kind = 1;
    put(kind);
    put(label.role);
    put(moment);
    put(label.branch);
    put(census);
    put(static_cast<std::uint32_t>(count));
    put(label.edition);
    place = out.data() + frame_header_bytes;
    for (const Motion& each : motions) {
        put(static_cast<float>(each.position.x));
        put(static_cast<float>(each.position.y));
        put(static_cast<float>(each.position.z));
    }
    for (const Motion& each : motions) {
        put(static_cast<float>(each.orientation.x));
        put(static_cast<float>(each.orientation.y));
        put(static_cast<float>(each.orientation.z));
        put(static_cast<float>(each.orientation.w));
    }
    for (const entity_key key : sleepers) {
        const auto found = std::ranges::lower_bound(keys, key);
        if (found != keys.end() && *found == key) {
            place[found - keys.begin()] = std::byte{1};
        }
    }
}

} // namespace orrery::studio
