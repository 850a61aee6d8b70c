#include "tests/hex/any_object.hpp"

#include <orrery/hex/passive_motion.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

namespace orrery::hex {
namespace {

using testing::any_object;

object moving(drive along_a) {
    object made;
    made.motion.a = along_a;
    return made;
}

TEST(passive_motion, four_ticks_move_by_the_velocity_exactly_whatever_it_is) {
    for (std::int32_t velocity = -max_velocity; velocity <= max_velocity; ++velocity) {
        object now;
        now.motion.a.velocity = static_cast<std::int16_t>(velocity);
        now.motion.b.velocity = static_cast<std::int16_t>(-velocity);
        now.motion.turn.velocity = static_cast<std::int16_t>(velocity);
        const auto first = static_cast<std::uint64_t>(velocity + max_velocity);
        for (std::uint64_t frame = first; frame < first + 4; ++frame) {
            now = advanced(now, frame);
        }
        ASSERT_EQ(now.place.position, (hex_vector{velocity, -velocity}));
        ASSERT_EQ(now.place.angle, angle16::from_steps(velocity));
    }
}

TEST(passive_motion, the_displacement_is_told_by_the_new_velocity_alone) {
    xoshiro256 random(1);
    for (int i = 0; i < 20000; ++i) {
        object now = any_object(random);
        now.place.position = {static_cast<std::int32_t>(uniform_int(random, -100000, 100000)), 5};
        const std::uint64_t frame = random() >> 1;
        const object next = advanced(now, frame);
        const displacement by = displacement_of(next.motion, frame + 1);
        ASSERT_EQ(next.place.position, now.place.position + by.moved);
        ASSERT_EQ(next.place.angle, now.place.angle + angle16::from_steps(by.turned));
        ASSERT_LE(length(by.moved), 2u * 8192u);
    }
}

TEST(passive_motion, friction_slows_down_to_rest_and_never_turns_round) {
    for (std::int32_t friction = 1; friction <= 255; friction += friction < 8 ? 1 : 13) {
        for (const std::int32_t velocity : {-32768, -32767, -300, -1, 1, 2, 255, 256, 257, 32767}) {
            object now =
                moving({static_cast<std::int16_t>(velocity), static_cast<std::uint8_t>(friction), 0});
            std::uint64_t frame = 77;
            // Down to a few quarters it loses its part each tick, then at least one in 256 ticks.
            for (; now.motion.a.velocity != 0 && frame < 77 + 100'000; ++frame) {
                const std::int32_t before = now.motion.a.velocity;
                now = advanced(now, frame);
                const std::int32_t after = now.motion.a.velocity;
                ASSERT_LE(std::abs(after), std::abs(before));
                ASSERT_GE(std::int64_t{after} * before, 0) << "turned round at " << before;
            }
            EXPECT_EQ(now.motion.a.velocity, 0) << velocity << " with friction " << friction;
            EXPECT_EQ(advanced(now, frame).motion.a.velocity, 0);
        }
    }
}

TEST(passive_motion, friction_takes_its_256ths_on_the_whole) {
    // Over 256 ticks every rounding comes up once, so a velocity that is held up loses exactly its part.
    for (const std::int32_t velocity : {1, 3, 255, 1000, 32767}) {
        for (const std::int32_t friction : {1, 7, 128, 255}) {
            std::int64_t lost = 0;
            for (std::uint64_t frame = 1000; frame < 1256; ++frame) {
                const object next = advanced(
                    moving({static_cast<std::int16_t>(velocity), static_cast<std::uint8_t>(friction), 0}),
                    frame);
                lost += velocity - next.motion.a.velocity;
            }
            EXPECT_EQ(lost, std::int64_t{velocity} * friction);
        }
    }
}

TEST(passive_motion, acceleration_adds_up_and_stops_at_the_highest_velocity) {
    object now = moving({0, 0, 127});
    now.motion.b.acceleration = -128;
    for (std::uint64_t frame = 0; frame < 100; ++frame) {
        now = advanced(now, frame);
    }
    EXPECT_EQ(now.motion.a.velocity, 12700);
    EXPECT_EQ(now.motion.b.velocity, -12800);
    for (std::uint64_t frame = 100; frame < 400; ++frame) {
        now = advanced(now, frame);
    }
    EXPECT_EQ(now.motion.a.velocity, max_velocity);
    EXPECT_EQ(now.motion.b.velocity, -max_velocity);
}

TEST(passive_motion, positions_stop_at_the_limit) {
    object now;
    now.place.position = {coordinate_limit - 1, -coordinate_limit + 1};
    now.motion.a.velocity = max_velocity;
    now.motion.b.velocity = -max_velocity;
    const object next = advanced(now, 0);
    EXPECT_EQ(next.place.position, (hex_vector{coordinate_limit, -coordinate_limit}));
    EXPECT_EQ(advanced(next, 1).place.position, next.place.position);
}

TEST(passive_motion, alarms_count_down_and_an_alarm_of_none_stays) {
    object now;
    now.motion.set_id(max_id);
    now.motion.set_alarm(255);
    for (int left = 254; left >= 0; --left) {
        now = advanced(now, 3);
        ASSERT_EQ(now.motion.alarm(), left);
    }
    now = advanced(now, 3);
    EXPECT_EQ(now.motion.alarm(), 0);
    EXPECT_EQ(now.motion.id(), max_id);
}

// What advance_all makes of them, and who woke.
struct advanced_objects {
    std::vector<place> places;
    std::vector<motion> motions;
    std::vector<std::uint32_t> woken;

