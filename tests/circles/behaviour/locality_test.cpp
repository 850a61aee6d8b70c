// What is far apart goes through the same bits together and alone.
#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

constexpr std::uint64_t pits = 6;

// Balls that fall into pits which are far from each other.
struct lonely_pits {
    rules by = crowd_rules();
    std::vector<circle_definition> circles{};
    std::vector<entity_key> keys[pits]{};

    lonely_pits() {
        by.walls.clear();
        for (std::uint64_t pit = 0; pit < pits; ++pit) {
            const scalar shift = static_cast<scalar>(pit) * 500;
            wall border = box(80, 80, false);
            for (vector2& each : border.points) {
                each.x += shift;
            }
            by.walls.push_back(border);
            for (circle_definition each : crowd(pit, 5)) {
                each.key = entity_key{static_cast<std::uint64_t>(each.key) + pit * 1000};
                each.motion.position.x += shift;
                each.motion.velocity = each.motion.velocity * scalar(0.3);
                circles.push_back(each);
                keys[pit].push_back(each.key);
            }
        }
    }
};

} // namespace

TEST(circles_locality, a_part_goes_through_the_same_bits_alone) {
    const lonely_pits made;
    for (std::uint64_t pit = 0; pit < pits; ++pit) {
        small_world whole(made.by);
        whole.add(made.circles);
        small_world alone(made.by);
        alone.world.restore(part_of(whole.world.snapshot(), made.keys[pit]));
        ASSERT_EQ(alone.world.current().size(), 25u);
        for (int update = 0; update < 400; ++update) {
            whole.run(1);
            alone.run(1);
            ASSERT_EQ(part_of(whole.world.snapshot(), made.keys[pit]).hash(), alone.world.hash())
                << "in pit " << pit << ", update " << update;
        }
        EXPECT_GT(alone.world.current().contacts.size(), 10u);
        const world_snapshot now = whole.world.snapshot();
        EXPECT_EQ(with_part(now, made.keys[pit], alone.world.snapshot()).hash(), now.hash());
    }
}

TEST(circles_locality, those_in_different_pits_are_in_different_islands) {
    const lonely_pits made;
    small_world at(made.by);
    at.add(made.circles);
    EXPECT_EQ(at.world.islands().size(), 0u) << "before the first update";
    at.run(200);
    const spatial::islands found = at.world.islands();
    EXPECT_GE(found.size(), pits);
    for (std::size_t island = 0; island < found.size(); ++island) {
        const auto pit_of = [&](std::uint32_t place) {
            return static_cast<std::uint64_t>(at.world.current().roster->keys[place]) / 1000;
        };
        for (const std::uint32_t each : found[island]) {
            EXPECT_EQ(pit_of(each), pit_of(found[island].front()));
        }
    }
}
