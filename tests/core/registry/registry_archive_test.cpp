#include "tests/core/components.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/core/registry/registry_archive.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace orrery {
namespace {

void register_all(registry& world) {
    world.register_component<place>();
    world.register_component<motion>();
    world.register_component<bond>();
    world.register_component<asleep>();
    world.register_component<paint>();
}

// A world with free slots, references, tags and pools in different orders.
registry sample(std::uint32_t count = 40) {
    registry world;
    register_all(world);
    std::vector<entity> all;
    for (std::uint32_t number = 0; number < count; ++number) {
        all.push_back(world.create());
        world.emplace<place>(all.back(), static_cast<float>(number), 1.0F, 2.0F);
        world.emplace<motion>(all.back(), 1.0, static_cast<double>(number));
    }
    for (std::uint32_t number = 0; number < count; number += 3) {
        world.emplace<bond>(all[number], all[(number + 5) % count], entity{}, 7, 0U);
        world.emplace<asleep>(all[count - 1 - number]);
    }
    for (std::uint32_t number = 1; number < count; number += 7) {
        world.destroy(all[number]);
    }
    return world;
}

std::vector<std::byte> image_of(const registry_state& state) {
    byte_writer out;
    save_state(out, state);
    return out.take();
}

status load_image(registry& into, std::span<const std::byte> bytes) {
    byte_reader in(bytes);
    return load_state(in, into);
}

TEST(registry_archive, an_image_brings_back_the_world_with_handles_order_and_future) {
    registry original = sample(1000);
    registry copy;
    register_all(copy);
    ASSERT_TRUE(load_image(copy, image_of(original)));
    EXPECT_EQ(copy.hash(), original.hash());
    EXPECT_EQ(image_of(copy), image_of(original));
    const auto go_on = [](registry& world) {
        std::vector<entity> order;
        world.view<place>().each([&](entity id, place& where) {
            where.y += 1;
            order.push_back(id);
        });
        for (int number = 0; number < 200; ++number) {
            order.push_back(world.create());
            world.emplace<place>(order.back());
        }
        return order;
    };
    EXPECT_EQ(go_on(copy), go_on(original));
    EXPECT_EQ(copy.hash(), original.hash());
}

TEST(registry_archive, a_snapshot_saves_what_it_holds) {
    registry world = sample();
    const auto before = image_of(world);
    const snapshot frame = world.snapshot();
    world.clear();
    EXPECT_EQ(image_of(frame), before);
}

TEST(registry_archive, entities_in_a_row_cost_their_components_and_little_more) {
    registry world;
    for (int number = 0; number < 1000; ++number) {
        const entity id = world.create();
        world.emplace<place>(id);
        world.emplace<motion>(id);
    }
    EXPECT_LE(image_of(world).size(), 1000 * (sizeof(place) + sizeof(motion) + 13) + 200);
}

TEST(registry_archive, refuses_every_truncation_and_leaves_the_world_as_it_was) {
    const auto bytes = image_of(sample());
    registry world = sample(7);
    const std::uint64_t hash = world.hash();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        ASSERT_FALSE(load_image(world, std::span(bytes).first(length))) << length;
        ASSERT_EQ(world.hash(), hash);
    }
}

TEST(registry_archive, a_damaged_image_is_refused_or_is_a_sound_world) {
    const auto bytes = image_of(sample(12));
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        auto damaged = bytes;
        damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        registry world;
        register_all(world);
        if (load_image(world, damaged)) {
            registry again;
            register_all(again);
            ASSERT_TRUE(load_image(again, image_of(world)));
            ASSERT_EQ(again.hash(), world.hash());
            world.clear();
            ASSERT_EQ(world.size(), 0U);
        }
    }
}

TEST(registry_archive, refuses_values_that_their_type_does_not_allow) {
    registry world;
    const entity id = world.create();
    world.emplace<motion>(id).speed = 5000; // never checked on the way in
    registry into;
    register_all(into);
    const status answer = load_image(into, image_of(world));
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("motion.speed is 5000, expected a value from -1000 to 1000"),
              std::string::npos)
        << answer.reason().message;
}

TEST(registry_archive, refuses_component_types_that_are_not_registered) {
    registry into;
    const status answer = load_image(into, image_of(sample()));
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("component type 'asleep' is not registered here"),
              std::string::npos);
}

// The type 'place' as an older and a newer program might have it.
struct older_place {
    float x = 0;
    float z = 0;
};

