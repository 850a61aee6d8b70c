// The time database against the simplest thing that could do the same: computing everything again.
#include "tests/timeline/toy_world.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::test {
namespace {

using toy_timeline = timeline<toy_world>;
using entry = toy_timeline::entry;
using time::frame_range;

constexpr std::uint64_t body_count = 60;

[[nodiscard]] int pick(xoshiro256& dice, int low, int high) {
    return static_cast<int>(uniform_int(dice, low, high));
}

[[nodiscard]] toy_motion random_motion(xoshiro256& dice) {
    return {pick(dice, -400, 400), pick(dice, -400, 400), pick(dice, -4, 4), pick(dice, -4, 4)};
}

// A scene in which some drift, some rest, some are tied and some break; with or without sources.
[[nodiscard]] toy_world random_scene(xoshiro256& dice, bool has_sources) {
    toy_world world;
    for (std::uint64_t key = 1; key <= body_count; ++key) {
        toy_motion motion = random_motion(dice);
        if (key % 3 == 0) {
            motion.speed_x = 0;
            motion.speed_y = 0;
        }
        world.add(entity_key{key}, motion,
                  {.color = pick(dice, 0, 3),
                   .is_fixed = key % 10 == 0,
                   .is_source = has_sources && key == 7,
                   .feels_sources = has_sources && key % 4 == 1,
                   .is_fragile = key % 5 == 1});
    }
    world.tie(entity_key{2}, entity_key{3});
    world.tie(entity_key{11}, entity_key{12});
    return world;
}

[[nodiscard]] toy_input random_input(xoshiro256& dice) {
    toy_input made{.target = entity_key{uniform_below(dice, body_count) + 1}};
    switch (uniform_below(dice, 6)) {
    case 0:
        made.kind = toy_input_kind::destroy;
        break;
    case 1:
        made.kind = toy_input_kind::create;
        made.target = entity_key{100 + uniform_below(dice, 20)};
        made.value = random_motion(dice);
        break;
    case 2:
        made.kind = toy_input_kind::paint;
        made.form.color = pick(dice, 4, 9);
        break;
    default:
        made.value.speed_x = pick(dice, -3, 3);
        made.value.speed_y = pick(dice, -3, 3);
    }
    return made;
}

// What a timeline must be equal to: every frame of the first world with the same journal.
struct plain_run {
    std::vector<toy_snapshot> frames;
    time::event_history<toy_event> events;

    plain_run(const toy_snapshot& first, const time::journal<toy_input>& journal, std::uint64_t last) {
        toy_world world;
        world.restore(first);
        frames.push_back(first);
        time::detail::journal_step<toy_world> steps;
        while (world.frame() < last) {
            steps.run(world, journal);
            frames.push_back(world.snapshot());
            events.append(world.frame(), world.events(), toy_world::span_of);
        }
    }
};

void expect_equal(toy_timeline& time, const toy_snapshot& first) {
    const plain_run plain(first, time.journal(), time.head());
    const auto known = time.known();
    ASSERT_EQ(time.world().hash(), plain.frames.back().hash());
    for (std::uint64_t frame = first.frame(); frame <= time.head(); ++frame) {
        const toy_snapshot& expected = plain.frames[static_cast<std::size_t>(frame - first.frame())];
        const auto view = known->seek(frame);
        ASSERT_TRUE(view);
        ASSERT_EQ(view->size(), expected.state().bodies.size()) << "frame " << frame;
        for (const toy_body& body : expected.state().bodies) {
            ASSERT_NE(view->find(body.key), nullptr);
            ASSERT_EQ(*view->find(body.key), body.motion)
                << "frame " << frame << ", body " << static_cast<std::uint64_t>(body.key);
            ASSERT_EQ(view->form_at(view->place_of(body.key)), *body.form);
        }
    }
    for (const auto& each : known->keyframes.frames()) {
        ASSERT_EQ(each->state.hash(),
                  plain.frames[static_cast<std::size_t>(each->frame - first.frame())].hash())
            << "keyframe " << each->frame;
    }
    const auto list = [&](const time::event_history<toy_event>& events) {
        std::vector<std::pair<std::uint64_t, toy_event>> all;
        events.each_event(frame_range::all(),
                          [&](std::uint64_t frame, const toy_event& what) { all.emplace_back(frame, what); });
        return all;
    };
    ASSERT_TRUE(list(known->events) == list(plain.events));
}

TEST(timeline, has_every_frame_that_was_computed) {
    xoshiro256 dice(1);
    toy_world world = random_scene(dice, true);
    const toy_snapshot first = world.snapshot();
    toy_timeline time(std::move(world));
    time.add(10, random_input(dice));
    time.advance(200);
    EXPECT_EQ(time.head(), 200);
    expect_equal(time, first);
}

TEST(timeline, changes_of_the_past_give_what_computing_everything_again_gives) {
    rc::check([](std::uint64_t seed, bool has_sources) {
        xoshiro256 dice(seed);
        toy_world world = random_scene(dice, has_sources);
        const toy_snapshot first = world.snapshot();
        toy_timeline time(std::move(world), {.frames_between_keyframes = 20});
        std::vector<entry> entries;
        for (int round = 0; round < 6; ++round) {
            time.advance(uniform_below(dice, 60));
            const std::uint64_t frame = uniform_below(dice, time.head() + 10);
            const std::uint64_t length = 1 + uniform_below(dice, 30);
            switch (entries.empty() ? 0 : uniform_below(dice, 4)) {
            case 0:
            case 1:
                entries.push_back(time.add({frame, frame + length}, random_input(dice)));
                break;
            case 2: {
                entry& moved = entries[uniform_below(dice, entries.size())];
                ASSERT_TRUE(time.apply(toy_timeline::transaction{}.move(moved, {frame, frame + length})));
                moved.when = {frame, frame + length};
                break;
            }
            default:
                ASSERT_TRUE(time.apply(toy_timeline::transaction{}.remove(entries.back())));
                entries.pop_back();
            }
            ASSERT_NO_FATAL_FAILURE(expect_equal(time, first));
        }
    });
}

} // namespace
} // namespace orrery::test
