#include "tests/rigid/crowded_world.hpp"

#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/contact_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace orrery::rigid::test {
namespace {

struct contact_list : testing::Test {
    [[nodiscard]] std::vector<touching> all() const {
        std::vector<touching> found;
        find_contacts(where, found);
        return found;
    }

    engine machine{{.thread_count = 1}};
    world where{machine};
};

TEST_F(contact_list, shows_the_corners_on_which_a_crate_rests_and_that_they_carry_its_weight) {
    const entity ground =
        make_body(where, {.kind = body_kind::fixed, .shape = plane(), .key = entity_key{1}}).value();
    const vector3 half = vector3::filled(scalar(0.5));
    const entity crate =
        make_body(
            where,
            {.position = {0, scalar(0.5), 0}, .shape = box(half), .mass = scalar(2), .key = entity_key{2}})
            .value();
    const auto check = [&] {
        const std::vector<touching> found = all();
        ASSERT_EQ(found.size(), 1u);
        const touching& pair = found.front();
        EXPECT_EQ(pair.a, ground);
        EXPECT_EQ(pair.b, crate);
        EXPECT_FALSE(pair.is_sensor);
        EXPECT_NEAR(pair.normal.y, scalar(1), scalar(1e-4));
        ASSERT_EQ(pair.count, 4u);
        scalar carried = 0;
        for (const touching_point& at : pair.points) {
            EXPECT_NEAR(abs(at.position.x), scalar(0.5), scalar(0.01));
            EXPECT_NEAR(abs(at.position.z), scalar(0.5), scalar(0.01));
            EXPECT_NEAR(at.position.y, scalar(0), scalar(0.01));
            carried += at.impulse;
        }
        const scalar substep = where.settings().time_step / static_cast<scalar>(where.settings().substeps);
        EXPECT_NEAR(carried, scalar(2 * 9.81) * substep, scalar(0.01) * carried);
    };
    for (int step = 0; step < 20; ++step) {
        where.step();
    }
    ASSERT_FALSE(where.registry().all_of<asleep>(crate));
    check();
    for (int step = 0; step < 60; ++step) {
        where.step();
    }
    ASSERT_TRUE(where.registry().all_of<asleep>(crate));
    check();
}

TEST_F(contact_list, has_each_contact_once_in_the_order_of_keys_and_those_of_a_body_alone) {
    xoshiro256 source(2);
    crowd(where, source, 60, 2);
    for (int step = 0; step < 10; ++step) {
        where.step();
    }
    const std::vector<touching> everything = all();
    const auto& registry = where.registry();
    EXPECT_EQ(everything.size(), registry.count<contact>());
    EXPECT_GT(everything.size(), 10u);
    const auto order = [&](const touching& pair) {
        return std::tuple(registry.key_of(pair.a), registry.key_of(pair.b), pair.child_a, pair.child_b);
    };
    EXPECT_TRUE(std::ranges::is_sorted(everything, {}, order));
    for (const touching& pair : everything) {
        EXPECT_LT(registry.key_of(pair.a), registry.key_of(pair.b));
        EXPECT_NEAR(length(pair.normal), pair.count > 0 ? scalar(1) : scalar(0), scalar(1e-4));
        const auto& memory = registry.get<contact>(pair.contact);
        EXPECT_EQ(std::pair(memory.a, memory.b), std::pair(pair.a, pair.b));
    }
    std::vector<touching> of_one;
    for (const entity id : registry.entities_by_key()) {
        std::vector<touching> expected;
        std::ranges::copy_if(everything, std::back_inserter(expected),
                             [&](const touching& pair) { return pair.a == id || pair.b == id; });
        find_contacts(where, id, of_one);
        EXPECT_EQ(of_one, expected);
    }
}

TEST_F(contact_list, leaves_out_bodies_that_are_gone) {
    (void)make_body(where, {.kind = body_kind::fixed, .shape = plane()}).value();
    const entity ball = make_body(where, {.position = {0, 1, 0}, .shape = sphere(1)}).value();
    where.step();
    ASSERT_EQ(all().size(), 1u);
    where.registry().destroy(ball);
    EXPECT_TRUE(all().empty());
}

} // namespace
} // namespace orrery::rigid::test
