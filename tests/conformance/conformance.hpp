// What every world promises. A world's own test says what the suite has to know about it (world_case.hpp) and
// instantiates the suite:
//
//   INSTANTIATE_TYPED_TEST_SUITE_P(my_world, simulation_conformance, my_case);
//
// The checks are functions that answer with the first violation they find, so that faults_test.cpp can show
// that each of them is able to find one. Those about bytes, parts and definitions are skipped by worlds that
// have none.
#pragma once

#include "tests/conformance/archive.hpp"
#include "tests/conformance/branches.hpp"
#include "tests/conformance/definitions.hpp"
#include "tests/conformance/inputs.hpp"
#include "tests/conformance/parts.hpp"
#include "tests/conformance/recordings.hpp"
#include "tests/conformance/records.hpp"
#include "tests/conformance/stepping.hpp"
#include "tests/conformance/timeline_edits.hpp"

#include <gtest/gtest.h>

namespace orrery::test::conformance {

template <world_case Case>
class simulation_conformance : public testing::Test {};

TYPED_TEST_SUITE_P(simulation_conformance);

// A test for worlds that model a concept.
#define ORRERY_CONFORMANCE(concept_name, check)                                                              \
    TYPED_TEST_P(simulation_conformance, check) {                                                            \
        if constexpr (concept_name<TypeParam>) {                                                             \
            EXPECT_EQ(conformance::check<TypeParam>(), "");                                                  \
        } else {                                                                                             \
            GTEST_SKIP() << "this is no " #concept_name;                                                     \
        }                                                                                                    \
    }

ORRERY_CONFORMANCE(world_case, same_inputs_make_same_frames)
ORRERY_CONFORMANCE(world_case, goes_on_from_every_snapshot)
ORRERY_CONFORMANCE(world_case, a_fork_goes_its_own_way)
ORRERY_CONFORMANCE(world_case, frames_can_be_read_while_the_next_are_written)
ORRERY_CONFORMANCE(world_case, a_smaller_snapshot_is_the_same_frame)
ORRERY_CONFORMANCE(world_case, full_records_are_sums_of_changes)
ORRERY_CONFORMANCE(world_case, a_frame_can_be_recorded_twice)
ORRERY_CONFORMANCE(world_case, a_frame_is_the_same_in_every_world)
ORRERY_CONFORMANCE(world_case, the_motion_model_flies_as_the_world_does)
ORRERY_CONFORMANCE(world_case, bad_inputs_do_nothing)
ORRERY_CONFORMANCE(world_case, inputs_name_whom_they_concern)
ORRERY_CONFORMANCE(world_case, bad_inputs_come_into_no_journal)
ORRERY_CONFORMANCE(world_case, edits_give_what_stepping_gives)
ORRERY_CONFORMANCE(world_case, undo_and_redo_bring_back_the_bits)
ORRERY_CONFORMANCE(world_case, branches_go_their_own_way_and_are_merged)
ORRERY_CONFORMANCE(definable_case, definitions_stay_and_change_no_frame)
ORRERY_CONFORMANCE(definable_case, definitions_are_named_by_their_content)
ORRERY_CONFORMANCE(definable_case, bad_definitions_are_refused)
ORRERY_CONFORMANCE(definable_case, inputs_act_by_their_definitions)
ORRERY_CONFORMANCE(definable_case, definitions_hold_in_all_frames)
ORRERY_CONFORMANCE(storable_definition_case, definitions_survive_being_saved)
ORRERY_CONFORMANCE(storable_case, inputs_and_events_survive_being_saved)
ORRERY_CONFORMANCE(storable_case, goes_on_from_saved_frames)
ORRERY_CONFORMANCE(storable_case, a_snapshot_is_saved_as_it_was)
ORRERY_CONFORMANCE(storable_case, forms_come_back)
ORRERY_CONFORMANCE(storable_case, refuses_every_truncation)
ORRERY_CONFORMANCE(storable_case, survives_every_flipped_bit)
ORRERY_CONFORMANCE(storable_case, survives_random_bytes)
ORRERY_CONFORMANCE(storable_case, timelines_come_back_from_recordings)
ORRERY_CONFORMANCE(divisible_case, a_part_put_back_at_once_changes_nothing)
ORRERY_CONFORMANCE(divisible_case, any_entities_put_back_at_once_change_nothing)
ORRERY_CONFORMANCE(divisible_case, parts_go_on_alone_as_in_the_whole)

#undef ORRERY_CONFORMANCE

REGISTER_TYPED_TEST_SUITE_P(simulation_conformance, same_inputs_make_same_frames, goes_on_from_every_snapshot,
                            a_fork_goes_its_own_way, frames_can_be_read_while_the_next_are_written,
                            a_smaller_snapshot_is_the_same_frame, full_records_are_sums_of_changes,
                            a_frame_can_be_recorded_twice, a_frame_is_the_same_in_every_world,
                            the_motion_model_flies_as_the_world_does, bad_inputs_do_nothing,
                            inputs_name_whom_they_concern, bad_inputs_come_into_no_journal,
                            edits_give_what_stepping_gives, undo_and_redo_bring_back_the_bits,
                            branches_go_their_own_way_and_are_merged, definitions_stay_and_change_no_frame,
                            definitions_are_named_by_their_content, bad_definitions_are_refused,
                            inputs_act_by_their_definitions, definitions_hold_in_all_frames,
                            definitions_survive_being_saved, inputs_and_events_survive_being_saved,
                            goes_on_from_saved_frames, a_snapshot_is_saved_as_it_was, forms_come_back,
                            refuses_every_truncation, survives_every_flipped_bit, survives_random_bytes,
                            timelines_come_back_from_recordings, a_part_put_back_at_once_changes_nothing,
                            any_entities_put_back_at_once_change_nothing, parts_go_on_alone_as_in_the_whole);

} // namespace orrery::test::conformance
