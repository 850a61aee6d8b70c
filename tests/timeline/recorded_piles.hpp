// Piles of boxes, their timelines and a place for a file of them.
#pragma once

#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

namespace orrery::test {

class recorded_piles : public testing::Test {
protected:
    using rigid_timeline = timeline<rigid::world>;
    using rigid_recorder = time::recorder<rigid::world>;
    using rigid_recording = time::recording<rigid::world>;

    recorded_piles() {
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        const std::string name = std::string("orrery_") + test.test_suite_name() + "_" + test.name();
        path = (std::filesystem::temp_directory_path() / name).string();
    }

    ~recorded_piles() override { std::filesystem::remove(path); }

    [[nodiscard]] rigid::world four_piles() {
        rigid::world world(machine);
        scenes::add_to_world(scenes::separate_piles(2, 2), world);
        return world;
    }

    [[nodiscard]] static rigid::input kick(std::uint64_t key) {
        return {.target = entity_key{key}, .kind = rigid::input_kind::impulse, .value = {900, 900, 0}};
    }

    [[nodiscard]] rigid_recorder record_to_path(rigid_timeline& time) const {
        return std::move(rigid_recorder::create(path, time.world()).value());
    }

    engine machine{{.thread_count = 1}};
    std::string path;
};

} // namespace orrery::test
