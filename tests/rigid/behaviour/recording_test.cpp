// What a time database is told is what there is, bit for bit, in every frame.
#include "tests/rigid/behaviour/scattered_world.hpp"

#include <orrery/simulation/simulation.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace orrery::test {
namespace {

static_assert(divisible_simulation<rigid::world>);

using record = frame_record<rigid::world>;

[[nodiscard]] rigid::motion read_motion(const registry& state, entity id) {
    rigid::motion found{
        state.get<rigid::position>(id).value, state.get<rigid::orientation>(id).value, {}, {}};
    if (const auto* velocity = state.try_get<rigid::linear_velocity>(id)) {
        found.linear_velocity = velocity->value;
    }
    if (const auto* spin = state.try_get<rigid::angular_velocity>(id)) {
        found.angular_velocity = spin->value;
    }
    return found;
}

[[nodiscard]] bool same_bits(const rigid::motion& a, const rigid::motion& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

// Knows a world by its records alone.
class reader {
public:
    void read(const record& frame) {
        ASSERT_EQ(frame.moved.size(), frame.motions.size());
        ASSERT_EQ(frame.moved.size(), frame.reaches.size());
        ASSERT_TRUE(std::ranges::is_sorted(frame.moved));
        std::map<entity_key, rigid::motion> now;
        for (const entity_key key : frame.who->keys) {
            if (const auto found = motions_.find(key); found != motions_.end()) {
                now.insert(*found);
            }
        }
        for (std::size_t i = 0; i < frame.moved.size(); ++i) {
            now[frame.who->keys[frame.moved[i]]] = frame.motions[i];
        }
        motions_ = std::move(now);
        for (const rigid::event& each : frame.events) {
            ASSERT_FALSE(each.a || each.b);
        }
    }

    [[nodiscard]] const std::map<entity_key, rigid::motion>& motions() const { return motions_; }

private:
    std::map<entity_key, rigid::motion> motions_;
};

void expect_all_is_known(const rigid::world& world, const reader& known, const record& frame) {
    std::size_t bodies = 0;
    world.registry().view<rigid::body, rigid::position, rigid::orientation>().each(
        [&](entity id, const rigid::body& what, const rigid::position&, const rigid::orientation&) {
            ++bodies;
            const entity_key key = world.registry().key_of(id);
            const auto found = known.motions().find(key);
            ASSERT_NE(found, known.motions().end());
            ASSERT_TRUE(same_bits(found->second, read_motion(world.registry(), id)))
                << "frame " << frame.frame;
            const auto place = std::ranges::lower_bound(frame.who->keys, key) - frame.who->keys.begin();
            const entity_form& form = *frame.who->forms[static_cast<std::size_t>(place)];
            ASSERT_EQ(form.try_get<rigid::body>()->kind, what.kind);
            ASSERT_EQ(form.try_get<rigid::position>(), nullptr);
            const auto* surface = world.registry().try_get<rigid::material>(id);
            ASSERT_EQ(form.try_get<rigid::material>() != nullptr, surface != nullptr);
            if (surface != nullptr) {
                ASSERT_EQ(*form.try_get<rigid::material>(), *surface);
            }
            ASSERT_EQ(frame.who->is_aloof[static_cast<std::size_t>(place)] != 0,
                      what.kind != rigid::body_kind::dynamic);
        });
    ASSERT_EQ(bodies, known.motions().size());
    ASSERT_EQ(world.frame(), frame.frame);
}

// What a game may do to a world between two frames.
void meddle(scattered_world& scene, std::vector<rigid::input>& inputs) {
    registry& state = scene.ground().state();
    const entity_key key = scene.any_key();
    const entity id = state.find(key);
    if (!id) {
        return;
    }
    switch (uniform_below(scene.source(), 12)) {
    case 0:
        state.destroy(id);
        break;
    case 1:
        scene.add_bullet();
        break;
    case 2:
        state.patch<rigid::position>(id, [](rigid::position& where) { where.value.y += scalar(0.5); });
        break;
    case 3:
        inputs.push_back({.target = key, .kind = rigid::input_kind::velocity, .value = {1, 2, 3}});
        break;
    case 4:
        if (state.all_of<rigid::material>(id)) {
            state.replace<rigid::material>(id, rigid::material{.friction = scalar(0.1)});
        }
        break;
    case 5:
        if (state.all_of<rigid::linear_velocity>(id)) {
            state.patch<rigid::linear_velocity>(id, [](rigid::linear_velocity& v) { v.value.x += 1; });
        }
        break;
    case 6:
    case 7: {
        const auto carrier = static_cast<std::uint64_t>(scene.any_key());
        inputs.push_back({.target = key, .kind = rigid::input_kind::glue, .subject = carrier});
        break;
    }
    case 8:
        inputs.push_back({.target = key, .kind = rigid::input_kind::unglue});
        break;
    case 9:
        inputs.push_back(rigid::input::place(key, {{1, 4, 1}, {}}));
        break;
    case 10:
        inputs.push_back({.target = key, .kind = rigid::input_kind::destroy});
        break;
    default:
        inputs.push_back({.target = key, .kind = rigid::input_kind::impulse, .value = {0, 20, 0}});
    }
}

TEST(recording, tells_the_motion_and_the_form_of_everything_in_every_frame) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        scattered_world scene(seed);
        reader known;
        record frame;
        rigid::world_snapshot kept = scene.world().snapshot();
        scene.world().record(frame);
        known.read(frame);
        for (int step = 0; step < 400; ++step) {
            std::vector<rigid::input> inputs;
            if (step < 100 && step % 3 == 0) {
                meddle(scene, inputs);
            }
            if (step == 120) {
                kept = scene.world().snapshot();
            }
            scene.world().step(inputs);
            if (step == 200) {
                scene.world().restore(kept);
            }
            scene.world().record(frame);
            known.read(frame);
            expect_all_is_known(scene.world(), known, frame);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST(recording, shares_the_census_until_somebody_comes_goes_or_changes) {
    playground ground;
    ground.add_floor();
    const entity first = ground.add({.position = {0, 2, 0}, .shape = rigid::sphere(1)});
    const entity second = ground.add({.position = {5, 2, 0}, .shape = rigid::sphere(1)});
    record frame;
    const auto census_after_step = [&] {
        ground.step();
        ground.world().record(frame);
        return frame.who;
    };
    const auto before = census_after_step();
    EXPECT_EQ(before->keys.size(), 3u);
    ground.step(100);
    EXPECT_EQ(census_after_step(), before);

    static_cast<void>(ground.state().get<rigid::mass>(first)); // written, but not changed
    EXPECT_EQ(census_after_step(), before);

    ground.state().patch<rigid::mass>(first, [](rigid::mass& weight) { weight.value = 2; });
    const auto heavier = census_after_step();
    ASSERT_NE(heavier, before);
    int changed = 0;
    for (std::size_t place = 0; place < before->keys.size(); ++place) {
        changed += heavier->forms[place] != before->forms[place] ? 1 : 0;
    }
    EXPECT_EQ(changed, 1);

    const entity joint = ground.state().create();
    ground.state().emplace<rigid::distance_joint>(joint, rigid::distance_joint{.a = first, .b = second});
    const auto joined = census_after_step();
    ASSERT_EQ(joined->links.size(), 1u);
    ground.state().destroy(joint);
    EXPECT_TRUE(census_after_step()->links.empty());

    ground.state().destroy(second);
    EXPECT_EQ(census_after_step()->keys.size(), 2u);
}

TEST(recording, tells_where_those_were_that_are_gone) {
    playground ground;
    ground.add_floor();
    const entity ball = ground.add({.position = {3, 2, 0}, .shape = rigid::sphere(1)});
    const entity_key key = ground.state().key_of(ball);
    record frame;
    ground.step();
    ground.world().record(frame);
    EXPECT_TRUE(frame.departed.empty());
    ground.state().destroy(ball);
    ground.step();
    ground.world().record(frame);
    ASSERT_EQ(frame.departed.size(), 1u);
    EXPECT_EQ(frame.departed[0].first, key);
    EXPECT_TRUE(contains(frame.departed[0].second, vector3{3, 2, 0}));
    EXPECT_FALSE(contains(frame.departed[0].second, vector3{5, 2, 0}));
    ground.step();
    ground.world().record(frame);
    EXPECT_TRUE(frame.departed.empty());
}

TEST(recording, costs_nothing_for_those_that_sleep) {
    scattered_world scene(2);
    scene.ground().step(1200);
    record frame;
    scene.world().record(frame);
    scene.world().step();
    scene.world().record(frame);
    const std::size_t asleep = scene.ground().state().count<rigid::asleep>();
    EXPECT_GT(asleep, 5u);
    EXPECT_LE(frame.moved.size() + asleep, frame.who->keys.size());
}

TEST(recording, leaves_the_world_as_it_is) {
    scattered_world recorded(4);
    scattered_world plain(4);
    record frame;
    for (int step = 0; step < 60; ++step) {
        if (step == 30) {
            recorded.ground().state().destroy(recorded.ground().state().find(recorded.keys()[3]));
            plain.ground().state().destroy(plain.ground().state().find(plain.keys()[3]));
        }
        recorded.world().record(frame);
        ASSERT_EQ(recorded.world().hash(), plain.world().hash());
        recorded.world().step();
        plain.world().step();
    }
}

TEST(recording, of_a_fork_goes_on_as_the_world_does) {
    scattered_world scene(6);
    scene.ground().step(20);
    engine machine({.thread_count = 2});
    rigid::world fork = scene.world().fork(machine);
    EXPECT_EQ(fork.frame(), scene.world().frame());
    for (int step = 0; step < 60; ++step) {
        fork.step();
        scene.world().step();
        ASSERT_EQ(fork.hash(), scene.world().hash());
    }
}

} // namespace
} // namespace orrery::test
