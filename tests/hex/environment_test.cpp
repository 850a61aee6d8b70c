#include "tests/hex/any_object.hpp"

#include <orrery/hex/environment.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace orrery::hex {
namespace {

constexpr std::int32_t one_screen = 65536;

place at_screen(vector2i where) {
    place made;
    made.position = from_screen(where);
    return made;
}

// Two screens wide and high around the middle.
environment bordered(std::uint8_t friction, std::uint16_t pull) {
    environment made;
    made.border = {{{-one_screen, -one_screen}, {one_screen, one_screen}}, friction, pull};
    return made;
}

motion acted_on(const environment& by, std::uint64_t frame, const place& where, motion how = {}) {
    act(by, frame, where, how);
    return how;
}

TEST(hex_environment, what_is_inside_of_the_border_is_left_alone) {
    const environment by = bordered(50, 100);
    motion how;
    how.a = {-1000, 3, 4};
    how.b = {32767, 0, 0};
    for (const vector2i where : {vector2i{0, 0}, vector2i{one_screen, one_screen},
                                 vector2i{-one_screen, -one_screen}, vector2i{one_screen, -one_screen}}) {
        EXPECT_FALSE(acts_at(by, at_screen(where))) << where.x << " " << where.y;
        EXPECT_EQ(acted_on(by, 1, at_screen(where), how), how);
    }
}

TEST(hex_environment, edges_are_compared_to_half_a_unit_of_x_and_to_one_of_b) {
    const environment by = bordered(0, 1);
    place at;
    at.position = {one_screen, 0};
    EXPECT_FALSE(acts_at(by, at));
    at.position = {one_screen, -1}; // half a unit to the right of it
    EXPECT_TRUE(acts_at(by, at));
    at.position = {-one_screen, 1};
    EXPECT_TRUE(acts_at(by, at));
    const std::int32_t lowest_edge = from_screen({0, one_screen}).b;
    at.position = {lowest_edge / 2, lowest_edge};
    EXPECT_FALSE(acts_at(by, at));
    at.position.b += 1;
    EXPECT_TRUE(acts_at(by, at));
    at.position = {-lowest_edge / 2, -lowest_edge - 1};
    EXPECT_TRUE(acts_at(by, at));
}

TEST(hex_environment, the_border_pulls_straight_back_along_x_and_along_y) {
    const environment by = bordered(0, 100);
    // One screen out: 100 quarters a tick.
    motion how = acted_on(by, 4, at_screen({2 * one_screen, 0}));
    EXPECT_EQ(how.a.velocity, -100);
    EXPECT_EQ(how.b.velocity, 0);
    how = acted_on(by, 4, at_screen({-3 * one_screen, 5}));
    EXPECT_EQ(how.a.velocity, 200);
    EXPECT_EQ(how.b.velocity, 0);
    // Along y both components change, so that it is 100 quarters there, and none along x over two ticks.
    for (const std::int32_t side : {-1, 1}) {
        const place out = at_screen({0, side * 2 * one_screen});
        std::int32_t a = 0;
        std::int32_t b = 0;
        for (const std::uint64_t frame : {4, 5}) {
            how = acted_on(by, frame, out);
            a += how.a.velocity;
            b += how.b.velocity;
        }
        EXPECT_EQ(2 * a, b);
        const vector2i on_screen = to_screen({a, b});
        EXPECT_EQ(on_screen.x, 0);
        EXPECT_NEAR(on_screen.y, -side * 200, 2);
    }
}

TEST(hex_environment, the_weakest_pull_is_one_and_no_pull_is_none) {
    const place just_out = at_screen({one_screen + 1, 0});
    EXPECT_EQ(acted_on(bordered(0, 1), 7, just_out).a.velocity, -1);
    EXPECT_EQ(acted_on(bordered(255, 0), 7, just_out).a.velocity, 0);
    EXPECT_FALSE(acts_at(bordered(0, 0), just_out));
}

TEST(hex_environment, what_leaves_the_border_comes_back) {
    const environment by = bordered(2, 50);
    object now;
    now.place = at_screen({0, 0});
    now.motion.a.velocity = 3000;
    now.motion.b.velocity = 5000;
    bool was_out = false;
    for (std::uint64_t frame = 0; frame < 3000; ++frame) {
        now = advanced(now, frame);
        was_out |= acts_at(by, now.place);
        act(by, frame + 1, now.place, now.motion);
        ASSERT_LT(length(now.place.position), 3u * one_screen);
    }
    EXPECT_TRUE(was_out);
}

TEST(hex_environment, friction_alone_brings_to_rest) {
    environment by;
    by.regions.push_back({.area = {{-1000, -1000}, {1000, 1000}}, .friction = 1});
    for (const std::int16_t velocity : {std::int16_t{-32768}, std::int16_t{-1}, std::int16_t{32767}}) {
        motion how;
        how.a.velocity = velocity;
        how.b.velocity = 1;
        how.turn.velocity = 77;
        for (std::uint64_t frame = 0; frame < 20000; ++frame) {
            act(by, frame, place{}, how);
        }
        EXPECT_EQ(how.a.velocity, 0);
        EXPECT_EQ(how.b.velocity, 0);
        EXPECT_EQ(how.turn.velocity, 77);
    }
}

TEST(hex_environment, regions_carry_along_what_is_in_them_one_after_the_other) {
    environment by;
    by.regions.push_back({.area = {{0, 0}, {100, 100}}, .acceleration = {10, -20}});
    by.regions.push_back({.area = {{50, 50}, {200, 200}}, .friction = 128, .acceleration = {1, 1}});
    motion how = acted_on(by, 0, at_screen({10, 10}));
    EXPECT_EQ(how.a.velocity, 10);
    EXPECT_EQ(how.b.velocity, -20);
    // The second halves what the first has given.
    how = acted_on(by, 0, at_screen({70, 70}));
    EXPECT_EQ(how.a.velocity, 6);
    EXPECT_EQ(how.b.velocity, -9);
    EXPECT_FALSE(acts_at(by, at_screen({150, 10})));
    EXPECT_TRUE(acts_at(by, at_screen({150, 150})));
}

TEST(hex_environment, velocities_stay_within_their_limits_whatever_acts) {
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    environment by;
    by.border = {{{most, most}, {most, most}}, 255, 65535};
    by.regions.push_back({.area = {{-most - 1, -most - 1}, {most, most}}, .acceleration = {most, -most - 1}});
    by.regions.push_back(by.regions.front());
    for (const std::int32_t a : {-coordinate_limit, coordinate_limit}) {
        for (const std::int32_t b : {-coordinate_limit, coordinate_limit}) {
            place where;
            where.position = {a, b};
            motion how;
            how.a.velocity = -32768;
            how.b.velocity = 32767;
            act(by, ~std::uint64_t{0}, where, how);
            EXPECT_EQ(how.a.velocity, max_velocity);
            EXPECT_EQ(how.b.velocity, -max_velocity);
        }
    }
}

TEST(hex_environment, all_objects_at_once_get_what_each_gets_alone) {
    xoshiro256 random(5);
    std::vector<environment> all(5);
    all[1] = bordered(20, 300);
    all[2].regions.push_back({.area = {{0, 0}, {one_screen, one_screen}}, .friction = 9});
    all[3] = bordered(0, 7);
    all[3].regions = {{.area = {{-5000, -5000}, {0, one_screen}}, .acceleration = {3, -4}},
                      {.area = {{20000, -5000}, {30000, 5000}}, .friction = 255}};
    all[4].border.pull = 10; // as far out as it can be
    for (const environment& by : all) {
        for (const std::size_t count : {0, 1, 15, 16, 17, 1000, 5003}) {
            std::vector<place> places;
            std::vector<motion> before;
            for (std::size_t i = 0; i < count; ++i) {
                object made = testing::any_object(random);
                if (!chance(random, 0.02)) {
                    // Mostly inside, so that whole blocks are skipped.
                    const auto reach = [&] {
                        return static_cast<std::int32_t>(uniform_int(random, -30000, 60000));
                    };
                    made.place.position = {reach(), reach()};
                }
                places.push_back(made.place);
                before.push_back(made.motion);
            }
            std::vector<motion> wanted = before;
            for (std::size_t i = 0; i < count; ++i) {
                act(by, 99, places[i], wanted[i]);
                ASSERT_TRUE(acts_at(by, places[i]) || wanted[i] == before[i]);
            }
            for (const simd::level width : simd::all_levels) {
                std::vector<motion> found = before;
                act_on_all(by, 99, width, places, found);
                EXPECT_TRUE(found == wanted) << count << " objects at " << simd::name(width);
            }
        }
    }
}

} // namespace
} // namespace orrery::hex
