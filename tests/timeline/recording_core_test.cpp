#include "tests/timeline/recorded_toys.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/known_history.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using recording_core_test = recorded_toys;

TEST_F(recording_core_test, has_every_frame_of_the_timeline) {
    time.advance(150);
    push(7, 90);
    const time::recording_core file = record_and_open();
    ASSERT_EQ(file.frames(), time.known()->frames());
    std::vector<std::byte> mine;
    std::vector<std::byte> theirs;
    const auto read_into = [](std::vector<std::byte>& motions, std::vector<entity_key>& keys) {
        return [&](const time::detail::census_pointer& who) {
            keys = who->keys;
            motions.assign(keys.size() * sizeof(toy_motion), std::byte{});
            return std::span(motions);
        };
    };
    serial_scheduler here;
    for (std::uint64_t frame = 0; frame <= time.head(); ++frame) {
        std::vector<entity_key> my_keys;
        std::vector<entity_key> their_keys;
        ASSERT_TRUE(file.read_frame(frame, read_into(mine, my_keys)));
        ASSERT_TRUE(is_found(time.known()->read_frame(frame, read_into(theirs, their_keys), here)));
        EXPECT_EQ(my_keys, their_keys) << frame;
        EXPECT_EQ(mine, theirs) << frame;
    }
    std::vector<entity_key> none;
    EXPECT_FALSE(file.read_frame(time.head() + 1, read_into(mine, none)));
    EXPECT_EQ(file.events().size(), time.known()->parts().events.size());
    EXPECT_EQ(file.journal().size(), 1U);
}

