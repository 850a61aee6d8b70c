#include "tests/rigid/sample_world.hpp"

#include <orrery/rigid/async_world.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

namespace orrery::rigid {
namespace {

// Time goes on when the test says so, in steps of the default settings.
class hand_clock final : public time_source {
public:
    double seconds() override { return static_cast<double>(ticks_.load()) * 1e-6; }

    void advance(double steps) { ticks_.fetch_add(static_cast<std::int64_t>(steps * 1e6 / 60)); }

private:
    std::atomic<std::int64_t> ticks_{1'000'000};
};

constexpr double a_step_and_a_bit = 1.001; // the clock's ticks are coarse

void count_warnings(void* context, const log_message& message) {
    *static_cast<int*>(context) += message.level == log_level::warning ? 1 : 0;
}

// Every test runs with a thread and without.
class async_world_test : public testing::TestWithParam<bool> {
protected:
    async_world_test() { register_body_components(scene); }

    [[nodiscard]] async_settings settings() const { return {.has_thread = GetParam()}; }

    // Until the world's thread has made so many steps, or this thread itself.
    void update_until(async_world& simulation, std::uint64_t frame) {
        do {
            simulation.update(scene);
            heard.insert(heard.end(), simulation.events().begin(), simulation.events().end());
        } while (simulation.frame() < frame);
    }

    void run_to(async_world& simulation, std::uint64_t frame) {
        while (simulation.frame() < frame) {
            const std::uint64_t next = simulation.frame() + 1;
            clock.advance(a_step_and_a_bit);
            update_until(simulation, next);
        }
    }

