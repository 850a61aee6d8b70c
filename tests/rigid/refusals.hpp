// What a world says about inputs that it refuses.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>

#include <string>

namespace orrery::test {

class refusing_world {
public:
    refusing_world()
        : machine_({.thread_count = 1,
                    .sink = {[](void* to, const log_message& message) {
                                 *static_cast<std::string*>(to) = message.text;
                             },
                             &sentence_},
                    .level = log_level::debug})
        , world_(machine_) {}

    [[nodiscard]] rigid::world& world() noexcept { return world_; }

    // The sentence about an input, or nothing if it is taken. One that is refused leaves an event and
    // changes nothing.
    [[nodiscard]] std::string refusal_of(const rigid::input& what) {
        sentence_.clear();
        const rigid::world_snapshot before = world_.snapshot();
        world_.step();
        const std::uint64_t without = world_.hash();
        world_.restore(before);
        world_.step({&what, 1});
        if (!sentence_.empty()) {
            const bool is_unchanged = world_.hash() == without;
            const bool has_event = world_.events().size() == 1 &&
                                   world_.events()[0].kind == rigid::event_kind::refused &&
                                   world_.events()[0].key_a == what.target;
            if (!is_unchanged || !has_event) {
                return "it is refused, but not without a trace";
            }
        }
        return sentence_;
    }

private:
    std::string sentence_;
    engine machine_;
    rigid::world world_;
};

} // namespace orrery::test
