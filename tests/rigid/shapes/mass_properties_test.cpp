#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"
#include "tests/rigid/sample_shapes.hpp"

#include <orrery/rigid/shapes/mass_properties.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace orrery::rigid::test {
namespace {

void expect_near(const matrix3& a, const matrix3& b, scalar tolerance) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            EXPECT_NEAR(a[row][column], b[row][column], tolerance) << row << ' ' << column;
        }
    }
}

// Mass, centre and inertia of what `contains` says, by summing over the cells of a grid.
mass_properties by_cells(const aabb3& box, const std::function<bool(vector3)>& contains, int cells) {
    std::vector<vector3> inside;
    const vector3 step = size(box) / static_cast<scalar>(cells);
    for (int x = 0; x < cells; ++x) {
        for (int y = 0; y < cells; ++y) {
            for (int z = 0; z < cells; ++z) {
                const vector3 part{static_cast<scalar>(x), static_cast<scalar>(y), static_cast<scalar>(z)};
                const vector3 point = box.min + component_product(part + vector3::filled(scalar(0.5)), step);
                if (contains(point)) {
                    inside.push_back(point);
                }
            }
        }
    }
    const double cell = volume(aabb3{{}, step});
    vector3d sum;
    for (const vector3 point : inside) {
        sum += vector_cast<double>(point);
    }
    const vector3d center = sum / static_cast<double>(inside.size());
    matrix3d inertia;
    for (const vector3 point : inside) {
        const vector3d offset = vector_cast<double>(point) - center;
        inertia += (matrix3d::identity() * dot(offset, offset) - outer_product(offset, offset)) * cell;
    }
    return {static_cast<scalar>(cell * static_cast<double>(inside.size())), vector_cast<scalar>(center),
            matrix3::from_rows(vector_cast<scalar>(inertia[0]), vector_cast<scalar>(inertia[1]),
                               vector_cast<scalar>(inertia[2]))};
}

TEST(mass_properties, agree_with_sums_over_many_small_cells) {
    shape_store store;
    xoshiro256 source(1);
    const std::vector<vector3> cloud = random_cloud(source, 30, {1, scalar(0.5), 1});
    const shape hull = store.add_hull(cloud).value();
    for (const shape& each : {sphere(scalar(0.7)), capsule(scalar(0.4), scalar(0.8)),
                              cylinder(scalar(0.6), scalar(0.3)), box({scalar(0.3), 1, scalar(0.5)}), hull}) {
        SCOPED_TRACE(name_for_test(each.kind));
        const auto placed = place(each, {}, store.find_hull(each.id));
        const auto summed = by_cells(
            box_of(placed), [&](vector3 point) { return outside_by(placed, point) <= scalar(0); }, 64);
        const auto properties = properties_of_density(each, 1, store);
        EXPECT_NEAR(properties.mass / summed.mass, scalar(1), scalar(0.01));
        EXPECT_LT(distance(properties.center_of_mass, summed.center_of_mass), scalar(0.003));
        expect_near(properties.inertia, summed.inertia, scalar(0.015) * trace(summed.inertia));
        EXPECT_EQ(volume_of(each, store), properties.mass);
    }
}

TEST(mass_properties, of_a_compound_of_eight_boxes_are_those_of_the_box_they_make) {
    shape_store store;
    EXPECT_TRUE(property::holds([&] {
        const auto where =
            transform3{generate::smooth_vector<vector3>(3), generate::unit_quaternion<scalar>()};
        std::vector<compound::child> children;
        for (const vector3 corner : box_corners({scalar(0.5), 1, scalar(1.5)})) {
            children.push_back({box({scalar(0.5), 1, scalar(1.5)}), where * transform3{corner, {}}});
        }
        const auto whole = properties_of_density(store.add_compound(children).value(), 2, store);
        const auto single = properties_of_density(box({1, 2, 3}), 2, store);
        PROPERTY_ASSERT(abs(whole.mass - single.mass) < single.mass * ulps<scalar>(16));
        PROPERTY_ASSERT(distance(whole.center_of_mass, where.position) < ulps<scalar>(64));
        const matrix3 turned = rotate_tensor(to_matrix(where.rotation), single.inertia);
        for (int row = 0; row < 3; ++row) {
            PROPERTY_ASSERT(distance(whole.inertia[row], turned[row]) < trace(turned) * ulps<scalar>(64));
        }
    }));
}

TEST(mass_properties, of_a_hull_of_a_box_are_those_of_the_box) {
    shape_store store;
    const shape hull = store.add_hull(box_corners({1, 2, 3})).value();
    const auto of_hull = properties_of_mass(hull, 5, store);
    const auto of_box = properties_of_mass(box({1, 2, 3}), 5, store);
    EXPECT_NEAR(of_hull.mass, scalar(5), ulps<scalar>(16));
    expect_near(of_hull.inertia, of_box.inertia, ulps<scalar>(300));
}

TEST(mass_properties, of_two_halves_together_are_those_of_the_whole) {
    const shape_store store;
    const auto half = properties_of_density(box({1, 2, scalar(1.5)}), 7, store);
    const quaternion turn = quaternion::from_axis_angle({0, 1, 0}, 1);
    const auto place = [&](scalar x) {
        return transform3{rotate(turn, vector3{x, 0, 0}) + vector3{4, 5, 6}, turn};
    };
    const auto both = together(moved(half, place(-1)), moved(half, place(1)));
    const auto whole = moved(properties_of_density(box({2, 2, scalar(1.5)}), 7, store), {{4, 5, 6}, turn});
    EXPECT_NEAR(both.mass, whole.mass, whole.mass * ulps<scalar>(4));
    EXPECT_LT(distance(both.center_of_mass, whole.center_of_mass), ulps<scalar>(16));
    expect_near(both.inertia, whole.inertia, trace(whole.inertia) * ulps<scalar>(16));
}

TEST(mass_properties, scale_with_the_mass_that_is_given) {
    shape_store store;
    const auto light = properties_of_mass(capsule(1, 2), 3, store);
    const auto heavy = properties_of_density(capsule(1, 2), 6 / volume_of(capsule(1, 2), store), store);
    EXPECT_NEAR(light.mass, scalar(3), ulps<scalar>(8));
    expect_near(light.inertia * 2, heavy.inertia, ulps<scalar>(100));
}

TEST(mass_properties, are_nothing_for_planes_and_unknown_ids) {
    const shape_store store;
    for (const shape& each : {plane(), shape{.id = shape_id{3}, .size = {}, .kind = shape_kind::hull},
                              shape{.id = shape_id{3}, .size = {}, .kind = shape_kind::compound}}) {
        EXPECT_EQ(volume_of(each, store), scalar(0));
        EXPECT_EQ(properties_of_density(each, 1, store).mass, scalar(0));
        EXPECT_EQ(properties_of_mass(each, 1, store).inertia, matrix3{});
    }
}

} // namespace
} // namespace orrery::rigid::test
