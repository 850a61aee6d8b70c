#include "tests/timeline/recorded_piles.hpp"
#include "tests/timeline/toy_archive.hpp"

#include <orrery/timeline/world_codec.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

class world_codec_test : public recorded_piles {
protected:
    time::simulation_adapter<rigid::world> piles{four_piles()};
    const time::world_codec& codec = time::world_codec_of<rigid::world>::shared();
    const time::world_codec& toys = time::world_codec_of<toy_world>::shared();

    // Entries with these inputs, one after another.
    [[nodiscard]] static std::vector<time::detail::journal_item>
    entries_of(const std::vector<toy_input>& inputs) {
        std::vector<time::detail::journal_item> all;
        for (const toy_input& each : inputs) {
            const auto index = static_cast<std::uint32_t>(all.size());
            all.push_back(time::detail::item_of(time::journal_entry<toy_input>{
                .id = {7, index}, .when = {index, index + 1U}, .input = each}));
        }
        return all;
    }

    [[nodiscard]] static std::vector<time::entry_label>
    labels_of(const std::vector<time::detail::journal_item>& entries) {
        std::vector<time::entry_label> labels;
        for (const time::detail::journal_item& each : entries) {
            labels.push_back({each.id, each.when});
        }
        return labels;
    }
};

TEST_F(world_codec_test, frames_and_parts_come_back_as_they_were) {
    for (int frame = 0; frame < 30; ++frame) {
        piles.step({});
    }
    const auto whole = piles.snapshot();
    for (const auto& state : {whole, piles.extract_part(whole, std::vector{entity_key{2}, entity_key{3}})}) {
        byte_writer out;
        codec.encode_frame(piles, state, out);
        piles.step({}); // its own frame does not matter
        byte_reader in(out.bytes());
        const auto back = codec.decode_frame(piles, in);
        ASSERT_TRUE(back) << back.reason().message;
        EXPECT_EQ((*back)->frame, 30U);
        EXPECT_EQ(piles.hash_of(*back), piles.hash_of(state));
    }
    EXPECT_EQ(piles.frame(), 32U);
}

TEST_F(world_codec_test, bytes_that_are_cut_off_are_refused) {
    byte_writer out;
    codec.encode_frame(piles, piles.snapshot(), out);
    byte_reader in(out.bytes().first(out.bytes().size() / 2));
    EXPECT_FALSE(codec.decode_frame(piles, in));
}

TEST_F(world_codec_test, a_world_goes_on_from_a_frame_that_was_decoded_into_it) {
    const auto first = piles.snapshot();
    byte_writer out;
    codec.encode_frame(piles, first, out);
    piles.step({});
    const std::uint64_t hash = piles.hash();
    piles.step({});
    byte_reader in(out.bytes());
    ASSERT_TRUE(codec.decode_into(piles, in));
    EXPECT_EQ(piles.frame(), 0U);
    piles.step({});
    EXPECT_EQ(piles.hash(), hash);
}

TEST_F(world_codec_test, the_rules_are_those_that_the_world_writes) {
    byte_writer out;
    codec.encode_rules(piles, out);
    byte_writer expected;
    save_rules(expected, piles.world());
    EXPECT_TRUE(std::ranges::equal(out.bytes(), expected.bytes()));
    EXPECT_EQ(codec.type_name(), std::string_view(rigid::world::type_name));
    byte_writer none;
    toys.encode_rules(time::simulation_adapter<toy_world>(toy_world()), none);
    EXPECT_EQ(none.size(), 0U);
}

TEST_F(world_codec_test, inputs_come_back_in_their_entries) {
    const auto entries =
        entries_of({{.target = entity_key{3}, .value = {1, 2, 3, 4}}, {.target = entity_key{4}}});
    byte_writer out;
    toys.encode_inputs(entries, out);
    byte_reader in(out.bytes());
    const time::decoded_inputs back = toys.decode_inputs(labels_of(entries), in);
    ASSERT_TRUE(in.finish());
    ASSERT_EQ(back.items.size(), 2U);
    EXPECT_TRUE(back.refused.empty());
    for (std::size_t index = 0; index < 2; ++index) {
        EXPECT_EQ(time::detail::entry_of<toy_input>(back.items[index]),
                  time::detail::entry_of<toy_input>(entries[index]));
        EXPECT_EQ(back.items[index].id, entries[index].id);
        EXPECT_EQ(back.items[index].when, entries[index].when);
    }
}

