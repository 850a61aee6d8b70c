#include "tests/hex/any_object.hpp"

#include <orrery/hex/object.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>

namespace orrery::hex {
namespace {

using words = std::array<std::uint32_t, 4>;

TEST(hex_object, every_field_has_its_own_bits_of_two_registers) {
    // Each field alone at its highest; together they fill all bits, and no bit twice.
    words place_bits{};
    words motion_bits{};
    const auto add_place = [&](const place& alone) {
        const words bits = std::bit_cast<words>(alone);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(place_bits[i] & bits[i], 0u);
            place_bits[i] |= bits[i];
        }
    };
    const auto add_motion = [&](const motion& alone) {
        const words bits = std::bit_cast<words>(alone);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(motion_bits[i] & bits[i], 0u);
            motion_bits[i] |= bits[i];
        }
    };
    add_place({.position = {-1, 0}});
    add_place({.position = {0, -1}});
    add_place({.angle = angle16::from_steps(-1)});
    add_place({.radius = 255});
    add_place({.group = 255});
    add_place({.type = 255});
    add_place({.mark = 255});
    add_place({.extended = 65535});
    for (drive motion::* const part : {&motion::a, &motion::b, &motion::turn}) {
        for (const drive full : {drive{.velocity = -1}, drive{.friction = 255}, drive{.acceleration = -1}}) {
            motion alone;
            alone.*part = full;
            add_motion(alone);
        }
    }
    motion with_alarm;
    with_alarm.set_alarm(255);
    add_motion(with_alarm);
    motion with_id;
    with_id.set_id(max_id);
    add_motion(with_id);
    EXPECT_EQ(place_bits, (words{~0u, ~0u, ~0u, ~0u}));
    EXPECT_EQ(motion_bits, (words{~0u, ~0u, ~0u, ~0u}));
}

TEST(hex_object, alarm_and_id_share_a_word_without_touching_each_other) {
    for (const std::uint32_t id : {0u, 1u, 255u, 256u, max_id - 1, max_id}) {
        for (const int ticks : {0, 1, 127, 128, 255}) {
            const auto alarm = static_cast<std::uint8_t>(ticks);
            motion how;
            how.set_id(max_id);
            how.set_alarm(255);
            how.set_id(id);
            how.set_alarm(alarm);
            EXPECT_EQ(how.id(), id);
            EXPECT_EQ(how.alarm(), alarm);
            how.set_id(id ^ max_id);
            EXPECT_EQ(how.alarm(), alarm);
            EXPECT_EQ(how.id(), id ^ max_id);
        }
    }
}

TEST(hex_object, a_tick_keeps_the_id_and_all_that_does_not_move) {
    xoshiro256 random(3);
    for (int i = 0; i < 20000; ++i) {
        const object now = testing::any_object(random);
        const object next = advanced(now, random());
        ASSERT_EQ(next.motion.id(), now.motion.id());
        ASSERT_EQ(next.place.radius, now.place.radius);
        ASSERT_EQ(next.place.group, now.place.group);
        ASSERT_EQ(next.place.type, now.place.type);
        ASSERT_EQ(next.place.mark, now.place.mark);
        ASSERT_EQ(next.place.extended, now.place.extended);
        for (drive motion::* const part : {&motion::a, &motion::b, &motion::turn}) {
            ASSERT_EQ((next.motion.*part).friction, (now.motion.*part).friction);
            ASSERT_EQ((next.motion.*part).acceleration, (now.motion.*part).acceleration);
            ASSERT_LE(std::abs((next.motion.*part).velocity), max_velocity);
        }
    }
}

} // namespace
} // namespace orrery::hex
