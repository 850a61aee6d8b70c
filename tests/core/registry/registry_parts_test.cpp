#include "tests/core/components.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/core/registry/registry_parts.hpp>

#include <gtest/gtest.h>

#include <array>

namespace orrery {
namespace {

// Entities with some components each, tied to one another at random.
struct random_world {
    explicit random_world(std::size_t count) {
        for (std::size_t number = 0; number < count; ++number) {
            entities.push_back(registry.create());
        }
        for (const entity id : entities) {
            if (property::any<bool>()) {
                registry.emplace<place>(id, static_cast<float>(id.index), 0.0F, 1.0F);
            }
            if (property::any<bool>()) {
                registry.emplace<::asleep>(id);
            }
            if (property::any<bool>()) {
                registry.emplace<bond>(id, any(), any(), 3);
            }
        }
    }

    entity any() const { return entities[property::in_range<std::size_t>(0, entities.size())]; }

    std::vector<entity> some() const {
        std::vector<entity> chosen;
        for (const entity id : entities) {
            if (property::in_range(0, 3) == 0) {
                chosen.push_back(id);
            }
        }
        return chosen;
    }

    orrery::registry registry;
    std::vector<entity> entities;
};

TEST(registry_parts, a_part_has_the_chosen_entities_and_no_others) {
    EXPECT_TRUE(property::holds([] {
        const random_world world(property::in_range<std::size_t>(1, 40));
        const std::vector<entity> chosen = world.some();
        const snapshot part = copy_part(world.registry, chosen);
        PROPERTY_ASSERT(part.size() == chosen.size());
        for (const entity id : chosen) {
            const entity there = part.find(world.registry.key_of(id));
            PROPERTY_ASSERT(there != entity{});
            PROPERTY_ASSERT(part.all_of<place>(there) == world.registry.all_of<place>(id));
            PROPERTY_ASSERT(part.all_of<::asleep>(there) == world.registry.all_of<::asleep>(id));
            if (const bond* tie = world.registry.try_get<bond>(id)) {
                const bond& twin = part.get<bond>(there);
                const entity_key to = world.registry.key_of(tie->to);
                PROPERTY_ASSERT(part.key_of(twin.to) == (part.find(to) ? to : entity_key::none));
                PROPERTY_ASSERT(twin.to != entity{});
            }
        }
    }));
}

TEST(registry_parts, a_part_put_back_changes_neither_the_hash_nor_a_page) {
    EXPECT_TRUE(property::holds([] {
        const random_world world(property::in_range<std::size_t>(1, 40));
        const std::vector<entity> chosen = world.some();
        const snapshot whole = world.registry.snapshot();
        const snapshot same = replace_part(whole, chosen, copy_part(whole, chosen));
        PROPERTY_ASSERT(same.hash() == whole.hash());
        for (std::size_t pool = 0; pool < whole.pools().size(); ++pool) {
            PROPERTY_ASSERT(same.pools()[pool].shares_all(whole.pools()[pool]));
        }
    }));
}

// What a part goes through, done to the part and to the whole.
void change(registry& state, entity_key key, int what) {
    const entity id = state.find(key);
    switch (what) {
    case 0:
        state.destroy(id);
        break;
    case 1:
        state.emplace_or_replace<place>(id, 9.0F, 8.0F, 7.0F);
        break;
    case 2:
        state.remove<place>(id);
        break;
    case 3:
        state.emplace_or_replace<paint>(id);
        break;
    case 4: {
        const entity child = state.create(derive_key(key, 1, 0));
        state.emplace<bond>(child, id, child, 5);
        break;
    }
    default:
        break;
    }
}

TEST(registry_parts, what_happens_to_a_part_has_happened_to_the_whole_when_it_is_put_back) {
    EXPECT_TRUE(property::holds([] {
        random_world world(property::in_range<std::size_t>(1, 40));
        for (const entity id : world.entities) { // nobody outside refers to what may be destroyed
            world.registry.remove<bond>(id);
        }
        const std::vector<entity> chosen = world.some();
        const snapshot before = world.registry.snapshot();
        registry part(copy_part(before, chosen));
        for (const entity id : chosen) {
            const int what = property::in_range(0, 6);
            change(part, before.key_of(id), what);
            change(world.registry, before.key_of(id), what);
        }
        const snapshot together = replace_part(before, chosen, part);
        PROPERTY_ASSERT(together.hash() == world.registry.hash());
        PROPERTY_ASSERT(together.size() == world.registry.size());
        for (const entity id : chosen) { // who is still there is so under the same handle
            if (world.registry.valid(id)) {
                PROPERTY_ASSERT(together.find(before.key_of(id)) == id);
            }
        }
    }));
}

TEST(registry_parts, a_reference_out_of_the_part_is_neither_valid_nor_none_there_and_comes_back) {
    registry whole;
    const entity inside = whole.create();
    const entity outside = whole.create();
    whole.emplace<bond>(inside, outside, entity{}, 1);
    const std::array chosen{inside};
    registry part(copy_part(whole, chosen));
    const entity twin = part.find(whole.key_of(inside));
    EXPECT_TRUE(part.get<const bond>(twin).from);
    EXPECT_FALSE(part.valid(part.get<const bond>(twin).from));
    EXPECT_FALSE(part.get<const bond>(twin).to);
    part.get<bond>(twin).strength = 2;
    const snapshot together = replace_part(whole, chosen, part);
    EXPECT_EQ(together.get<bond>(inside).from, outside);
    EXPECT_EQ(together.get<bond>(inside).strength, 2);
}

TEST(registry_parts, without_components_holds_on_to_the_others_alone) {
    registry world;
    const entity id = world.create();
    world.emplace<place>(id, 1.0F, 2.0F, 3.0F);
    world.emplace<paint>(id);
    const std::array<const component_type*, 2> types{&component_type::of<place>(),
                                                     &component_type::of<motion>()};
    const snapshot kept = without_components(world, types);
    EXPECT_TRUE(kept.all_of<paint>(id));
    EXPECT_FALSE(kept.all_of<place>(id));
    EXPECT_EQ(world.get<const place>(id), (place{1, 2, 3}));
}

} // namespace
} // namespace orrery
