#include <orrery/core/result.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace {

using namespace orrery;

result<int> parse_digit(char character) {
    if (character < '0' || character > '9') {
        return error{"not a digit"};
    }
    return character - '0';
}

TEST(result, holds_a_value) {
    const result<int> seven = parse_digit('7');
    EXPECT_TRUE(seven.has_value());
    EXPECT_TRUE(seven);
    EXPECT_EQ(*seven, 7);
    EXPECT_EQ(seven.value(), 7);
}

TEST(result, holds_the_reason_why_there_is_none) {
    const result<int> none = parse_digit('x');
    EXPECT_FALSE(none.has_value());
    EXPECT_FALSE(none);
    EXPECT_EQ(none.reason().message, "not a digit");
}

TEST(result, hands_out_a_value_that_can_only_be_moved) {
    result<std::unique_ptr<int>> owner(std::make_unique<int>(3));
    const std::unique_ptr<int> taken = *std::move(owner);
    EXPECT_EQ(*taken, 3);
}

TEST(result, lets_the_value_be_changed_in_place) {
    result<std::string> word(std::string("sun"));
    word->push_back('s');
    *word += "et";
    EXPECT_EQ(word.value(), "sunset");
}

TEST(result, can_hold_a_string_and_an_error_side_by_side) {
    const result<std::string> word(std::string("not an error"));
    EXPECT_TRUE(word.has_value());
    const result<std::string> none(error{"an error"});
    EXPECT_FALSE(none.has_value());
}

TEST(result_death, the_value_of_a_failure_is_misuse_and_says_why_it_failed) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)parse_digit('x').value(), "not a digit");
    EXPECT_DEATH((void)parse_digit('1').reason(), "this result holds a value");
}

TEST(status, is_success_unless_given_a_reason) {
    const status good;
    EXPECT_TRUE(good.is_ok());
    EXPECT_TRUE(good);
    const status bad = error{"the disk is full"};
    EXPECT_FALSE(bad.is_ok());
    EXPECT_FALSE(bad);
    EXPECT_EQ(bad.reason().message, "the disk is full");
}

TEST(status, an_empty_reason_is_still_a_failure) {
    const status bad = error{""};
    EXPECT_FALSE(bad.is_ok());
}

TEST(status_death, the_reason_of_a_success_is_misuse) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)status().reason(), "this status is a success");
}

} // namespace