    int warnings = 0;
    engine machine{{.thread_count = 2, .sink = {&count_warnings, &warnings}}};
    hand_clock clock;
    orrery::registry scene;
    std::vector<event> heard;
};

INSTANTIATE_TEST_SUITE_P(with_and_without_a_thread, async_world_test, testing::Bool(),
                         [](const auto& kind) { return std::string(kind.param ? "threaded" : "polled"); });

TEST_P(async_world_test, makes_the_same_bits_as_a_world_that_is_stepped_by_hand) {
    struct journal_entry {
        std::uint64_t frame;
        input what;
    };

    std::vector<journal_entry> journal;
    async_world simulation(machine, clock, settings());
    simulation.send([](world& where, std::vector<input>&) { add_everything(where); });
    run_to(simulation, 1);
    const entity_key target = [&] {
        entity_key found = entity_key::none;
        simulation.state().view<linear_velocity>().each(
            [&](entity id, const linear_velocity&) { found = simulation.state().key_of(id); });
        return found;
    }();
    for (int push = 0; push < 5; ++push) {
        const input what{.target = target, .kind = input_kind::impulse, .value = {0, 100, 20}};
        simulation.send([&journal, what](world& where, std::vector<input>& inputs) {
            journal.push_back({where.frame(), what});
            inputs.push_back(what);
        });
        run_to(simulation, simulation.frame() + 3);
    }
    simulation.stop();
    simulation.update(scene);
    world by_hand(machine);
    add_everything(by_hand);
    while (by_hand.frame() < simulation.frame()) {
        std::vector<input> inputs;
        for (const journal_entry& entry : journal) {
            if (entry.frame == by_hand.frame()) {
                inputs.push_back(entry.what);
            }
        }
        by_hand.step(inputs);
    }
    EXPECT_EQ(journal.size(), 5U);
    EXPECT_EQ(simulation.state().hash(), by_hand.hash());
}

TEST_P(async_world_test, brings_bodies_presentation_and_events_into_the_application) {
    async_world simulation(machine, clock, settings());
    simulation.send([](world& where, std::vector<input>&) {
        add_floor(where);
        (void)make_body(
            where, {.position = {0, scalar(0.6), 0}, .shape = sphere(scalar(0.5)), .key = entity_key{7}});
    });
    run_to(simulation, 20);
    const entity ball = simulation.local_of(entity_key{7});
    ASSERT_TRUE(scene.valid(ball));
    EXPECT_NEAR(scene.get<const position>(ball).value.y, scalar(0.5), scalar(0.02));
    EXPECT_TRUE((scene.all_of<present_position, present_orientation>(ball)));
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(heard.front().kind, event_kind::contact_began);
    EXPECT_TRUE(heard.front().a == ball || heard.front().b == ball);
    EXPECT_TRUE(scene.valid(heard.front().a) && scene.valid(heard.front().b));
    simulation.send([](world& where, std::vector<input>&) {
        where.registry().destroy(where.registry().find(entity_key{7}));
    });
    run_to(simulation, 21);
    EXPECT_FALSE(scene.valid(ball));
}

TEST_P(async_world_test, shows_motion_between_frames_that_is_even_in_time) {
    async_world simulation(machine, clock, settings());
    simulation.send([](world& where, std::vector<input>&) {
        (void)make_body(where, {.linear_velocity = {60, 0, 0}, // 1 m in a step
                                .shape = sphere(1),
                                .gravity = vector3{},
                                .key = entity_key{7}});
    });
    run_to(simulation, 4);
    simulation.between_steps([](world&) {}); // whatever is due has been made
    const auto shown_x = [&] {
        simulation.update(scene);
        return scene.get<const present_position>(simulation.local_of(entity_key{7})).value.x;
    };
    scalar last = shown_x();
    for (int quarter = 0; quarter < 12; ++quarter) {
        const std::uint64_t frame = simulation.frame();
        clock.advance(0.25);
        const bool is_step_due = quarter % 4 == 3;
        if (is_step_due) {
            update_until(simulation, frame + 1);
        }
        const scalar now = shown_x();
        EXPECT_NEAR(now - last, scalar(0.25), scalar(0.01)) << quarter;
        last = now;
    }
}

TEST_P(async_world_test, stands_still_while_paused_and_steps_when_asked) {
    async_settings paused = settings();
    paused.starts_paused = true;
    async_world simulation(machine, clock, paused);
    simulation.send([](world& where, std::vector<input>&) {
        (void)make_body(where, {.shape = sphere(1), .key = entity_key{7}});
    });
    while (!simulation.local_of(entity_key{7})) { // changes are made all the same
        simulation.update(scene);
    }
    clock.advance(10);
    simulation.update(scene);
    EXPECT_EQ(simulation.frame(), 0U);
    simulation.step_once();
    simulation.step_once();
    update_until(simulation, 2);
    EXPECT_EQ(simulation.frame(), 2U);
    simulation.resume();
    clock.advance(a_step_and_a_bit);
    update_until(simulation, 3);
    EXPECT_EQ(simulation.statistics().dropped_steps, 0U);
}

TEST_P(async_world_test, drops_time_that_it_cannot_make_up_for_and_says_so_once) {
    async_world simulation(machine, clock, settings());
    for (int round = 0; round < 3; ++round) {
        const std::uint64_t frame = simulation.frame();
        clock.advance(100.5);
        update_until(simulation, frame + 4);
    }
    simulation.stop();
    simulation.update(scene);
    EXPECT_LE(simulation.frame(), 15U);
    EXPECT_GE(simulation.statistics().dropped_steps, 3 * 96U - 3);
    EXPECT_EQ(warnings, 1);
}

TEST_P(async_world_test, keeps_no_more_events_than_it_was_told_to) {
    async_settings few = settings();
    few.max_waiting_events = 2;
    few.max_steps_at_once = 60;
    async_world simulation(machine, clock, few);
    simulation.send([](world& where, std::vector<input>&) {
        add_floor(where);
        add_stack(where, 5, {});
    });
    clock.advance(30);
    std::size_t most = 0;
    do {
        simulation.update(scene);
        most = std::max(most, simulation.events().size());
    } while (simulation.frame() < 29);
    EXPECT_LE(most, 2U);
    EXPECT_GT(simulation.statistics().dropped_events, 0U);
}

TEST_P(async_world_test, answers_questions_between_steps_and_nothing_after_it_was_stopped) {
    async_world simulation(machine, clock, settings());
    simulation.send([](world& where, std::vector<input>&) { add_floor(where); });
    run_to(simulation, 3);
    EXPECT_EQ(simulation.between_steps([](world& where) { return where.registry().count<body>(); }), 1U);
    simulation.stop();
    simulation.update(scene);
    const std::uint64_t last = simulation.frame();
    simulation.send([](world& where, std::vector<input>&) { add_floor(where); });
    clock.advance(5);
    simulation.update(scene);
    EXPECT_EQ(simulation.frame(), last);
    EXPECT_EQ(scene.count<body>(), 1U);
}

TEST_P(async_world_test, takes_its_entities_out_of_the_application_when_it_ends) {
    const entity own = scene.create();
    for (int round = 0; round < 3; ++round) {
        async_world simulation(machine, clock, settings());
        simulation.send([](world& where, std::vector<input>&) {
            add_floor(where);
            (void)make_body(where, {.position = {0, 3, 0}, .shape = sphere(1), .key = entity_key{7}});
        });
        run_to(simulation, 3);
        EXPECT_EQ(scene.size(), 3U);
        EXPECT_EQ(scene.find(entity_key{7}), simulation.local_of(entity_key{7})); // not a copy by another key
        if (round == 1) {
            simulation.detach();
            EXPECT_EQ(scene.size(), 1U);
            EXPECT_EQ(simulation.local_of(entity_key{7}), entity{});
            run_to(simulation, 5);
            EXPECT_TRUE(scene.all_of<present_position>(simulation.local_of(entity_key{7})));
        }
    }
    EXPECT_EQ(scene.size(), 1U);
    EXPECT_TRUE(scene.valid(own));
    EXPECT_EQ(scene.count<present_position>(), 0U);
}

TEST_P(async_world_test, shows_itself_in_one_registry_at_a_time_and_may_outlive_it) {
    async_world simulation(machine, clock, settings());
    simulation.send([](world& where, std::vector<input>&) { add_everything(where); });
    run_to(simulation, 2);
    const std::size_t count = scene.size();
    EXPECT_GT(count, 5U);
    {
        orrery::registry other;
        register_body_components(other);
        simulation.update(other);
        EXPECT_EQ(scene.size(), 0U);
        EXPECT_EQ(other.size(), count);
    }
    simulation.update(scene); // the other registry is gone
    EXPECT_EQ(scene.size(), count);
    orrery::registry last;
    register_body_components(last);
    simulation.update(last);
    scene.clear();
}

} // namespace
} // namespace orrery::rigid