TEST_F(world_codec_test, inputs_that_the_rules_of_their_fields_refuse_are_left_out_and_listed) {
    const toy_input wrong{.target = entity_key{4}, .kind = static_cast<toy_input_kind>(200)};
    const auto entries = entries_of({{.target = entity_key{3}}, wrong, {.target = entity_key{5}}});
    byte_writer out;
    toys.encode_inputs(entries, out);
    byte_reader in(out.bytes());
    const time::decoded_inputs back = toys.decode_inputs(labels_of(entries), in);
    EXPECT_EQ(back.count, 3U);
    ASSERT_EQ(back.items.size(), 2U);
    EXPECT_EQ(back.items[1].id.sequence, 2U);
    EXPECT_EQ(time::detail::entry_of<toy_input>(back.items[1]).input.target, entity_key{5});
    ASSERT_EQ(back.refused.size(), 1U);
    EXPECT_EQ(back.refused[0].index, 1U);
}

TEST_F(world_codec_test, inputs_of_another_number_than_labels_become_no_entries) {
    const auto entries = entries_of({{.target = entity_key{3}}, {.target = entity_key{4}}});
    byte_writer out;
    toys.encode_inputs(entries, out);
    byte_reader in(out.bytes());
    const std::vector<time::entry_label> labels = labels_of(entries);
    const time::decoded_inputs back = toys.decode_inputs(std::span(labels).first(1), in);
    EXPECT_EQ(back.count, 2U);
    EXPECT_TRUE(back.items.empty());
}

TEST_F(world_codec_test, definitions_come_back_as_they_were) {
    const std::vector<time::detail::definition_item> all{
        time::detail::item_of_definition(toy_definition{.form = {.color = 3}}),
        time::detail::item_of_definition(toy_definition{.form = {.color = 4}, .base = 9})};
    byte_writer out;
    ASSERT_TRUE(toys.encode_definitions(all, out));
    byte_reader in(out.bytes());
    const time::simulation_adapter<toy_world> rules{toy_world()};
    const time::decoded_definitions back = toys.decode_definitions(rules, in);
    ASSERT_TRUE(in.finish());
    EXPECT_EQ(back.count, 2U);
    ASSERT_EQ(back.items.size(), 2U);
    for (std::size_t index = 0; index < 2; ++index) {
        EXPECT_EQ(back.items[index].id, all[index].id);
        EXPECT_TRUE(rules.are_equal(back.items[index], all[index]));
        EXPECT_EQ(back.indices[index], index);
    }
    byte_reader cut(out.bytes().first(out.size() - 1));
    (void)toys.decode_definitions(rules, cut);
    EXPECT_FALSE(cut.finish());
}

TEST_F(world_codec_test, events_come_back_as_they_were_recorded) {
    toy_world crowded;
    crowded.add(entity_key{1}, {0, 0, 0, 0}, {.color = 1});
    crowded.add(entity_key{2}, {1, 0, 0, 0}, {.color = 2});
    time::simulation_adapter<toy_world> world(std::move(crowded));
    world.step({});
    time::detail::recorded_frame record;
    world.record(record_extent::full, record);
    ASSERT_FALSE(record.events.empty());
    byte_writer out;
    toys.encode_events(record.events, record.event_payloads, out);
    byte_reader in(out.bytes());
    const time::decoded_events back = toys.decode_events(in);
    ASSERT_TRUE(in.finish());
    ASSERT_EQ(back.marks.size(), record.events.size());
    const auto are_equal = world.event_equality();
    const std::size_t size = world.event_payload_bytes();
    for (std::size_t index = 0; index < back.marks.size(); ++index) {
        time::detail::event_mark mark = back.marks[index];
        EXPECT_EQ(mark.frame, 0U);
        mark.frame = record.frame;
        EXPECT_EQ(mark, record.events[index]);
        EXPECT_TRUE(are_equal(mark, back.payloads.data() + index * size,
                              record.event_payloads.data() + index * size));
    }
}

TEST_F(world_codec_test, forms_that_entities_share_are_encoded_once) {
    time::detail::recorded_frame record;
    const auto form = std::make_shared<const toy_form>(toy_form{.color = 5});
    const auto other = std::make_shared<const toy_form>(toy_form{.color = 6});
    census<toy_form> who;
    who.keys = {entity_key{1}, entity_key{2}, entity_key{3}};
    who.forms = {form, other, form};
    byte_writer out;
    EXPECT_EQ(toys.encode_forms(who, out), (std::vector<std::size_t>{0, 1, 0}));
    byte_reader in(out.bytes());
    const auto back = toys.decode_forms(time::simulation_adapter<toy_world>(toy_world()), in);
    ASSERT_TRUE(back);
    ASSERT_EQ(back->count, 2U);
    const auto& forms = static_cast<const census<toy_form>&>(*back->census).forms;
    EXPECT_EQ(*forms[0], *form);
    EXPECT_EQ(*forms[1], *other);
}

} // namespace
} // namespace orrery::test