    friend bool operator==(const advanced_objects&, const advanced_objects&) = default;
};

advanced_objects all_advanced(std::span<const place> places, std::span<const motion> motions,
                              std::uint64_t frame, simd::level width) {
    advanced_objects made{std::vector<place>(places.size()),
                          std::vector<motion>(motions.size()),
                          {12345}}; // what was in the list does not matter
    advance_all(places, motions, frame, width, made.places, made.motions, made.woken);
    return made;
}

TEST(passive_motion, every_width_gives_the_bits_of_one_object_at_a_time) {
    xoshiro256 random(2);
    for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 16, 1000, 4001}) {
        std::vector<place> places;
        std::vector<motion> motions;
        const std::uint64_t frame = random() >> 1;
        advanced_objects wanted;
        for (std::size_t i = 0; i < count; ++i) {
            const object now = any_object(random);
            places.push_back(now.place);
            motions.push_back(now.motion);
            const object next = advanced(now, frame);
            wanted.places.push_back(next.place);
            wanted.motions.push_back(next.motion);
            if (now.motion.alarm() == 1) {
                wanted.woken.push_back(static_cast<std::uint32_t>(i));
            }
        }
        for (const simd::level width : simd::all_levels) {
            EXPECT_EQ(all_advanced(places, motions, frame, width), wanted)
                << count << " objects at " << simd::name(width);
        }
    }
}

TEST(passive_motion, every_width_slows_every_velocity_by_every_friction_alike) {
    std::vector<place> places;
    std::vector<motion> motions;
    for (std::int32_t velocity = -32768; velocity <= 32767; ++velocity) {
        motion how;
        how.a = {static_cast<std::int16_t>(velocity), static_cast<std::uint8_t>(velocity * 7), 127};
        how.b = {static_cast<std::int16_t>(velocity), static_cast<std::uint8_t>(velocity >> 8), -128};
        how.turn = {static_cast<std::int16_t>(velocity), 255, 0};
        motions.push_back(how);
    }
    places.resize(motions.size());
    for (const std::uint64_t frame : {std::uint64_t{0}, std::uint64_t{13}, ~std::uint64_t{0}}) {
        std::vector<motion> wanted;
        for (std::size_t i = 0; i < places.size(); ++i) {
            wanted.push_back(advanced({places[i], motions[i]}, frame).motion);
        }
        for (const simd::level width : simd::all_levels) {
            EXPECT_TRUE(all_advanced(places, motions, frame, width).motions == wanted) << simd::name(width);
        }
    }
}

} // namespace
} // namespace orrery::hex
