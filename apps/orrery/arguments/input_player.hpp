// Steps a world with what a journal has for its frame.
#pragma once

#include <orrery/timeline/journal.hpp>

#include <span>
#include <vector>

namespace orrery::command {

template <typename World>
class input_player {
public:
    using input = typename World::input_type;

    explicit input_player(time::journal<input> journal)
        : journal_(std::move(journal)) {}

    explicit input_player(std::span<const time::journal_entry<input>> entries) {
        for (const time::journal_entry<input>& each : entries) {
            journal_.add(each);
        }
    }

    void step(World& world) {
        journal_.inputs_at(world.frame(), entries_);
        inputs_.clear();
        for (const time::journal_entry<input>& each : entries_) {
            inputs_.push_back(each.input);
        }
        world.step(inputs_);
    }

private:
    time::journal<input> journal_;
    std::vector<time::journal_entry<input>> entries_; // room that stays
    std::vector<input> inputs_;
};

} // namespace orrery::command
