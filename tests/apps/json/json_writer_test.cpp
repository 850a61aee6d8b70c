// What is written can be read again.
#include "apps/json/json_value.hpp"
#include "apps/json/json_writer.hpp"
#include "tests/core/property.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace orrery::json {
namespace {

TEST(json_writer, puts_commas_and_brackets_where_they_belong) {
    writer out;
    out.begin_object().member("a", 1).key("b").begin_array().value(true).value("x").null().end_array();
    out.key("c").begin_object().end_object().member("d", 2U).end_object();
    EXPECT_EQ(out.text(), R"({"a":1,"b":[true,"x",null],"c":{},"d":2})");
}

TEST(json_writer, numbers_read_back_to_the_same_bits) {
    EXPECT_TRUE(property::holds([] {
        const auto what = property::any<double>();
        const auto narrow = property::any<float>();
        PROPERTY_ASSUME(std::isfinite(what) && std::isfinite(narrow));
        writer out;
        out.begin_array().value(what).value(narrow).end_array();
        const auto read = parse(out.text(), "text");
        PROPERTY_ASSERT(read.has_value());
        PROPERTY_ASSERT(read->items()[0].number() == what);
        PROPERTY_ASSERT(static_cast<float>(read->items()[1].number()) == narrow);
    }));
}

TEST(json_writer, what_is_no_number_becomes_null) {
    writer out;
    out.begin_array().value(std::nan("")).value(std::numeric_limits<float>::infinity()).end_array();
    EXPECT_EQ(out.text(), "[null,null]");
}

TEST(json_writer, strings_survive_whatever_is_in_them) {
    for (const std::string text : {"", "plain", "\"quoted\" \\ and \n\t\x01", "\xc3\xa4"}) {
        writer out;
        out.value(text);
        const auto read = parse(out.text(), "text");
        ASSERT_TRUE(read) << read.reason().message;
        EXPECT_EQ(read->string(), text);
    }
}

} // namespace
} // namespace orrery::json
