// What is said about a document that is no JSON: where, and in words that help.
#include "apps/json/json_syntax.hpp"
#include "tests/apps/json/refusal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::json {
namespace {

TEST(json_syntax, commas_that_are_too_many_are_told_where_they_stand) {
    EXPECT_EQ(refusal_of("{\n\"a\": 1,\n}"), "file:2:7: there is a comma before '}', where JSON has none");
    EXPECT_EQ(refusal_of("{\"a\": [1, 2, ]}"),
              "file:1:12: in a[2]: there is a comma before ']', where JSON has none");
    EXPECT_EQ(refusal_of("{\"a\": [{\"b\": {\"c\": 1,}}]}"),
              "file:1:21: in a[0].b: there is a comma before '}', where JSON has none");
    EXPECT_EQ(refusal_of("[1,,2]"), "file:1:4: in [1]: there is a comma where a value or a name is expected");
    EXPECT_EQ(refusal_of("[,1]"), "file:1:2: in [0]: there is a comma where a value or a name is expected");
}

TEST(json_syntax, what_is_missing_is_told_where_it_is_missed) {
    EXPECT_EQ(refusal_of("{\"a\": 1 \"b\": 2}").substr(0, 10), "file:1:9: ");
    EXPECT_EQ(refusal_of("[true false]").substr(0, 11), "file:1:7: i");
    EXPECT_EQ(refusal_of("{\"a\" 1}").substr(0, 15), "file:1:6: in a:");
    EXPECT_EQ(refusal_of("{\"a\": [1, 2"), "file:1:12: in a[2]: the document ends before it is complete");
    EXPECT_EQ(refusal_of("{\"a\": "), "file:1:7: in a: the document ends before it is complete");
    EXPECT_EQ(refusal_of(""), "file:1:1: the document is empty");
    EXPECT_EQ(refusal_of(" \n "), "file:2:2: the document is empty");
}

TEST(json_syntax, comments_quotes_and_words_are_named) {
    EXPECT_EQ(refusal_of("{ // no\n}"), "file:1:3: there is a comment, and JSON has none");
    EXPECT_EQ(refusal_of("{\"a\": 1 /* no */}"), "file:1:9: there is a comment, and JSON has none");
    EXPECT_EQ(refusal_of("{'a': 1}"), "file:1:2: there is a ', but strings stand in double quotes");
    EXPECT_EQ(refusal_of("{\"a\": NaN}").substr(0, 44), "file:1:7: in a: 'NaN' stands without quotes,");
    EXPECT_EQ(refusal_of("{\"a\": nul}").substr(0, 44), "file:1:7: in a: 'nul' stands without quotes,");
    EXPECT_EQ(refusal_of("{a: 1}").substr(0, 34), "file:1:2: 'a' stands without quote");
}

TEST(json_syntax, text_behind_the_end_and_control_characters_are_named) {
    EXPECT_EQ(refusal_of("{\"a\": 1} x"), "file:1:10: there is more behind the end of the document");
    EXPECT_EQ(refusal_of("[1]\n[2]"), "file:2:1: there is more behind the end of the document");
    EXPECT_EQ(refusal_of("{\"a\": \"x\ty\"}"),
              "file:1:9: in a: there is a control character in a string, where JSON has \\t, \\n or \\u0000");
}

TEST(json_syntax, columns_count_characters) {
    EXPECT_EQ(refusal_of("{\"\xc3\xa4\xc3\xb6\": 1,}").substr(0, 11), "file:1:9: t");
    const detail::text_place place = detail::place_of("ab\n\xe2\x82\xac"
                                                      "c",
                                                      6);
    EXPECT_EQ(place.line, 2u);
    EXPECT_EQ(place.column, 2u);
}

TEST(json_syntax, what_is_wrong_within_a_string_or_a_number_is_told_there) {
    EXPECT_EQ(refusal_of("{\"a\": \"x\\q\"}").substr(0, 7), "file:1:");
    EXPECT_NE(refusal_of("{\"a\": \"x\\q\"}").find("in a: "), std::string::npos);
    EXPECT_EQ(refusal_of("{\"a\": \"x\\q\"}").find("without quotes"), std::string::npos);
    EXPECT_FALSE(refusal_of("[1.]").empty());
    EXPECT_FALSE(refusal_of("[\"\xff\"]").empty()) << "not UTF-8";
}

} // namespace
} // namespace orrery::json
