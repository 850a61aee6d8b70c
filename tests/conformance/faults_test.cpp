// The checks of the suite can fail: each notices a world that breaks what it is about. The exception is that
// of frames which other threads read, because its fault would be a data race.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/faulty_toy.hpp"

#include <cstdint>
#include <string_view>

namespace orrery::test::conformance {

template <fault Fault>
using faulty_case = toy_case_of<faulty_toy<Fault>>;

// What is noticed below is the fault, and nothing else about these worlds.
INSTANTIATE_TYPED_TEST_SUITE_P(no_fault, simulation_conformance, faulty_case<fault::none>);

namespace {

// Of a kind that has no greatest value, and none whose name differs.
enum class careless_kind : std::uint32_t { one, other };

[[maybe_unused]] constexpr std::string_view name_of(careless_kind /*kind*/) {
    return "same";
}

template <int Number>
struct careless_event {
    std::int32_t value = 0;
    careless_kind kind = careless_kind::one;

    friend bool operator==(const careless_event&, const careless_event&) = default;
};

using event_without_maximum = careless_event<1>;
using event_without_names = careless_event<2>;

} // namespace
} // namespace orrery::test::conformance

template <>
inline constexpr auto orrery::description<orrery::test::conformance::event_without_maximum> =
    orrery::describe<orrery::test::conformance::event_without_maximum>(
        "event_without_maximum",
        orrery::field<&orrery::test::conformance::event_without_maximum::value>("value"),
        orrery::field<&orrery::test::conformance::event_without_maximum::kind>("kind"));

template <>
inline constexpr auto orrery::description<orrery::test::conformance::event_without_names> =
    orrery::describe<orrery::test::conformance::event_without_names>(
        "event_without_names", orrery::field<&orrery::test::conformance::event_without_names::value>("value"),
        orrery::field<&orrery::test::conformance::event_without_names::kind>("kind", {.maximum = 1}));

