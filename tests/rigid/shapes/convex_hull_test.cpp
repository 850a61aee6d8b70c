#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"
#include "tests/rigid/point_clouds.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <string>

namespace orrery::rigid::test {
namespace {

// What merging faces may cost, over the largest coordinate.
constexpr scalar slack = std::max(scalar(200) * std::numeric_limits<scalar>::epsilon(), scalar(1e-7));

scalar reach_of(std::span<const vector3> points) {
    scalar reach = 0;
    for (const vector3 point : points) {
        reach = std::max(reach, largest_component(abs(point)));
    }
    return reach;
}

void expect_around(const convex_hull& hull, std::span<const vector3> points) {
    const scalar tolerance = slack * reach_of(points);
    for (const convex_hull::face& face : hull.faces()) {
        ASSERT_NEAR(length(face.normal), scalar(1), ulps<scalar>(4));
        for (const vector3 point : points) {
            ASSERT_LE(dot(face.normal, point), face.offset + tolerance);
        }
        for (const std::uint16_t corner : hull.corners(face)) {
            ASSERT_NEAR(dot(face.normal, hull.vertices()[corner]), face.offset, tolerance);
        }
    }
}

// Each edge belongs to two faces that walk it in opposite directions, and Euler's formula holds.
void expect_closed(const convex_hull& hull) {
    ASSERT_EQ(hull.vertices().size() + hull.faces().size(), hull.edges().size() + 2);
    std::set<std::pair<int, int>> sides;
    std::vector<int> seen(hull.edges().size(), 0);
    for (std::size_t number = 0; number < hull.faces().size(); ++number) {
        const auto& face = hull.faces()[number];
        const auto corners = hull.corners(face);
        const auto borders = hull.borders(face);
        ASSERT_GE(corners.size(), 3u);
        for (std::size_t place = 0; place < corners.size(); ++place) {
            const int from = corners[place];
            const int to = corners[(place + 1) % corners.size()];
            ASSERT_TRUE(sides.emplace(from, to).second);
            const bool is_backwards = (borders[place] & convex_hull::backwards) != 0;
            const std::size_t edge_number = borders[place] & ~convex_hull::backwards;
            const auto& edge = hull.edges()[edge_number];
            ++seen[edge_number];
            ASSERT_EQ(is_backwards ? edge.to : edge.from, from);
            ASSERT_EQ(is_backwards ? edge.from : edge.to, to);
            ASSERT_EQ(is_backwards ? edge.right : edge.left, number);
        }
    }
    for (const auto& [from, to] : sides) {
        ASSERT_TRUE(sides.contains({to, from}));
    }
    ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 2; }));
}

void expect_sound(const convex_hull& hull, std::span<const vector3> points) {
    expect_around(hull, points);
    expect_closed(hull);
    for (const vector3 vertex : hull.vertices()) {
        ASSERT_NE(std::find(points.begin(), points.end(), vertex), points.end());
    }
}

TEST(convex_hull, of_the_corners_of_a_cube_has_six_squares_and_three_relevant_edges) {
    const auto hull = convex_hull::from_points(box_corners({1, 1, 1})).value();
    expect_sound(hull, box_corners({1, 1, 1}));
    EXPECT_EQ(hull.vertices().size(), 8u);
    EXPECT_EQ(hull.edges().size(), 12u);
    ASSERT_EQ(hull.faces().size(), 6u);
    for (const auto& face : hull.faces()) {
        EXPECT_EQ(face.corner_count, 4u);
        EXPECT_EQ(face.offset, scalar(1));
    }
    EXPECT_EQ(hull.relevant_faces().size(), 6u);
    EXPECT_EQ(hull.relevant_edges().size(), 3u);
    EXPECT_EQ(hull.box(), (aabb3{{-1, -1, -1}, {1, 1, 1}}));
    EXPECT_EQ(hull.volume(), scalar(8));
    EXPECT_EQ(hull.center_of_mass(), vector3{});
    EXPECT_NEAR(hull.inertia()[0].x, scalar(8 * 2.0 / 3), ulps<scalar>(8));
    EXPECT_EQ(hull.inner_radius(), scalar(1));
    EXPECT_NEAR(hull.outer_radius(), sqrt(scalar(3)), ulps<scalar>(2));
}

TEST(convex_hull, of_a_turned_lattice_keeps_only_the_corners_of_the_box) {
    xoshiro256 source(1);
    for (int trial = 0; trial < 60; ++trial) {
        const vector3 half{scalar(0.5), 1, trial % 3 == 0 ? scalar(0.02) : scalar(2)};
        const auto points = moved(box_lattice(half, 4), unit_quaternion<scalar>(source),
                                  unit_vector<vector3>(source) * static_cast<scalar>(trial));
        const auto hull = convex_hull::from_points(points).value();
        expect_sound(hull, points);
        ASSERT_EQ(hull.vertices().size(), 8u) << trial;
        ASSERT_EQ(hull.faces().size(), 6u) << trial;
        ASSERT_EQ(hull.relevant_edges().size(), 3u) << trial;
    }
}

