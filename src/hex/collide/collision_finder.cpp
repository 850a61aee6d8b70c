#include "hex/collide/collision_finder.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/collide.hpp>

#include <optional>
#include <span>
#include <utility>

namespace orrery::hex::detail {

namespace {

// Records lie in the order in which they were written, so the next one that is needed is seldom at hand.
// Asked for some pairs before, it has come by then, and so has the place that says where it is: that takes a
// fifth off a tick of ten thousand objects.
constexpr std::size_t places_ahead = 16;
constexpr std::size_t records_ahead = 8;

void fetch_places(const frame& in, const spatial::index_pair& pair) noexcept {
    for (const std::uint32_t index : {pair.first, pair.second}) {
        __builtin_prefetch(&in.places()[index]);
        __builtin_prefetch(&in.motions()[index]);
    }
}

void fetch_records(const frame& in, const spatial::index_pair& pair) noexcept {
    const auto fetch = [&](std::uint32_t index) {
        const std::byte* const record = in.composite(index).bytes_begin();
        __builtin_prefetch(record);
        __builtin_prefetch(record + 64);
    };
    fetch(pair.first);
    if (in.is_composite(pair.second)) {
        fetch(pair.second);
    }
}

// A virtual tile has met something.
void note_block(std::uint32_t owner, const tile& met, std::uint32_t by, frame& in) {
    if (met.is_virtual()) {
        in.fates.push_back({.object = owner, .kind = fate_kind::block, .at = met.at, .by = in.key_of(by)});
    }
}

} // namespace

std::vector<meeting>& collision_finder::find(simd::level width, broad_phase& boxes, frame& in) {
    {
        ORRERY_ZONE("broad phase");
        boxes.update(in, width);
        boxes.find_pairs(in, pairs_);
    }
    ORRERY_ZONE("narrow phase");
    meetings_.clear();
    const std::span<const spatial::index_pair> pairs = std::as_const(pairs_).pairs();
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        if (index + places_ahead < pairs.size()) {
            fetch_places(in, pairs[index + places_ahead]);
            fetch_records(in, pairs[index + records_ahead]);
        }
        // Composites come first in a frame: of two, the second may be a particle.
        find_meeting(pairs[index].second, pairs[index].first, in);
    }
    return meetings_;
}

void collision_finder::find_meeting(std::uint32_t a, std::uint32_t b, frame& in) {
    const bool is_point = !in.is_composite(a);
    const passage how_a = passage_of(in, a);
    const passage how_b = passage_of(in, b);
    const auto find = [&](tile_choice choice) {
        return is_point ? find_contact(how_a, how_b, in.composite(b), choice)
                        : find_contact(how_a, in.composite(a), how_b, in.composite(b), choice);
    };
    std::optional<contact> at = find(tile_choice::all);
    if (!at) {
        return;
    }
    if (at->tile_b.is_virtual() || (!is_point && at->tile_a.is_virtual())) {
        note_block(b, at->tile_b, a, in);
        if (!is_point) {
            note_block(a, at->tile_a, b, in);
        }
        at = find(tile_choice::solid); // what is virtual holds nobody up
    }
    if (at) {
        meetings_.push_back(make_meeting(in, a, b, *at));
    }
}

} // namespace orrery::hex::detail