struct newer_place {
    float x = 0;
    float y = 0;
    float z = 0;
    float w = 0;
};

} // namespace

template <>
inline constexpr auto description<older_place> =
    describe<older_place>("place", field<&older_place::z>("z"), field<&older_place::x>("x"));
template <>
inline constexpr auto description<newer_place> =
    describe<newer_place>("place", field<&newer_place::x>("x"), field<&newer_place::y>("y"),
                          field<&newer_place::z>("z"), field<&newer_place::w>("w"));

namespace {

TEST(registry_archive, reads_values_of_an_older_type_and_gives_new_fields_their_default) {
    registry old_world;
    const entity id = old_world.create(entity_key{4});
    old_world.emplace<older_place>(id, 1.0F, 3.0F);
    registry into;
    register_all(into);
    ASSERT_TRUE(load_image(into, image_of(old_world)));
    EXPECT_EQ(into.get<place>(into.find(entity_key{4})), (place{1, 0, 3}));
}

TEST(registry_archive, refuses_values_of_a_newer_type) {
    registry new_world;
    new_world.emplace<newer_place>(new_world.create());
    registry into;
    register_all(into);
    const status answer = load_image(into, image_of(new_world));
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("field 'w' of component 'place' is not known here"),
              std::string::npos);
}

TEST(registry_archive, a_portable_set_moves_entities_between_worlds_with_different_handles) {
    registry from = sample();
    registry to;
    register_all(to);
    for (int number = 0; number < 13; ++number) {
        to.destroy(to.create(static_cast<entity_key>(1000 + number)));
        static_cast<void>(to.create(static_cast<entity_key>(2000 + number)));
    }
    std::vector<entity> moved = from.entities_by_key();
    byte_writer out;
    save_entities(out, from, moved);
    byte_reader in(out.bytes());
    const auto arrived = load_entities(in, to);
    ASSERT_TRUE(arrived);
    ASSERT_EQ(arrived->size(), moved.size());
    for (std::size_t number = 0; number < moved.size(); ++number) {
        EXPECT_EQ(to.key_of((*arrived)[number]), from.key_of(moved[number]));
        EXPECT_EQ(to.hash_of((*arrived)[number]), from.hash_of(moved[number]));
    }
}

TEST(registry_archive, a_reference_to_an_entity_that_did_not_come_along_becomes_none) {
    registry from;
    const entity here = from.create(entity_key{1});
    const entity there = from.create(entity_key{2});
    from.emplace<bond>(here, there, here, 1, 0U);
    byte_writer out;
    save_entities(out, from, std::span(&here, 1));
    registry to;
    register_all(to);
    byte_reader in(out.bytes());
    ASSERT_TRUE(load_entities(in, to));
    const entity arrived = to.find(entity_key{1});
    EXPECT_EQ(to.get<bond>(arrived).from, entity{});
    EXPECT_EQ(to.get<bond>(arrived).to, arrived);
}

TEST(registry_archive, an_entity_that_is_listed_twice_is_saved_once) {
    registry from = sample();
    std::vector<entity> listed = from.entities_by_key();
    const std::size_t count = listed.size();
    byte_writer once;
    save_entities(once, from, listed);
    listed.push_back(listed.front());
    listed.push_back({});
    listed.push_back(listed[1]);
    byte_writer twice;
    save_entities(twice, from, listed);
    EXPECT_TRUE(std::ranges::equal(once.bytes(), twice.bytes()));
    registry to;
    register_all(to);
    byte_reader in(twice.bytes());
    const auto arrived = load_entities(in, to);
    ASSERT_TRUE(arrived) << arrived.reason().message;
    EXPECT_EQ(arrived->size(), count);
}

TEST(registry_archive, loading_a_set_twice_updates_what_is_there_and_keeps_the_rest) {
    registry from = sample();
    byte_writer out;
    save_entities(out, from, from.entities_by_key());
    registry to;
    register_all(to);
    const auto load = [&] {
        byte_reader in(out.bytes());
        return load_entities(in, to);
    };
    ASSERT_TRUE(load());
    const entity first = to.entities_by_key()[0];
    to.emplace_or_replace<paint>(first);
    to.get<place>(first).x = 12345;
    ASSERT_TRUE(load());
    EXPECT_EQ(to.size(), from.size());
    EXPECT_TRUE(to.all_of<paint>(first));
    EXPECT_NE(to.get<place>(first).x, 12345);
}

