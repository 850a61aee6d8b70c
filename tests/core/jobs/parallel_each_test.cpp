#include "tests/core/components.hpp"

#include <orrery/core/jobs/parallel_each.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/core/registry/registry.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

// A large world whose pools are in different orders and whose pages a snapshot holds.
registry shuffled_world() {
    registry world;
    std::vector<entity> all;
    for (int number = 0; number < 5000; ++number) {
        const entity id = world.create();
        all.push_back(id);
        world.emplace<place>(id, static_cast<float>(number), 0.0F, 0.0F);
    }
    for (std::size_t number = 0; number < all.size(); ++number) {
        world.emplace<motion>(all[number * 7 % all.size()], 2.0, 0.5);
    }
    for (std::size_t number = 0; number < all.size(); number += 5) {
        world.emplace<asleep>(all[number]);
    }
    return world;
}

void advance(place& where, motion& how) {
    where.x += static_cast<float>(how.speed);
    how.speed *= 1.0 + how.spin;
}

TEST(parallel_each, does_what_each_does_on_any_number_of_threads_and_leaves_snapshots_alone) {
    registry serial = shuffled_world();
    const std::uint64_t hash_before = serial.hash();
    serial.view<place, motion>(exclude<asleep>).each(advance);
    for (const std::uint32_t threads : {1U, 2U, 4U}) {
        thread_pool jobs(threads);
        registry world = shuffled_world();
        const snapshot before = world.snapshot();
        parallel_each(jobs, world.view<place, motion>(exclude<asleep>), advance, 1);
        EXPECT_EQ(world.hash(), serial.hash());
        EXPECT_EQ(before.hash(), hash_before);
    }
}

TEST(parallel_each, leaves_pages_shared_that_no_entity_of_the_view_is_in) {
    thread_pool jobs(2);
    registry world;
    for (int number = 0; number < 2000; ++number) {
        const entity id = world.create();
        world.emplace<place>(id);
        if (number >= 700 && number < 1000) {
            world.emplace<asleep>(id);
        }
    }
    const snapshot before = world.snapshot();
    parallel_each(jobs, world.view<place, const asleep>(), [](place& where) { where.x = 1; }, 1);
    const component_pool& places = world.pools()[0];
    ASSERT_EQ(places.type().name, "place");
    for (std::size_t page = 0; page < places.page_count(); ++page) {
        const bool is_written =
            page >= 700 / component_pool::page_elements && page <= 999 / component_pool::page_elements;
        EXPECT_EQ(places.shares_page(before.pools()[0], page), !is_written) << page;
    }
}

TEST(parallel_each, of_an_empty_view_does_nothing) {
    thread_pool jobs(2);
    registry world;
    parallel_each(jobs, world.view<place>(), [](place&) { FAIL(); });
}

} // namespace
} // namespace orrery
