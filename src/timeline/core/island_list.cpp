#include <orrery/core/check.hpp>
#include <orrery/timeline/detail/box_sweep.hpp>
#include <orrery/timeline/island_list.hpp>

namespace orrery::time {

std::vector<island> list_islands(const detail::recorded_frame& full, const detail::world_format& format) {
    const entity_census& who = *full.who;
    ORRERY_CHECK(full.moved.size() == who.keys.size(), "islands are listed from a full record");
    detail::disjoint_sets sets(who.keys.size());
    std::vector<detail::placed_box> boxes;
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        if (who.is_aloof[place] == 0) {
            boxes.push_back(
                {detail::read_box(format, full.reaches.data() + place * format.box_bytes()), place});
        }
    }
    detail::unite_meeting(boxes, sets);
    for (const auto& [a, b] : who.links) {
        const std::size_t mine = detail::place_among(who.keys, a);
        const std::size_t theirs = detail::place_among(who.keys, b);
        const bool joins = mine < who.keys.size() && theirs < who.keys.size() && who.is_aloof[mine] == 0 &&
                           who.is_aloof[theirs] == 0;
        if (joins) {
            sets.unite(mine, theirs);
        }
    }
    std::vector<island> all;
    std::vector<std::size_t> island_of(who.keys.size(), who.keys.size()); // by the set's smallest place
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        if (who.is_aloof[place] != 0) {
            continue;
        }
        std::size_t& index = island_of[sets.find(place)];
        if (index == who.keys.size()) {
            index = all.size();
            all.push_back({.keys = {}, .around = detail::reach_box::empty()});
        }
        all[index].keys.push_back(who.keys[place]);
        all[index].around = merge(all[index].around,
                                  detail::read_box(format, full.reaches.data() + place * format.box_bytes()));
    }
    return all;
}

} // namespace orrery::time
