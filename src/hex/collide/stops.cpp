// Where objects stop in this tick: nothing goes on through what it meets. Contacts are taken in the order of
// time, and of keys where that is the same. Two composites that meet stop there until the next tick. What
// would have happened to them later in this tick does not happen, and whoever comes to where they stand now
// meets them there. So each composite stops at most once, where it was free up to then, and nothing in this
// depends on the order of objects or on anybody who is not near.
//
// A particle stops on the composite that it meets, and is carried along by it: composites do not stop for
// particles, or they would stand still under fire.
#include "hex/step/pipeline.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/collide.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace orrery::hex::detail {

namespace {

// Of a way, what is left of it at a time of the tick.
[[nodiscard]] displacement left_of(const displacement& way, std::uint32_t time) noexcept {
    const auto left = [&](std::int32_t moved) {
        return static_cast<std::int32_t>(moved * std::int64_t{whole_tick - time} / whole_tick);
    };
    return {{left(way.moved.a), left(way.moved.b)}, left(way.turned)};
}

[[nodiscard]] bool is_later(const meeting& left, const meeting& right) noexcept {
    // By keys alone: indices are others wherever a frame was put together from parts.
    const auto rank = [](const meeting& of) {
        return std::tuple(of.time, of.key_a, of.key_b, of.standing == meeting::nobody, of.standing_key);
    };
    return rank(left) > rank(right);
}

} // namespace

void pipeline::stop_at_contacts() {
    ORRERY_ZONE("stops");
    for (const std::uint32_t index : stopped_) { // of the last tick
        stops_[index] = whole_tick;
    }
    stopped_.clear();
    if (stops_.size() < next_->count) {
        stops_.resize(next_->count, whole_tick);
    }
    const auto blocks_composites = [&](const meeting& each) {
        return each.at.is_blocking && next_->is_composite(each.a);
    };
    open_.clear();
    std::ranges::copy_if(meetings_, std::back_inserter(open_), blocks_composites);
    std::erase_if(meetings_, blocks_composites);
    note_neighbors();
    std::ranges::make_heap(open_, is_later);
    while (!open_.empty()) {
        std::ranges::pop_heap(open_, is_later);
        const meeting first = open_.back();
        open_.pop_back();
        if (takes_place(first)) {
            meetings_.push_back(first);
            stop_both(first);
        }
    }
    for (const std::uint32_t index : stopped_) {
        const displacement left =
            left_of(displacement_of(next_->motions()[index], next_->number), stops_[index]);
        place& where = next_->objects.places()[index];
        where.position -= left.moved;
        where.angle -= angle16::from_steps(left.turned);
    }
    std::erase_if(meetings_, [&](const meeting& each) { return !takes_place(each); });
    // total order: of the same two objects there is one meeting, and one with each of them standing
    std::ranges::sort(meetings_,
                      [](const meeting& first, const meeting& second) { return is_later(second, first); });
    for (const meeting& each : meetings_) {
        if (!next_->is_composite(each.a) && each.at.is_blocking) {
            carry(each);
        }
    }
}

// Whether neither of the two has stopped before, unless it was known to stop there.
bool pipeline::takes_place(const meeting& what) const noexcept {
    if (!next_->is_composite(what.a) && what.standing == meeting::nobody) {
        return stops_[what.b] == whole_tick;
    }
    const auto has_come = [&](std::uint32_t index) {
        return index == what.standing || stops_[index] >= what.time;
    };
    return has_come(what.a) && has_come(what.b);
}

void pipeline::stop_both(const meeting& what) {
    const std::size_t stopped_before = stopped_.size();
    for (const std::uint32_t index : {what.a, what.b}) {
        if (stops_[index] > what.time) {
            stops_[index] = what.time;
            stopped_.push_back(index);
        }
    }
    for (std::size_t number = stopped_before; number < stopped_.size(); ++number) {
        const std::uint32_t index = stopped_[number];
        const passage standing = passage_until(index, what.time);
        for_each_neighbor(index, standing.position, [&](std::uint32_t other) {
            if (stops_[other] > what.time && !are_of_one_group(index, other)) {
                look_again(other, index, standing);
            }
        });
    }
}

