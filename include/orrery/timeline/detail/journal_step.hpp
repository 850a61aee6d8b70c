// Steps worlds with what the journal has for their frame, and tells them its definitions.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/timeline/journal.hpp>

#include <utility>
#include <vector>

namespace orrery::time::detail {

// Refused are those that the world refuses, with the first reason.
template <typename World>
status define_all(World& world, const journal<typename World::input_type>& from) {
    status answer;
    if constexpr (definable_simulation<World>) {
        from.template each_definition<typename World::definition_type>([&](const auto& each) {
            if (status one = world.define(each); !one && answer) {
                answer = std::move(one);
            }
        });
    }
    return answer;
}

template <typename World>
class journal_step {
public:
    using input = typename World::input_type;

    void run(World& world, const journal<input>& what) {
        run(world, what, [](const input&) { return true; });
    }

    // Only with the inputs for which is_wanted(input) holds.
    template <typename Predicate>
    void run(World& world, const journal<input>& what, Predicate is_wanted) {
        what.inputs_at(world.frame(), entries_);
        inputs_.clear();
        for (const journal_entry<input>& each : entries_) {
            if (is_wanted(each.input)) {
                inputs_.push_back(each.input);
            }
        }
        world.step(inputs_);
    }

private:
    std::vector<journal_entry<input>> entries_; // room that stays
    std::vector<input> inputs_;
};

} // namespace orrery::time::detail
