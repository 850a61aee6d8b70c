// A full record of a frame says what the records of all changes up to that frame say together.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/hex_fields.hpp"
#include "scenes/builders/piles.hpp"
#include "tests/circles/small_world.hpp"
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/rigid/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

// Everyone's motion, from records of changes.
template <typename World>
class followed_motions {
public:
    void follow(const frame_record<World>& changes) {
        for (std::size_t index = 0; index < changes.moved.size(); ++index) {
            motions_[changes.who->keys[changes.moved[index]]] = changes.motions[index];
        }
        std::erase_if(motions_, [&](const auto& each) {
            return !std::ranges::binary_search(changes.who->keys, each.first);
        });
    }

    void expect_same(const frame_record<World>& full) const {
        ASSERT_EQ(full.who->keys.size(), motions_.size());
        ASSERT_EQ(full.motions.size(), motions_.size());
        ASSERT_EQ(full.reaches.size(), motions_.size());
        std::uint32_t place = 0;
        for (const auto& [key, motion] : motions_) {
            ASSERT_EQ(full.moved[place], place);
            ASSERT_EQ(full.who->keys[place], key);
            ASSERT_EQ(full.motions[place], motion) << "entity " << static_cast<std::uint64_t>(key);
            ++place;
        }
    }

private:
    std::map<entity_key, typename World::motion_type> motions_;
};

// `input_for(frame)` is a list of inputs.
template <typename World, typename InputsFor>
void expect_full_records_to_be_sums_of_changes(World world, std::uint64_t frames, InputsFor inputs_for) {
    followed_motions<World> followed;
    frame_record<World> changes;
    frame_record<World> full;
    bool has_been_partial = false;
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        if (frame > 0) {
            world.step(inputs_for(frame));
        }
        world.record(changes);
        followed.follow(changes);
        has_been_partial |= changes.moved.size() < changes.who->keys.size();
        const std::uint64_t hash = world.hash();
        world.record(full, record_extent::full);
        ASSERT_EQ(world.hash(), hash);
        ASSERT_NO_FATAL_FAILURE(followed.expect_same(full)) << "frame " << frame;
        ASSERT_EQ(full.frame, changes.frame);
        ASSERT_EQ(full.sources, changes.sources);
        for (std::size_t index = 0; index < changes.moved.size(); ++index) {
            ASSERT_TRUE(contains(full.reaches[changes.moved[index]], changes.reaches[index]));
        }
    }
    // Otherwise the two extents have not been told apart.
    EXPECT_TRUE(has_been_partial || World::type_name == "hex" || World::type_name == "circles");
}

TEST(full_records, of_rigid_bodies_that_move_come_to_rest_and_go) {
    engine machine({.thread_count = 1});
    rigid::world world(machine);
    scenes::add_to_world(scenes::separate_piles(2, 2), world);
    std::vector<rigid::input> inputs;
    expect_full_records_to_be_sums_of_changes(std::move(world), 200, [&](std::uint64_t frame) {
        inputs.clear();
        if (frame == 30) {
            inputs.push_back(
                {.target = entity_key{3}, .kind = rigid::input_kind::impulse, .value = {900, 900, 0}});
        } else if (frame == 60) {
            inputs.push_back(rigid::input::destroy(entity_key{4}));
        }
        return std::span<const rigid::input>(inputs);
    });
}

TEST(full_records, of_toys) {
    xoshiro256 dice(1);
    toy_input input;
    toy_world world = random_scene(dice, true);
    expect_full_records_to_be_sums_of_changes(std::move(world), 150, [&](std::uint64_t) {
        input = random_input(dice);
        return std::span<const toy_input>(&input, 1);
    });
}

TEST(full_records, of_circles) {
    engine machine({.thread_count = 1});
    circles::world world(machine, std::make_shared<const circles::rules>(circles::test::crowd_rules()));
    ASSERT_TRUE(world.add(circles::test::crowd(1)).is_ok());
    expect_full_records_to_be_sums_of_changes(
        std::move(world), 60, [](std::uint64_t) { return std::span<const circles::input>(); });
}

TEST(full_records, of_hex_objects) {
    engine machine({.thread_count = 1});
    const scenes::hex_scene scene =
        scenes::two_fleets({.ships = 12, .asteroids = 10, .distance = 50'000, .seed = 4});
    hex::world world(machine, scene.rules);
    ASSERT_TRUE(world.add(scene.objects).is_ok());
    expect_full_records_to_be_sums_of_changes(std::move(world), 60,
                                              [](std::uint64_t) { return std::span<const hex::input>(); });
}

} // namespace
} // namespace orrery::test
