#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/history_parts.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::time::detail {
namespace {

// Whoever is there when the range begins is told of from when it last moved until then, because it is still
// there, wherever it goes later. False if somebody did before the fresh frames.
bool each_fresh_reach(const history_parts& known, frame_range range,
                      function_ref<void(entity_key, const reach_box&)> visit) {
    const auto records = known.fresh.records();
    const frame_range here = common(range, known.fresh.frames());
    const auto first = static_cast<std::size_t>(here.first - known.fresh.frames().first);
    for (std::size_t number = first; number < first + here.size(); ++number) {
        each_reach(*records[number], known.format(), visit);
    }
    const entity_census& who = *records[first]->who;
    std::vector<std::uint8_t> is_told(who.keys.size(), 0);
    std::size_t untold = who.keys.size();
    for (std::size_t number = first + 1; number-- > 0 && untold > 0;) {
        const recorded_frame& each = *records[number];
        for (std::size_t index = 0; index < each.moved.size(); ++index) {
            const entity_key key = each.who->keys[each.moved[index]];
            const std::size_t row = each.who.get() == &who ? each.moved[index] : place_among(who.keys, key);
            if (row < is_told.size() && is_told[row] == 0) {
                is_told[row] = 1;
                --untold;
                if (number < first) {
                    visit(key,
                          read_box(known.format(), each.reaches.data() + index * known.format().box_bytes()));
                }
            }
        }
    }
    return untold == 0;
}

} // namespace

history_parts history_parts::of_world(std::shared_ptr<const simulation_interface> prototype,
                                      std::shared_ptr<engine> machine) {
    history_parts made;
    made.machine = std::move(machine);
    made.model = prototype->model();
    made.events = event_log(prototype->event_payload_bytes(), default_event_page_capacity);
    made.journal = journal_log(prototype->journal_equality());
    made.prototype = std::move(prototype);
    return made;
}

status history_parts::define(std::span<const definition_item> all, const std::shared_ptr<engine>& host) {
    journal_log trial = journal;
    std::shared_ptr<simulation_interface> changed;
    for (const definition_item& each : all) {
        if (const definition_item* const known = trial.definitions().find(each.id)) {
            if (!prototype->are_equal(*known, each)) {
                return error{text("another definition has the id ", each.id,
                                  " already, expected one that no two share")};
            }
            continue;
        }
        if (changed == nullptr) {
            changed = prototype->fork(*host);
        }
        if (const status answer = changed->define(each); !answer) {
            return error{
                text("the definition with the id ", each.id, " is refused: ", answer.reason().message)};
        }
        trial.define(each);
    }
    if (changed != nullptr) {
        machine = host;
        prototype = std::move(changed);
        journal = std::move(trial);
    }
    return {};
}

void history_parts::take_definitions_of(const history_parts& other) {
    machine = other.machine;
    prototype = other.prototype;
    journal.define_all(other.journal.definitions());
}

void history_parts::check_known(std::uint64_t frame) const {
    ORRERY_CHECK(frame >= tail() && frame <= head(),
                 text("frame ", frame, " is not known; expected ", tail(), " to ", head()));
}

void history_parts::cut_after(std::uint64_t frame) {
    check_known(frame);
    fresh.remove_after(frame);
    if (fresh.is_empty() && stretches->back().frames.end > frame + 1) {
        auto kept = std::make_shared<stretch_list>(*stretches);
        while (kept->back().frames.first > frame) {
            kept->pop_back();
        }
        kept->back().frames.end = frame + 1;
        stretches = std::move(kept);
    }
    keyframes.remove_after(frame);
    events = events.before(frame + 1);
}

motion_segment::shared history_parts::last_segment() const {
    const motion_segment::shared last = stretches->empty() ? nullptr : stretches->back().tracks;
    return last != nullptr && stretches->back().frames.end == last->end_frame() ? last : nullptr;
}

