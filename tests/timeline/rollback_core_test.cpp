#include "tests/timeline/recorded_toys.hpp"

#include <orrery/timeline/rollback_core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

class rollback_core_test : public recorded_toys {
protected:
    [[nodiscard]] time::rollback_core make_session(std::uint32_t author, std::uint32_t other) const {
        const rollback_settings settings{
            .local_author = author, .remote_authors = {other}, .seals_in_background = false};
        time::timeline_core course(std::make_unique<time::simulation_adapter<toy_world>>(scene),
                                   time::rollback_core::settings_for(settings));
        return time::rollback_core(std::move(course), settings);
    }
};

TEST_F(rollback_core_test, late_inputs_lead_to_the_frame_of_those_who_had_them_in_time) {
    time::rollback_core mine = make_session(1, 2);
    time::rollback_core theirs = make_session(2, 1);
    std::vector<time::detail::journal_item> sent;
    for (std::uint64_t frame = 0; frame < 60; ++frame) {
        if (frame % 7 == 3 && frame < 50) {
            const time::entry_label label = mine.next_local();
            sent.push_back(time::detail::item_of(push_of(1 + frame, label.id, label.when.first)));
            ASSERT_TRUE(mine.add_local(sent.back()));
        }
        if (frame % 7 == 1 && frame > 7 && frame < 55) { // five frames after it was sent, and twice
            ASSERT_TRUE(theirs.add_remote(sent.back()));
            ASSERT_TRUE(theirs.add_remote(sent.back()));
        }
        mine.advance();
        theirs.advance();
    }
    EXPECT_EQ(mine.time().hash(mine.frame()), theirs.time().hash(theirs.frame()));
    EXPECT_EQ(theirs.statistics().rollbacks, 7U);
    EXPECT_EQ(theirs.statistics().repeated_inputs, 7U);
    EXPECT_EQ(mine.statistics().rollbacks, 0U);
}

TEST_F(rollback_core_test, says_which_events_happened_in_the_frame_that_was_made) {
    time::rollback_core session = make_session(1, 2);
    std::size_t all = 0;
    for (int frame = 0; frame < 60; ++frame) {
        session.advance();
        EXPECT_EQ(session.happened().size(),
                  session.time().known()->parts().events.count(time::frame_range::one(session.frame())));
        EXPECT_EQ(session.withdrawn().size(), 0U);
        all += session.happened().size();
    }
    EXPECT_GT(all, 0U);
}

TEST_F(rollback_core_test, another_input_under_a_name_that_was_used_is_refused) {
    time::rollback_core session = make_session(1, 2);
    session.advance();
    ASSERT_TRUE(session.add_remote(time::detail::item_of(push_of(3, {2, 0}, 4))));
    EXPECT_FALSE(session.add_remote(time::detail::item_of(push_of(5, {2, 0}, 4))));
    session.advance();
    EXPECT_FALSE(session.add_remote(time::detail::item_of(push_of(5, {2, 0}, 4))));
    EXPECT_TRUE(session.add_remote(time::detail::item_of(push_of(3, {2, 0}, 4))));
    EXPECT_FALSE(session.add_remote(time::detail::item_of(push_of(3, {9, 0}, 4))));
    EXPECT_EQ(session.statistics().refused_inputs, 3U);
}

TEST_F(rollback_core_test, a_refused_local_input_leaves_its_name_to_the_next) {
    time::rollback_core session = make_session(1, 2);
    const time::entry_label label = session.next_local();
    auto wrong = push_of(3, label.id, label.when.first);
    wrong.input.kind = static_cast<toy_input_kind>(200);
    EXPECT_FALSE(session.add_local(time::detail::item_of(wrong)));
    EXPECT_EQ(session.next_local().id, label.id);
    EXPECT_TRUE(session.add_local(time::detail::item_of(push_of(3, label.id, label.when.first))));
    EXPECT_NE(session.next_local().id, label.id);
}

} // namespace
} // namespace orrery::test
