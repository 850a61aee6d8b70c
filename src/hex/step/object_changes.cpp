#include "hex/step/object_changes.hpp"
#include "hex/step/schedule.hpp"

namespace orrery::hex::detail {

void object_changes::clear() noexcept {
    changes.clear();
    births.clear();
    records.clear();
    has_virtual_tiles = false;
}

change& object_changes::of(const frame& before, std::uint32_t index) {
    if (change* const known = changes.find(index)) {
        return *known;
    }
    change& made = changes.add(index);
    made.what = before.at(index);
    made.key = before.key_of(index);
    return made;
}

void object_changes::add(const birth& made, const rules& types, std::uint64_t frame_number) {
    births.push_back(made);
    object& state = births.back().what;
    const object_type& type = types.object_types[state.place.type];
    if (made.is_composite) {
        const composite_view record = records.at(made.record);
        state.place.radius = record.header().radius;
        state.motion.set_alarm(alarm_of(made.key, frame_number, type, record, types));
    } else {
        const lifetime_parts life = split_lifetime(type.lifetime);
        state.motion.set_alarm(life.alarm);
        state.place.extended = life.left;
    }
}

} // namespace orrery::hex::detail