TEST(convex_hull, holds_all_points_and_is_closed_for_clouds_of_many_forms) {
    xoshiro256 source(2);
    for (int trial = 0; trial < 300; ++trial) {
        const std::size_t count = 4 + uniform_below(source, 200);
        const scalar thin = trial % 4 == 0 ? scalar(1e-3) : scalar(1);
        auto points = trial % 2 == 0 ? random_cloud(source, count, {1, thin, scalar(0.3)})
                                     : points_on_sphere(source, count, scalar(0.7));
        if (trial % 5 == 0) {
            const auto copies = points;
            points.insert(points.end(), copies.begin(), copies.end());
        }
        const auto hull = convex_hull::from_points(points).value();
        expect_sound(hull, points);
    }
}

TEST(convex_hull, survives_points_that_are_nearly_coplanar_and_nearly_collinear) {
    xoshiro256 source(3);
    for (int trial = 0; trial < 200; ++trial) {
        auto points = box_lattice({1, 1, 1}, 3);
        const scalar noise = std::numeric_limits<scalar>::epsilon() * static_cast<scalar>(1 << (trial % 16));
        for (vector3& point : points) {
            point += unit_vector<vector3>(source) * noise;
        }
        const auto hull = convex_hull::from_points(points).value();
        expect_sound(hull, points);
        EXPECT_GE(hull.vertices().size(), 8u);
    }
}

// The planes through three of the points with all others on one side, by exact arithmetic on whole numbers.
std::map<std::array<std::int64_t, 4>, std::set<std::size_t>> planes_around(std::span<const vector3i> points) {
    std::map<std::array<std::int64_t, 4>, std::set<std::size_t>> planes;
    for (std::size_t a = 0; a < points.size(); ++a) {
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            for (std::size_t c = a + 1; c < points.size(); ++c) {
                const auto normal = cross(points[b] - points[a], points[c] - points[a]);
                if (b == c || normal == basic_vector3<std::int64_t>{}) {
                    continue;
                }
                std::set<std::size_t> within;
                bool is_outside = true;
                for (std::size_t p = 0; p < points.size(); ++p) {
                    const auto height = dot(normal, vector_cast<std::int64_t>(points[p] - points[a]));
                    is_outside = is_outside && height <= 0;
                    if (height == 0) {
                        within.insert(p);
                    }
                }
                if (is_outside) {
                    const std::int64_t common = std::gcd(std::gcd(normal.x, normal.y), normal.z);
                    const auto unit_normal =
                        basic_vector3<std::int64_t>{normal.x / common, normal.y / common, normal.z / common};
                    planes[{unit_normal.x, unit_normal.y, unit_normal.z,
                            dot(unit_normal, vector_cast<std::int64_t>(points[a]))}] = within;
                }
            }
        }
    }
    return planes;
}

TEST(convex_hull, has_the_faces_that_trying_all_triples_of_points_finds) {
    xoshiro256 source(4);
    for (int trial = 0; trial < 150; ++trial) {
        std::set<std::array<int, 3>> chosen;
        const std::size_t count = 5 + uniform_below(source, 14);
        while (chosen.size() < count) {
            const auto number = [&] { return static_cast<int>(uniform_int(source, -3, 3)); };
            const int x = number();
            const int y = number();
            const int z = number();
            chosen.insert({x, y, z});
        }
        std::vector<vector3i> whole;
        std::vector<vector3> points;
        for (const auto& [x, y, z] : chosen) {
            whole.push_back({x, y, z});
            points.push_back(vector_cast<scalar>(whole.back()));
        }
        const auto planes = planes_around(whole);
        const auto made = convex_hull::from_points(points);
        if (planes.size() < 4) {
            EXPECT_FALSE(made.has_value());
            continue;
        }
        ASSERT_TRUE(made.has_value());
        expect_sound(*made, points);
        ASSERT_EQ(made->faces().size(), planes.size());
        for (const auto& [plane, within] : planes) {
            const vector3 normal = normalize(vector_cast<scalar>(vector3i{
                static_cast<int>(plane[0]), static_cast<int>(plane[1]), static_cast<int>(plane[2])}));
            const auto has_normal = [&](const auto& face) {
                return dot(face.normal, normal) > scalar(0.9999);
            };
            ASSERT_TRUE(std::any_of(made->faces().begin(), made->faces().end(), has_normal));
        }
    }
}

