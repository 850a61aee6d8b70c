#include "hex/motion/movement.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/passive_motion.hpp>

namespace orrery::hex::detail {

void move_objects(const frame& before, simd::level width, const record_placer& records,
                  object_changes& objects, frame& next, moved_objects& moved) {
    ORRERY_ZONE("move");
    place* const places = next.objects.places();
    motion* const motions = next.objects.motions();
    moved.woken.clear();
    moved.removed.clear();
    advance_all(before.places(), before.motions(), before.number, width, {places, before.count},
                {motions, before.count}, moved.woken);
    records.forward(next);
    if (objects.changes.size() != 0) {
        std::erase_if(moved.woken,
                      [&](std::uint32_t index) { return objects.changes.find(index) != nullptr; });
    }
    for (const change& each : objects.changes.all()) {
        if (each.is_gone) {
            moved.removed.push_back(each.index);
            continue;
        }
        const object now = advanced(each.what, before.number);
        places[each.index] = now.place;
        motions[each.index] = now.motion;
        if (each.what.motion.alarm() == 1) {
            moved.woken.push_back(each.index);
        }
    }
    for (birth& each : objects.births) {
        each.what = advanced(each.what, before.number);
    }
}

} // namespace orrery::hex::detail
