// Bodies that rest when the past is changed and are put elsewhere later: they were where they rested until
// then.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using rigid::body_kind;
using rigid::input;
using rigid::input_kind;
using rigid::world;

class placed_bodies : public testing::Test {
protected:
    void add(world& to, std::uint64_t key, body_kind kind, vector3 where, const rigid::shape& form) const {
        ASSERT_TRUE(make_body(to, {.kind = kind, .position = where, .shape = form, .key = entity_key{key}}));
    }

    // A crate that sleeps, a ball beside it, and others far away.
    [[nodiscard]] world crate_and_ball() {
        world made(machine);
        add(made, 1, body_kind::fixed, {}, rigid::plane());
        add(made, 2, body_kind::dynamic, {0, half, 0}, rigid::box({half, half, half}));
        add(made, 3, body_kind::dynamic, {-4, half, 0}, rigid::sphere(half));
        for (std::uint64_t key = 4; key < 12; ++key) {
            add(made, key, body_kind::dynamic, {0, half, scalar(20) * static_cast<scalar>(key)},
                rigid::sphere(half));
        }
        return made;
    }

    // Balls that sleep on a floor.
    [[nodiscard]] world balls_on_floor(body_kind kind_of_floor) {
        world made(machine);
        add(made, 1, kind_of_floor, {0, -half, 0}, rigid::box({20, half, 20}));
        for (std::uint64_t key = 2; key < 8; ++key) {
            add(made, key, body_kind::dynamic, {scalar(5) * static_cast<scalar>(key) - 25, half, 0},
                rigid::sphere(half));
        }
        return made;
    }

    // Every frame, every event and the head are those of a world that steps from the first frame on.
    static void expect_as_computed(timeline<world>& time, world plain) {
        const auto known = time.known();
        time::event_history<rigid::event> events;
        time::detail::journal_step<world> steps;
        frame_record<world> record;
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
            plain.record(record);
            events.append(plain.frame(), std::span<const rigid::event>(record.events), world::span_of);
            for (const entity_key key : record.who->keys) {
                const auto state = known->at(key, plain.frame());
                ASSERT_TRUE(state) << "frame " << plain.frame();
                const entity id = plain.registry().find(key);
                ASSERT_EQ(state->motion.position, plain.registry().get<const rigid::position>(id).value)
                    << "frame " << plain.frame() << ", body " << static_cast<std::uint64_t>(key);
            }
        }
        EXPECT_EQ(time.world().hash(), plain.hash());
        const auto list = [](const time::event_history<rigid::event>& from) {
            std::vector<std::pair<std::uint64_t, rigid::event>> all;
            from.each_event(time::frame_range::all(), [&](std::uint64_t frame, const rigid::event& what) {
                all.emplace_back(frame, what);
            });
            return all;
        };
        EXPECT_TRUE(list(known->events) == list(events));
    }

    engine machine{{.thread_count = 1}};
    static constexpr scalar half = scalar(0.5);
};

// The ball went through the crate, of which only the new place was looked at.
TEST_F(placed_bodies, are_hit_where_they_rested_before) {
    for (const std::uint64_t head : {110U, 130U}) {
        timeline<world> time(crate_and_ball());
        time.add(100, input::place(entity_key{2}, {{50, half, 0}, {}}));
        time.advance(head);
        time.add(65, {.target = entity_key{3}, .kind = input_kind::velocity, .value = {20, 0, 0}});
        EXPECT_TRUE(time.last_rewrite().was_local);
        expect_as_computed(time, crate_and_ball());
    }
}

