// A random course of events: a world that is stepped from its first frame with random inputs. What others
// must be equal to.
#pragma once

#include "tests/conformance/world_case.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::conformance {

inline constexpr std::uint64_t seeds = 3;
inline constexpr entity_key first_new_key{900'001};

template <typename World>
[[nodiscard]] frame_record<World> full_record(World& of) {
    frame_record<World> record;
    of.record(record, record_extent::full);
    return record;
}

// By their bits.
template <typename Motion>
[[nodiscard]] bool are_equal(const Motion& a, const Motion& b) noexcept {
    return std::memcmp(&a, &b, sizeof(Motion)) == 0;
}

// Of those that are there, or of two that may be created.
[[nodiscard]] inline entity_key any_key(xoshiro256& dice, std::span<const entity_key> keys) {
    const std::uint64_t index = uniform_below(dice, keys.size() + 2);
    return index < keys.size() ? keys[index]
                               : entity_key{static_cast<std::uint64_t>(first_new_key) + index - keys.size()};
}

template <world_case Case>
[[nodiscard]] world_of<Case> twin(engine& machine, std::uint64_t seed) {
    if constexpr (requires { Case::make_twin(machine, seed); }) {
        return Case::make_twin(machine, seed);
    } else {
        return Case::make(machine, seed);
    }
}

template <world_case Case>
class course {
public:
    using world = world_of<Case>;
    using input_lists = std::vector<std::vector<input_of<Case>>>;

    struct moment {
        std::uint64_t frame = 0;
        std::uint64_t hash = 0;
        std::vector<event_of<Case>> events; // without handles
        typename world::snapshot_type state;
    };

    explicit course(std::uint64_t seed, std::uint64_t frames = 60, std::uint32_t threads = 1)
        : machine_({.thread_count = threads, .level = log_level::error})
        , seed_(seed) {
        world plain = make();
        keys_ = full_record(plain).who->keys;
        inputs_ = random_inputs(plain, seed, frames);
        note(plain);
        for (const auto& each : inputs_) {
            plain.step(each);
            note(plain);
        }
    }

    [[nodiscard]] engine& machine() noexcept { return machine_; }

    [[nodiscard]] world make() { return Case::make(machine_, seed_); }

    // Of the first frame.
    [[nodiscard]] std::span<const entity_key> keys() const noexcept { return keys_; }

    // inputs()[f] leads from moments()[f] to moments()[f + 1].
    [[nodiscard]] const input_lists& inputs() const noexcept { return inputs_; }

    [[nodiscard]] const std::vector<moment>& moments() const noexcept { return moments_; }

    [[nodiscard]] std::size_t event_count() const noexcept {
        std::size_t count = 0;
        for (const moment& each : moments_) {
            count += each.events.size();
        }
        return count;
    }

    [[nodiscard]] input_lists random_inputs(const world& first, std::uint64_t seed,
                                            std::uint64_t frames) const {
        xoshiro256 dice(seed);
        input_lists made(frames);
        for (auto& each : made) {
            if (chance(dice, 0.3)) {
                each.push_back(Case::random_input(first, dice, any_key(dice, keys_)));
                each.push_back(Case::random_input(first, dice, any_key(dice, keys_)));
            }
        }
        return made;
    }

    // Empty if the world is as it was here in its frame; of a frame that was gone back to there are no
    // events.
    [[nodiscard]] std::string difference(world& other, bool has_events = true) const {
        const std::uint64_t frame = other.frame();
        if (frame >= moments_.size()) {
            return text("frame() is ", frame, " after at most ", moments_.size() - 1, " steps");
        }
        const moment& expected = moments_[frame];
        if (other.hash() != expected.hash) {
            return text("the hash of frame ", frame, " differs");
        }
        if (has_events && full_record(other).events != expected.events) {
            return text("the events of frame ", frame, " differ");
        }
        return {};
    }

    // The first difference while the world goes on with the same inputs.
    [[nodiscard]] std::string difference_on(world& other, std::uint64_t frames) const {
        for (; frames > 0 && other.frame() + 1 < moments_.size(); --frames) {
            other.step(inputs_[other.frame()]);
            if (std::string found = difference(other); !found.empty()) {
                return found;
            }
        }
        return {};
    }

private:
    void note(world& now) {
        moments_.push_back({now.frame(), now.hash(), full_record(now).events, now.snapshot()});
    }

    engine machine_;
    std::uint64_t seed_;
    std::vector<entity_key> keys_;
    input_lists inputs_;
    std::vector<moment> moments_;
};

} // namespace orrery::test::conformance
