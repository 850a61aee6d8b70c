// What inputs refer to by id. Each check answers with the first violation it finds, or with nothing.
#pragma once

#include "tests/conformance/edited_timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orrery::test::conformance {

// A world that knows these.
template <definable_case Case>
[[nodiscard]] std::string violation_of_knowing(const world_of<Case>& world, std::uint64_t seed,
                                               std::string_view where) {
    for (const auto& each : Case::definitions(seed)) {
        if (!world.has_definition(definition_id(each))) {
            return text("a definition is not known ", where);
        }
    }
    return {};
}

template <definable_case Case>
[[nodiscard]] std::string definitions_stay_and_change_no_frame() {
    course<Case> truth(1, 1);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        world_of<Case> world = truth.make();
        const auto first = world.snapshot();
        for (int count = 0; count < 2; ++count) {
            for (const auto& each : Case::definitions(seed)) {
                const status checked = world.check_definition(each);
                const bool is_known = world.has_definition(definition_id(each));
                const status answer = world.define(each);
                if (!checked || !answer) {
                    return text("a definition is refused: ",
                                checked ? answer.reason().message : checked.reason().message);
                }
                if (is_known != (count == 1)) {
                    return is_known ? "a definition is known before it came"
                                    : "a definition is forgotten at once";
                }
                if (world.hash() != first.hash() || world.frame() != first.frame()) {
                    return "a definition changes the frame by itself";
                }
            }
        }
        engine other({.thread_count = 1});
        const world_of<Case> forked = world.fork(other);
        world.step({});
        std::string found = violation_of_knowing<Case>(world, seed, "after a step");
        world.restore(first);
        found = found.empty() ? violation_of_knowing<Case>(world, seed, "after restore()") : found;
        found = found.empty() ? violation_of_knowing<Case>(forked, seed, "in a fork") : found;
        if (!found.empty()) {
            return found;
        }
    }
    return {};
}

// Their ids tell them apart, and are the same whoever asks.
template <definable_case Case>
[[nodiscard]] std::string definitions_are_named_by_their_content() {
    std::vector<std::uint64_t> last;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto once = Case::definitions(seed);
        const auto again = Case::definitions(seed);
        for (std::size_t index = 0; index < once.size(); ++index) {
            const std::uint64_t id = definition_id(once[index]);
            if (id == 0 || id != definition_id(again[index]) || !(once[index] == again[index])) {
                return text("the id of a definition is ", id, ", and another time ",
                            definition_id(again[index]));
            }
            for (std::size_t before = 0; before < index; ++before) {
                if (definition_id(once[before]) == id) {
                    return "two definitions have the same id";
                }
            }
        }
        last.push_back(definition_id(once.back()));
        if (std::ranges::count(last, last.back()) != 1) {
            return "two definitions have the same id";
        }
    }
    return {};
}

template <definable_case Case>
[[nodiscard]] std::string bad_definitions_are_refused() {
    course<Case> truth(1, 1);
    world_of<Case> world = truth.make();
    const std::uint64_t hash = world.hash();
    auto bad = Case::bad_definitions();
    if (bad.empty()) {
        return "the case has no bad definitions";
    }
    bad.push_back(Case::definitions(1).back()); // what it refers to is not known
    for (const auto& each : bad) {
        const status checked = world.check_definition(each);
        const status answer = world.define(each);
        if (checked || answer) {
            return "a world takes a bad definition, or one that refers to what it does not know";
        }
        if (checked.reason().message.empty() || answer.reason().message.empty()) {
            return "a definition is refused without a reason";
        }
        if (world.has_definition(definition_id(each)) || world.hash() != hash) {
            return "a definition that is refused leaves something behind";
        }
    }
    timeline<world_of<Case>> time(truth.make());
    for (const auto& each : bad) {
        if (time.define(each) || !time.journal().log().definitions().is_empty()) {
            return "a timeline takes a definition that check_definition() refuses";
        }
    }
    return {};
}

// Without it an input does nothing to the state.
template <definable_case Case>
[[nodiscard]] std::string inputs_act_by_their_definitions() {
    course<Case> truth(1, 1);
    const auto all = Case::definitions(1);
    const std::uint64_t id = definition_id(all.back());
    world_of<Case> with = truth.make();
    world_of<Case> without = truth.make();
    const auto first = with.snapshot();
    xoshiro256 dice(3);
    const input_of<Case> input = Case::input_with(id, dice, first_new_key);
    if (const status answer = world_of<Case>::check_input(input); !answer) {
        return text("input_with() makes bad inputs: ", answer.reason().message);
    }
    if (world_of<Case>::definition_of(input) != id) {
        return text("definition_of() is ", world_of<Case>::definition_of(input), ", expected ", id);
    }
    without.step({});
    with.step({&input, 1});
    if (with.hash() != without.hash()) {
        return "an input acts without the definition that it refers to";
    }
    with.restore(first);
    for (const auto& each : all) {
        (void)with.define(each);
    }
    with.step({&input, 1});
    return std::ranges::binary_search(full_record(with).who->keys, first_new_key)
               ? ""
               : "an input does not create what it refers to";
}

// Definitions come in the past and the future, before and after the inputs that refer to them, in timelines
// and branches that are merged.
template <definable_case Case>
[[nodiscard]] std::string definitions_hold_in_all_frames() {
    for (const budget& each : budgets()) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const std::string where = text(" (", each.name, ", seed ", seed, ")");
            course<Case> truth(seed, 1);
            xoshiro256 dice(seed + 70);
            edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
            line.time().advance(30);
            for (int round = 0; round < 4; ++round) {
                line.define();
                line.advance();
                if (std::string found = line.violation(); !found.empty()) {
                    return text(found, where, ", round ", round);
                }
            }
            const std::uint64_t parting = uniform_below(dice, line.time().head() + 1);
            edited_timeline<Case> branch(truth, dice, line.time().branch(parting));
            branch.time().advance(20);
            branch.define();
            branch.define();
            line.define();
            if (const status answer = line.time().merge(branch.time()); !answer) {
                return text("a branch cannot be merged: ", answer.reason().message, where);
            }
            if (!line.time().journal().log().definitions().has_all(
                    branch.time().journal().log().definitions())) {
                return text("a definition of a branch is missing after merging", where);
            }
            for (edited_timeline<Case>* one : {&branch, &line}) {
                if (std::string found = one->violation(); !found.empty()) {
                    return text(found, one == &branch ? " in the branch" : " after merging", where);
                }
            }
        }
    }
    return {};
}

template <storable_definition_case Case>
[[nodiscard]] std::string definitions_survive_being_saved() {
    course<Case> truth(1, 1);
    const world_of<Case> rules = truth.make();
    for (const auto& each : Case::definitions(2)) {
        byte_writer out;
        save_definition(out, each);
        const std::vector<std::byte> bytes = out.take();
        byte_reader in(bytes);
        const auto loaded = load_definition(in, rules);
        if (!loaded || !in.finish() || !(*loaded == each) || definition_id(*loaded) != definition_id(each)) {
            return "a definition is not loaded as it was saved";
        }
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            byte_reader cut{std::span(bytes).first(size)};
            if (load_definition(cut, rules)) {
                return text("a definition is loaded from ", size, " of ", bytes.size(), " bytes");
            }
        }
        for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
            std::vector<std::byte> flipped = bytes;
            flipped[bit / 8] ^= std::byte{1} << (bit % 8);
            byte_reader other(flipped);
            if (const auto made = load_definition(other, rules)) {
                (void)rules.check_definition(*made); // it answers, whatever it is given
            }
        }
    }
    return {};
}

} // namespace orrery::test::conformance
