// What a world tells a time database of its frames. Each check answers with the first violation it finds, or
// with nothing.
#pragma once

#include "tests/conformance/course.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::conformance {

template <typename World>
[[nodiscard]] std::string malformation(const frame_record<World>& record, const World& of) {
    const auto& who = *record.who;
    const auto is_there = [&](entity_key key) { return std::ranges::binary_search(who.keys, key); };
    if (record.frame != of.frame()) {
        return text("the record of frame ", of.frame(), " says it is frame ", record.frame);
    }
    if (!std::ranges::is_sorted(who.keys) || std::ranges::adjacent_find(who.keys) != who.keys.end() ||
        is_there(entity_key::none)) {
        return "the keys of the census do not ascend";
    }
    if (who.forms.size() != who.keys.size() || who.is_aloof.size() != who.keys.size()) {
        return "the census has not as many forms as keys";
    }
    if (!std::ranges::all_of(
            who.links, [&](const auto& each) { return is_there(each.first) && is_there(each.second); })) {
        return "the census links entities that are not there";
    }
    if (!std::ranges::is_sorted(who.sources) || !std::ranges::all_of(who.sources, is_there)) {
        return "the census names sources that are not there";
    }
    if (!std::ranges::is_sorted(record.moved) ||
        std::ranges::adjacent_find(record.moved) != record.moved.end() ||
        (!record.moved.empty() && record.moved.back() >= who.keys.size())) {
        return "the places of those that have moved do not ascend";
    }
    if (record.motions.size() != record.moved.size() || record.reaches.size() != record.moved.size()) {
        return "the record has not as many motions or reaches as have moved";
    }
    if (record.events.size() != of.events().size()) {
        return text("the record has ", record.events.size(), " events, events() ", of.events().size());
    }
    return {};
}

// Everyone's motion, from records of changes.
template <typename World>
class followed_motions {
public:
    void follow(const frame_record<World>& changes) {
        for (std::size_t index = 0; index < changes.moved.size(); ++index) {
            motions_.insert_or_assign(changes.who->keys[changes.moved[index]], changes.motions[index]);
        }
        std::erase_if(motions_, [&](const auto& each) {
            return !std::ranges::binary_search(changes.who->keys, each.first);
        });
    }

    [[nodiscard]] std::string difference(const frame_record<World>& full) const {
        if (full.moved.size() != full.who->keys.size()) {
            return "a full record does not list everyone";
        }
        if (full.moved.size() != motions_.size()) {
            return "an entity is there that no record of changes has listed";
        }
        std::size_t place = 0;
        for (const auto& [key, motion] : motions_) {
            if (full.who->keys[place] != key || !are_equal(full.motions[place], motion)) {
                return text("the records of changes miss a motion of entity ",
                            static_cast<std::uint64_t>(key));
            }
            ++place;
        }
        return {};
    }

private:
    std::map<entity_key, typename World::motion_type> motions_;
};

// The world goes on, and now and then back. Another one is only asked for full records.
template <world_case Case>
[[nodiscard]] std::string full_records_are_sums_of_changes() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed, 100);
        world_of<Case> now = truth.make();
        world_of<Case> other = truth.make();
        followed_motions<world_of<Case>> followed;
        frame_record<world_of<Case>> changes;
        xoshiro256 dice(seed);
        bool has_left_out = false;
        for (int round = 0; round < 130; ++round) {
            if (round > 0) {
                if (round % 20 == 0 || now.frame() == truth.inputs().size()) {
                    const std::uint64_t frame = uniform_below(dice, truth.inputs().size());
                    now.restore(truth.moments()[frame].state);
                    other.restore(truth.moments()[frame].state);
                } else {
                    const auto& inputs = truth.inputs()[now.frame()];
                    now.step(inputs);
                    other.step(inputs);
                }
            }
            const std::uint64_t hash = now.hash();
            now.record(changes);
            followed.follow(changes);
            has_left_out |= changes.moved.size() < changes.who->keys.size();
            const auto full = full_record(other);
            std::string found = malformation(changes, now);
            found = found.empty() ? malformation(full, other) : found;
            found = found.empty() ? followed.difference(full) : found;
            if (found.empty() && (now.hash() != hash || other.hash() != hash)) {
                found = "recording changes the hash";
            }
            if (found.empty() && (full.events != changes.events || full.sources != changes.sources ||
                                  full.departed.size() != changes.departed.size())) {
                found = "the two extents have other events, sources or departed entities";
            }
            for (std::size_t index = 0; found.empty() && index < changes.moved.size(); ++index) {
                if (!contains(full.reaches[changes.moved[index]], changes.reaches[index])) {
                    found = "a reach is larger in the record of changes";
                }
            }
            if (!found.empty()) {
                return text(found, ", frame ", now.frame());
            }
        }
        if constexpr (requires { Case::records_leave_out_resting; }) {
            if (has_left_out != Case::records_leave_out_resting) {
                return "records of changes list those who rest";
            }
        }
    }
    return {};
}

