// Random scenes and inputs for timelines of toy worlds, and what such a timeline must be equal to.
#pragma once

#include "tests/timeline/toy_world.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::test {

using toy_timeline = timeline<toy_world>;

constexpr std::uint64_t body_count = 60;

[[nodiscard]] inline int pick(xoshiro256& dice, int low, int high) {
    return static_cast<int>(uniform_int(dice, low, high));
}

[[nodiscard]] inline toy_motion random_motion(xoshiro256& dice) {
    return {pick(dice, -400, 400), pick(dice, -400, 400), pick(dice, -4, 4), pick(dice, -4, 4)};
}

// A scene in which some drift, some rest, some are tied and some break; with or without sources.
[[nodiscard]] inline toy_world random_scene(xoshiro256& dice, bool has_sources) {
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

[[nodiscard]] inline toy_input random_input(xoshiro256& dice) {
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
        EXPECT_TRUE(time::detail::define_all(world, journal));
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

inline void expect_equal(toy_timeline& time, const toy_snapshot& first) {
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
        events.each_event(time::frame_range::all(),
                          [&](std::uint64_t frame, const toy_event& what) { all.emplace_back(frame, what); });
        return all;
    };
    ASSERT_TRUE(list(known->events) == list(plain.events));
}

} // namespace orrery::test
