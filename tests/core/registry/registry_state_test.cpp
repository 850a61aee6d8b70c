#include "tests/core/components.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/core/registry/registry_state.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

TEST(registry_state, lists_entities_in_the_order_of_their_keys) {
    registry world;
    for (const std::uint64_t key : {50U, 10U, 40U, 20U, 30U}) {
        ASSERT_TRUE(world.create(static_cast<entity_key>(key)));
    }
    world.destroy(world.find(entity_key{40}));
    std::vector<entity_key> keys;
    for (const entity id : world.entities_by_key()) {
        keys.push_back(world.key_of(id));
    }
    EXPECT_EQ(keys, (std::vector{entity_key{10}, entity_key{20}, entity_key{30}, entity_key{50}}));
    std::size_t count = 0;
    world.each_entity([&](entity id) { count += world.valid(id) ? 1U : 0U; });
    EXPECT_EQ(count, 4U);
}

TEST(snapshot, is_an_empty_world_by_default) {
    const snapshot nothing;
    EXPECT_EQ(nothing.size(), 0U);
    EXPECT_FALSE(nothing.valid(entity{0, 1}));
    nothing.view<place>().each([](const place&) { FAIL(); });
}

TEST(snapshot, can_be_taken_into_an_old_one) {
    registry world;
    snapshot kept = world.snapshot();
    world.emplace<place>(world.create());
    world.snapshot_into(kept);
    EXPECT_EQ(kept.hash(), world.hash());
}

TEST(snapshot, outlives_the_world_it_was_taken_of) {
    snapshot kept;
    {
        registry world;
        world.emplace<place>(world.create(entity_key{3}), 1.0F, 2.0F, 3.0F);
        kept = world.snapshot();
    }
    EXPECT_EQ(kept.get<place>(kept.find(entity_key{3})), (place{1, 2, 3}));
}

// Entities made in any order, with any history behind them, hash alike if they are alike.
TEST(registry_state, hash_depends_on_keys_and_values_alone) {
    EXPECT_TRUE(property::holds([] {
        const auto count = property::in_range<std::uint64_t>(2, 400);
        std::vector<std::uint64_t> order;
        for (std::uint64_t key = 1; key <= count; ++key) {
            order.push_back(key);
        }
        const auto build = [&](registry& world, bool with_history) {
            for (const std::uint64_t key : order) {
                const entity id = world.create(static_cast<entity_key>(key));
                if (with_history) {
                    world.emplace<motion>(id, -1.0, -1.0);
                    static_cast<void>(world.hash()); // remembered hashes must not survive
                    world.remove<motion>(id);
                }
                world.emplace<place>(id, static_cast<float>(key), 0.0F, 0.0F);
                if (key % 3 == 0) {
                    world.emplace<asleep>(id);
                }
            }
            for (const std::uint64_t key : order) {
                const entity partner = world.find(static_cast<entity_key>(key % count + 1));
                world.emplace<bond>(world.find(static_cast<entity_key>(key)), partner, entity{}, 1, 0U);
            }
        };
        registry first;
        build(first, false);
        std::reverse(order.begin(), order.end());
        registry second;
        build(second, true);
        PROPERTY_ASSERT(first.hash() == second.hash());
        std::uint64_t sum_of_first = 0;
        std::uint64_t sum_of_second = 0;
        for (const std::uint64_t key : order) {
            sum_of_first += first.hash_of(first.find(static_cast<entity_key>(key)));
            sum_of_second += second.hash_of(second.find(static_cast<entity_key>(key)));
        }
        PROPERTY_ASSERT(sum_of_first == sum_of_second);
    }));
}

TEST(registry_state, hash_notices_every_kind_of_change) {
    registry world;
    for (std::uint64_t key = 1; key <= 300; ++key) {
        const entity id = world.create(static_cast<entity_key>(key));
        world.emplace<place>(id);
        world.emplace<bond>(id, id, entity{}, 1, 0U);
    }
    const snapshot before = world.snapshot();
    const std::uint64_t hash = world.hash();
    const auto changed = [&](auto change) {
        world.restore(before);
        change(world.find(entity_key{200}));
        return world.hash() != hash;
    };
    EXPECT_FALSE(changed([&](entity id) { world.get<place>(id).x = 0; }));
    EXPECT_TRUE(changed([&](entity id) { world.get<place>(id).x = 1; }));
    EXPECT_TRUE(changed([&](entity id) { world.get<place>(id).x = -0.0F; })) << "-0 is another state than 0";
    EXPECT_TRUE(changed([&](entity id) { world.remove<place>(id); }));
    EXPECT_TRUE(changed([&](entity id) { world.emplace<asleep>(id); }));
    EXPECT_TRUE(changed([&](entity id) { world.destroy(id); }));
    EXPECT_TRUE(changed([&](entity) { world.create(); }));
    EXPECT_TRUE(changed([&](entity id) { world.get<bond>(id).from = world.find(entity_key{7}); }));
    EXPECT_TRUE(changed([&](entity id) {
        std::swap(world.get<place>(id).x, world.get<place>(id).y);
        world.get<place>(id).y = 1;
    }));
}

TEST(registry_state, hash_of_an_empty_world_with_used_keys_differs_from_a_fresh_one) {
    registry fresh;
    registry used;
    used.destroy(used.create());
    EXPECT_NE(fresh.hash(), used.hash()) << "the next entity would get another key";
}

} // namespace
} // namespace orrery
