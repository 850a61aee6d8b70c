// A toy world full of surprises with the records of all its frames, and what a plain reading of them says.
#pragma once

#include "tests/timeline/toy_world.hpp"

#include <orrery/simulation/frame_record.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace orrery::test {

using toy_record = frame_record<toy_world>;

// What there is in one frame.
using toy_truth = std::map<entity_key, toy_body>;

struct recorded_run {
    std::vector<toy_record> records;
    std::vector<toy_truth> truth;

    void take(toy_world& world) {
        toy_record record;
        world.record(record);
        records.push_back(std::move(record));
        toy_truth& all = truth.emplace_back();
        const toy_snapshot now = world.snapshot();
        for (const toy_body& each : now.state().bodies) {
            all[each.key] = each;
        }
    }
};

[[nodiscard]] inline toy_world random_toy_world(std::mt19937_64& random, std::uint64_t bodies) {
    const auto below = [&](std::uint64_t end) { return static_cast<std::int32_t>(random() % end); };
    toy_world world;
    for (std::uint64_t key = 1; key <= bodies; ++key) {
        const toy_motion motion{below(400), below(400), below(9) - 4, below(9) - 4};
        const bool is_fixed = random() % 4 == 0;
        const bool rests = random() % 4 == 0;
        world.add(static_cast<entity_key>(10 * key),
                  is_fixed || rests ? toy_motion{motion.x, motion.y, 0, 0} : motion,
                  {.color = below(3),
                   .is_fixed = is_fixed,
                   .is_source = random() % 16 == 0,
                   .feels_sources = random() % 3 == 0,
                   .is_fragile = random() % 5 == 0});
    }
    return world;
}

[[nodiscard]] inline std::vector<toy_input> random_toy_inputs(std::mt19937_64& random, std::uint64_t bodies) {
    std::vector<toy_input> inputs;
    if (random() % 4 == 0) {
        const auto below = [&](std::uint64_t end) { return static_cast<std::int32_t>(random() % end); };
        inputs.push_back({.target = static_cast<entity_key>(1 + random() % (10 * bodies)),
                          .kind = static_cast<toy_input_kind>(random() % 4),
                          .value = {below(400), below(400), below(5) - 2, below(5) - 2},
                          .form = {.color = below(9)}});
        if (random() % 2 == 0) {
            inputs.back().target = static_cast<entity_key>(10 * (1 + random() % bodies));
        }
    }
    return inputs;
}

// Frames 0 to frames - 1.
[[nodiscard]] inline recorded_run random_run(std::uint64_t seed, std::uint64_t bodies, std::uint64_t frames) {
    std::mt19937_64 random(seed);
    toy_world world = random_toy_world(random, bodies);
    recorded_run run;
    run.take(world);
    while (run.records.size() < frames) {
        world.step(random_toy_inputs(random, bodies));
        run.take(world);
    }
    return run;
}

} // namespace orrery::test
