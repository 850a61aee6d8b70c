#include "hex/collide/stop_stage.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/collide.hpp>

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

[[nodiscard]] bool are_of_one_group(std::uint32_t a, std::uint32_t b, const frame& in) noexcept {
    const std::uint8_t group = in.places()[a].group;
    return group != 0 && group == in.places()[b].group;
}

// Where it is at a time of the tick, to stay there.
[[nodiscard]] passage passage_until(std::uint32_t index, std::uint32_t time, const frame& in) noexcept {
    const passage whole = passage_of(in, index);
    const displacement left = left_of(whole.way, time);
    return {whole.position - left.moved, whole.angle - angle16::from_steps(left.turned), {}};
}

// What was found between two times of the tick, in which `stopped` stands.
[[nodiscard]] meeting meeting_with(std::uint32_t mover, std::uint32_t stopped, const contact& found,
                                   std::uint32_t begin, std::uint32_t end, const frame& in) noexcept {
    meeting made = make_meeting(in, mover, stopped, found);
    made.standing = stopped;
    made.standing_key = in.key_of(stopped);
    made.time = begin + static_cast<std::uint32_t>(std::uint64_t{made.time} * (end - begin) / whole_tick);
    return made;
}

} // namespace

void stop_stage::run(const broad_phase& boxes, frame& next, std::vector<meeting>& meetings) {
    ORRERY_ZONE("stops");
    begin(next.count);
    const auto blocks_composites = [&](const meeting& each) {
        return each.at.is_blocking && next.is_composite(each.a);
    };
    std::ranges::copy_if(meetings, std::back_inserter(open_), blocks_composites);
    std::erase_if(meetings, blocks_composites);
    for (const meeting& each : open_) {
        neighbors_.want(each.a);
        neighbors_.want(each.b);
    }
    neighbors_.fill(boxes);
    std::ranges::make_heap(open_, is_later);
    while (!open_.empty()) {
        std::ranges::pop_heap(open_, is_later);
        const meeting first = open_.back();
        open_.pop_back();
        if (takes_place(first, next)) {
            meetings.push_back(first);
            stop_both(first, boxes, next, meetings);
        }
    }
    put_back(next);
    std::erase_if(meetings, [&](const meeting& each) { return !takes_place(each, next); });
    // total order: of the same two objects there is one meeting, and one with each of them standing
    std::ranges::sort(meetings,
                      [](const meeting& first, const meeting& second) { return is_later(second, first); });
    for (const meeting& each : meetings) {
        if (!next.is_composite(each.a) && each.at.is_blocking) {
            carry(each, next);
        }
    }
}

void stop_stage::begin(std::uint32_t object_count) {
    for (const std::uint32_t index : stopped_) { // of the last tick
        stops_[index] = whole_tick;
    }
    stopped_.clear();
    if (stops_.size() < object_count) {
        stops_.resize(object_count, whole_tick);
    }
    open_.clear();
    neighbors_.begin(object_count);
}

// Whether neither of the two has stopped before, unless it was known to stop there.
bool stop_stage::takes_place(const meeting& each, const frame& in) const noexcept {
    if (!in.is_composite(each.a) && each.standing == meeting::nobody) {
        return stops_[each.b] == whole_tick;
    }
    const auto has_come = [&](std::uint32_t index) {
        return index == each.standing || stops_[index] >= each.time;
    };
    return has_come(each.a) && has_come(each.b);
}

void stop_stage::stop_both(const meeting& each, const broad_phase& boxes, const frame& in,
                           std::vector<meeting>& meetings) {
    const std::size_t stopped_before = stopped_.size();
    for (const std::uint32_t index : {each.a, each.b}) {
        if (stops_[index] > each.time) {
            stops_[index] = each.time;
            stopped_.push_back(index);
        }
    }
    for (std::size_t i = stopped_before; i < stopped_.size(); ++i) {
        const std::uint32_t index = stopped_[i];
        const passage standing = passage_until(index, each.time, in);
        neighbors_.for_each(index, standing.position, in, boxes, [&](std::uint32_t other) {
            if (stops_[other] > each.time && !are_of_one_group(index, other, in)) {
                look_again(other, index, standing, in, meetings);
            }
        });
    }
}

// Whether `mover` comes to one that has stopped, in the rest of the tick. What a particle has met before is
// looked at again, too: in the frame of a composite its way is straight from the beginning of a tick to where
// the composite stops, wherever that is.
void stop_stage::look_again(std::uint32_t mover, std::uint32_t stopped, const passage& standing,
                            const frame& in, std::vector<meeting>& meetings) {
    const std::uint32_t time = stops_[stopped];
    const passage whole = passage_of(in, mover);
    const displacement left = left_of(whole.way, time);
    const passage rest{whole.position, whole.angle, left};
    const composite_view shape = in.composite(stopped);
    if (in.is_composite(mover)) {
        const auto found = find_contact(rest, in.composite(mover), standing, shape, tile_choice::solid);
        if (found && found->is_blocking) {
            open_.push_back(meeting_with(mover, stopped, *found, time, whole_tick, in));
            std::ranges::push_heap(open_, is_later);
        }
        return;
    }
    const passage until{whole.position - left.moved, {}, {whole.way.moved - left.moved, 0}};
    passage stopping = standing;
    stopping.way = passage_of(in, stopped).way;
    const displacement not_gone = left_of(stopping.way, time);
    stopping.way = {stopping.way.moved - not_gone.moved, stopping.way.turned - not_gone.turned};
    if (const auto found = find_contact(until, stopping, shape, tile_choice::solid);
        found && found->is_blocking) {
        meetings.push_back(meeting_with(mover, stopped, *found, 0, time, in));
    } else if (const auto later = find_contact(rest, standing, shape, tile_choice::solid);
               later && later->is_blocking) {
        meetings.push_back(meeting_with(mover, stopped, *later, time, whole_tick, in));
    }
}

void stop_stage::put_back(frame& next) const {
    for (const std::uint32_t index : stopped_) {
        const displacement left = left_of(displacement_of(next.motions()[index], next.number), stops_[index]);
        place& where = next.objects.places()[index];
        where.position -= left.moved;
        where.angle -= angle16::from_steps(left.turned);
    }
}

// The first contact of a particle is where it stays until the next tick, on the composite.
void stop_stage::carry(const meeting& each, frame& next) {
    if (stops_[each.a] != whole_tick) {
        return;
    }
    stops_[each.a] = each.time;
    stopped_.push_back(each.a);
    const place& carrier = next.places()[each.b];
    const hex_vector point = carrier.position + rotate(carrier.angle, each.at.free_point);
    const auto within = [](std::int32_t x) { return std::clamp(x, -coordinate_limit, coordinate_limit); };
    next.objects.places()[each.a].position = {within(point.a), within(point.b)};
}

} // namespace orrery::hex::detail
