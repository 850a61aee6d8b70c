#include <orrery/circles/event.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

using namespace orrery;
using namespace orrery::circles;

static_assert(component<event>, "every byte belongs to a field");

TEST(circles_event, survives_being_saved) {
    const std::array<event, 1> saved{event{.kind = event_kind::refused,
                                           .wall = 12,
                                           .key_a = entity_key{3},
                                           .key_b = entity_key{~std::uint64_t{0}},
                                           .point = {-7, 9},
                                           .normal = {0, -1},
                                           .impulse = scalar(0.25),
                                           .time = scalar(0.01)}};
    byte_writer out;
    save_described<event>(out, saved);
    byte_reader in(out.bytes());
    const std::vector<event> loaded = load_described<event>(in);
    ASSERT_TRUE(in.finish().is_ok());
    EXPECT_TRUE(std::ranges::equal(loaded, saved));
}

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

TEST(circles_event, every_kind_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (std::uint32_t kind = 0; kind < circles::event_kind_count; ++kind) {
        names.insert(circles::name_of(static_cast<circles::event_kind>(kind)));
    }
    EXPECT_EQ(names.size(), circles::event_kind_count);
    EXPECT_FALSE(names.contains(""));
    EXPECT_EQ(circles::name_of(circles::event_kind{circles::event_kind_count}), "");
}
