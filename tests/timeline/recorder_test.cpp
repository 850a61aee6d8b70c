#include "tests/timeline/recorded_piles.hpp"

namespace orrery::test {
namespace {

using recorder_test = recorded_piles;

TEST_F(recorder_test, writes_nothing_when_nothing_is_new) {
    rigid_timeline time(four_piles());
    rigid_recorder file = record_to_path(time);
    time.advance(130);
    ASSERT_TRUE(file.write(time));
    const std::uint64_t bytes = file.bytes();
    ASSERT_TRUE(file.write(time));
    EXPECT_EQ(file.bytes(), bytes);
}

TEST_F(recorder_test, writes_again_what_a_change_of_the_past_has_changed) {
    rigid_timeline time(four_piles());
    rigid_recorder file = record_to_path(time);
    time.advance(250);
    ASSERT_TRUE(file.write(time));
    time.add(130, kick(3));
    ASSERT_TRUE(file.write(time));
    const auto opened = time::recording_reader::open(path);
    ASSERT_TRUE(opened) << opened.reason().message;
    int early = 0;
    int late = 0;
    for (const time::recorded_block& block : opened->blocks()) {
        if (block.kind == time::block_kind::tracks) {
            (block.frames.first < 120 ? early : late) += 1;
        }
    }
    EXPECT_EQ(early, 2);
    EXPECT_EQ(late, 4);
}

// What the last step before a group of segments does is told in the first frame of the group.
TEST_F(recorder_test, writes_again_events_of_a_segment_when_only_the_one_before_has_changed) {
    const auto list = [](const auto& from) {
        std::vector<std::pair<std::uint64_t, rigid::event>> all;
        from.each_event(time::frame_range::all(), [&](std::uint64_t frame, const rigid::event& what) {
            all.emplace_back(frame, what);
        });
        return all;
    };
    constexpr std::uint64_t length = 10;
    constexpr std::uint64_t border = length * time::segments_a_group;
    for (const std::uint64_t frame : {border - length, border - 2, border - 1, border, 2 * border - 1}) {
        rigid_timeline time(four_piles(), {.frames_between_keyframes = length});
        auto file = rigid_recorder::create_in_memory(time.world());
        ASSERT_TRUE(file) << file.reason().message;
        time.advance(2 * border + 20);
        ASSERT_TRUE(file->write(time));
        time.add(frame, rigid::input::unglue(entity_key{3})); // refused, which changes no track
        ASSERT_TRUE(file->write(time));
        ASSERT_TRUE(file->close(time));
        auto reader = time::recording_reader::open(mapped_file(file->take_bytes()), "memory");
        const auto opened = rigid_recording::open(std::move(*reader), time.world());
        ASSERT_TRUE(opened) << opened.reason().message;
        EXPECT_TRUE(list(opened->events()) == list(time.known()->events)) << "frame " << frame;
        EXPECT_TRUE(opened->verify()->is_same()) << "frame " << frame;
    }
}

TEST_F(recorder_test, computes_tracks_that_were_given_up_before_they_were_written) {
    rigid_timeline time(four_piles(), {.track_bytes = 1});
    rigid_recorder file = record_to_path(time);
    time.advance(250);
    ASSERT_TRUE(file.write(time));
    ASSERT_TRUE(file.close(time));
    const auto opened = rigid_recording::open(path, time.world());
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(opened->frames().end, 251u);
    EXPECT_TRUE(opened->verify()->is_same());
}

TEST_F(recorder_test, writes_into_memory_what_is_known_of_a_timeline_that_goes_on) {
    rigid_timeline time(four_piles());
    time.add(30, kick(3));
    time.advance(150);
    const auto known = time.known();
    time.advance(40);
    for (const compression most : {compression::fast, compression::none}) {
        auto file = rigid_recorder::create_in_memory(*known->prototype, {}, most);
        ASSERT_TRUE(file) << file.reason().message;
        ASSERT_TRUE(file->close(*known));
        auto reader = time::recording_reader::open(mapped_file(file->take_bytes()), "memory");
        ASSERT_TRUE(reader) << reader.reason().message;
        EXPECT_TRUE(reader->is_finished());
        for (const time::recorded_block& block : reader->blocks()) {
            EXPECT_FALSE(most == compression::none && block.is_compressed);
        }
        auto opened = rigid_recording::open(std::move(*reader), time.world());
        ASSERT_TRUE(opened) << opened.reason().message;
        EXPECT_EQ(opened->frames(), known->frames());
        auto again = opened->resume();
        ASSERT_TRUE(again) << again.reason().message;
        again->advance(40);
        EXPECT_EQ(again->hash(190), time.hash(190));
    }
}

TEST_F(recorder_test, writes_a_branch_that_has_not_gone_on) {
    rigid_timeline time(four_piles());
    time.advance(150);
    time.seal();
    const rigid_timeline branch = time.branch(59);
    auto file = rigid_recorder::create_in_memory(*branch.known()->prototype);
    ASSERT_TRUE(file->close(*branch.known()));
    auto reader = time::recording_reader::open(mapped_file(file->take_bytes()), "memory");
    auto opened = rigid_recording::open(std::move(*reader), time.world());
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(opened->frames(), branch.known()->frames());
}

TEST_F(recorder_test, cannot_be_made_in_a_folder_that_is_not_there) {
    rigid_timeline time(four_piles());
    EXPECT_FALSE(rigid_recorder::create(path + "/no/such/folder/file", time.world()));
}

// The keyframe before the definition did not know it, so the body was never created again.
TEST_F(recorder_test, steps_over_an_input_that_refers_to_a_later_definition) {
    rigid_timeline time(four_piles());
    auto file = rigid_recorder::create_in_memory(time.world()).value();
    time.advance(70);
    ASSERT_TRUE(file.write(time));
    const rigid::definition rod =
        rigid::definition::of({.shape = rigid::capsule(scalar(0.2), scalar(0.5)), .density = 700});
    const rigid::input create =
        rigid::input::create(entity_key{5000}, rigid::blueprint_id{rod.id()}, {{0, 20, 0}, {}});
    const rigid::definition other = rigid::definition::of({.shape = rigid::sphere(scalar(0.3))});
    ASSERT_TRUE(time.define(other));
    ASSERT_TRUE(file.write(time));
    ASSERT_TRUE(time.apply(rigid_timeline::transaction().define(rod).add(
        {.id = time.next_id(0), .when = {75, 76}, .input = create})));
    time.advance(30);
    ASSERT_TRUE(file.close(time));
    auto reader = time::recording_reader::open(mapped_file(file.take_bytes()), "defined");
    const auto opened = rigid_recording::open(std::move(*reader), four_piles());
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_TRUE(opened->refused_definitions().empty());
    EXPECT_TRUE(opened->journal().log().definitions() == time.journal().log().definitions());
    const auto verified = opened->verify();
    ASSERT_TRUE(verified) << verified.reason().message;
    EXPECT_TRUE(verified->is_same()) << *verified->first_difference;
    rigid::world there = four_piles();
    ASSERT_TRUE(opened->revive(there, 90));
    EXPECT_EQ(there.hash(), time.hash(90));
    EXPECT_TRUE(there.has_definition(other.id()));
    auto resumed = opened->resume().value();
    resumed.add(95,
                rigid::input::create(entity_key{5001}, rigid::blueprint_id{other.id()}, {{30, 20, 0}, {}}));
    time.add(95, rigid::input::create(entity_key{5001}, rigid::blueprint_id{other.id()}, {{30, 20, 0}, {}}));
    EXPECT_TRUE(resumed.known()->at(entity_key{5001}, 100));
    EXPECT_EQ(resumed.hash(100), time.hash(100));
}

// A blueprint may name a shape that nobody has defined: one of the first frame.
TEST_F(recorder_test, keeps_definitions_that_refer_to_the_first_frame) {
    rigid::world first = four_piles();
    const vector3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const rigid::shape hull = first.shapes().add_hull(corners).value();
    // Otherwise it would not be saved with the frame.
    (void)make_body(first, {.position = {90, 5, 0}, .shape = hull, .key = entity_key{900}}).value();
    rigid_timeline time(std::move(first));
    const auto wedge = time.define(rigid::definition::of({.shape = hull, .density = 300}));
    ASSERT_TRUE(wedge);
    time.add(10, rigid::input::create(entity_key{5000}, rigid::blueprint_id{*wedge}, {{0, 20, 0}, {}}));
    time.advance(40);
    auto file = rigid_recorder::create_in_memory(time.world()).value();
    ASSERT_TRUE(file.close(time));
    auto reader = time::recording_reader::open(mapped_file(file.take_bytes()), "wedge");
    const auto opened = rigid_recording::open(std::move(*reader), rigid::world(machine));
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_TRUE(opened->refused_definitions().empty());
    EXPECT_TRUE(opened->verify()->is_same());
}

// The timeline's own world has the hull before it is defined; the one that reads has not.
TEST_F(recorder_test, takes_definitions_in_whatever_order_they_were_made) {
    rigid::world first = four_piles();
    const vector3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const rigid::shape hull = first.shapes().add_hull(corners).value();
    const rigid::definition of_hull = rigid::definition::of(*first.shapes().find_hull(hull.id));
    rigid_timeline time(std::move(first));
    const auto wedge = time.define(rigid::definition::of({.shape = hull, .density = 300}));
    ASSERT_TRUE(wedge);
    ASSERT_TRUE(time.define(of_hull));
    time.add(10, rigid::input::create(entity_key{5000}, rigid::blueprint_id{*wedge}, {{0, 20, 0}, {}}));
    time.advance(40);
    auto file = rigid_recorder::create_in_memory(time.world()).value();
    ASSERT_TRUE(file.close(time));
    auto reader = time::recording_reader::open(mapped_file(file.take_bytes()), "wedge");
    const auto opened = rigid_recording::open(std::move(*reader), rigid::world(machine));
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_TRUE(opened->refused_definitions().empty());
    EXPECT_TRUE(opened->verify()->is_same());
    EXPECT_EQ(opened->resume()->hash(40), time.hash(40));
}

} // namespace
} // namespace orrery::test