namespace orrery::test::conformance {
namespace {

#define EXPECT_NOTICED(check, name) EXPECT_NE(check<faulty_case<fault::name>>(), "") << #name

TEST(faults, of_steps_are_noticed) {
    EXPECT_NOTICED(same_inputs_make_same_frames, hashes_differ_between_runs);
    EXPECT_NOTICED(goes_on_from_every_snapshot, steps_depend_on_the_past);
    EXPECT_NOTICED(goes_on_from_every_snapshot, restore_forgets_touches);
    EXPECT_NOTICED(goes_on_from_every_snapshot, restore_counts_wrong);
    EXPECT_NOTICED(goes_on_from_every_snapshot, snapshots_follow_the_world);
    EXPECT_NOTICED(goes_on_from_every_snapshot, events_are_told_twice);
    EXPECT_NOTICED(a_smaller_snapshot_is_the_same_frame, shrink_drops_touches);
    EXPECT_NOTICED(a_fork_goes_its_own_way, forks_share_the_engine);
    EXPECT_NOTICED(a_fork_goes_its_own_way, restore_forgets_touches);
}

TEST(faults, of_records_are_noticed) {
    EXPECT_NOTICED(full_records_are_sums_of_changes, records_lack_an_event);
    EXPECT_NOTICED(full_records_are_sums_of_changes, records_lack_a_motion);
    EXPECT_NOTICED(full_records_are_sums_of_changes, full_records_lack_the_resting);
    EXPECT_NOTICED(full_records_are_sums_of_changes, recording_moves_a_body);
    EXPECT_NOTICED(a_frame_can_be_recorded_twice, second_records_lack_departures);
    EXPECT_NOTICED(a_frame_is_the_same_in_every_world, restore_keeps_events);
    EXPECT_NOTICED(the_motion_model_flies_as_the_world_does, motions_differ_from_the_model);
}

TEST(faults, of_inputs_and_events_are_noticed) {
    EXPECT_NOTICED(bad_inputs_do_nothing, refused_inputs_act);
    EXPECT_NOTICED(bad_inputs_do_nothing, no_input_is_refused);
    EXPECT_NOTICED(bad_inputs_come_into_no_journal, no_input_is_refused);
    EXPECT_NOTICED(inputs_name_whom_they_concern, inputs_name_somebody_else);
    EXPECT_NOTICED(inputs_name_whom_they_concern, pushes_of_nobody_act);
    EXPECT_NE(violation_of_described<event_without_maximum>(), "");
    EXPECT_NE(violation_of_described<event_without_names>(), "");
}

TEST(faults, of_archives_are_noticed) {
    EXPECT_NOTICED(goes_on_from_saved_frames, speeds_are_not_saved);
    EXPECT_NOTICED(goes_on_from_saved_frames, touches_are_not_saved);
    EXPECT_NOTICED(a_snapshot_is_saved_as_it_was, snapshots_follow_the_world);
    EXPECT_NOTICED(forms_come_back, flags_of_forms_are_not_saved);
    EXPECT_NOTICED(refuses_every_truncation, truncated_bytes_are_taken);
    EXPECT_NOTICED(refuses_every_truncation, refused_bytes_clear_the_world);
    EXPECT_NOTICED(survives_every_flipped_bit, refused_bytes_clear_the_world);
    EXPECT_NOTICED(survives_every_flipped_bit, unsound_bytes_are_taken);
    EXPECT_NOTICED(survives_random_bytes, unsound_bytes_are_taken);
    EXPECT_NOTICED(survives_random_bytes, refusals_have_no_reason);
}

TEST(faults, of_parts_are_noticed) {
    EXPECT_NOTICED(a_part_put_back_at_once_changes_nothing, parts_lack_strings);
    EXPECT_NOTICED(a_part_put_back_at_once_changes_nothing, parts_count_wrong);
    EXPECT_NOTICED(any_entities_put_back_at_once_change_nothing, joined_frames_lack_touches);
    EXPECT_NOTICED(parts_go_on_alone_as_in_the_whole, reaches_are_points);
    EXPECT_NOTICED(parts_go_on_alone_as_in_the_whole, parts_lack_strings);
}

TEST(faults, of_definitions_are_noticed) {
    EXPECT_NOTICED(definitions_stay_and_change_no_frame, defining_moves_a_body);
    EXPECT_NOTICED(definitions_stay_and_change_no_frame, restore_forgets_definitions);
    EXPECT_NOTICED(definitions_stay_and_change_no_frame, forks_forget_definitions);
    EXPECT_NOTICED(bad_definitions_are_refused, any_definition_is_taken);
    EXPECT_NOTICED(inputs_act_by_their_definitions, definitions_are_known_by_id_alone);
    EXPECT_NOTICED(inputs_act_by_their_definitions, inputs_refer_to_nothing);
    EXPECT_NOTICED(definitions_hold_in_all_frames, inputs_refer_to_nothing);
    EXPECT_NOTICED(definitions_hold_in_all_frames, restore_forgets_definitions);
    EXPECT_NOTICED(timelines_come_back_from_recordings, bases_of_definitions_are_not_saved);
    EXPECT_NOTICED(definitions_survive_being_saved, bases_of_definitions_are_not_saved);
}

TEST(faults, are_noticed_in_timelines) {
    EXPECT_NOTICED(edits_give_what_stepping_gives, reaches_are_points);
    EXPECT_NOTICED(edits_give_what_stepping_gives, inputs_name_somebody_else);
    EXPECT_NOTICED(edits_give_what_stepping_gives, events_are_told_twice);
    EXPECT_NOTICED(undo_and_redo_bring_back_the_bits, inputs_name_somebody_else);
    EXPECT_NOTICED(timelines_come_back_from_recordings, touches_are_not_saved);
    EXPECT_NOTICED(timelines_come_back_from_recordings, records_lack_a_motion);
    EXPECT_NOTICED(branches_go_their_own_way_and_are_merged, records_lack_a_motion);
}

} // namespace
} // namespace orrery::test::conformance