TEST(convex_hull, depends_on_the_set_of_points_and_not_on_their_order) {
    xoshiro256 source(5);
    auto points = random_cloud(source, 40, {1, 2, 3});
    const auto hull = convex_hull::from_points(points).value();
    for (int trial = 0; trial < 10; ++trial) {
        for (std::size_t last = points.size() - 1; last > 0; --last) {
            std::swap(points[last], points[uniform_below(source, last + 1)]);
        }
        const auto other = convex_hull::from_points(points).value();
        EXPECT_EQ(hull.id(), other.id());
        EXPECT_TRUE(std::equal(hull.vertices().begin(), hull.vertices().end(), other.vertices().begin(),
                               other.vertices().end()));
        EXPECT_TRUE(std::equal(hull.faces().begin(), hull.faces().end(), other.faces().begin(),
                               other.faces().end(), [](const auto& a, const auto& b) {
                                   return a.normal == b.normal && a.offset == b.offset &&
                                          a.first_corner == b.first_corner;
                               }));
    }
    points.push_back({4, 0, 0});
    EXPECT_NE(convex_hull::from_points(points)->id(), hull.id());
}

// What is saved of a hull is its vertices, and its id is their hash.
TEST(convex_hull, follows_from_its_vertices_alone) {
    xoshiro256 source(11);
    for (int trial = 0; trial < 400; ++trial) {
        auto points = points_on_sphere(source, 4 + uniform_below(source, 150U), 1);
        for (vector3& point : points) {
            point.y *= scalar(1e-4); // so flat that many points lie within the tolerance
        }
        const auto hull = convex_hull::from_points(points);
        if (!hull) {
            continue;
        }
        const auto again = convex_hull::from_points(hull->vertices());
        ASSERT_TRUE(again);
        ASSERT_EQ(again->id(), hull->id());
        ASSERT_EQ(again->faces().size(), hull->faces().size());
    }
}

TEST(convex_hull, knows_volume_and_moments_of_a_tetrahedron_anywhere) {
    EXPECT_TRUE(property::holds([] {
        const auto turn = generate::unit_quaternion<scalar>();
        const auto offset = generate::smooth_vector<vector3>(5);
        const auto points = moved({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, turn, offset);
        const auto hull = convex_hull::from_points(points).value();
        PROPERTY_ASSERT(abs(hull.volume() - scalar(1) / 6) < ulps<scalar>(200));
        const vector3 center = rotate(turn, vector3::filled(scalar(0.25))) + offset;
        PROPERTY_ASSERT(distance(hull.center_of_mass(), center) < ulps<scalar>(100));
        // The central second moments of a cube's corner are 3/480 on the diagonal and -1/480 beside it.
        const matrix3 own = matrix3::from_rows({6, 1, 1}, {1, 6, 1}, {1, 1, 6}) * (scalar(1) / 480);
        const matrix3 expected = rotate_tensor(to_matrix(turn), own);
        for (int row = 0; row < 3; ++row) {
            PROPERTY_ASSERT(distance(hull.inertia()[row], expected[row]) < ulps<scalar>(300));
        }
    }));
}

TEST(convex_hull, of_many_points_on_a_sphere_has_nearly_its_volume_and_inertia) {
    std::vector<vector3> points;
    for (int number = 0; number < 250; ++number) { // a Fibonacci spiral
        const scalar y = scalar(1) - (scalar(2) * static_cast<scalar>(number) + 1) / scalar(250);
        const auto turn = sin_cos(scalar(2.399963) * static_cast<scalar>(number));
        const scalar ring = sqrt(scalar(1) - y * y);
        points.push_back(vector3{turn.cos * ring, y, turn.sin * ring} * scalar(2));
    }
    const auto hull = convex_hull::from_points(points).value();
    expect_sound(hull, points);
    const scalar volume = scalar(4) / 3 * std::numbers::pi_v<scalar> * 8;
    EXPECT_EQ(hull.vertices().size(), 250u);
    EXPECT_NEAR(hull.volume() / volume, scalar(1), scalar(0.04));
    EXPECT_NEAR(hull.inertia()[1].y / (scalar(0.4) * 4 * volume), scalar(1), scalar(0.06));
    EXPECT_GT(hull.inner_radius(), scalar(1.9));
}

TEST(convex_hull, refuses_with_a_sentence_that_names_the_value_and_the_reason) {
    const auto refusal = [](const std::vector<vector3>& points) {
        const auto made = convex_hull::from_points(points);
        return made ? std::string("accepted") : made.reason().message;
    };
    EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "A hull has 3 points, expected four or more.");
    const scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, nan, 0}, {0, 0, 1}}),
              "Point 2 of a hull is (0, nan, 0), expected numbers of at most 1e+06 m either way.");
    EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, scalar(1e7)}}),
              "Point 3 of a hull is (0, 0, 1e+07), expected numbers of at most 1e+06 m either way.");
    for (const auto& flat : {std::vector<vector3>(9, vector3{1, 2, 3}), box_corners({1, 1, 0}),
                             box_corners({0, 1, 0}), box_corners({1, scalar(1e-9), 1})}) {
        EXPECT_NE(refusal(flat).find("expected a volume"), std::string::npos) << refusal(flat);
    }
    xoshiro256 source(6);
    EXPECT_EQ(refusal(points_on_sphere(source, 300, 1)), "A hull has 300 vertices, expected at most 256.");
}

} // namespace
} // namespace orrery::rigid::test
