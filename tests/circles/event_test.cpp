#include <orrery/circles/event.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/core/fields.hpp>

#include <gtest/gtest.h>

#include <cstdint>

using namespace orrery;
using namespace orrery::circles;

static_assert(component<event>, "every byte belongs to a field");

TEST(circles_event, touching_lasts_from_its_beginning_to_its_end_and_all_else_happens_once) {
    const auto span = [](event_kind kind, std::uint32_t wall = no_wall) {
        return world::span_of({.kind = kind, .wall = wall});
    };
    EXPECT_EQ(span(event_kind::began).role, event_role::begins);
    EXPECT_EQ(span(event_kind::ended).role, event_role::ends);
    EXPECT_EQ(span(event_kind::began).kind, span(event_kind::ended).kind);
    for (const event_kind once :
         {event_kind::impact, event_kind::created, event_kind::destroyed, event_kind::refused}) {
        EXPECT_EQ(span(once).role, event_role::once);
        EXPECT_NE(span(once).kind, span(event_kind::began).kind);
        EXPECT_NE(span(once).kind, span(event_kind::began, 0).kind);
    }
    EXPECT_EQ(span(event_kind::began, 7).kind, span(event_kind::ended, 7).kind);
    EXPECT_NE(span(event_kind::began, 7).kind, span(event_kind::ended, 8).kind)
        << "a circle that leaves one wall may go on touching another";
}
