// Timelines whose past and future are edited, with budgets of all sizes. Each check answers with the first
// violation it finds, or with nothing.
#pragma once

#include "tests/conformance/edited_timeline.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery::test::conformance {

template <world_case Case>
[[nodiscard]] std::string edits_give_what_stepping_gives() {
    constexpr std::size_t min_local_edits = 10; // of some forty that can be local
    std::size_t local_edits = 0;
    for (const budget& each : budgets()) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            course<Case> truth(seed, 1);
            xoshiro256 dice(seed);
            edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
            for (int round = 0; round < 12; ++round) {
                line.advance();
                line.edit();
                if (std::string found = round % 3 == 2 ? line.violation() : ""; !found.empty()) {
                    return text(found, " (", each.name, ", seed ", seed, ", round ", round, ")");
                }
            }
            local_edits += line.local_edits();
        }
    }
    return divisible_simulation<world_of<Case>> && local_edits < min_local_edits
               ? "few edits are local: the groups of the scene are too near"
               : "";
}

// Undone, all edits together leave nothing behind; done again, they are as they were.
template <world_case Case>
[[nodiscard]] std::string undo_and_redo_bring_back_the_bits() {
    for (const budget& each : budgets()) {
        course<Case> truth(2, 60);
        xoshiro256 dice(7);
        world_of<Case> untouched = truth.make();
        edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
        line.time().advance(60);
        for (int count = 0; count < 6; ++count) {
            line.add();
        }
        const auto go_to = [&](std::uint64_t frame) {
            line.time().advance(frame - std::min(frame, line.time().head()));
        };
        go_to(60);
        const std::uint64_t edited = line.time().hash(60);
        line.undo_all();
        go_to(60);
        while (untouched.frame() < 60) {
            untouched.step({});
        }
        if (line.time().hash(60) != untouched.hash()) {
            return text("what is undone leaves something behind (", each.name, ")");
        }
        if (std::string found = line.violation(); !found.empty()) {
            return text(found, " after undo (", each.name, ")");
        }
        line.redo_all();
        go_to(60);
        if (edited == untouched.hash() || line.time().hash(60) != edited) {
            return text("what is done again is not as it was (", each.name, ")");
        }
        if (std::string found = line.violation(); !found.empty()) {
            return text(found, " after redo (", each.name, ")");
        }
    }
    return {};
}

template <world_case Case>
[[nodiscard]] std::string bad_inputs_come_into_no_journal() {
    course<Case> truth(1, 1);
    timeline<world_of<Case>> time(truth.make());
    time.advance(20);
    const std::uint64_t hash = time.hash(20);
    for (const auto& each : Case::bad_inputs()) {
        const auto added = time.add(5, each);
        if (added || added.reason().message.empty()) {
            return "a timeline takes an input that check_input() refuses";
        }
    }
    return time.journal().size() != 0 || time.hash(20) != hash ? "a refused input changes a timeline" : "";
}

} // namespace orrery::test::conformance