TEST(registry_archive, a_damaged_set_changes_nothing) {
    registry from = sample(12);
    byte_writer out;
    save_entities(out, from, from.entities_by_key());
    registry to = sample(5);
    const std::uint64_t hash = to.hash();
    for (std::size_t length = 0; length < out.size(); ++length) {
        byte_reader in(out.bytes().first(length));
        ASSERT_FALSE(load_entities(in, to));
        ASSERT_EQ(to.hash(), hash);
    }
}

std::vector<std::byte> set_of(const registry& from) {
    byte_writer out;
    save_entities(out, from, from.entities_by_key());
    return out.take();
}

TEST(registry_archive, a_set_is_read_without_the_types_that_are_not_known_here) {
    registry from;
    const entity here = from.create(entity_key{1});
    const entity there = from.create(entity_key{2});
    from.emplace<asleep>(here);
    from.emplace<place>(here, 1.0F, 2.0F, 3.0F);
    from.emplace<motion>(there);
    from.emplace<bond>(here, there, here, 1, 0U);
    from.emplace<paint>(there);
    from.remove<paint>(there); // a pool without entities is no type of the set
    registry to;
    to.register_component<place>();
    to.register_component<bond>();
    const std::vector<std::byte> bytes = set_of(from);
    byte_reader in(bytes);
    const auto arrived = load_entities(in, to);
    ASSERT_TRUE(arrived) << arrived.reason().message;
    EXPECT_TRUE(in.finish().is_ok());
    EXPECT_EQ(arrived->skipped_types, (std::vector<std::string>{"asleep", "motion"}));
    ASSERT_EQ(arrived->size(), 2U);
    EXPECT_EQ(to.get<place>((*arrived)[0]), (place{1, 2, 3}));
    EXPECT_EQ(to.get<bond>((*arrived)[0]).from, (*arrived)[1]); // it has come, if without its components
    EXPECT_EQ(to.get<bond>((*arrived)[0]).to, (*arrived)[0]);
    EXPECT_EQ(to.key_of((*arrived)[1]), entity_key{2});
    EXPECT_EQ(to.pools().size(), 2U);
}

TEST(registry_archive, skips_nothing_where_all_types_are_known) {
    const std::vector<std::byte> bytes = set_of(sample());
    registry to;
    register_all(to);
    byte_reader in(bytes);
    EXPECT_TRUE(load_entities(in, to)->skipped_types.empty());
}

TEST(registry_archive, a_damaged_set_with_unknown_types_is_refused_or_makes_live_entities) {
    const std::vector<std::byte> bytes = set_of(sample(9));
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        auto damaged = bytes;
        damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        registry to;
        to.register_component<bond>();
        byte_reader in(damaged);
        const auto arrived = load_entities(in, to);
        ASSERT_EQ(to.size(), arrived ? arrived->size() : 0U);
        if (arrived) {
            for (const entity id : *arrived) {
                ASSERT_TRUE(to.valid(id));
            }
        }
    }
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        registry to;
        const auto shortened = std::span(bytes).first(length);
        byte_reader in(shortened);
        ASSERT_FALSE(load_entities(in, to)) << length;
        ASSERT_EQ(to.size(), 0U);
    }
}

TEST(registry_archive, refuses_an_unknown_type_that_occurs_twice) {
    registry from;
    from.emplace<asleep>(from.create(entity_key{1}));
    const std::vector<std::byte> once = set_of(from);
    // Version, count and key of the entities, count of the types; then the type, to the end.
    constexpr std::size_t type_count = 4 + 1 + 8;
    ASSERT_EQ(once[type_count], std::byte{1});
    std::vector<std::byte> twice = once;
    twice[type_count] = std::byte{2};
    twice.insert(twice.end(), once.begin() + type_count + 1, once.end());
    registry to;
    byte_reader in(twice);
    const auto arrived = load_entities(in, to);
    ASSERT_FALSE(arrived);
    EXPECT_NE(arrived.reason().message.find("component type 'asleep' occurs twice"), std::string::npos)
        << arrived.reason().message;
    EXPECT_EQ(to.size(), 0U);
}

TEST(registry_archive, stale_handles_are_left_out_of_a_set) {
    registry from;
    const entity gone = from.create();
    from.destroy(gone);
    const entity here = from.create();
    byte_writer out;
    save_entities(out, from, std::vector{gone, here, entity{}});
    registry to;
    byte_reader in(out.bytes());
    EXPECT_EQ(load_entities(in, to)->size(), 1U);
}

} // namespace
} // namespace orrery
