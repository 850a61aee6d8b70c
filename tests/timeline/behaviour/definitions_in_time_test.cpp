// Definitions that come while a timeline runs: they hold in all frames, whatever becomes of the inputs that
// refer to them.
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/world.hpp>

#include <array>
#include <string>

namespace orrery::test {
namespace {

constexpr entity_key spawned{500};

class defined_toys : public testing::Test {
protected:
    [[nodiscard]] static toy_world scene() {
        xoshiro256 dice(3);
        return random_scene(dice, true);
    }

    [[nodiscard]] static toy_input spawn(const toy_definition& what, std::uint64_t key = 500) {
        return spawn_toy(entity_key{key}, definition_id(what), {30, 40, 1, 1});
    }

    // Every frame is that of a world that has known the definitions from the first frame on.
    static void expect_as_computed(toy_timeline& time) { expect_equal(time, scene().snapshot()); }

    toy_definition red{.form = {.color = 7}};
    toy_definition dark_red{.form = {.color = 20}, .base = static_cast<std::uint32_t>(definition_id(red))};
};

TEST_F(defined_toys, come_with_the_input_that_needs_them) {
    toy_timeline time(scene());
    time.advance(60);
    const time::entry_id id = time.next_id(0);
    const auto change = toy_timeline::transaction().define(red).define(dark_red).add(
        {.id = id, .when = {20, 21}, .input = spawn(dark_red)});
    ASSERT_TRUE(time.apply(change));
    EXPECT_EQ(time.known()->at(spawned, 30)->form->color, 27);
    expect_as_computed(time);
    time.advance(30);
    expect_as_computed(time);
}

TEST_F(defined_toys, change_nothing_by_themselves) {
    toy_timeline time(scene());
    time.advance(60);
    const std::uint64_t hash = time.hash(60);
    time.seal();
    const auto before = time.known();
    EXPECT_EQ(time.define(red).value(), definition_id(red));
    EXPECT_EQ(time.define(red).value(), definition_id(red));
    EXPECT_EQ(time.hash(60), hash);
    EXPECT_EQ(time.known()->stretches, before->stretches);
    EXPECT_EQ(time.last_rewrite().entity_frames, 0U);
    EXPECT_EQ(time.journal().log().definitions().size(), 1U);
    EXPECT_EQ(before->journal.log().definitions().size(), 0U) << "what was published stays as it was";
    EXPECT_FALSE(time.undo()) << "there is nothing to undo";
}

TEST_F(defined_toys, make_inputs_of_the_past_act_that_referred_to_them) {
    for (const std::uint32_t dense : {0U, 70U}) {
        toy_timeline time(scene(), {.dense_keyframes = dense});
        time.add(25, spawn(dark_red));
        time.add(70, spawn(red, 501));
        time.advance(60);
        EXPECT_FALSE(time.known()->at(spawned, 40));
        ASSERT_TRUE(time.define(red));
        EXPECT_FALSE(time.known()->at(spawned, 40));
        ASSERT_TRUE(time.define(dark_red));
        EXPECT_EQ(time.last_rewrite().from, 25U);
        EXPECT_TRUE(time.known()->at(spawned, 40));
        expect_as_computed(time);
        time.advance(30);
        EXPECT_TRUE(time.known()->at(entity_key{501}, 80));
        expect_as_computed(time);
    }
}

TEST_F(defined_toys, stay_when_the_change_that_brought_them_is_undone) {
    toy_timeline time(scene());
    time.advance(60);
    const std::uint64_t untouched = time.hash(60);
    ASSERT_TRUE(time.apply(toy_timeline::transaction().define(red).add(
        {.id = time.next_id(0), .when = {20, 21}, .input = spawn(red)})));
    const std::uint64_t changed = time.hash(60);
    ASSERT_NE(changed, untouched);
    EXPECT_TRUE(time.undo());
    EXPECT_EQ(time.hash(60), untouched);
    EXPECT_NE(time.journal().log().definitions().find(definition_id(red)), nullptr);
    time.add(30, spawn(red, 502));
    EXPECT_TRUE(time.known()->at(entity_key{502}, 40));
    expect_as_computed(time);
    EXPECT_TRUE(time.undo());
    EXPECT_FALSE(time.redo() && time.redo());
    expect_as_computed(time);
}

// The shortcut that undo takes is of a past in which the input did nothing.
TEST_F(defined_toys, act_in_a_past_that_undo_brings_back) {
    toy_timeline time(scene());
    time.advance(40);
    const auto entry = *time.add(10, spawn(red));
    ASSERT_TRUE(time.apply(toy_timeline::transaction().remove(entry)));
    ASSERT_TRUE(time.define(red));
    EXPECT_FALSE(time.known()->at(spawned, 20));
    EXPECT_TRUE(time.undo());
    EXPECT_TRUE(time.known()->at(spawned, 20));
    expect_as_computed(time);
}

TEST_F(defined_toys, are_refused_together_with_all_of_their_change) {
    toy_timeline time(scene());
    time.advance(30);
    const std::uint64_t hash = time.hash(30);
    const auto id = time.next_id(0);
    const auto refusal = [&](const toy_timeline::transaction& change) {
        const status answer = time.apply(change);
        EXPECT_EQ(time.hash(30), hash);
        EXPECT_EQ(time.journal().size(), 0U);
        EXPECT_EQ(time.journal().log().definitions().size(), 0U);
        EXPECT_FALSE(time.known()->prototype->has_definition(definition_id(red)));
        return answer ? std::string("taken") : answer.reason().message;
    };
    const toy_timeline::entry bad{.id = id, .when = {5, 6}, .input = {.kind = toy_input_kind{99}}};
    EXPECT_NE(refusal(toy_timeline::transaction().define(red).add(bad)).find("cannot be"), std::string::npos);
    const toy_timeline::entry good{.id = id, .when = {5, 6}, .input = spawn(red)};
    EXPECT_NE(refusal(toy_timeline::transaction().define(dark_red).define(red).add(good)).find("based on"),
              std::string::npos)
        << "one that refers to another comes after it";
    EXPECT_NE(refusal(toy_timeline::transaction().define(red).define({.form = {.color = -1}})).find("colour"),
              std::string::npos);
    toy_definition other = red;
    other.note = 1;
    EXPECT_NE(refusal(toy_timeline::transaction().define(red).define(other)).find("another definition"),
              std::string::npos);
    EXPECT_FALSE(time.world().has_definition(definition_id(red)));
}

TEST_F(defined_toys, with_the_id_of_another_are_refused) {
    toy_definition other = red;
    other.note = 1;
    toy_timeline time(scene());
    ASSERT_TRUE(time.define(red));
    const auto answer = time.define(other);
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("already"), std::string::npos);
    toy_world knowing = scene();
    ASSERT_TRUE(knowing.define(red));
    toy_timeline from_the_start(std::move(knowing));
    EXPECT_FALSE(from_the_start.define(other)) << "the first frame's world knows one, the journal does not";
    toy_timeline branch = time.branch(0);
    toy_timeline stranger(scene());
    ASSERT_TRUE(stranger.define(other));
    EXPECT_FALSE(stranger.merge(branch));
}

TEST_F(defined_toys, are_shared_by_branches_and_united_by_merging) {
    toy_timeline time(scene());
    ASSERT_TRUE(time.define(red));
    time.advance(50);
    toy_timeline branch = time.branch(30);
    EXPECT_EQ(branch.journal().log().definitions().items().data(),
              time.journal().log().definitions().items().data());
    ASSERT_TRUE(branch.define(dark_red));
    branch.add(10, spawn(dark_red));
    branch.advance(10);
    expect_as_computed(branch);
    EXPECT_FALSE(time.journal().log().definitions() == branch.journal().log().definitions());
    for (int count = 0; count < 2; ++count) {
        ASSERT_TRUE(time.merge(branch));
        EXPECT_TRUE(time.journal().log().definitions() == branch.journal().log().definitions());
        EXPECT_EQ(time.known()->at(spawned, 20)->form->color, 27);
        expect_as_computed(time);
    }
    toy_timeline again = toy_timeline::from(*time.known());
    again.add(45, spawn(red, 503));
    again.advance(5);
    EXPECT_TRUE(again.known()->at(entity_key{503}, 50));
    expect_as_computed(again);
}

TEST_F(defined_toys, are_known_where_frames_are_computed_again) {
    toy_timeline time(scene(), {.frames_between_keyframes = 20, .track_bytes = 1});
    time.advance(100);
    time.add(10, spawn(red));
    time.add(97, spawn(dark_red, 501));
    ASSERT_TRUE(time.define(red));
    ASSERT_TRUE(time.define(dark_red));
    const auto known = time.known();
    engine machine({.thread_count = 1});
    EXPECT_EQ(known->revive(15, machine).hash(), time.hash(15));
    EXPECT_TRUE(known->at(spawned, 15)) << "of a frame without tracks";
    EXPECT_TRUE(known->revive(97, machine).has_definition(definition_id(dark_red)));
    EXPECT_TRUE(known->prototype->has_definition(definition_id(red)));
    time.forget_before(60);
    ASSERT_GT(time.tail(), 0U);
    time.add(98, spawn(red, 504));
    EXPECT_TRUE(time.known()->at(entity_key{504}, 99));
}

TEST_F(defined_toys, reach_a_timeline_that_does_not_keep_its_head) {
    toy_timeline time(scene());
    time.set_keeps_head(false);
    time.add(30, spawn(red));
    time.add(45, {.target = entity_key{7}, .value = {.speed_x = 2}}); // of a source, which all feel
    time.advance(60);
    ASSERT_TRUE(time.define(red));
    EXPECT_LE(time.head(), 60U);
    time.advance(60 - time.head());
    expect_as_computed(time);
}

class defined_bodies : public testing::Test {
protected:
    // Balls that fall far from each other.
    [[nodiscard]] rigid::world scene() {
        rigid::world made(machine);
        (void)make_body(made,
                        {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{1}})
            .value();
        for (std::uint64_t key = 2; key < 8; ++key) {
            (void)make_body(made, {.position = {static_cast<scalar>(key) * 20, 2, 0},
                                   .shape = rigid::sphere(scalar(0.5)),
                                   .key = entity_key{key}})
                .value();
        }
        return made;
    }

