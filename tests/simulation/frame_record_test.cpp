#include <orrery/simulation/frame_record.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace orrery {
namespace {

struct smallest_world {
    using form_type = int;
    using motion_type = float;
    using box_type = float;
    using event_type = int;
    using source_type = int;
};

TEST(frame_record, starts_as_a_frame_of_nobody) {
    const frame_record<smallest_world> record;
    EXPECT_EQ(record.frame, 0u);
    EXPECT_EQ(record.who, nullptr);
    EXPECT_TRUE(record.moved.empty() && record.motions.empty() && record.reaches.empty());
    EXPECT_TRUE(record.events.empty() && record.sources.empty());
}

TEST(frame_record, is_shared_by_frames_in_which_nobody_comes_or_goes) {
    frame_record<smallest_world> first;
    auto who = std::make_shared<census<int>>();
    who->keys = {entity_key{1}};
    who->forms = {nullptr};
    who->is_aloof = {0};
    first.who = std::move(who);
    const frame_record<smallest_world> second = first;
    EXPECT_EQ(first.who, second.who);
}

TEST(event_span, is_of_something_that_happens_once_unless_it_says_so) {
    EXPECT_EQ(event_span{}.role, event_role::once);
}

} // namespace
} // namespace orrery
