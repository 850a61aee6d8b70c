// Changes of objects, and what becomes of a composite whose tiles have changed.
#include "hex/step/kinematics.hpp"
#include "hex/step/pipeline.hpp"
#include "hex/step/schedule.hpp"

#include <algorithm>

namespace orrery::hex::detail {

change& pipeline::change_of(std::uint32_t index) {
    if (change* const known = changes_.find(index)) {
        return *known;
    }
    change& made = changes_.add(index);
    made.what = current->at(index);
    made.key = current->key_of(index);
    return made;
}

void pipeline::load_tiles(change& what) const {
    if (!what.are_tiles_loaded) {
        read_tiles(current->composite(what.index), what.tiles);
        what.are_tiles_loaded = true;
    }
}

void pipeline::settle_changes() {
    for (change& each : changes_.all()) {
        if (each.are_tiles_changed && !each.is_gone) {
            settle(each);
        }
    }
}

void pipeline::settle(change& what) {
    const composite_view before = current->composite(what.index);
    const auto is_real = [](const tile& each) { return !each.is_virtual(); };
    if (std::ranges::none_of(what.tiles, is_real)) {
        what.is_gone = true;
        return;
    }
    const std::uint32_t part_count = find_parts(what.tiles, *rules, part_of_);
    const object whole = what.what;
    const aabb2i around = swept_box(whole.place, whole.motion);
    wide_.push_back({what.key, around});
    for (std::uint32_t part = 0; part < part_count; ++part) {
        part_tiles_.clear();
        for (std::size_t place = 0; place < what.tiles.size(); ++place) {
            if (part_of_[place] == part) {
                part_tiles_.push_back(what.tiles[place]);
            }
        }
        const hex_vector center = before.header().origin + weigh(part_tiles_, *rules).center;
        const std::uint32_t record = stage_.add(part_tiles_, *rules);
        object made = moved_to(whole, center);
        made.place.radius = stage_.at(record).header().radius;
        has_virtual_tiles_ |= stage_.at(record).header().virtual_count != 0;
        if (part == 0) {
            made.motion.set_alarm(alarm_of(what.key, current->number, rules->object_types[made.place.type],
                                           stage_.at(record), *rules));
            what.what = made;
            what.record = record;
            continue;
        }
        births_.push_back({.what = made,
                           .key = derive_key(what.key, current->number, part),
                           .creator = what.key,
                           .record = record,
                           .change = static_cast<std::uint32_t>(&what - changes_.all().data()),
                           .is_composite = true,
                           .is_part = true});
        prepare(births_.back());
        wide_.push_back({births_.back().key, around});
    }
}

} // namespace orrery::hex::detail
