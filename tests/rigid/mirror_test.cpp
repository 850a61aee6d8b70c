#include "tests/core/property.hpp"
#include "tests/rigid/sample_world.hpp"

#include <orrery/rigid/components.hpp>
#include <orrery/rigid/mirror.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace orrery::rigid {
namespace {

struct mesh {
    std::uint32_t number = 0;
};

struct companions {
    entity first;
    entity second;
};

// A type that the application does not know, at least at first.
struct secret {
    entity accomplice;
};

} // namespace
} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::mesh> =
    orrery::describe<orrery::rigid::mesh>("mesh", orrery::field<&orrery::rigid::mesh::number>("number"));
template <>
inline constexpr auto orrery::description<orrery::rigid::companions> =
    orrery::describe<orrery::rigid::companions>("companions",
                                                orrery::field<&orrery::rigid::companions::first>("first"),
                                                orrery::field<&orrery::rigid::companions::second>("second"));
template <>
inline constexpr auto orrery::description<orrery::rigid::secret> = orrery::describe<orrery::rigid::secret>(
    "secret", orrery::field<&orrery::rigid::secret::accomplice>("accomplice"));

namespace orrery::rigid {
namespace {

// Whether a type's components are the same here and there.
template <component T>
void expect_same(const registry_state& worlds, const mirror& follower, const orrery::registry& mine) {
    ASSERT_EQ(mine.count<T>(), worlds.count<T>());
    worlds.view<T>().each([&](entity id, const T& value) {
        const T* copy = mine.try_get<T>(follower.local_of(id));
        ASSERT_NE(copy, nullptr);
        ASSERT_EQ(std::memcmp(copy, &value, sizeof(T)), 0);
        ASSERT_EQ(mine.key_of(follower.local_of(id)), worlds.key_of(id));
    });
}

TEST(mirror, follows_bodies_that_come_move_change_and_go) {
    EXPECT_TRUE(property::holds([] {
        engine machine({.thread_count = 1});
        world simulated(machine);
        add_floor(simulated);
        orrery::registry mine;
        register_body_components(mine);
        mirror follower;
        std::vector<entity> bodies;
        const auto doings = property::list_in_range<int>(0, 6);
        for (const int doing : doings) {
            orrery::registry& registry = simulated.registry();
            if (doing == 0 || bodies.empty()) {
                bodies.push_back(
                    make_body(simulated, {.position = drop_place(static_cast<int>(bodies.size())),
                                          .shape = sphere(scalar(0.5))})
                        .value());
            } else if (doing == 1) {
                registry.destroy(bodies.back());
                bodies.pop_back();
            } else if (doing == 2) {
                registry.emplace_or_replace<damping>(bodies.front(), scalar(0.1), scalar(0.2));
                registry.emplace_or_replace<never_sleeps>(bodies.back());
            } else if (doing == 3) {
                registry.remove<damping>(bodies.front());
                registry.remove<never_sleeps>(bodies.front());
            } else {
                simulated.step();
            }
            if (doing == 5) {
                continue; // several things in one go
            }
            const snapshot frame = registry.snapshot();
            follower.follow(frame, mine);
            expect_same<position>(frame, follower, mine);
            expect_same<linear_velocity>(frame, follower, mine);
            expect_same<damping>(frame, follower, mine);
            PROPERTY_ASSERT(mine.count<never_sleeps>() == frame.count<never_sleeps>());
            PROPERTY_ASSERT(mine.size() == frame.count<body>());
            PROPERTY_ASSERT(!testing::Test::HasFatalFailure());
        }
    }));
}

TEST(mirror, leaves_what_belongs_to_the_application) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    const entity ball = make_body(simulated, {.shape = sphere(1), .key = entity_key{7}}).value();
    orrery::registry mine;
    register_body_components(mine);
    const entity camera = mine.create();
    mine.emplace<mesh>(camera, 1U);
    const entity namesake = mine.create(entity_key{7});
    mirror follower;
    follower.follow(simulated.registry().snapshot(), mine);
    const entity local = follower.local_of(ball);
    EXPECT_NE(local, namesake);
    mine.emplace<mesh>(local, 2U);
    simulated.step();
    follower.follow(simulated.registry().snapshot(), mine);
    EXPECT_EQ(mine.get<const mesh>(local).number, 2U);
    simulated.registry().destroy(ball);
    follower.follow(simulated.registry().snapshot(), mine);
    EXPECT_FALSE(mine.valid(local));
    EXPECT_TRUE(mine.valid(namesake));
    EXPECT_EQ(mine.get<const mesh>(camera).number, 1U);
}

TEST(mirror, keeps_automatic_keys_beside_entities_of_the_application_with_automatic_keys) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    orrery::registry mine;
    register_body_components(mine);
    std::vector<entity> balls;
    for (int number = 0; number < 20; ++number) {
        mine.create();
        balls.push_back(make_body(simulated, {.shape = sphere(1)}).value());
    }
    mirror follower;
    follower.follow(simulated.registry().snapshot(), mine);
    for (const entity ball : balls) {
        EXPECT_EQ(mine.key_of(follower.local_of(ball)), simulated.registry().key_of(ball));
    }
}

