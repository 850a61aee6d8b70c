#include "tests/hex/small_world.hpp"

#include <orrery/core/fields.hpp>
#include <orrery/hex/event.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

static_assert(component<event>, "every byte belongs to a field");

TEST(hex_event, of_an_impact_names_the_lower_key_first_and_says_where_and_how_hard) {
    small_world at;
    at.add(make(9, rock, {0, 0}, {400, 0}, bar(1)));
    at.add(make(4, rock, {1800, 0}, {-400, 0}, bar(1)));
    while (at.events(event_kind::impact).empty()) {
        ASSERT_LT(at.world.frame(), 20u);
        at.world.step();
    }
    const event hit = at.events(event_kind::impact)[0];
    EXPECT_EQ(hit.key_a, entity_key{4});
    EXPECT_EQ(hit.key_b, entity_key{9});
    EXPECT_EQ(hit.impulse, 2 * 2 * 100) << "mass 2, from 100 units a tick to -100";
    EXPECT_NEAR(hit.point.a, 900, 200);
}