// It fell through the floor, and contacts of other balls with the floor never ended.
TEST_F(placed_bodies, are_stood_on_where_they_rested_before) {
    for (const body_kind kind : {body_kind::fixed, body_kind::kinematic}) {
        for (const std::uint32_t dense : {0U, 30U}) {
            for (const scalar depth : {scalar(-5), scalar(-0.6)}) {
                timeline<world> time(balls_on_floor(kind), {.dense_keyframes = dense});
                time.add(70, input::place(entity_key{1}, {{0, depth, 0}, {}}));
                time.advance(100);
                time.add(65, {.target = entity_key{3}, .kind = input_kind::impulse, .value = {0, 0, 10}});
                expect_as_computed(time, balls_on_floor(kind));
            }
        }
    }
}

// One that goes and comes back elsewhere in the meantime, too.
TEST_F(placed_bodies, are_met_in_every_life) {
    const auto make = [&] {
        world made = crate_and_ball();
        EXPECT_TRUE(add_blueprint(made, {.shape = rigid::box({half, half, half})}));
        return made;
    };
    world first = make();
    const rigid::blueprint_id crate = add_blueprint(first, {.shape = rigid::box({half, half, half})}).value();
    for (const std::uint64_t back : {81U, 85U, 90U}) {
        timeline<world> time(make());
        time.add(80, input::destroy(entity_key{2}));
        time.add(back, input::create(entity_key{2}, crate, {{50, half, 0}, {}}));
        time.advance(110);
        time.add(65, {.target = entity_key{3}, .kind = input_kind::velocity, .value = {20, 0, 0}});
        EXPECT_TRUE(time.last_rewrite().was_local);
        expect_as_computed(time, make());
    }
}

// In one step: who there is looks the same, so the new body was not told of at all.
TEST_F(placed_bodies, are_met_where_they_are_created_in_the_step_that_destroys_them) {
    const auto make = [&] {
        world made = crate_and_ball();
        add(made, 20, body_kind::fixed, {30, half, 0}, rigid::box({half, half, half}));
        return made;
    };
    const auto teach = [&](world& to) {
        return add_blueprint(to, {.kind = body_kind::fixed, .shape = rigid::box({half, half, half})}).value();
    };
    for (const bool is_late : {false, true}) {
        world plain = make();
        world first = make();
        const rigid::blueprint_id block = teach(first);
        (void)teach(plain);
        timeline<world> time(std::move(first), {.dense_keyframes = is_late ? 30U : 0U});
        const auto push = [&] {
            time.add(65, {.target = entity_key{3}, .kind = input_kind::velocity, .value = {20, 0, 0}});
        };
        const auto replace = [&] {
            time.add(66, input::destroy(entity_key{20}));
            time.add(66, input::create(entity_key{20}, block, {{-2, half, 0}, {}}));
        };
        if (is_late) {
            time.advance(90);
            push();
            replace();
        } else {
            replace();
            time.advance(90);
            EXPECT_EQ(time.known()->at(entity_key{20}, 70)->motion.position.x, -2);
            push();
        }
        expect_as_computed(time, std::move(plain));
    }
}

// What was a floor, of which nobody takes notice, may come back as something that falls.
TEST_F(placed_bodies, may_be_of_another_kind_in_another_life) {
    for (const std::uint64_t back : {66U, 67U, 70U}) {
        world plain = balls_on_floor(body_kind::fixed);
        world first = balls_on_floor(body_kind::fixed);
        const auto teach = [&](world& to) {
            add(to, 30, body_kind::fixed, {0, -4, 0}, rigid::plane());
            add(to, 31, body_kind::fixed, {60, 0, 0}, rigid::box({half, half, half}));
            return add_blueprint(to, {.shape = rigid::sphere(half)}).value();
        };
        const rigid::blueprint_id ball = teach(first);
        (void)teach(plain);
        timeline<world> time(std::move(first));
        time.add(66, input::destroy(entity_key{31}));
        time.add(back, input::create(entity_key{31}, ball, {{-14, scalar(1.7), 0}, {}}));
        time.advance(110);
        time.add(62, {.target = entity_key{2}, .kind = input_kind::velocity, .value = {2, 0, 0}});
        expect_as_computed(time, std::move(plain));
    }
}

} // namespace
} // namespace orrery::test
