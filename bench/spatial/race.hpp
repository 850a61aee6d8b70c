// Times several ways to do the same work beside each other, and checks that they come to the same result.
#pragma once

#include <orrery/spatial/pair_list.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

struct racer {
    std::function<void()> run;
    std::function<void()> check = {}; // after each run, and not timed
};

enum class race_clock {
    processor, // the time that the calling thread was running: on a busy machine long runs do not seem longer
               // still
    wall,      // for work on several threads
};

struct race_settings {
    race_clock clock = race_clock::processor;
    int patience = 1; // how many times longer than usual to wait for an undisturbed run
};

// Nanoseconds of the fastest run of each. They take turns, so that whatever else the machine does hits all of
// them alike; a turn is at least some milliseconds long, so that a quick one finds the caches as it left them
// itself and not as the one before did.
[[nodiscard]] std::vector<double> race(std::span<const racer> racers, const race_settings& settings = {});

// Notes what the first contender found in each frame, and ends the program with a message when another one
// finds anything else.
class pair_agreement {
public:
    explicit pair_agreement(std::size_t frame_count)
        : found_(frame_count) {}

    void check(std::string_view name, std::size_t frame, std::span<const orrery::spatial::index_pair> pairs);

private:
    struct fingerprint {
        std::string name; // of who found it; empty as long as nobody has
        std::size_t count = 0;
        std::uint64_t hash = 0; // of the set: does not depend on the order
    };

    std::vector<fingerprint> found_;
};

// Goes through the frames, one a run, and checks the pairs of each. What it refers to must outlive it.
template <typename Box, typename FindPairs>
[[nodiscard]] racer pair_racer(std::string name, const std::vector<std::vector<Box>>& frames,
                               FindPairs find_pairs, pair_agreement& agreement) {
    struct progress {
        std::size_t frame = 0;
        std::span<const orrery::spatial::index_pair> pairs;
    };

    const auto own = std::make_shared<progress>();
    return {.run = [own, &frames, find_pairs] { own->pairs = find_pairs(frames[own->frame]); },
            .check =
                [own, &frames, &agreement, name = std::move(name)] {
                    agreement.check(name, own->frame, own->pairs);
                    own->frame = (own->frame + 1) % frames.size();
                }};
}

// Ends the program with this message.
[[noreturn]] void give_up(std::string_view message);

} // namespace bench