    [[nodiscard]] std::uint64_t stepped_hash(const timeline<rigid::world>& time, std::uint64_t frame) {
        rigid::world plain = scene();
        EXPECT_TRUE(time::detail::define_all(plain, time.journal()));
        time::detail::journal_step<rigid::world> steps;
        while (plain.frame() < frame) {
            steps.run(plain, time.journal());
        }
        return plain.hash();
    }

    engine machine{{.thread_count = 1}};
};

// By its definitions, a journal makes any world of the same first frame again.
TEST_F(defined_bodies, break_along_fractures_that_came_later) {
    timeline<rigid::world> time(scene());
    time.advance(40);
    rigid::world scratch = time.known()->prototype->fork(machine);
    const rigid::body_definition crate{.shape = rigid::box({scalar(0.4), scalar(0.4), scalar(0.4)})};
    const std::array<vector3, 3> seeds{vector3{scalar(-0.2), 0, 0}, vector3{scalar(0.2), scalar(0.1), 0},
                                       vector3{0, scalar(-0.2), 0}};
    const auto cells = shatter(*crate.shape, seeds, scratch.shapes()).value();
    const rigid::fracture_id pattern = add_fracture(scratch, crate, cells).value();
    EXPECT_EQ(scene().blueprints().find(pattern), nullptr);
    timeline<rigid::world>::transaction change;
    for (const rigid::definition& each : definitions_for(scratch, pattern)) {
        change.define(each);
    }
    change.add(
        {.id = time.next_id(0), .when = {10, 11}, .input = rigid::input::break_up(entity_key{3}, pattern)});
    ASSERT_TRUE(time.apply(change));
    EXPECT_TRUE(time.last_rewrite().was_local);
    EXPECT_FALSE(time.known()->at(entity_key{3}, 30));
    EXPECT_EQ(stepped_hash(time, 40), time.hash(40));
    EXPECT_GT(time.known()->seek(40)->size(), 7U);
}

// Nothing tied a fragment to what it came from, so one that appeared far away stayed.
TEST_F(defined_bodies, take_fragments_with_them_when_they_do_not_break_after_all) {
    for (const scalar distance : {scalar(1), scalar(5), scalar(30)}) {
        timeline<rigid::world> time(scene());
        const auto ball = rigid::definition::of({.shape = rigid::sphere(scalar(0.2))});
        const std::array<rigid::fragment, 2> fragments{
            rigid::fragment{rigid::blueprint_id{ball.id()}, {}},
            rigid::fragment{rigid::blueprint_id{ball.id()}, {{0, distance, 0}, {}}}};
        const auto pattern = rigid::definition::of_fracture(fragments);
        time.advance(11);
        const rigid::input break_up = rigid::input::break_up(entity_key{4}, rigid::fracture_id{pattern.id()});
        ASSERT_TRUE(time.apply(timeline<rigid::world>::transaction().define(ball).define(pattern).add(
            {.id = time.next_id(0), .when = {11, 12}, .input = break_up})));
        time.advance(19);
        EXPECT_EQ(time.known()->seek(30)->size(), 8U) << "two fragments instead of a ball";
        EXPECT_EQ(time.hash(30), stepped_hash(time, 30));
        ASSERT_TRUE(time.undo());
        EXPECT_TRUE(time.last_rewrite().was_local);
        EXPECT_EQ(time.known()->seek(30)->size(), 7U) << distance;
        EXPECT_EQ(time.hash(30), stepped_hash(time, 30)) << distance;
    }
}

// The keyframe before the first frame of such an entry has been given up.
TEST_F(defined_bodies, come_from_an_entry_that_began_before_the_tail) {
    timeline<rigid::world> time(scene());
    const auto ball = rigid::definition::of({.shape = rigid::sphere(scalar(0.5))});
    const rigid::input create =
        rigid::input::create(spawned, rigid::blueprint_id{ball.id()}, {{5, 9, 0}, {}});
    ASSERT_TRUE(time.add({10, 150}, create));
    time.advance(200);
    time.forget_before(90);
    ASSERT_TRUE(time.define(ball));
    EXPECT_EQ(time.last_rewrite().from, time.tail());
    EXPECT_FALSE(time.known()->at(spawned, time.tail()));
    EXPECT_TRUE(time.known()->at(spawned, time.tail() + 1));
    rigid::world stepped = time.known()->revive(time.tail(), machine);
    time::detail::journal_step<rigid::world> steps;
    while (stepped.frame() < time.head()) {
        steps.run(stepped, time.journal());
        ASSERT_EQ(stepped.hash(), time.hash(stepped.frame())) << stepped.frame();
    }
}

TEST_F(defined_toys, leave_no_trace_of_a_merge_that_is_refused) {
    toy_timeline time(scene());
    time.advance(60);
    toy_timeline branch = time.branch(30);
    branch.add(35, spawn(red));
    branch.add(36, spawn(red, 501));
    branch.advance(20);
    time.advance(200);
    time.forget_before(150);
    const time::entry_id next = time.next_id(0);
    ASSERT_FALSE(time.merge(branch));
    EXPECT_EQ(time.next_id(0), next);
}

} // namespace
} // namespace orrery::test
