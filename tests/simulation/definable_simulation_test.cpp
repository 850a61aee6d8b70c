#include "tests/timeline/toy_archive.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/simulation/definable_simulation.hpp>

#include <gtest/gtest.h>

#include <concepts>

namespace orrery::test {
namespace {

static_assert(storable_definitions<rigid::world>);
static_assert(storable_definitions<toy_world>);
static_assert(!definable_simulation<circles::world>);
static_assert(std::same_as<definition_type_of<toy_world>, toy_definition>);
static_assert(std::same_as<definition_type_of<circles::world>, no_definition>);

TEST(definable_simulation, definitions_come_back_from_their_bytes) {
    const toy_definition saved{.form = {.color = 3, .is_fragile = true}, .base = 9};
    byte_writer out;
    save_definition(out, saved);
    byte_reader in(out.bytes());
    const auto loaded = load_definition(in, toy_world());
    ASSERT_TRUE(loaded);
    EXPECT_EQ(*loaded, saved);
    EXPECT_EQ(definition_id(*loaded), definition_id(saved));
}

} // namespace
} // namespace orrery::test
