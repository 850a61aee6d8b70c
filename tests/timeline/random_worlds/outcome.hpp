// What came of one random world.
#pragma once

#include "tests/timeline/random_worlds/features.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::test::random_worlds {

struct outcome {
    feature_set features{};
    std::string difference{};         // empty: the timeline knew what stepping from the first frame gives
    std::vector<std::string> trace{}; // what was done
    std::size_t changes = 0;          // of the past
    std::size_t local_changes = 0;
};

// A kind of world: what can occur in it, and a random world and course of events for each seed.
struct world_kind {
    std::string_view name;
    std::vector<std::string_view> features;
    outcome (*run)(std::uint64_t seed);
};

[[nodiscard]] world_kind rigid_kind();
[[nodiscard]] world_kind circles_kind();
[[nodiscard]] world_kind hex_kind();

} // namespace orrery::test::random_worlds
