#include <orrery/rigid/shapes/shape.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace orrery::rigid::test {
namespace {

TEST(shape, accepts_what_has_a_form) {
    for (const shape& each : {sphere(1), capsule(1, 0), capsule(scalar(0.1), 5), cylinder(1, 2),
                              box({1, 2, 3}), plane(), box(vector3::filled(largest_measure))}) {
        EXPECT_EQ(check_measures(each), "") << name_of(each.kind);
    }
    for (const shape_kind kind : {shape_kind::hull, shape_kind::compound}) {
        EXPECT_EQ(check_measures({.id = shape_id{7}, .size = {}, .kind = kind}), "");
    }
}

TEST(shape, refuses_measures_that_are_not_positive_or_not_finite_with_a_sentence_about_the_kind) {
    const scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    const scalar infinity = std::numeric_limits<scalar>::infinity();
    for (const scalar bad : {scalar(0), scalar(-1), nan, infinity, -infinity, scalar(1e7), scalar(1e-9)}) {
        for (const shape& each : {sphere(bad), capsule(bad, 1), capsule(1, bad), cylinder(bad, 1),
                                  cylinder(1, bad), box({bad, 1, 1}), box({1, bad, 1}), box({1, 1, bad})}) {
            if (each.kind == shape_kind::capsule && each.size.y >= scalar(0) && each.size.y <= scalar(1) &&
                each.size.x == scalar(1)) {
                continue; // a capsule may be as short as a sphere
            }
            const auto sentence = check_measures(each);
            EXPECT_NE(sentence.find(name_of(each.kind)), std::string_view::npos)
                << name_of(each.kind) << " with " << bad << ": " << sentence;
            EXPECT_EQ(sentence.empty() ? ' ' : sentence.back(), '.');
        }
    }
}

TEST(shape, refuses_hulls_and_compounds_without_an_id_and_kinds_that_do_not_exist) {
    EXPECT_NE(check_measures({.size = {}, .kind = shape_kind::hull}), "");
    EXPECT_NE(check_measures({.size = {}, .kind = shape_kind::compound}), "");
    EXPECT_NE(check_measures({.size = {}, .kind = shape_kind{99}}), "");
    EXPECT_EQ(name_of(shape_kind{99}), "unknown");
}

} // namespace
} // namespace orrery::rigid::test
