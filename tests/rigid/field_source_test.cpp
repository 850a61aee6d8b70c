#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/field_source.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery::rigid {
namespace {

TEST(field_source, is_listed_for_each_attractor_where_it_is_in_this_frame_by_key) {
    orrery::test::small_world in;
    for (const std::uint64_t key : {9u, 3u, 7u}) {
        (void)in.add({.position = {static_cast<scalar>(key) * 100, 0, 0},
                      .linear_velocity = {0, 1, 0},
                      .shape = sphere(1),
                      .gravity = vector3{},
                      .attractor = key == 7 ? std::nullopt : std::optional<scalar>(static_cast<scalar>(key)),
                      .key = entity_key{key}});
    }
    in.run(1);
    std::vector<field_source> found;
    in.world.list_sources(found);
    ASSERT_EQ(found.size(), 2u);
    for (std::size_t number = 0; number < 2; ++number) {
        const std::uint64_t key = number == 0 ? 3 : 9;
        const entity id = in.world.registry().find(entity_key{key});
        const field_source expected{.key = entity_key{key},
                                    .position = in.world.registry().get<const position>(id).value,
                                    .strength = static_cast<scalar>(key)};
        EXPECT_EQ(found[number], expected);
    }
}

} // namespace
} // namespace orrery::rigid
