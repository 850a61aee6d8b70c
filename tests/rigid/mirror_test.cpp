#include "sample_world.hpp"

#include <orrery/rigid/components.hpp>
#include <orrery/rigid/mirror.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <vector>

namespace orrery::rigid {
namespace {

struct mesh {
    std::uint32_t number = 0;
};

} // namespace
} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::mesh> =
    orrery::describe<orrery::rigid::mesh>("mesh", orrery::field<&orrery::rigid::mesh::number>("number"));

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
    EXPECT_TRUE(rc::check([] {
        engine machine({.thread_count = 1});
        world simulated(machine);
        add_floor(simulated);
        orrery::registry mine;
        register_body_components(mine);
        mirror follower;
        std::vector<entity> bodies;
        const auto doings = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
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
            RC_ASSERT(mine.count<never_sleeps>() == frame.count<never_sleeps>());
            RC_ASSERT(mine.size() == frame.count<body>());
            RC_ASSERT(!testing::Test::HasFatalFailure());
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

} // namespace
} // namespace orrery::rigid
