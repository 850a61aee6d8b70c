// What a schema accepts, and the sentence about the first thing that it does not.
#include "apps/json/json_schema.hpp"
#include "tests/core/property.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::json {
namespace {

constexpr std::string_view shapes = R"({
  "type": "object",
  "properties": {
    "name": {"type": "string", "minLength": 1, "maxLength": 8},
    "count": {"type": "integer", "minimum": 1, "maximum": 64},
    "at": {"$ref": "#/$defs/vector"},
    "shape": {"$ref": "#/$defs/shape"},
    "is_open": {"type": "boolean"},
    "named": {"type": "object", "additionalProperties": {"$ref": "#/$defs/shape"}, "maxProperties": 2},
    "mode": {"type": "string", "enum": ["fast", "exact"]}
  },
  "required": ["name"],
  "additionalProperties": false,
  "$defs": {
    "vector": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
    "positive": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e30},
    "solid": {"oneOf": [
      {"type": "object", "properties": {"kind": {"const": "ball"}, "radius": {"$ref": "#/$defs/positive"}},
       "required": ["kind", "radius"], "additionalProperties": false},
      {"type": "object", "properties": {"kind": {"const": "box"}, "size": {"$ref": "#/$defs/vector"}},
       "required": ["kind", "size"], "additionalProperties": false}
    ]},
    "shape": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/solid"}]}
  }
})";

[[nodiscard]] result<schema> schema_of(std::string_view text) {
    return schema::from(parse(text, "schema").value());
}

// What is wrong with a document, with its line in front; nothing if it is fine.
[[nodiscard]] std::string problem_of(std::string_view document, std::string_view rules = shapes) {
    const auto found = schema_of(rules).value().check(parse(document, "file").value());
    return found ? std::to_string(found->line) + ": " + found->sentence : "";
}

[[nodiscard]] std::string schema_refusal(std::string_view rules) {
    const auto made = schema_of(rules);
    return made ? "" : made.reason().message;
}

TEST(json_schema, accepts_what_it_describes) {
    EXPECT_EQ(problem_of(R"({"name": "a"})"), "");
    EXPECT_EQ(problem_of(R"({"name": "a", "count": 64, "at": [1, 2.5, -3], "shape": "round", "is_open": true,
                             "mode": "fast", "named": {"x": {"kind": "ball", "radius": 1}}})"),
              "");
    EXPECT_EQ(problem_of(R"({"name": "a", "shape": {"kind": "box", "size": [1, 1, 1]}})"), "");
}

TEST(json_schema, says_where_what_stands_and_what_was_expected) {
    EXPECT_EQ(problem_of("{\"name\": \"a\",\n\"shape\": {\"kind\": \"ball\", \"radius\": -1}}"),
              "2: shape.radius is -1, expected a number above 0");
    EXPECT_EQ(problem_of(R"({"name": "a", "count": 0})"), "1: count is 0, expected an integer from 1 to 64");
    EXPECT_EQ(problem_of(R"({"name": "a", "count": 65})"), "1: count is 65, expected at most 64");
    EXPECT_EQ(problem_of(R"({"name": "a", "count": 1.5})"),
              "1: count is 1.5, expected an integer from 1 to 64");
    EXPECT_EQ(problem_of(R"({"name": ""})"), "1: name is \"\", expected a string of 1 to 8 characters");
    EXPECT_EQ(problem_of(R"({"name": "a", "at": [1, 2]})"),
              "1: at is an array of 2, expected an array of 3 numbers");
    EXPECT_EQ(problem_of(R"({"name": "a", "at": [1, 2, "x"]})"), "1: at[2] is \"x\", expected a number");
    EXPECT_EQ(problem_of(R"({"name": "a", "is_open": 1})"), "1: is_open is 1, expected true or false");
    EXPECT_EQ(problem_of("[]"), "1: the document is an array of 0, expected an object");
    EXPECT_EQ(problem_of(R"({"name": "a", "named": {"x": "1", "y": "2", "z": "3"}})"),
              "1: named is an object, expected an object of at most 2 members");
}

TEST(json_schema, names_the_known_member_that_was_probably_meant) {
    EXPECT_EQ(problem_of("{\"name\": \"a\",\n\"cuont\": 1}"),
              "2: cuont is not known here; did you mean 'count'?");
    EXPECT_EQ(problem_of(R"({"name": "a", "shape": {"kind": "ball", "size": 1}})"),
              "1: shape.size is not known here; known are: kind, radius");
}

TEST(json_schema, says_what_is_missing_and_what_it_should_be) {
    EXPECT_EQ(problem_of("{}"), "1: name is missing, expected a string of 1 to 8 characters");
    EXPECT_EQ(problem_of("{\"name\": \"a\",\n \"shape\": {\"kind\": \"ball\"}}"),
              "2: shape.radius is missing, expected a number above 0");
}

TEST(json_schema, tells_of_the_branch_that_was_meant_alone) {
    EXPECT_EQ(problem_of(R"({"name": "a", "shape": 7})"), "1: shape is 7, expected a string or an object");
    EXPECT_EQ(problem_of(R"({"name": "a", "shape": {"kind": "bax"}})"),
              "1: shape.kind is \"bax\", expected \"ball\" or \"box\"; did you mean 'box'?");
    EXPECT_EQ(problem_of(R"({"name": "a", "shape": {"size": [1, 1, 1]}})"),
              "1: shape.kind is missing, expected \"ball\" or \"box\"");
    EXPECT_EQ(problem_of(R"({"name": "a", "mode": "exakt"})"),
              "1: mode is \"exakt\", expected \"fast\" or \"exact\"; did you mean 'exact'?");
}

