#include "tests/core/property.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/source_field.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery::rigid {
namespace {

std::vector<field_source> random_sources(std::uint64_t seed, std::uint32_t count) {
    xoshiro256 random(seed);
    std::vector<field_source> made;
    for (std::uint32_t number = 0; number < count; ++number) {
        const vector3 direction = unit_vector<vector3>(random);
        const vector3 where = direction * uniform_real<scalar>(random, 0, 1000);
        made.push_back({entity_key{number + 1}, where, uniform_real<scalar>(random, 0, 100)});
    }
    return made;
}

// In double precision, one by one.
vector3d plain_sum(const std::vector<field_source>& sources, vector3 at, double softening) {
    vector3d sum;
    for (const field_source& each : sources) {
        const vector3d offset = vector_cast<double>(each.position) - vector_cast<double>(at);
        const double squared = dot(offset, offset) + softening * softening;
        sum += offset * (static_cast<double>(each.strength) / (squared * sqrt(squared)));
    }
    return sum;
}

// Of the pull on sources and on places between them, the mean as a share of the mean pull.
double mean_error(std::uint64_t seed, const world_settings& settings) {
    const std::vector<field_source> sources = random_sources(seed, 500);
    const std::vector<field_source> places = random_sources(seed + 1, 100);
    source_field field;
    field.assign(sources, settings);
    double error = 0;
    double all = 0;
    const auto compare = [&](const field_source& at, entity_key key) {
        const vector3d expected = plain_sum(sources, at.position, settings.field_softening);
        error += length(vector_cast<double>(field.pull(at.position, key)) - expected);
        all += length(expected);
    };
    for (const field_source& each : sources) {
        compare(each, each.key);
    }
    for (const field_source& each : places) {
        compare(each, entity_key{1'000'000});
    }
    return error / all;
}

TEST(source_field, is_the_sum_of_all_pulls) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        PROPERTY_ASSERT(mean_error(seed, {.direct_attractors = 1000}) < 1e-5);
    }));
}

TEST(source_field, of_a_crowd_errs_by_as_little_as_its_knob_says) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        const double coarse = mean_error(seed, {.direct_attractors = 10, .field_opening = scalar(0.8)});
        const double usual = mean_error(seed, {.direct_attractors = 10});
        const double exact = mean_error(seed, {.direct_attractors = 10, .field_opening = 0});
        PROPERTY_ASSERT(coarse < 2e-2);
        PROPERTY_ASSERT(usual < 5e-3);
        PROPERTY_ASSERT(exact < 1e-5);
    }));
}

TEST(source_field, pulls_nobody_without_sources_and_no_source_by_itself) {
    source_field field;
    EXPECT_EQ(field.pull({1, 2, 3}, entity_key{1}), vector3{});
    const std::vector<field_source> sources = random_sources(1, 1);
    for (const std::uint32_t direct : {0u, 1u}) {
        field.assign(sources, {.direct_attractors = direct});
        EXPECT_EQ(field.pull(sources[0].position, sources[0].key), vector3{});
        EXPECT_NE(field.pull({}, entity_key{2}), vector3{});
    }
}

TEST(source_field, of_a_crowd_is_the_same_with_and_without_jobs) {
    const std::vector<field_source> sources = random_sources(1, 1000);
    thread_pool jobs(2);
    source_field alone;
    source_field together;
    alone.assign(sources, {});
    together.assign(sources, {}, &jobs);
    for (const field_source& each : sources) {
        ASSERT_EQ(alone.pull(each.position, each.key), together.pull(each.position, each.key));
    }
}

} // namespace
} // namespace orrery::rigid