const track_stretch& history_parts::stretch_of(std::uint64_t frame) const noexcept {
    const auto after = std::ranges::upper_bound(*stretches, frame, {},
                                                [](const track_stretch& each) { return each.frames.first; });
    return *std::prev(after);
}

std::unique_ptr<simulation_interface> history_parts::revive(std::uint64_t frame, engine& host) const {
    check_known(frame);
    std::unique_ptr<simulation_interface> there = prototype->fork(host);
    there->restore(keyframes.last_before(frame));
    journal_stepper steps;
    while (there->frame() < frame) {
        steps.run(*there, journal);
    }
    return there;
}

void history_parts::walk(frame_range range, function_ref<void(const recorded_frame&)> visit) const {
    const auto own_engine = make_engine();
    const auto there = revive(range.first, *own_engine);
    journal_stepper steps;
    recorded_frame record;
    for (std::uint64_t frame = range.first; frame < range.end; ++frame) {
        if (frame != range.first) {
            steps.run(*there, journal);
        }
        there->record(record_extent::full, record);
        visit(record);
    }
}

std::vector<std::byte> history_parts::sources_at(std::uint64_t frame) const {
    check_known(frame);
    if (fresh.frames().contains(frame)) {
        return fresh.at(frame).sources;
    }
    if (const track_stretch& part = stretch_of(frame); part.tracks != nullptr) {
        return part.tracks->read_sources(frame);
    }
    std::vector<std::byte> all;
    walk({frame, frame + 1}, [&](const recorded_frame& record) { all = record.sources; });
    return all;
}

void history_parts::each_reach(frame_range range,
                               function_ref<void(entity_key, const reach_box&)> visit) const {
    const auto begin = std::ranges::upper_bound(*stretches, range.first, {},
                                                [](const track_stretch& each) { return each.frames.end; });
    const bool reads_fresh = !fresh.is_empty() && range.end > fresh.frames().first;
    for (auto each = begin; each != stretches->end() && each->frames.first < range.end; ++each) {
        if (each->tracks != nullptr) {
            each->tracks->each_reach(visit);
        }
    }
    if (reads_fresh) {
        const bool is_all_told = each_fresh_reach(*this, range, visit);
        // Who has not moved in the fresh frames is where the last segment left it.
        if (!is_all_told && begin == stretches->end() && !stretches->empty() &&
            stretches->back().tracks != nullptr) {
            stretches->back().tracks->each_reach(visit);
        }
    }
}

void history_parts::each_arrival(std::uint64_t frame,
                                 function_ref<void(entity_key, const reach_box&)> visit) const {
    if (frame == tail()) {
        return;
    }
    if (fresh.frames().contains(frame)) {
        detail::each_reach(fresh.at(frame), format(), visit);
    } else if (const track_stretch& sealed = stretch_of(frame);
               sealed.frames.first == frame && sealed.tracks != nullptr) {
        sealed.tracks->each_reach(visit);
    }
}

void history_parts::each_census(frame_range range, function_ref<void(const entity_census&)> visit) const {
    const entity_census* last = nullptr;
    const auto tell = [&](const entity_census& who) {
        if (&who != last) {
            last = &who;
            visit(who);
        }
    };
    for (const track_stretch& each : *stretches) {
        if (each.tracks != nullptr && each.frames.first < range.end && each.frames.end > range.first) {
            for (std::uint64_t frame = each.frames.first; frame < each.frames.end; ++frame) {
                tell(*each.tracks->who(frame));
            }
        }
    }
    for (const record_pointer& each : fresh.records()) {
        if (range.contains(each->frame)) {
            tell(*each->who);
        }
    }
}

std::size_t history_parts::bytes() const {
    std::size_t sum = events.bytes();
    for (const track_stretch& each : *stretches) {
        sum += each.tracks != nullptr ? each.tracks->bytes() : 0;
    }
    return sum;
}

} // namespace orrery::time::detail