TEST(mirror, translates_references_and_takes_only_types_that_both_know) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    add_everything(simulated);
    for (int frame = 0; frame < 30; ++frame) {
        simulated.step();
    }
    orrery::registry mine;
    mine.emplace<mesh>(mine.create());
    register_body_components(mine);
    mine.register_component<ball_joint>();
    mirror follower;
    follower.follow(simulated.registry().snapshot(), mine);
    EXPECT_EQ(mine.size(), 1 + simulated.registry().count<body>() + 1);
    mine.view<const ball_joint>().each([&](const ball_joint& joint) {
        EXPECT_TRUE(mine.all_of<body>(joint.a));
        EXPECT_TRUE(mine.all_of<body>(joint.b));
    });
    EXPECT_EQ(mine.count<ball_joint>(), 1U);
}

TEST(mirror, tells_listeners_only_what_changed) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    add_floor(simulated);
    const entity ball = make_body(simulated, {.position = {0, 9, 0}, .shape = sphere(1)}).value();
    orrery::registry mine;
    register_body_components(mine);
    mirror follower;
    follower.follow(simulated.registry().snapshot(), mine);
    std::vector<entity> heard;
    const auto listener = [&](orrery::registry&, entity id) { heard.push_back(id); };
    mine.on_construct<position>().connect(listener);
    mine.on_update<position>().connect(listener);
    mine.on_update<mass>().connect(listener);
    simulated.step();
    follower.follow(simulated.registry().snapshot(), mine);
    EXPECT_EQ(heard, std::vector{follower.local_of(ball)});
    follower.follow(simulated.registry().snapshot(), mine);
    EXPECT_EQ(heard.size(), 1U);
}

TEST(mirror, leaves_alone_what_the_application_has_destroyed) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    const entity ball = make_body(simulated, {.shape = sphere(1)}).value();
    orrery::registry mine;
    register_body_components(mine);
    mirror follower;
    follower.follow(simulated.registry().snapshot(), mine);
    mine.destroy(follower.local_of(ball));
    simulated.step();
    follower.follow(simulated.registry().snapshot(), mine);
    EXPECT_EQ(mine.size(), 0U);
}

TEST(mirror, a_handle_that_time_travel_gave_to_another_is_another_entity) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    const entity first = make_body(simulated, {.shape = sphere(1)}).value();
    simulated.registry().destroy(first);
    const world_snapshot start = simulated.snapshot();
    orrery::registry mine;
    register_body_components(mine);
    mirror follower;
    const auto add = [&](entity_key key) {
        simulated.restore(start);
        const entity made = make_body(simulated, {.shape = sphere(1), .key = key}).value();
        follower.follow(simulated.registry().snapshot(), mine);
        return made;
    };
    const entity one = add(entity_key{1});
    mine.emplace<mesh>(follower.local_of(one));
    const entity other = add(entity_key{2});
    EXPECT_EQ(one, other);
    EXPECT_EQ(mine.key_of(follower.local_of(other)), entity_key{2});
    EXPECT_EQ(mine.count<mesh>(), 0U);
}

