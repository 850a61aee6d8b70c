#include "tests/core/allocation_count.hpp"
#include "tests/core/components.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/registry/registry.hpp>

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {
namespace {

TEST(registry, answers_stale_and_foreign_handles_without_following_them) {
    registry world;
    registry other;
    const entity stale = world.create();
    world.emplace<place>(stale);
    world.destroy(stale);
    const entity reused = world.create(); // the same slot
    ASSERT_EQ(reused.index, stale.index);
    world.emplace<place>(reused);
    const entity foreign = other.create(entity_key{77});
    for (const entity id : {stale, foreign, entity{}, entity{4000000000U, 1}, entity{reused.index, 0}}) {
        EXPECT_FALSE(world.valid(id));
        EXPECT_EQ(world.key_of(id), entity_key::none);
        EXPECT_EQ(world.try_get<place>(id), nullptr);
        EXPECT_FALSE(world.all_of<place>(id));
        EXPECT_FALSE(world.any_of<place>(id));
        EXPECT_FALSE(world.remove<place>(id));
        EXPECT_FALSE(world.destroy(id));
        EXPECT_EQ(world.hash_of(id), 0U);
    }
    EXPECT_TRUE(world.all_of<place>(reused));
}

TEST(registry, gives_a_component_by_its_type_and_by_its_const_type_alike) {
    registry world;
    const registry& constant = world;
    const entity id = world.create();
    world.emplace<place>(id, 1.0F, 2.0F, 3.0F);
    world.emplace<asleep>(id);
    static_assert(std::is_same_v<decltype(world.get<place>(id)), place&>);
    static_assert(std::is_same_v<decltype(world.get<const place>(id)), const place&>);
    static_assert(std::is_same_v<decltype(constant.get<place>(id)), const place&>);
    static_assert(std::is_same_v<decltype(constant.get<const place>(id)), const place&>);
    static_assert(std::is_same_v<decltype(world.try_get<const place>(id)), const place*>);
    static_assert(std::is_same_v<decltype(constant.try_get<const place>(id)), const place*>);
    EXPECT_EQ(constant.get<const place>(id), (place{1, 2, 3}));
    EXPECT_EQ(constant.get<place>(id), (place{1, 2, 3}));
    EXPECT_EQ(world.get<const place>(id), (place{1, 2, 3}));
    EXPECT_NE(constant.try_get<const asleep>(id), nullptr);
    EXPECT_EQ(constant.try_get<const motion>(id), nullptr);
    const snapshot frame = world.snapshot();
    EXPECT_EQ(frame.get<const place>(id), frame.get<place>(id));
    std::size_t visited = 0;
    constant.view<const place, asleep>().each([&](const place&) { ++visited; });
    constant.view<const place>(exclude<asleep>).each([&](const place&) { ++visited; });
    EXPECT_EQ(visited, 1U);
}

TEST(registry, of_an_application_has_no_automatic_key_in_common_with_one_of_a_world) {
    registry application;
    registry world(key_series::world);
    for (int number = 0; number < 1000; ++number) {
        world.create();
    }
    for (int number = 0; number < 1000; ++number) {
        EXPECT_EQ(world.find(application.key_of(application.create())), entity{});
    }
    registry continued(world.snapshot()); // goes on with the series of the world
    EXPECT_EQ(continued.key_of(continued.create()), world.key_of(world.create()));
    registry another; // and each series is the same in every program
    EXPECT_TRUE(application.find(another.key_of(another.create())));
}

TEST(registry, asking_for_a_component_that_is_not_there_is_misuse) {
    registry world;
    const entity id = world.create();
    EXPECT_DEATH(static_cast<void>(world.get<place>(id)), "the entity has no 'place'");
    EXPECT_DEATH(static_cast<void>(world.get<place>(entity{9, 9})), "not, or no longer, part of this world");
    world.emplace<place>(id);
    EXPECT_DEATH(world.emplace<place>(id), "the entity already has a 'place'");
    EXPECT_DEATH(world.emplace<place>(entity{}), "only be given to a live entity");
}

TEST(registry, gives_every_entity_a_key_for_life_and_finds_it_by_key) {
    registry world;
    const entity first = world.create();
    const entity second = world.create(entity_key{12345});
    EXPECT_NE(world.key_of(first), entity_key::none);
    EXPECT_NE(world.key_of(first), world.key_of(second));
    EXPECT_EQ(world.find(entity_key{12345}), second);
    EXPECT_EQ(world.find(world.key_of(first)), first);
    EXPECT_FALSE(world.find(entity_key{999}));
    EXPECT_FALSE(world.create(entity_key{12345})) << "a key belongs to one entity";
    EXPECT_FALSE(world.create(entity_key::none));
    world.destroy(second);
    EXPECT_FALSE(world.find(entity_key{12345}));
    EXPECT_TRUE(world.create(entity_key{12345}));
    EXPECT_EQ(world.size(), 2U);
}

TEST(registry, an_entity_made_again_under_its_old_key_is_not_reached_by_the_old_handle) {
    registry world;
    const entity first = world.create(entity_key{5});
    world.destroy(first);
    const entity second = world.create(entity_key{5});
    EXPECT_NE(first, second);
    EXPECT_FALSE(world.valid(first));
}

TEST(registry, sets_replaces_patches_and_removes_components) {
    registry world;
    const entity id = world.create();
    EXPECT_EQ(world.emplace<place>(id, 1.0F, 2.0F, 3.0F), (place{1, 2, 3}));
    EXPECT_EQ(world.replace<place>(id, 4.0F, 5.0F, 6.0F), (place{4, 5, 6}));
    world.patch<place>(id, [](place& where) { where.x = 9; });
    EXPECT_EQ(world.get<const place>(id), (place{9, 5, 6}));
    world.emplace_or_replace<motion>(id, 1.0, 2.0);
    world.emplace_or_replace<motion>(id, 3.0, 4.0);
    EXPECT_EQ(world.get<motion>(id), (motion{3, 4}));
    world.emplace<asleep>(id);
    EXPECT_TRUE((world.all_of<place, motion, asleep>(id)));
    EXPECT_TRUE(world.remove<asleep>(id));
    EXPECT_FALSE(world.remove<asleep>(id));
    EXPECT_TRUE((world.any_of<asleep, motion>(id)));
    EXPECT_EQ(world.count<place>(), 1U);
    world.destroy(id);
    EXPECT_EQ(world.count<place>(), 0U);
}

TEST(registry, counts_every_way_in_which_a_component_may_have_been_written) {
    registry world;
    const entity id = world.create();
    EXPECT_EQ(world.write_count<place>(), 0U);
    std::uint64_t last = 0;
    const auto is_counted = [&](auto write) {
        write();
        const std::uint64_t before = std::exchange(last, world.write_count<place>());
        return last != before;
    };
    EXPECT_TRUE(is_counted([&] { world.emplace<place>(id); }));
    EXPECT_TRUE(is_counted([&] { world.get<place>(id).x = 1; }));
    EXPECT_TRUE(is_counted([&] { world.try_get<place>(id)->x = 2; }));
    EXPECT_TRUE(is_counted([&] { world.replace<place>(id, 4.0F, 5.0F, 6.0F); }));
    EXPECT_TRUE(is_counted([&] { world.view<place>().each([](place& where) { where.x = 3; }); }));
    const place value{7, 8, 9};
    EXPECT_TRUE(is_counted(
        [&] { world.assign(id, component_type::of<place>(), reinterpret_cast<const std::byte*>(&value)); }));
    EXPECT_FALSE(is_counted([&] { EXPECT_EQ(world.get<const place>(id), value); }));
    EXPECT_FALSE(is_counted([&] { world.view<const place>().each([](const place&) {}); }));
    EXPECT_FALSE(is_counted([&] { EXPECT_EQ(std::as_const(world).get<place>(id), value); }));
}

TEST(registry, a_component_may_be_made_from_another_of_the_same_type) {
    registry world;
    const entity first = world.create();
    world.emplace<place>(first, 1.0F, 2.0F, 3.0F);
    for (int number = 0; number < 1000; ++number) {
        const entity id = world.create();
        world.emplace<place>(id, world.get<const place>(first));
        ASSERT_EQ(world.get<const place>(id), (place{1, 2, 3}));
    }
}

TEST(registry, tells_listeners_in_order_what_happened) {
    registry world;
    std::string heard;
    world.on_construct<place>().connect(
        [&](registry& where, entity id) { heard += where.all_of<place>(id) ? "construct " : "?"; });
    world.on_update<place>().connect([&](registry&, entity) { heard += "update "; });
    world.on_destroy<place>().connect([&](registry& where, entity id) {
        heard += where.all_of<place>(id) ? "destroy " : "?"; // it is still there
    });
    world.on_restore().connect([&](registry&) { heard += "restore "; });
    const entity id = world.create();
    world.emplace<place>(id);
    world.replace<place>(id);
    world.patch<place>(id, [](place&) {});
    world.remove<place>(id);
    world.emplace<place>(id);
    const snapshot frame = world.snapshot();
    world.destroy(id);
    world.restore(frame);
    world.clear();
    EXPECT_EQ(heard, "construct update update destroy construct destroy restore destroy ");
}

TEST(registry, survives_a_listener_that_destroys_what_is_being_destroyed) {
    registry world;
    const entity id = world.create();
    world.emplace<place>(id);
    world.emplace<motion>(id);
    world.on_destroy<place>().connect([](registry& where, entity dying) {
        where.on_destroy<place>().disconnect_all(); // or it would hear itself
        where.destroy(dying);
    });
    EXPECT_TRUE(world.destroy(id));
    EXPECT_FALSE(world.valid(id));
    EXPECT_EQ(world.size(), 0U);
    EXPECT_EQ(world.count<motion>(), 0U);
}

TEST(registry, survives_a_listener_that_removes_what_is_being_removed) {
    registry world;
    const entity id = world.create();
    world.emplace<place>(id);
    world.on_destroy<place>().connect([](registry& where, entity owner) {
        where.on_destroy<place>().disconnect_all();
        where.remove<place>(owner);
    });
    EXPECT_TRUE(world.remove<place>(id));
    EXPECT_FALSE(world.all_of<place>(id));
}

TEST(registry, goes_back_to_a_snapshot_as_if_nothing_had_happened) {
    registry world;
    std::vector<entity> ids;
    for (int number = 0; number < 1000; ++number) {
        ids.push_back(world.create());
        world.emplace<place>(ids.back(), static_cast<float>(number), 0.0F, 0.0F);
    }
    const snapshot frame = world.snapshot();
    const std::uint64_t hash = world.hash();
    const auto do_something = [](registry& changed, const std::vector<entity>& all) {
        for (std::size_t number = 0; number < all.size(); number += 3) {
            changed.destroy(all[number]);
        }
        for (int number = 0; number < 500; ++number) {
            changed.emplace<motion>(changed.create(), 1.0, 2.0);
        }
        changed.view<place>().each([](place& where) { where.y += 1; });
    };
    do_something(world, ids);
    const std::uint64_t hash_after = world.hash();
    EXPECT_NE(hash_after, hash);
    world.restore(frame);
    EXPECT_EQ(world.hash(), hash);
    do_something(world, ids);
    EXPECT_EQ(world.hash(), hash_after) << "handles, keys and order are the same after going back";
    registry fork(frame);
    do_something(fork, ids);
    EXPECT_EQ(fork.hash(), hash_after);
}

TEST(registry, stays_registered_with_types_that_a_snapshot_does_not_know) {
    registry world;
    const snapshot empty = world.snapshot();
    world.register_component<place>();
    world.restore(empty);
    ASSERT_EQ(world.pools().size(), 1U);
    EXPECT_EQ(world.pools()[0].type().name, "place");
}

TEST(registry, snapshots_are_read_on_other_threads_while_the_world_goes_on) {
    registry world;
    for (int number = 0; number < 2000; ++number) {
        world.emplace<place>(world.create());
    }
    std::vector<std::thread> readers;
    for (int frame = 1; frame <= 20; ++frame) {
        world.view<place>().each([&](place& where) { where.x = static_cast<float>(frame); });
        readers.emplace_back([kept = world.snapshot(), frame] {
            std::size_t count = 0;
            kept.view<place>().each(
                [&](const place& where) { count += where.x == static_cast<float>(frame) ? 1U : 0U; });
            EXPECT_EQ(count, 2000U);
            EXPECT_NE(kept.hash(), 0U);
        });
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
}

TEST(registry, a_warm_frame_allocates_nothing) {
    registry world;
    std::vector<entity> ids;
    for (int number = 0; number < 2000; ++number) {
        ids.push_back(world.create());
        world.emplace<place>(ids.back());
        world.emplace<motion>(ids.back());
    }
    std::vector<snapshot> history(4);
    std::size_t number = 0;
    const auto frame = [&] {
        world.snapshot_into(history[++number % history.size()]);
        world.view<place, const motion>().each([](place& where, const motion&) { where.x += 1; });
        for (std::size_t change = 0; change < 20; ++change) {
            entity& id = ids[(number * 97 + change * 31) % ids.size()];
            world.destroy(id);
            id = world.create();
            world.emplace<place>(id);
            world.emplace<motion>(id, 1.0, 2.0);
        }
        static_cast<void>(world.hash());
        if (number % 8 == 0) {
            world.restore(history[(number + 1) % history.size()]);
            // Handles of entities made since are stale now, so begin with those that are there.
            ids.clear();
            world.each_entity([&](entity id) { ids.push_back(id); });
        }
    };
    for (int warming = 0; warming < 100; ++warming) {
        frame();
    }
    EXPECT_EQ(test::allocations_during([&] {
                  for (int warm = 0; warm < 100; ++warm) {
                      frame();
                  }
              }),
              0U);
}

TEST(registry, assigns_and_removes_components_known_only_by_their_description) {
    registry world;
    const component_type& type = world.register_component<place>();
    const entity id = world.create();
    const place value{1, 2, 3};
    std::string heard;
    world.on_construct<place>().connect([&](registry&, entity) { heard += 'c'; });
    world.on_update<place>().connect([&](registry&, entity) { heard += 'u'; });
    world.assign(id, type, reinterpret_cast<const std::byte*>(&value));
    world.assign(id, type, reinterpret_cast<const std::byte*>(&value));
    EXPECT_EQ(world.get<const place>(id), value);
    EXPECT_EQ(heard, "cu");
    world.on_destroy<place>().connect([&](registry&, entity) { heard += 'd'; });
    EXPECT_TRUE(world.remove(id, type));
    EXPECT_FALSE(world.remove(id, type));
    EXPECT_FALSE(world.remove(entity{}, type));
    EXPECT_FALSE(world.remove(id, component_type::of<motion>()));
    EXPECT_FALSE(world.all_of<place>(id));
    EXPECT_EQ(heard, "cud");
    EXPECT_DEATH(world.assign(id, component_type::of<motion>(), nullptr), "'motion' is not registered");
}

// What the registry should be, done in the most obvious way.
struct model {
    std::map<entity_key, std::pair<std::optional<place>, std::optional<motion>>> entities;
    std::map<entity_key, entity> handles;
};

void expect_same(const registry_state& world, const model& expected) {
    PROPERTY_ASSERT(world.size() == expected.entities.size());
    std::size_t places = 0;
    std::size_t motions = 0;
    for (const auto& [key, components] : expected.entities) {
        const entity id = world.find(key);
        PROPERTY_ASSERT(world.valid(id));
        PROPERTY_ASSERT(world.key_of(id) == key);
        PROPERTY_ASSERT(expected.handles.at(key) == id);
        const place* where = world.try_get<place>(id);
        const motion* how = world.try_get<motion>(id);
        PROPERTY_ASSERT((where != nullptr) == components.first.has_value());
        PROPERTY_ASSERT((how != nullptr) == components.second.has_value());
        if (where != nullptr) {
            PROPERTY_ASSERT(*where == *components.first);
        }
        if (how != nullptr) {
            PROPERTY_ASSERT(*how == *components.second);
        }
        places += where != nullptr ? 1U : 0U;
        motions += how != nullptr ? 1U : 0U;
    }
    PROPERTY_ASSERT(world.count<place>() == places);
    PROPERTY_ASSERT(world.count<motion>() == motions);
}

TEST(registry, behaves_like_a_map_through_any_sequence_of_changes_snapshots_and_restores) {
    EXPECT_TRUE(property::holds([] {
        registry world;
        model expected;
        std::vector<std::pair<snapshot, model>> frames;
        const auto steps = property::in_range(0, 400);
        for (int step = 0; step < steps; ++step) {
            const auto key = static_cast<entity_key>(property::in_range<std::uint64_t>(1, 60));
            const entity id = world.find(key);
            auto* components = expected.entities.contains(key) ? &expected.entities[key] : nullptr;
            const auto number = static_cast<float>(step);
            switch (property::in_range(0, 12)) {
            case 0:
            case 1:
            case 2: {
                const entity created = world.create(key);
                PROPERTY_ASSERT(static_cast<bool>(created) == (components == nullptr));
                if (created) {
                    expected.entities[key] = {};
                    expected.handles[key] = created;
                }
                break;
            }
            case 3:
                PROPERTY_ASSERT(world.destroy(id) == (components != nullptr));
                expected.entities.erase(key);
                break;
            case 4:
            case 5:
            case 6:
                if (components != nullptr) {
                    world.emplace_or_replace<place>(id, number, 0.0F, 1.0F);
                    components->first = place{number, 0, 1};
                }
                break;
            case 7:
                if (components != nullptr) {
                    world.emplace_or_replace<motion>(id, 1.0, static_cast<double>(number));
                    components->second = motion{1, number};
                }
                break;
            case 8:
                PROPERTY_ASSERT(world.remove<place>(id) ==
                                (components != nullptr && components->first.has_value()));
                if (components != nullptr) {
                    components->first.reset();
                }
                break;
            case 9:
                world.view<place>().each([](place& where) { where.z += 1; });
                for (auto& [unused, values] : expected.entities) {
                    if (values.first) {
                        values.first->z += 1;
                    }
                }
                break;
            case 10:
                frames.emplace_back(world.snapshot(), expected);
                break;
            default:
                if (!frames.empty()) {
                    const auto& [frame, then] = frames[static_cast<std::size_t>(step) % frames.size()];
                    world.restore(frame);
                    expected = then;
                }
            }
        }
        expect_same(world, expected);
        for (const auto& [frame, then] : frames) {
            expect_same(frame, then);
        }
    }));
}

} // namespace
} // namespace orrery
