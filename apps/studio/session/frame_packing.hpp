// Frames as bytes, laid out as FrameLayout in protocol.ts says.
#pragma once

#include "apps/studio/session/course.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/math/transform.hpp>
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

// Where everything is in a frame.
template <typename World>
void read_poses(const time::frame_view<World>& from, std::vector<transform3>& out) {
    out.resize(from.size());
    std::ranges::transform(from.motions(), out.begin(),
                           [](const auto& motion) { return apps::world_traits<World>::pose_of(motion); });
}

// The same between two frames. What is in the first alone stays where it is.
template <typename World>
void interpolate_poses(const time::frame_view<World>& from, const time::frame_view<World>& to,
                       scalar fraction, std::vector<transform3>& out) {
    using traits = apps::world_traits<World>;
    out.resize(from.size());
    std::size_t other = 0;
    for (std::size_t place = 0; place < from.size(); ++place) {
        const entity_key key = from.keys()[place];
        while (other < to.size() && to.keys()[other] < key) {
            ++other;
        }
        const bool is_in_both = other < to.size() && to.keys()[other] == key;
        out[place] = is_in_both ? traits::interpolate(from.motions()[place], to.motions()[other], fraction)
                                : traits::pose_of(from.motions()[place]);
    }
}

inline void pack_frame(double moment, const frame_label& label, std::uint32_t census,
                       std::span<const entity_key> keys, std::span<const transform3> poses,
                       std::span<const entity_key> sleepers, std::vector<std::byte>& out) {
    static_assert(std::endian::native == std::endian::little, "pages read little endian");
    const std::size_t count = poses.size();
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
    for (const transform3& each : poses) {
        put(static_cast<float>(each.position.x));
        put(static_cast<float>(each.position.y));
        put(static_cast<float>(each.position.z));
    }
    for (const transform3& each : poses) {
        put(static_cast<float>(each.rotation.x));
        put(static_cast<float>(each.rotation.y));
        put(static_cast<float>(each.rotation.z));
        put(static_cast<float>(each.rotation.w));
    }
    for (const entity_key key : sleepers) {
        const auto found = std::ranges::lower_bound(keys, key);
        if (found != keys.end() && *found == key) {
            place[found - keys.begin()] = std::byte{1};
        }
    }
}

} // namespace orrery::studio