TEST_F(recording_core_test, has_one_entity_in_one_frame_or_says_that_it_is_not_there) {
    time.advance(70);
    const time::recording_core file = record_and_open();
    bool is_taken = false;
    const auto take = [&](const time::detail::census_pointer& who, std::size_t place, const std::byte*) {
        is_taken = who->keys[place] == entity_key{4};
    };
    EXPECT_TRUE(file.read_entity(entity_key{4}, 0, take));
    EXPECT_TRUE(is_taken);
    const status answer = file.read_entity(entity_key{123'456}, 0, take);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.reason().message, "there is no entity with the key 123456 in frame 0");
}

TEST_F(recording_core_test, is_what_computing_it_again_gives) {
    time.advance(150);
    push(5, 30);
    const time::recording_core file = record_and_open();
    std::uint64_t watched = 0;
    const auto found = file.verify([&](std::uint64_t frame) { watched = frame; });
    ASSERT_TRUE(found) << found.reason().message;
    EXPECT_TRUE(found->is_same());
    EXPECT_EQ(found->frames, 151U);
    EXPECT_EQ(watched, 150U);
}

TEST_F(recording_core_test, with_another_journal_differs_where_its_input_moves_a_body) {
    time.advance(110);
    time.seal();
    const time::recording_core file = record_and_open(known_with({push_of(5, {0, 0}, 30)}));
    const auto found = file.verify([](std::uint64_t) {});
    ASSERT_TRUE(found) << found.reason().message;
    EXPECT_EQ(found->first_difference, 31);
    EXPECT_EQ(found->who, entity_key{5});
    EXPECT_EQ(found->frames, 31U);
    EXPECT_FALSE(found->is_in_events);
}

TEST_F(recording_core_test, leaves_inputs_out_that_the_rules_of_their_fields_refuse) {
    time.advance(70);
    time.seal();
    auto wrong = push_of(4, {1, 1}, 20);
    wrong.input.kind = static_cast<toy_input_kind>(200);
    const time::recording_core file =
        record_and_open(known_with({push_of(3, {1, 0}, 20), wrong, push_of(5, {1, 2}, 20)}));
    EXPECT_EQ(file.journal().size(), 2U);
    const time::detail::journal_item* const last = file.journal().find({1, 2}, 20);
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(time::detail::entry_of<toy_input>(*last), push_of(5, {1, 2}, 20));
    ASSERT_EQ(file.refused_entries().size(), 1U);
    EXPECT_EQ(file.refused_entries()[0].id, wrong.id);
    EXPECT_EQ(file.refused_entries()[0].when, wrong.when);
}

TEST_F(recording_core_test, brings_a_world_to_any_frame) {
    time.advance(110);
    const time::recording_core file = record_and_open();
    time::simulation_adapter<toy_world> world(scene);
    for (const std::uint64_t frame : {75, 0, 110}) {
        ASSERT_TRUE(file.revive(world, frame));
        EXPECT_EQ(world.frame(), frame);
        EXPECT_EQ(world.hash(), time.hash(frame));
    }
}

TEST_F(recording_core_test, is_the_past_of_a_timeline_that_goes_on) {
    time.advance(110);
    push(5, 30);
    auto past = record_and_open().past({.frames_between_keyframes = 20});
    ASSERT_TRUE(past) << past.reason().message;
    time::timeline_core again(std::move(*past), {.frames_between_keyframes = 20});
    for (time::timeline_core* const each : {&time, &again}) {
        each->advance(50);
        push(*each, 8, 20); // what the journal had after it happens again
    }
    EXPECT_EQ(again.journal().size(), 2U);
    EXPECT_EQ(again.head(), time.head());
    EXPECT_EQ(again.hash(160), time.hash(160));
}

TEST_F(recording_core_test, of_another_kind_of_world_is_refused) {
    time.advance(10);
    time::recorder_core file = make_recorder();
    ASSERT_TRUE(file.close(time));
    engine machine({.thread_count = 1});
    const auto opened = open(file.take_bytes(), time::storable_copy_of(rigid::world(machine)));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.reason().message, "a recording holds a world of type 'toy', expected 'rigid'");
}

// The contents of a recording with these blocks of definitions, one for each list.
class hand_made {
public:
    explicit hand_made(const toy_world& first)
        : file_(time::recording_writer::create_in_memory({.world = "toy"}).value()) {
        byte_writer frame;
        save_frame(frame, first, first.snapshot());
        EXPECT_TRUE(file_.add(time::block_kind::keyframe, time::frame_range::one(0), frame.bytes()));
    }

    void add(const std::vector<std::vector<std::byte>>& definitions) {
        byte_writer out;
        out.write_variable(definitions.size());
        for (const std::vector<std::byte>& each : definitions) {
            out.write_variable(each.size());
            out.write_bytes(each);
        }
        EXPECT_TRUE(file_.add(time::block_kind::definitions, {}, out.bytes()));
    }

    void add_bytes(const std::vector<std::byte>& content) {
        EXPECT_TRUE(file_.add(time::block_kind::definitions, {}, content));
    }

    [[nodiscard]] std::vector<std::byte> take() {
        EXPECT_TRUE(file_.close());
        return file_.take_bytes();
    }

    [[nodiscard]] static std::vector<std::byte> bytes_of(const toy_definition& what) {
        byte_writer out;
        save_definition(out, what);
        return out.take();
    }

private:
    time::recording_writer file_;
};

TEST_F(recording_core_test, leaves_out_definitions_that_are_refused_and_takes_the_others) {
    const toy_definition red{.form = {.color = 7}};
    const toy_definition dark_red{.form = {.color = 9},
                                  .base = static_cast<std::uint32_t>(definition_id(red))};
    const toy_definition orphan{.form = {.color = 9}, .base = 5};
    toy_definition impostor = red;
    impostor.note = 1;
    const std::vector<std::byte> cut(3, std::byte{1});
    hand_made file(scene);
    file.add({hand_made::bytes_of(red), cut, hand_made::bytes_of(orphan)});
    file.add({hand_made::bytes_of(dark_red), hand_made::bytes_of(impostor), hand_made::bytes_of(red)});
    std::vector<std::string> said;
    engine machine({.thread_count = 1,
                    .sink = {[](void* to, const log_message& message) {
                                 static_cast<std::vector<std::string>*>(to)->emplace_back(message.text);
                             },
                             &said}});
    toy_world rules = scene;
    rules.set_machine(machine);
    const auto opened = open(file.take(), time::storable_copy_of(rules));
    ASSERT_TRUE(opened) << opened.reason().message;
    const time::detail::definition_list& taken = opened->journal().definitions();
    ASSERT_EQ(taken.size(), 2U);
    EXPECT_EQ(taken.items()[0].id, definition_id(red));
    EXPECT_EQ(taken.items()[1].id, definition_id(dark_red));
    std::vector<std::size_t> refused;
    for (const time::refused_definition& each : opened->refused_definitions()) {
        refused.push_back(each.index);
        EXPECT_FALSE(each.reason.empty());
    }
    EXPECT_EQ(refused, (std::vector<std::size_t>{1, 2, 4}));
    ASSERT_EQ(said.size(), 1U) << "one line";
    EXPECT_NE(said.front().find("definitions left out of the journal: 3"), std::string::npos);
    time::simulation_adapter<toy_world> there{toy_world()};
    ASSERT_TRUE(opened->load_keyframe(there, 0));
    EXPECT_TRUE(there.world().has_definition(definition_id(dark_red)));
}

TEST_F(recording_core_test, names_a_type_of_world_that_cannot_be_printed_in_printable_characters) {
    auto file = time::recording_writer::create_in_memory({.world = "t\x01y"}).value();
    ASSERT_TRUE(file.close());
    const auto opened = open(file.take_bytes(), time::storable_copy_of(scene));
    ASSERT_FALSE(opened);
    EXPECT_EQ(printable(opened.reason().message), opened.reason().message);
}

TEST_F(recording_core_test, refuses_a_block_of_definitions_that_is_not_one) {
    for (const std::vector<std::byte>& content :
         {std::vector<std::byte>{}, std::vector<std::byte>(20, std::byte{0xff}),
          std::vector<std::byte>{std::byte{0}, std::byte{0}}}) {
        hand_made file(scene);
        file.add_bytes(content);
        const auto opened = open(file.take(), time::storable_copy_of(scene));
        ASSERT_FALSE(opened);
        EXPECT_FALSE(opened.reason().message.empty());
    }
}

TEST_F(recording_core_test, has_the_definitions_of_every_write_once) {
    time::recorder_core file = make_recorder();
    const toy_definition red{.form = {.color = 7}};
    const toy_definition dark_red{.form = {.color = 9},
                                  .base = static_cast<std::uint32_t>(definition_id(red))};
    std::size_t blocks = 0;
    for (const toy_definition& each : {red, dark_red}) {
        ASSERT_TRUE(time.define(time::detail::item_of_definition(each)));
        time.advance(30);
        ASSERT_TRUE(file.write(time));
        ASSERT_TRUE(file.write(time));
    }
    ASSERT_TRUE(file.close(time));
    const auto opened = open(file.take_bytes(), time::storable_copy_of(scene));
    ASSERT_TRUE(opened);
    for (const time::recorded_block& each : opened->file().blocks()) {
        blocks += each.kind == time::block_kind::definitions ? 1 : 0;
    }
    EXPECT_EQ(blocks, 2U);
    EXPECT_TRUE(opened->journal().definitions() == time.journal().definitions());
    const auto past = opened->past();
    ASSERT_TRUE(past);
    EXPECT_TRUE(past->journal.definitions() == time.journal().definitions());
}

} // namespace
} // namespace orrery::test
