#include "tests/hex/small_world.hpp"

#include <orrery/hex/object_definition.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

namespace {

std::string refusal(const object_definition& what) {
    const status answer = check(what, small_rules());
    return answer.is_ok() ? std::string() : answer.reason().message;
}

} // namespace

TEST(object_definition, of_a_rock_and_of_a_pebble_pass) {
    EXPECT_EQ(refusal(make(1, rock, {0, 0}, {}, bar(5))), "");
    EXPECT_EQ(refusal(make(1, pebble, {-coordinate_limit, coordinate_limit})), "");
}

TEST(object_definition, says_what_is_wrong_with_it) {
    EXPECT_EQ(refusal(make(1, 7, {0, 0})), "the type is 7, expected less than 7");
    EXPECT_EQ(refusal(make(1, pebble, {coordinate_limit + 1, 0})),
              "the position is 536870913, 0, expected within -536870912 to 536870912");
    object_definition backwards = make(1, pebble, {0, 0});
    backwards.turn.velocity = std::numeric_limits<std::int16_t>::min();
    EXPECT_EQ(refusal(backwards), "a velocity is -32768, expected at least -32767");
    EXPECT_EQ(refusal(make(1, pebble, {0, 0}, {}, bar(2))), "a particle has 2 tiles, expected none");
    EXPECT_NE(refusal(make(1, rock, {0, 0})), "");
}
