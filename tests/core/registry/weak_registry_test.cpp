#include <orrery/core/registry/registry.hpp>
#include <orrery/core/registry/weak_registry.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace orrery {
namespace {

TEST(weak_registry, follows_a_move_and_is_null_after_the_end) {
    weak_registry nobody;
    EXPECT_EQ(nobody.get(), nullptr);
    weak_registry first;
    weak_registry second;
    {
        registry world;
        first = world.weak();
        EXPECT_EQ(first.get(), &world);
        registry moved = std::move(world);
        EXPECT_EQ(first.get(), &moved);
        registry other;
        second = other.weak();
        moved = std::move(other); // the first is gone, the second has its place
        EXPECT_EQ(first.get(), nullptr);
        EXPECT_EQ(second.get(), &moved);
        const weak_registry copy = second;
        EXPECT_EQ(copy.get(), moved.weak().get());
    }
    EXPECT_EQ(second.get(), nullptr);
}

} // namespace
} // namespace orrery