TEST(json_schema, reports_the_first_problem_in_the_order_of_the_document) {
    EXPECT_EQ(problem_of("{\"name\": \"a\",\n\"is_open\": 0,\n\"count\": 0}"),
              "2: is_open is 0, expected true or false");
    EXPECT_EQ(problem_of("{\"name\": \"a\",\n\"count\": 0,\n\"is_open\": 0}"),
              "2: count is 0, expected an integer from 1 to 64");
}

TEST(json_schema, refuses_a_schema_that_it_does_not_understand) {
    EXPECT_EQ(schema_refusal(shapes), "");
    EXPECT_EQ(
        schema_refusal("{\"type\": \"string\",\n\"pattern\": \"a+\"}"),
        "the schema's line 2: pattern is \"a+\", expected characters and sets between ^ and $, each once or "
        "{n} times");
    EXPECT_EQ(schema_refusal("{\"type\": \"string\",\n\"format\": \"date\"}"),
              "the schema's line 2: format is \"date\", expected a keyword that is understood");
    for (const std::string_view pattern :
         {"", "a", "^a", "a$", "^a*$", "^(a)$", "^[^a]$", "^[a$", "^a{12}$", "^{2}$"}) {
        EXPECT_NE(schema_refusal(R"({"type": "string", "pattern": ")" + std::string(pattern) + "\"}"), "")
            << pattern;
    }
    EXPECT_NE(schema_refusal(R"({"type": "strung"})"), "");
    EXPECT_NE(schema_refusal(R"({"type": ["string", "null"]})"), "");
    EXPECT_NE(schema_refusal(R"({"minimum": "1"})"), "");
    EXPECT_NE(schema_refusal(R"({"required": "a"})"), "");
    EXPECT_NE(schema_refusal(R"({"properties": {"a": 1}})"), "");
    EXPECT_NE(schema_refusal("[]"), "");
}

TEST(json_schema, refuses_references_that_lead_nowhere_or_in_circles) {
    EXPECT_NE(schema_refusal(R"({"$ref": "#/$defs/a"})"), "");
    EXPECT_NE(schema_refusal(R"({"$ref": "other.json", "$defs": {}})"), "");
    EXPECT_NE(
        schema_refusal(
            R"({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}})"),
        "");
    EXPECT_NE(
        schema_refusal(
            R"({"oneOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"oneOf": [{"$ref": "#/$defs/a"}]}}})"),
        "");
}

TEST(json_schema, refuses_branches_that_cannot_be_told_apart) {
    EXPECT_NE(schema_refusal(R"({"oneOf": [{"type": "string"}, {"type": "string", "minLength": 3}]})"), "");
    EXPECT_NE(
        schema_refusal(
            R"({"oneOf": [{"type": "object"}, {"type": "object", "properties": {"a": {"const": "b"}}}]})"),
        "");
    EXPECT_NE(schema_refusal(R"({"oneOf": [{}, {"type": "string"}]})"), "");
}

TEST(json_schema, takes_strings_that_match_a_pattern) {
    constexpr std::string_view color =
        R"({"title": "A colour", "type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "examples": ["#ff8800"]})";
    for (const std::string_view fine : {"#000000", "#ffFF09", "#abcdef"}) {
        EXPECT_EQ(problem_of("\"" + std::string(fine) + "\"", color), "") << fine;
    }
    for (const std::string_view wrong : {"", "red", "#00000", "#0000000", "#00000g", "x000000", "#-00000"}) {
        EXPECT_EQ(problem_of("\"" + std::string(wrong) + "\"", color),
                  "1: the document is \"" + std::string(wrong) + "\", expected a colour such as \"#ff8800\"");
    }
}

TEST(json_schema, tells_large_limits_where_they_matter) {
    constexpr std::string_view frames = R"({"type": "integer", "minimum": 1, "maximum": 1000000000})";
    EXPECT_EQ(problem_of("0", frames), "1: the document is 0, expected an integer of at least 1");
    EXPECT_EQ(problem_of("1e20", frames),
              "1: the document is 1e+20, expected an integer from 1 to 1000000000");
    EXPECT_EQ(problem_of("-1e20", frames),
              "1: the document is -1e+20, expected an integer from 1 to 1000000000");
    EXPECT_EQ(problem_of("2000000000", frames), "1: the document is 2000000000, expected at most 1000000000");
}

TEST(json_schema, allows_a_shape_within_a_shape) {
    constexpr std::string_view nested = R"({"$ref": "#/$defs/tree", "$defs": {"tree":
        {"type": "object", "properties": {"leaf": {"type": "number"}, "tree": {"$ref": "#/$defs/tree"}},
         "additionalProperties": false}}})";
    EXPECT_EQ(problem_of(R"({"tree": {"tree": {"leaf": 1}}})", nested), "");
    EXPECT_EQ(problem_of(R"({"tree": {"tree": {"leaf": "x"}}})", nested),
              "1: tree.tree.leaf is \"x\", expected a number");
}

TEST(json_schema, keeps_exactly_the_numbers_between_its_bounds) {
    EXPECT_TRUE(property::holds("a number is accepted if and only if it is within the bounds", [] {
        const auto low = property::any<int>();
        const auto width = property::any<int>();
        const auto number = property::any<int>();
        const int high = low / 2 + std::abs(width / 4);
        const std::string rules = "{\"type\": \"integer\", \"minimum\": " + std::to_string(low / 2) +
                                  ", \"maximum\": " + std::to_string(high) + "}";
        const bool is_within = number >= low / 2 && number <= high;
        PROPERTY_ASSERT(problem_of(std::to_string(number), rules).empty() == is_within);
    }));
}

} // namespace
} // namespace orrery::json
