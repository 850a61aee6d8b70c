// Steps, snapshots and forks. Each check answers with the first violation it finds, or with nothing.
#pragma once

#include "tests/conformance/course.hpp"

#include <orrery/build_settings.hpp>

#include <atomic>
#include <string>
#include <utility>
#if ORRERY_THREADS
#include <thread>
#endif

namespace orrery::test::conformance {

template <world_case Case>
[[nodiscard]] std::string same_inputs_make_same_frames() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed);
        if (truth.event_count() == 0) {
            return "nothing happens in the scene: there are no events";
        }
        for (std::size_t frame = 0; frame < truth.moments().size(); ++frame) {
            if (truth.moments()[frame].frame != frame) {
                return text("frame() is ", truth.moments()[frame].frame, " after ", frame, " steps");
            }
        }
        for (const std::uint32_t threads : {1U, 3U}) {
            engine machine({.thread_count = threads, .level = log_level::error});
            world_of<Case> again = twin<Case>(machine, seed);
            if (std::string found = truth.difference(again, false); !found.empty()) {
                return found + " in a world that is made again";
            }
            if (std::string found = truth.difference_on(again, truth.moments().size()); !found.empty()) {
                return text(found, " on ", threads, " threads");
            }
        }
    }
    return {};
}

// In a world that has been elsewhere, and goes somewhere else in between. The snapshots outlive the world
// they were taken of.
template <world_case Case>
[[nodiscard]] std::string goes_on_from_every_snapshot() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed);
        world_of<Case> other = twin<Case>(truth.machine(), seed + 1);
        const auto wrong = truth.random_inputs(other, seed + 100, truth.inputs().size());
        xoshiro256 dice(seed);
        for (std::size_t count = 0; count < truth.moments().size(); ++count) {
            const std::uint64_t frame = uniform_below(dice, truth.moments().size());
            const auto& state = truth.moments()[frame].state;
            if (state.hash() != truth.moments()[frame].hash) {
                return text("the hash of the snapshot of frame ", frame, " has changed");
            }
            if constexpr (requires { state.frame(); }) {
                if (state.frame() != frame) {
                    return text("the snapshot of frame ", frame, " says it is of frame ", state.frame());
                }
            }
            other.restore(state);
            if (other.frame() != frame) {
                return text("frame() is ", other.frame(), " after going back to frame ", frame);
            }
            if (std::string found = truth.difference(other, false); !found.empty()) {
                return found + " after going back to it";
            }
            if (std::string found = truth.difference_on(other, 6); !found.empty()) {
                return text(found, " after going back to frame ", frame);
            }
            other.step(wrong[count % wrong.size()]);
        }
    }
    return {};
}

// The one from which it was forked goes another way meanwhile.
template <world_case Case>
[[nodiscard]] std::string a_fork_goes_its_own_way() {
    course<Case> truth(1);
    engine machine({.thread_count = 1, .level = log_level::error});
    world_of<Case> first = truth.make();
    const auto wrong = truth.random_inputs(first, 50, truth.inputs().size());
    for (std::size_t frame = 0; frame < truth.inputs().size(); ++frame) {
        first.restore(truth.moments()[frame].state);
        world_of<Case> forked = first.fork(machine);
        if (&forked.machine() != &machine) {
            return "a fork computes with another engine than it was given";
        }
        if (std::string found = truth.difference(forked, false); !found.empty()) {
            return found + " in a fork";
        }
        for (std::size_t count = 0; count < 4; ++count) {
            first.step(wrong[(frame + count) % wrong.size()]);
            if (std::string found = truth.difference_on(forked, 1); !found.empty()) {
                return text(found, " in a fork made in frame ", frame);
            }
        }
    }
    return {};
}

// A reader on another thread holds the only reference to a frame, and lets go of it there.
template <world_case Case>
[[nodiscard]] std::string frames_can_be_read_while_the_next_are_written() {
#if ORRERY_THREADS
    course<Case> truth(2, 120);
    world_of<Case> now = truth.make();
    std::atomic<bool> has_changed = false;
    for (std::uint64_t frame = 0; frame + 4 <= truth.inputs().size(); frame += 4) {
        std::atomic<bool> is_over = false;
        std::thread reader([&, held = now.snapshot(), expected = now.hash()]() mutable {
            do {
                if (held.hash() != expected) {
                    has_changed = true;
                }
            } while (!is_over);
            held = {};
        });
        const std::string found = truth.difference_on(now, 4);
        is_over = true;
        reader.join();
        if (!found.empty()) {
            return found;
        }
        if (has_changed) {
            return text("the hash of a held frame changes after frame ", frame);
        }
    }
#endif
    return {};
}

template <world_case Case>
[[nodiscard]] std::string a_smaller_snapshot_is_the_same_frame() {
    course<Case> truth(1);
    world_of<Case> other = truth.make();
    for (std::size_t frame = 0; frame < truth.moments().size(); frame += 5) {
        auto smaller = truth.moments()[frame].state;
        smaller.shrink();
        other.restore(smaller);
        if (std::string found = truth.difference(other, false); !found.empty()) {
            return found + " without what is only there to go on quickly";
        }
        if (std::string found = truth.difference_on(other, 4); !found.empty()) {
            return found + " after going on from a smaller snapshot";
        }
    }
    return {};
}

} // namespace orrery::test::conformance