TEST(mirror, a_reference_is_translated_when_its_entity_becomes_visible_later) {
    orrery::registry worlds;
    const entity one = worlds.create();
    const entity other = worlds.create();
    worlds.emplace<secret>(other);
    worlds.emplace<companions>(one, other, one);
    orrery::registry mine;
    mine.register_component<companions>();
    mine.register_component<mesh>();
    mirror follower;
    const auto seen = [&]() -> const companions& {
        follower.follow(worlds.snapshot(), mine);
        return mine.get<const companions>(follower.local_of(one));
    };
    EXPECT_EQ(seen().first, entity{});
    EXPECT_EQ(seen().second, follower.local_of(one));
    worlds.emplace<mesh>(other, 1U);
    EXPECT_TRUE(seen().first && seen().first == follower.local_of(other));
    const entity before = follower.local_of(other);
    worlds.remove<mesh>(other); // it goes, and comes again as another entity of the application
    EXPECT_FALSE(mine.valid(seen().first));
    EXPECT_FALSE(mine.valid(before));
    worlds.emplace<mesh>(other, 2U);
    EXPECT_TRUE(mine.valid(seen().first) && seen().first == follower.local_of(other));
    std::size_t changes = 0;
    mine.on_update<companions>().connect([&](orrery::registry&, entity) { ++changes; });
    worlds.emplace<mesh>(worlds.create());
    follower.follow(worlds.snapshot(), mine);
    EXPECT_EQ(changes, 0U);
}

TEST(mirror, takes_over_a_type_that_the_application_registers_later) {
    orrery::registry worlds;
    const entity one = worlds.create();
    const entity hidden = worlds.create();
    worlds.emplace<mesh>(one, 1U);
    worlds.emplace<companions>(one, hidden, one);
    worlds.emplace<secret>(hidden, one);
    orrery::registry mine;
    mine.register_component<mesh>();
    mirror follower;
    follower.follow(worlds.snapshot(), mine);
    EXPECT_EQ(mine.size(), 1U);
    mine.register_component<companions>();
    follower.follow(worlds.snapshot(), mine);
    ASSERT_TRUE(mine.all_of<companions>(follower.local_of(one)));
    EXPECT_EQ(mine.get<const companions>(follower.local_of(one)).first, entity{});
    mine.register_component<secret>();
    follower.follow(worlds.snapshot(), mine);
    ASSERT_TRUE(follower.local_of(hidden));
    EXPECT_EQ(mine.get<const companions>(follower.local_of(one)).first, follower.local_of(hidden));
    EXPECT_EQ(mine.get<const secret>(follower.local_of(hidden)).accomplice, follower.local_of(one));
}

// Compares with a mirror that has seen nothing but this frame.
class random_mirror {
public:
    random_mirror() {
        worlds_.register_component<secret>();
        mine_.register_component<companions>();
        mine_.register_component<mesh>();
    }

    // The choice of an operation, and what it is done with.
    void act(int choice, unsigned with) {
        const entity target = some_entity(with);
        const entity other = some_entity(with / 7);
        switch (choice) {
        case 0:
        case 1:
            made_.push_back(worlds_.create());
            break;
        case 2:
            worlds_.destroy(target);
            break;
        case 3:
            give<mesh>(target, with);
            break;
        case 4:
            worlds_.remove<mesh>(target);
            break;
        case 5:
        case 6:
            give<companions>(target, other, some_entity(with / 3));
            break;
        case 7:
            worlds_.remove<companions>(target);
            break;
        case 8:
            give<secret>(target, other);
            break;
        case 9:
            worlds_.remove<secret>(target);
            break;
        case 10:
            frames_.push_back(worlds_.snapshot());
            break;
        case 11:
            if (!frames_.empty()) {
                worlds_.restore(frames_[with % frames_.size()]);
            }
            break;
        case 12:
            mine_.register_component<secret>();
            break;
        default:
            follow_and_compare();
            break;
        }
    }