// Whoever asks twice is told the same, but for motions that the first record of changes has listed.
template <world_case Case>
[[nodiscard]] std::string a_frame_can_be_recorded_twice() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed);
        world_of<Case> now = truth.make();
        frame_record<world_of<Case>> first;
        frame_record<world_of<Case>> second;
        now.record(first);
        for (const auto& inputs : truth.inputs()) {
            now.step(inputs);
            now.record(first);
            now.record(second);
            if (std::string found = malformation(second, now); !found.empty()) {
                return text(found, ", second record of frame ", now.frame());
            }
            const auto full = full_record(now);
            for (const auto* again : {&std::as_const(second), &full}) {
                if (again->who->keys != first.who->keys || again->who->links != first.who->links ||
                    again->events != first.events || again->sources != first.sources) {
                    return text("another record of frame ", now.frame(),
                                " has another census, other events or other sources");
                }
                if (again->departed != first.departed) {
                    return text("another record of frame ", now.frame(), " lists ", again->departed.size(),
                                " departed entities, the first ", first.departed.size());
                }
            }
        }
    }
    return {};
}

// A world that has gone back to a frame tells of the same entities, motions, forms and sources as the one
// that has made it.
template <world_case Case>
[[nodiscard]] std::string a_frame_is_the_same_in_every_world() {
    course<Case> truth(2);
    world_of<Case> now = truth.make();
    world_of<Case> other = Case::make(truth.machine(), 3);
    for (const auto& inputs : truth.inputs()) {
        now.step(inputs);
        other.restore(now.snapshot());
        const auto mine = full_record(now);
        const auto theirs = full_record(other);
        if (mine.who->keys != theirs.who->keys || mine.who->links != theirs.who->links ||
            mine.who->is_aloof != theirs.who->is_aloof || mine.who->sources != theirs.who->sources) {
            return text("the census of frame ", now.frame(), " differs after going back to it");
        }
        for (std::size_t index = 0; index < mine.moved.size(); ++index) {
            if (theirs.moved.size() != mine.moved.size() ||
                !are_equal(mine.motions[index], theirs.motions[index]) ||
                !(*mine.who->forms[index] == *theirs.who->forms[index])) {
                return text("the motions or forms of frame ", now.frame(), " differ after going back to it");
            }
        }
        if (mine.sources != theirs.sources || !theirs.events.empty()) {
            return text("the sources or events of frame ", now.frame(), " are wrong after going back to it");
        }
        other.step(inputs); // so that there are events of another frame
    }
    return {};
}

template <world_case Case>
[[nodiscard]] std::string the_motion_model_flies_as_the_world_does() {
    engine machine({.thread_count = 1, .level = log_level::error});
    world_of<Case> world = Case::make_free(machine);
    const auto model = world.model();
    for (int count = 0; count < 100; ++count) {
        const auto before = full_record(world);
        world.step({});
        const auto now = full_record(world);
        const auto field = model.field(before.sources);
        if (!now.events.empty() || now.who->keys.size() != before.who->keys.size()) {
            return text("something happens in frame ", now.frame, " of the scene in which nothing should");
        }
        for (std::size_t index = 0; index < now.motions.size(); ++index) {
            const auto flight = model.prepare(*before.who->forms[index], before.who->keys[index]);
            if (!are_equal(model.fly(flight, before.motions[index], field), now.motions[index])) {
                return text("entity ", static_cast<std::uint64_t>(now.who->keys[index]),
                            " flies another way than its model in frame ", now.frame);
            }
        }
    }
    return {};
}

} // namespace orrery::test::conformance
