#include "tests/hex/small_world.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/hex/event.hpp>

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string_view>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

static_assert(component<event>, "every byte belongs to a field");

TEST(hex_event, survives_being_saved) {
    const std::array<event, 1> saved{event{.kind = event_kind::overfull,
                                           .impulse = -5,
                                           .key_a = entity_key{3},
                                           .key_b = entity_key{~std::uint64_t{0}},
                                           .point = {-7, 9},
                                           .at = {-1, 63},
                                           .amount = 12}};
    byte_writer out;
    save_described<event>(out, saved);
    byte_reader in(out.bytes());
    const std::vector<event> loaded = load_described<event>(in);
    ASSERT_TRUE(in.finish().is_ok());
    EXPECT_TRUE(std::ranges::equal(loaded, saved));
}

TEST(hex_event, of_an_impact_names_the_lower_key_first_and_says_where_and_how_hard) {
    small_world at;
    at.add(make(9, rock, {0, 0}, {400, 0}, bar(1)));
    at.add(make(4, rock, {1800, 0}, {-400, 0}, bar(1)));
    while (at.events(event_kind::impact).empty()) {
        ASSERT_LT(at.world.frame(), 20u);
        at.world.step();
    }
    const event hit = at.events(event_kind::impact)[0];
    EXPECT_EQ(hit.key_a, entity_key{4});
    EXPECT_EQ(hit.key_b, entity_key{9});
    EXPECT_EQ(hit.impulse, 2 * 2 * 100) << "mass 2, from 100 units a tick to -100";
    EXPECT_NEAR(hit.point.a, 900, 200);
}

TEST(hex_event, every_kind_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (std::uint32_t kind = 0; kind < hex::event_kind_count; ++kind) {
        names.insert(hex::name_of(static_cast<hex::event_kind>(kind)));
    }
    EXPECT_EQ(names.size(), hex::event_kind_count);
    EXPECT_FALSE(names.contains(""));
    EXPECT_EQ(hex::name_of(hex::event_kind{hex::event_kind_count}), "");
}
