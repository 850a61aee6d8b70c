// What a document says, on which line it says it, and what is wrong with documents that are none.
#include "apps/json/json_value.hpp"
#include "apps/json/json_writer.hpp"
#include "tests/apps/json/refusal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::json {
namespace {

TEST(json_value, knows_the_line_of_every_value) {
    const auto document = parse("{\n \"a\": [1,\n  true],\n\n \"b\": {\"c\": null}}", "file");
    ASSERT_TRUE(document) << document.reason().message;
    EXPECT_EQ(document->line(), 1U);
    EXPECT_EQ(document->find("a")->line(), 2U);
    EXPECT_EQ(document->find("a")->items()[1].line(), 3U);
    EXPECT_EQ(document->find("b")->find("c")->line(), 5U);
    EXPECT_EQ(document->find("d"), nullptr);
}

TEST(json_value, says_on_which_line_a_document_is_none) {
    EXPECT_TRUE(refusal_of("{\n\"a\": 1\n\"b\": 2}").starts_with("file:3:1: "))
        << refusal_of("{\n\"a\": 1\n\"b\": 2}");
    EXPECT_EQ(refusal_of("{\"a\": 1,\n\"a\": 2}"), "file:2: 'a' stands twice in one object");
    EXPECT_FALSE(refusal_of("").empty());
    EXPECT_FALSE(refusal_of("1 2").empty());
    EXPECT_FALSE(refusal_of("\"\xff\"").empty()) << "not UTF-8";
}

TEST(json_value, finds_a_name_that_stands_twice_among_a_hundred_thousand) {
    std::string text = "{";
    for (int number = 0; number < 100'000; ++number) {
        text += "\"n" + std::to_string(number) + "\": 0,\n";
    }
    EXPECT_EQ(refusal_of(text + "\"last\": 0}"), "");
    EXPECT_EQ(refusal_of(text + "\"n7\": 0}"), "file:100001: 'n7' stands twice in one object");
}

TEST(json_value, refuses_documents_with_too_many_values) {
    std::string text = "[0";
    for (std::size_t count = 1; count <= value::max_count; ++count) {
        text += ",0";
    }
    EXPECT_EQ(refusal_of(text + "]"), "file:1: it has more than 5000000 values");
}

TEST(json_value, refuses_documents_that_are_nested_too_deep) {
    EXPECT_EQ(refusal_of(std::string(value::max_depth, '[') + std::string(value::max_depth, ']')), "");
    EXPECT_EQ(refusal_of(std::string(1'000'000, '[')), "file:1: it is nested deeper than 64 levels");
}

TEST(json_value, is_shown_in_a_few_words) {
    const auto document = parse(R"([null, true, -1.5, "red", [1, 2, 3], {"a": 1}])", "file");
    ASSERT_TRUE(document);
    std::string all;
    for (const value& each : document->items()) {
        all += each.shown() + "; ";
    }
    EXPECT_EQ(all, "null; true; -1.5; \"red\"; an array of 3; an object; ");
}

TEST(json_value, an_integer_is_a_number_without_a_fraction_that_fits) {
    const auto document = parse("[3, -4.0, 2.5, 1e300, \"3\"]", "file");
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->items()[0].is_integer());
    EXPECT_TRUE(document->items()[1].is_integer());
    EXPECT_FALSE(document->items()[2].is_integer());
    EXPECT_FALSE(document->items()[3].is_integer());
    EXPECT_FALSE(document->items()[4].is_integer());
}

} // namespace
} // namespace orrery::json
