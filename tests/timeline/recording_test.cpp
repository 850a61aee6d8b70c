// Files of timelines of rigid bodies, written and read again.
#include "tests/rigid/mesh_samples.hpp"
#include "tests/timeline/recorded_piles.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace orrery::test {
namespace {

class recording_test : public recorded_piles {
protected:
    // Three seconds with a change of the past after two have been written.
    [[nodiscard]] rigid_timeline record() {
        rigid_timeline time(four_piles());
        rigid_recorder file = record_to_path(time);
        time.add(30, kick(3));
        time.advance(130);
        EXPECT_TRUE(file.write(time));
        time.add(70, kick(25));
        time.advance(60);
        EXPECT_TRUE(file.close(time));
        return time;
    }
};

TEST_F(recording_test, has_every_frame_and_event_of_the_timeline) {
    rigid_timeline time = record();
    const auto opened = rigid_recording::open(path, four_piles());
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(opened->frames(), (time::frame_range{0, 191}));
    const auto known = time.known();
    for (std::uint64_t frame = 190; frame-- > 0;) {
        const auto expected = known->seek(frame);
        const auto found = opened->seek(frame);
        ASSERT_TRUE(found) << found.reason().message;
        ASSERT_TRUE(std::ranges::equal(found->keys(), expected->keys()));
        ASSERT_TRUE(std::ranges::equal(found->motions(), expected->motions())) << "frame " << frame;
        ASSERT_EQ(found->form_at(7), expected->form_at(7));
    }
    EXPECT_EQ(opened->events().size(), known->events.size());
    const auto one = opened->at(entity_key{3}, 77);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->motion, known->at(entity_key{3}, 77)->motion);
    EXPECT_FALSE(opened->at(entity_key{999'999}, 77));
    EXPECT_FALSE(opened->seek(191));
}

TEST_F(recording_test, is_what_computing_it_again_gives) {
    (void)record();
    const auto opened = rigid_recording::open(path, four_piles());
    const auto found = opened->verify();
    ASSERT_TRUE(found) << found.reason().message;
    EXPECT_TRUE(found->is_same()) << "frame " << *found->first_difference;
    EXPECT_EQ(found->frames, 191);
}

TEST_F(recording_test, tells_who_watches_how_far_verifying_has_come) {
    (void)record();
    const auto opened = rigid_recording::open(path, four_piles());
    std::uint64_t next = 0;
    ASSERT_TRUE(opened->verify([&](std::uint64_t frame) { EXPECT_EQ(frame, next++); }));
    EXPECT_EQ(next, 191);
}

TEST_F(recording_test, takes_back_keyframes_that_a_change_has_made_untrue) {
    rigid_timeline time(four_piles(), {.frames_between_keyframes = 10, .most_keyframes = 4});
    rigid_recorder file = record_to_path(time);
    for (int part = 0; part < 12; ++part) { // each keyframe is there when it is written, and given up later
        time.advance(10);
        ASSERT_TRUE(file.write(time));
    }
    time.add(15, kick(3));
    ASSERT_TRUE(file.close(time));
    const auto opened = rigid_recording::open(path, four_piles());
    const auto found = opened->verify();
    ASSERT_TRUE(found) << found.reason().message;
    EXPECT_TRUE(found->is_same()) << "frame " << *found->first_difference;
    for (const std::uint64_t frame : {20U, 55U, 95U, 120U}) {
        rigid::world there = four_piles();
        ASSERT_TRUE(opened->revive(there, frame));
        EXPECT_EQ(there.hash(), time.hash(frame)) << "frame " << frame;
    }
}

TEST_F(recording_test, opens_from_memory_with_nothing_but_the_rules_it_carries) {
    rigid_timeline time = record();
    std::ifstream file(path, std::ios::binary);
    const std::string characters{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::byte> bytes(characters.size());
    std::memcpy(bytes.data(), characters.data(), bytes.size());
    auto reader = time::recording_reader::open(mapped_file(std::move(bytes)), "what came in");
    ASSERT_TRUE(reader) << reader.reason().message;
    byte_reader rules((*reader->header()).settings);
    const auto loaded = rigid::load_rules(rules);
    ASSERT_TRUE(loaded) << loaded.reason().message;
    const auto opened = rigid_recording::open(std::move(*reader), rigid::world(machine, loaded->settings));
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_TRUE(std::ranges::equal(opened->seek(100)->motions(), time.known()->seek(100)->motions()));
}

TEST_F(recording_test, has_a_mesh_once_and_finds_it_in_its_own_bytes) {
    rigid::world land(machine);
    const auto mesh = rigid::triangle_mesh::from(rigid::test::wavy_field(40)).value();
    const rigid::shape ground = land.shapes().add_mesh(mesh).value();
    (void)make_body(land, {.kind = rigid::body_kind::fixed, .shape = ground}).value();
    (void)make_body(land, {.position = {0, 2, 0}, .shape = rigid::sphere(scalar(0.5))}).value();
    rigid_timeline time(std::move(land), {.frames_between_keyframes = 10});
    rigid_recorder file = record_to_path(time);
    time.advance(60);
    EXPECT_TRUE(file.close(time));
    const auto in_file = encode_mesh(*mesh).size();
    EXPECT_GT(file.bytes(), in_file / 2);
    EXPECT_LT(file.bytes(), in_file * 2);

    auto reader = time::recording_reader::open(path);
    ASSERT_TRUE(reader) << reader.reason().message;
    byte_reader in((*reader->header()).settings);
    const auto rules = rigid::load_rules(in);
    ASSERT_TRUE(rules) << rules.reason().message;
    rigid::world with(machine, rules->settings);
    with.shapes().merge(rules->shapes);
    const auto opened = rigid_recording::open(std::move(*reader), with);
    ASSERT_TRUE(opened) << opened.reason().message;
    const auto found = opened->verify();
    ASSERT_TRUE(found) << found.reason().message;
    EXPECT_TRUE(found->is_same());
    ASSERT_TRUE(opened->revive(with, 55));
    EXPECT_EQ(with.hash(), time.hash(55));
    rigid::world without(machine, rules->settings);
    const status refused = rigid_recording::open(path, without)->revive(without, 55);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.reason().message.find("nor among the world's shapes"), std::string::npos);
}

TEST_F(recording_test, tells_the_first_frame_that_other_rules_would_change) {
    rigid_timeline time(four_piles());
    time.advance(90);
    rigid_recorder file = record_to_path(time);
    EXPECT_TRUE(file.close(time));
    // The pair filter is the program's and not in the file.
    rigid::world other = four_piles();
    other.set_pair_filter([](const rigid::world&, entity, entity) { return false; });
    const auto found = rigid_recording::open(path, other)->verify();
    ASSERT_TRUE(found) << found.reason().message;
    ASSERT_FALSE(found->is_same());
    EXPECT_GT(*found->first_difference, 0);
    EXPECT_NE(found->who, entity_key::none);
}

TEST_F(recording_test, tells_the_first_frame_whose_events_are_not_those_that_happen) {
    rigid_timeline time(four_piles());
    time.add(100, rigid::input::unglue(entity_key{3})); // refused, which changes nothing else
    time.advance(150);
    time.seal();
    const auto events = time.known()->events.replaced(101, 102, std::array{entity_key{3}}, {});
    auto file = rigid_recorder::create_in_memory(time.world());
    ASSERT_TRUE(file->close(time.known()->with(events)));
    auto reader = time::recording_reader::open(mapped_file(file->take_bytes()), "memory");
    const auto opened = rigid_recording::open(std::move(*reader), four_piles());
    ASSERT_TRUE(opened) << opened.reason().message;
    const auto found = opened->verify();
    ASSERT_TRUE(found) << found.reason().message;
    EXPECT_EQ(found->first_difference, 101);
    EXPECT_EQ(found->who, entity_key{3});
    EXPECT_TRUE(found->is_in_events);
    EXPECT_EQ(found->frames, 101);
}

TEST_F(recording_test, goes_on_where_it_ends) {
    rigid_timeline time = record();
    auto resumed = rigid_recording::open(path, four_piles())->resume();
    ASSERT_TRUE(resumed) << resumed.reason().message;
    EXPECT_EQ(resumed->head(), time.head());
    for (rigid_timeline* each : {&time, &*resumed}) {
        each->add(100, kick(45));
        each->advance(30);
    }
    EXPECT_EQ(resumed->world().hash(), time.world().hash());
}

TEST_F(recording_test, leaves_a_world_alone_that_it_cannot_bring_to_a_frame) {
    rigid::world later = four_piles();
    for (int frame = 0; frame < 20; ++frame) {
        later.step();
    }
    rigid_timeline time(later.fork(machine));
    time.advance(30);
    rigid_recorder file = record_to_path(time);
    EXPECT_TRUE(file.close(time));
    rigid::world world = four_piles();
    for (int frame = 0; frame < 60 && world.events().empty(); ++frame) {
        world.step();
    }
    const std::uint64_t frame = world.frame();
    const std::uint64_t hash = world.hash();
    const std::size_t events = world.events().size();
    EXPECT_GT(events, 0);
    EXPECT_FALSE(rigid_recording::open(path, four_piles())->revive(world, 5));
    EXPECT_EQ(world.frame(), frame);
    EXPECT_EQ(world.hash(), hash);
    EXPECT_EQ(world.events().size(), events);
    EXPECT_TRUE(rigid_recording::open(path, four_piles())->revive(world, 25));
    EXPECT_EQ(world.frame(), 25);
}

TEST_F(recording_test, of_a_process_that_died_has_what_was_written) {
    rigid_timeline time(four_piles());
    {
        rigid_recorder file = record_to_path(time);
        time.advance(130);
        EXPECT_TRUE(file.write(time));
        // Half a block more, as if the power had gone.
        std::ofstream(path, std::ios::binary | std::ios::app) << "half a block";
    }
    const auto opened = rigid_recording::open(path, four_piles());
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(opened->frames(), (time::frame_range{0, 120}));
    EXPECT_EQ(opened->seek(119)->motions()[5], time.known()->seek(119)->motions()[5]);
}

} // namespace
} // namespace orrery::test