    void follow_and_compare() {
        const snapshot frame = worlds_.snapshot();
        follower_.follow(frame, mine_);
        orrery::registry fresh;
        fresh.register_component<companions>();
        fresh.register_component<mesh>();
        if (mine_.knows(component_type::of<secret>())) {
            fresh.register_component<secret>();
        }
        mirror from_scratch;
        from_scratch.follow(frame, fresh);
        ASSERT_EQ(mine_.size(), fresh.size());
        frame.each_entity([&](entity id) {
            const entity local = follower_.local_of(id);
            const entity expected = from_scratch.local_of(id);
            ASSERT_EQ(mine_.key_of(local), fresh.key_of(expected));
            const mesh* number = mine_.try_get<const mesh>(local);
            const mesh* right_number = fresh.try_get<const mesh>(expected);
            ASSERT_EQ(number == nullptr, right_number == nullptr);
            if (number != nullptr) {
                ASSERT_EQ(number->number, right_number->number);
            }
            compare<companions>(local, expected, fresh, &companions::first, &companions::second);
            compare<secret>(local, expected, fresh, &secret::accomplice);
        });
    }

    void detach() {
        follower_.detach();
        ASSERT_EQ(mine_.size(), 0U);
    }

private:
    // Also one that is gone.
    [[nodiscard]] entity some_entity(unsigned number) const {
        return made_.empty() ? entity{} : made_[number % made_.size()];
    }

    template <component T, typename... Arguments>
    void give(entity target, Arguments... arguments) {
        if (worlds_.valid(target)) {
            worlds_.emplace_or_replace<T>(target, arguments...);
        }
    }

    template <component T, typename... Member>
    void compare(entity local, entity expected, const orrery::registry& fresh, Member... members) const {
        const T* value = std::as_const(mine_).try_get<T>(local);
        const T* right = fresh.try_get<T>(expected);
        ASSERT_EQ(value == nullptr, right == nullptr);
        if (value != nullptr) {
            ASSERT_TRUE(((mine_.key_of(value->*members) == fresh.key_of(right->*members)) && ...));
            // None, rather than a handle that is no longer valid.
            ASSERT_TRUE(((mine_.valid(value->*members) || !(value->*members)) && ...));
        }
    }

    orrery::registry worlds_;
    orrery::registry mine_;
    mirror follower_;
    std::vector<entity> made_;
    std::vector<snapshot> frames_;
};

TEST(mirror, followed_at_any_time_equals_one_made_from_scratch) {
    for (unsigned seed = 0; seed < 400 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        random_mirror both;
        if (seed % 4 == 0) { // more than fit into a page
            for (unsigned number = 0; number < 150; ++number) {
                both.act(0, 0);
                both.act(number % 3 == 0 ? 3 : 5, number);
            }
        }
        for (int step = 0; step < 100 && !HasFailure(); ++step) {
            const auto choice = static_cast<int>(random() % 16);
            both.act(choice, static_cast<unsigned>(random()));
        }
        both.follow_and_compare();
        both.detach();
    }
}

TEST(mirror, takes_out_what_it_brought_when_it_is_detached_or_ends) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    const entity ball = make_body(simulated, {.shape = sphere(1), .key = entity_key{7}}).value();
    orrery::registry mine;
    register_body_components(mine);
    const entity own_body = mine.create(); // the application's own, with an engine's component
    mine.emplace<position>(own_body);
    const entity camera = mine.create();
    mine.emplace<mesh>(camera, 1U);
    std::size_t meshes_gone = 0;
    mine.on_destroy<mesh>().connect([&](orrery::registry&, entity) { ++meshes_gone; });
    for (int round = 0; round < 3; ++round) {
        mirror follower;
        follower.follow(simulated.registry().snapshot(), mine);
        EXPECT_EQ(follower.target(), &mine);
        EXPECT_EQ(mine.find(entity_key{7}), follower.local_of(ball)); // the key is free again each time
        mine.emplace<mesh>(follower.local_of(ball), 2U);
        if (round == 1) {
            follower.detach();
            EXPECT_EQ(follower.target(), nullptr);
            EXPECT_EQ(follower.local_of(ball), entity{});
            EXPECT_EQ(mine.size(), 2U);
            follower.follow(simulated.registry().snapshot(), mine); // and brings it back
            EXPECT_TRUE(mine.all_of<position>(follower.local_of(ball)));
        }
    }
    EXPECT_EQ(mine.size(), 2U);
    EXPECT_EQ(meshes_gone, 3U); // those on the world's entities went with them
    EXPECT_TRUE(mine.all_of<position>(own_body));
    EXPECT_EQ(mine.get<const mesh>(camera).number, 1U);
}

