#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/frame_view.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

namespace orrery::test {
namespace {

TEST(frame_view, shows_everyone_in_order_of_keys_and_is_used_again) {
    toy_world world;
    world.add(entity_key{5}, {1, 2, 3, 4}, {.color = 7});
    world.add(entity_key{3}, {500, 0, 0, 0});
    toy_timeline time(std::move(world));
    time.add(1, {.target = entity_key{3}, .kind = toy_input_kind::destroy});
    time.advance(2);
    time::frame_view<toy_world> view;
    EXPECT_EQ(view.size(), 0U);
    EXPECT_EQ(view.find(entity_key{5}), nullptr);
    ASSERT_EQ(time.known()->seek(1, view), time::found::recorded);
    EXPECT_EQ(view.frame(), 1U);
    ASSERT_EQ(view.size(), 2U);
    EXPECT_EQ(view.keys()[0], entity_key{3});
    EXPECT_EQ(view.keys()[1], entity_key{5});
    EXPECT_EQ(view.place_of(entity_key{5}), 1U);
    EXPECT_EQ(view.place_of(entity_key{4}), view.size());
    EXPECT_EQ(*view.find(entity_key{5}), (toy_motion{4, 6, 3, 4}));
    EXPECT_EQ(view.motions()[1], *view.find(entity_key{5}));
    EXPECT_EQ(view.form_at(1).color, 7);
    ASSERT_EQ(time.known()->seek(2, view), time::found::recorded);
    EXPECT_EQ(view.size(), 1U);
    EXPECT_EQ(view.find(entity_key{3}), nullptr);
    EXPECT_EQ(*view.find(entity_key{5}), (toy_motion{7, 10, 3, 4}));
}

} // namespace
} // namespace orrery::test
