// Frames of some objects, and frames put together again. Nothing in a hex world belongs to two objects, so a
// part is its objects with their records and fates.
#include "hex/world/frame_builder.hpp"

#include <orrery/hex/world.hpp>

#include <algorithm>

namespace orrery::hex {

namespace {

void add_object(detail::frame_builder& into, const frame& from, std::uint32_t index) {
    const std::byte* const record = from.is_composite(index) ? from.composite(index).bytes().data() : nullptr;
    into.add(from.key_of(index), from.at(index), record);
    const auto fates = std::ranges::equal_range(from.fates, index, {}, &fate::object);
    for (const fate& each : fates) {
        into.add_fate(each);
    }
}

} // namespace

world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys) {
    const frame& from = whole.state();
    detail::frame_builder part(from.home, from.number);
    for (std::uint32_t index = 0; index < from.count; ++index) {
        if (std::ranges::binary_search(keys, from.key_of(index))) {
            add_object(part, from, index);
        }
    }
    return {part.finish(), whole.rules()};
}

world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                         const world_snapshot& part) {
    const frame& rest = whole.state();
    const frame& changed = part.state();
    detail::frame_builder made(rest.home, rest.number);
    for (std::uint32_t index = 0; index < rest.count; ++index) {
        if (!std::ranges::binary_search(keys, rest.key_of(index))) {
            add_object(made, rest, index);
        }
    }
    for (std::uint32_t index = 0; index < changed.count; ++index) {
        add_object(made, changed, index);
    }
    return {made.finish(), whole.rules()};
}

} // namespace orrery::hex
