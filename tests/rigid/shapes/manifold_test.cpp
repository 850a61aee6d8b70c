#include <orrery/rigid/shapes/manifold.hpp>

#include <gtest/gtest.h>

#include <type_traits>

using namespace orrery;
using namespace orrery::rigid;

TEST(manifold, is_empty_plain_data_when_it_begins) {
    static_assert(std::is_trivially_copyable_v<manifold>);
    const manifold fresh;
    EXPECT_EQ(fresh.count, 0u);
    EXPECT_EQ(fresh.points.size(), manifold::max_points);
    EXPECT_EQ(fresh, manifold{});
}