TEST(mirror, survives_its_registry_follows_it_when_it_moves_and_leaves_it_for_another) {
    orrery::registry worlds;
    const entity one = worlds.create(entity_key{5});
    worlds.emplace<mesh>(one, 3U);
    mirror follower;
    {
        orrery::registry first;
        first.register_component<mesh>();
        follower.follow(worlds.snapshot(), first);
        orrery::registry moved = std::move(first);
        EXPECT_EQ(follower.target(), &moved);
        follower.follow(worlds.snapshot(), moved);
        EXPECT_EQ(moved.size(), 1U);
        orrery::registry second;
        second.register_component<mesh>();
        follower.follow(worlds.snapshot(), second);
        EXPECT_EQ(moved.size(), 0U);
        EXPECT_EQ(second.get<const mesh>(follower.local_of(one)).number, 3U);
    }
    EXPECT_EQ(follower.target(), nullptr);
    orrery::registry third;
    third.register_component<mesh>();
    follower.follow(worlds.snapshot(), third);
    EXPECT_TRUE(third.all_of<mesh>(follower.local_of(one)));
}

TEST(mirror, does_not_destroy_what_has_its_handle_after_the_application_went_back) {
    orrery::registry worlds;
    worlds.emplace<mesh>(worlds.create(entity_key{5}), 3U);
    orrery::registry mine;
    mine.register_component<mesh>();
    mine.destroy(mine.create()); // so that the next handle is known beforehand
    const snapshot start = mine.snapshot();
    mirror follower;
    follower.follow(worlds.snapshot(), mine);
    mine.restore(start);
    const entity own = mine.create(entity_key{77});
    follower.detach();
    EXPECT_TRUE(mine.valid(own));
}

TEST(mirror, presents_a_body_no_longer_when_it_is_none) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    const entity ball = make_body(simulated, {.shape = sphere(1)}).value();
    const entity crate = make_body(simulated, {.position = {9, 0, 0}, .shape = sphere(1)}).value();
    orrery::registry mine;
    register_body_components(mine);
    mirror follower;
    const auto show = [&] {
        const snapshot frame = simulated.registry().snapshot();
        follower.follow(frame, mine);
        follower.present(presented_frame(frame, frame, presentation::interpolated, 1, 0), mine);
    };
    show();
    EXPECT_EQ(mine.count<present_position>(), 2U);
    simulated.registry().remove<body>(ball);
    simulated.registry().remove<position>(crate);
    show();
    EXPECT_EQ(mine.count<present_position>(), 0U);
    EXPECT_EQ(mine.count<present_orientation>(), 0U);
    EXPECT_EQ(mine.size(), 2U);
}

TEST(mirror, a_reference_is_none_while_its_entity_is_not_mirrored) {
    engine machine({.thread_count = 1});
    world simulated(machine);
    orrery::registry& registry = simulated.registry();
    registry.register_component<companions>();
    registry.register_component<mesh>();
    const entity seen = registry.create(entity_key{1});
    const entity other = registry.create(entity_key{2});
    registry.emplace<mesh>(other);
    registry.emplace<companions>(seen, other, entity{});
    orrery::registry mine;
    mine.register_component<companions>();
    mine.register_component<mesh>();
    mirror follower;
    const auto first = [&] {
        follower.follow(simulated.snapshot().state(), mine);
        return mine.get<const companions>(follower.local_of(seen)).first;
    };
    const entity before = first();
    ASSERT_EQ(before, follower.local_of(other));
    ASSERT_TRUE(before);
    registry.remove<mesh>(other);
    EXPECT_EQ(first(), entity{}) << "it has no component that is mirrored";
    EXPECT_EQ(first(), entity{});
    registry.emplace<mesh>(other);
    const entity again = first();
    EXPECT_EQ(again, follower.local_of(other));
    EXPECT_TRUE(again);
    registry.destroy(other);
    EXPECT_EQ(first(), entity{}) << "it has been destroyed";
}

} // namespace
} // namespace orrery::rigid
