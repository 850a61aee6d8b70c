// What happened when, for the lanes under the timeline: how much of it in each stretch of time, and what
// exactly. Beside the lanes of its traits there are those that every world has: inputs and keyframes.
#pragma once

#include "apps/studio/session/course.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::studio {

inline constexpr apps::event_lane input_lane{"inputs", "Inputs"};
inline constexpr apps::event_lane keyframe_lane{"keyframes", "Keyframes"};

// `step` is how many frames are counted together.
template <typename World>
void write_event_counts(const time::history<World>& known, std::uint64_t from, std::uint64_t to,
                        std::uint64_t step, json::writer& out) {
    using traits = apps::world_traits<World>;
    const auto buckets = static_cast<std::size_t>((to - from) / step + 1);
    const time::frame_range range{from, to + 1};
    std::vector<std::vector<std::uint32_t>> counts(traits::lanes.size() + 2,
                                                   std::vector<std::uint32_t>(buckets, 0));
    const auto count = [&](std::size_t lane, std::uint64_t frame) {
        ++counts[lane][static_cast<std::size_t>((frame - from) / step)];
    };
    known.events.each_event(range, [&](std::uint64_t frame, const auto& what) {
        if (const auto lane = traits::lane_of(what)) {
            count(*lane, frame);
        }
    });
    known.journal.each(range, [&](const auto& each) {
        if (range.contains(each.when.first)) {
            count(traits::lanes.size(), each.when.first);
        }
    });
    for (const auto& each : known.keyframes.frames()) {
        if (range.contains(each->frame)) {
            count(traits::lanes.size() + 1, each->frame);
        }
    }
    out.member("from", from);
    out.member("step", step);
    out.key("lanes").begin_array();
    for (std::size_t number = 0; number < counts.size(); ++number) {
        out.begin_object();
        out.member("name", number < traits::lanes.size()    ? traits::lanes[number].name
                           : number == traits::lanes.size() ? input_lane.name
                                                            : keyframe_lane.name);
        out.key("counts").begin_array();
        for (const std::uint32_t each : counts[number]) {
            out.value(each);
        }
        out.end_array();
        out.end_object();
    }
    out.end_array();
}

// One thing that happened.
struct happening {
    std::uint64_t frame = 0;
    std::uint64_t last = 0;
    std::string_view what{};
    entity_key a = entity_key::none;
    entity_key b = entity_key::none;
    std::optional<vector3> at{};
    std::optional<scalar> impulse{};
};

inline void write_happening(const happening& each, json::writer& out) {
    out.begin_object();
    out.member("frame", each.frame);
    out.member("last", each.last);
    out.member("what", each.what);
    write_key_or_null(out.key("a"), each.a);
    write_key_or_null(out.key("b"), each.b);
    out.key("at");
    if (each.at) {
        write_vector(out, *each.at);
    } else {
        out.null();
    }
    out.key("impulse");
    if (each.impulse) {
        out.value(*each.impulse);
    } else {
        out.null();
    }
    out.end_object();
}

// What begins in the range, in the order of time.
template <typename World>
[[nodiscard]] result<std::vector<happening>> find_happenings(const time::history<World>& known,
                                                             const happenings_question& asked) {
    using traits = apps::world_traits<World>;
    std::vector<happening> all;
    const time::frame_range range{asked.from, asked.to + 1};
    const auto is_wanted = [&](entity_key a, entity_key b) {
        return !asked.key || a == *asked.key || b == *asked.key;
    };
    const auto take = [&](std::size_t lane, const auto& each) {
        if (each.first >= range.first && traits::lane_of(each.beginning) == lane) {
            const std::uint64_t last = each.is_open() ? known.head() : each.last;
            const scalar impulse = traits::impulse_of(each.beginning, *known.prototype);
            all.push_back({each.first, last, traits::phrase_of(each.beginning), each.a, each.b,
                           traits::event_position(each.beginning),
                           impulse > 0 ? std::optional(impulse) : std::nullopt});
        }
    };
    if (asked.lane == input_lane.name) {
        known.journal.each(range, [&](const auto& each) {
            const auto keys = World::keys_of(each.input);
            if (range.contains(each.when.first) && is_wanted(keys[0], keys[1])) {
                all.push_back({each.when.first, each.when.end - 1, traits::phrase_of(each.input), keys[0],
                               keys[1], traits::input_position(each.input), std::nullopt});
            }
        });
        return all;
    }
    if (asked.lane == keyframe_lane.name) {
        for (const auto& each : known.keyframes.frames()) {
            if (range.contains(each->frame) && !asked.key) {
                all.push_back({.frame = each->frame, .last = each->frame, .what = "keyframe"});
            }
        }
        return all;
    }
    const auto lane = std::ranges::find(traits::lanes, asked.lane, &apps::event_lane::name);
    if (lane == traits::lanes.end()) {
        return error{text("there is no lane called '", printable(asked.lane), "'")};
    }
    const auto number = static_cast<std::size_t>(lane - traits::lanes.begin());
    if (asked.key) {
        known.events.of_entity(*asked.key, range, [&](const auto& each) { take(number, each); });
    } else {
        known.events.all(range, [&](const auto& each) { take(number, each); });
    }
    return all;
}

template <typename World>
status write_happenings(const time::history<World>& known, const happenings_question& asked,
                        json::writer& out) {
    const auto found = find_happenings(known, asked);
    if (!found) {
        return found.reason();
    }
    const std::size_t shown = std::min(found->size(), asked.most);
    out.key("happenings").begin_array();
    for (std::size_t number = 0; number < shown; ++number) {
        write_happening((*found)[number], out);
    }
    out.end_array();
    out.member("isAll", shown == found->size());
    return {};
}

} // namespace orrery::studio