// For the composites that are likely to stop, whom their boxes intersect: one look at all pairs takes less
// than a search in the tree for each of them.
void pipeline::note_neighbors() {
    for (const std::uint32_t index : listed_) { // of the last tick
        first_neighbor_[index] = unlisted;
    }
    listed_.clear();
    neighbors_.clear();
    if (first_neighbor_.size() < next_->count) {
        first_neighbor_.resize(next_->count, unlisted);
    }
    for (const meeting& each : open_) {
        for (const std::uint32_t index : {each.a, each.b}) {
            first_neighbor_[index] = end_of_list;
            listed_.push_back(index);
        }
    }
    if (listed_.empty()) {
        return;
    }
    const auto note = [&](std::uint32_t index, std::uint32_t other) {
        if (first_neighbor_[index] != unlisted) {
            neighbors_.push_back({other, first_neighbor_[index]});
            first_neighbor_[index] = static_cast<std::uint32_t>(neighbors_.size() - 1);
        }
    };
    for (const spatial::index_pair pair : broad_phase_.box_pairs()) {
        // All bits are set in what is not listed, and in nothing else.
        if ((first_neighbor_[pair.first] & first_neighbor_[pair.second]) != unlisted) [[unlikely]] {
            note(pair.first, pair.second);
            note(pair.second, pair.first);
        }
    }
}

// Calls visit(other) for each object that may come to one that stands at a point.
template <typename Visit>
void pipeline::for_each_neighbor(std::uint32_t index, hex_vector point, Visit visit) const {
    if (first_neighbor_[index] == unlisted) {
        const std::int32_t reach = next_->places()[index].radius * radius_step;
        const hex_vector corner{reach, reach};
        const hex_vector lower = point - corner;
        const hex_vector upper = point + corner;
        broad_phase_.for_each_near({{lower.a, lower.b}, {upper.a, upper.b}}, visit);
        return;
    }
    for (std::uint32_t next = first_neighbor_[index]; next != end_of_list; next = neighbors_[next].next) {
        visit(neighbors_[next].object);
    }
}

bool pipeline::are_of_one_group(std::uint32_t a, std::uint32_t b) const noexcept {
    const std::uint8_t group = next_->places()[a].group;
    return group != 0 && group == next_->places()[b].group;
}

// Whether `mover` comes to one that has stopped, in the rest of the tick. What a particle has met before is
// looked at again, too: in the frame of a composite its way is straight from the beginning of a tick to where
// the composite stops, wherever that is.
void pipeline::look_again(std::uint32_t mover, std::uint32_t stopped, const passage& standing) {
    const std::uint32_t time = stops_[stopped];
    const passage whole = passage_of(*next_, mover);
    const displacement left = left_of(whole.way, time);
    const passage rest{whole.position, whole.angle, left};
    const composite_view shape = next_->composite(stopped);
    const auto add = [&](const contact& found, std::uint32_t begin, std::uint32_t end, auto& to) {
        meeting made = make_meeting(mover, stopped, found);
        made.standing = stopped;
        made.standing_key = next_->key_of(stopped);
        made.time = begin + static_cast<std::uint32_t>(std::uint64_t{made.time} * (end - begin) / whole_tick);
        to.push_back(made);
    };
    if (next_->is_composite(mover)) {
        const auto found = find_contact(rest, next_->composite(mover), standing, shape, tile_choice::solid);
        if (found && found->is_blocking) {
            add(*found, time, whole_tick, open_);
            std::ranges::push_heap(open_, is_later);
        }
        return;
    }
    const passage until{whole.position - left.moved, {}, {whole.way.moved - left.moved, 0}};
    passage stopping = standing;
    stopping.way = passage_of(*next_, stopped).way;
    const displacement not_gone = left_of(stopping.way, time);
    stopping.way = {stopping.way.moved - not_gone.moved, stopping.way.turned - not_gone.turned};
    if (const auto found = find_contact(until, stopping, shape, tile_choice::solid);
        found && found->is_blocking) {
        add(*found, 0, time, meetings_);
    } else if (const auto later = find_contact(rest, standing, shape, tile_choice::solid);
               later && later->is_blocking) {
        add(*later, time, whole_tick, meetings_);
    }
}

// Where it is at a time of the tick, to stay there.
passage pipeline::passage_until(std::uint32_t index, std::uint32_t time) const noexcept {
    const passage whole = passage_of(*next_, index);
    const displacement left = left_of(whole.way, time);
    return {whole.position - left.moved, whole.angle - angle16::from_steps(left.turned), {}};
}

// The first contact of a particle is where it stays until the next tick, on the composite.
void pipeline::carry(const meeting& what) {
    if (stops_[what.a] != whole_tick) {
        return;
    }
    stops_[what.a] = what.time;
    stopped_.push_back(what.a);
    const place& carrier = next_->places()[what.b];
    const hex_vector point = carrier.position + rotate(carrier.angle, what.at.free_point);
    const auto within = [](std::int32_t x) { return std::clamp(x, -coordinate_limit, coordinate_limit); };
    next_->objects.places()[what.a].position = {within(point.a), within(point.b)};
}

} // namespace orrery::hex::detail
