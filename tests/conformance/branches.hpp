// Branches of timelines, with budgets of all sizes. Each check answers with the first violation it finds, or
// with nothing.
#pragma once

#include "tests/conformance/edited_timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery::test::conformance {

// The line it came from is as it was until the branch is merged.
template <world_case Case>
[[nodiscard]] std::string branches_go_their_own_way_and_are_merged() {
    for (const budget& each : budgets()) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const std::string where = text(" (", each.name, ", seed ", seed, ")");
            course<Case> truth(seed, 1);
            xoshiro256 dice(seed + 40);
            edited_timeline<Case> line(truth, dice, timeline<world_of<Case>>(truth.make(), each.settings));
            line.time().advance(45);
            line.add();
            line.time().advance(10);
            const std::uint64_t parting = uniform_below(dice, line.time().head() + 1);
            edited_timeline<Case> branch(truth, dice, line.time().branch(parting));
            if (branch.time().head() != parting || branch.time().hash(parting) != line.time().hash(parting)) {
                return text("a branch does not begin where it parted", where);
            }
            branch.add();
            branch.time().advance(20);
            branch.add();
            line.add();
            for (edited_timeline<Case>* one : {&branch, &line}) {
                if (std::string found = one->violation(); !found.empty()) {
                    return text(found, one == &branch ? " in the branch" : " beside the branch", where);
                }
            }
            const std::size_t before = line.time().journal().size();
            for (int count = 0; count < 2; ++count) { // the second time there is nothing to be done
                if (const status answer = line.time().merge(branch.time()); !answer) {
                    return text("a branch cannot be merged: ", answer.reason().message, where);
                }
                if (line.time().journal().size() != before + 2) {
                    return text("the journal has not what was done in the branch, once", where);
                }
                if (std::string found = line.violation(); !found.empty()) {
                    return text(found, " after merging", where);
                }
            }
        }
    }
    return {};
}

} // namespace orrery::test::conformance
