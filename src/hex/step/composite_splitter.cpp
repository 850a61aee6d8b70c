#include "hex/collide/broad_phase.hpp"
#include "hex/motion/kinematics.hpp"
#include "hex/step/composite_splitter.hpp"
#include "hex/step/schedule.hpp"

#include <algorithm>

namespace orrery::hex::detail {

void composite_splitter::split(const frame& before, const rules& types, object_changes& objects,
                               reach_log& reaches) {
    for (change& each : objects.changes.all()) {
        if (each.are_tiles_changed && !each.is_gone) {
            split(before, types, each, objects, reaches);
        }
    }
}

void composite_splitter::split(const frame& before, const rules& types, change& whole,
                               object_changes& objects, reach_log& reaches) {
    const composite_view shape = before.composite(whole.index);
    const auto is_real = [](const tile& each) { return !each.is_virtual(); };
    if (std::ranges::none_of(whole.tiles, is_real)) {
        whole.is_gone = true;
        return;
    }
    const std::uint32_t part_count = find_parts(whole.tiles, types, part_of_);
    const object state = whole.what;
    const aabb2i around = swept_box(state.place, state.motion);
    reaches.add_wide(whole.key, around);
    for (std::uint32_t part = 0; part < part_count; ++part) {
        part_tiles_.clear();
        for (std::size_t index = 0; index < whole.tiles.size(); ++index) {
            if (part_of_[index] == part) {
                part_tiles_.push_back(whole.tiles[index]);
            }
        }
        const hex_vector center = shape.header().origin + weigh(part_tiles_, types).center;
        const std::uint32_t record = objects.records.add(part_tiles_, types);
        const composite_view part_shape = objects.records.at(record);
        object made = moved_to(state, center);
        made.place.radius = part_shape.header().radius;
        objects.has_virtual_tiles |= part_shape.header().virtual_count != 0;
        if (part == 0) {
            made.motion.set_alarm(
                alarm_of(whole.key, before.number, types.object_types[made.place.type], part_shape, types));
            whole.what = made;
            whole.record = record;
            continue;
        }
        const entity_key key = derive_key(whole.key, before.number, part);
        objects.add({.what = made,
                     .key = key,
                     .creator = whole.key,
                     .record = record,
                     .change = static_cast<std::uint32_t>(&whole - objects.changes.all().data()),
                     .is_composite = true,
                     .is_part = true},
                    types, before.number);
        reaches.add_wide(key, around);
    }
}

} // namespace orrery::hex::detail
