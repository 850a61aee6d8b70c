#include "tests/core/property.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>
#include <orrery/rigid/shapes/shatter.hpp>

#include <gtest/gtest.h>

#include <algorithm>

using namespace orrery;
using namespace orrery::rigid;

namespace {

vector3 random_point(scalar reach) {
    const auto number = [&] {
        const int thousandths = property::evenly_in_range(-1000, 1001);
        return static_cast<scalar>(thousandths) / 1000 * reach;
    };
    const scalar x = number();
    const scalar y = number();
    const scalar z = number();
    return {x, y, z};
}

std::vector<vector3> random_seeds() {
    std::vector<vector3> seeds;
    const int count = property::evenly_in_range(2, 9);
    while (static_cast<int>(seeds.size()) < count) {
        const vector3 seed = random_point(1);
        if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end()) {
            seeds.push_back(seed);
        }
    }
    return seeds;
}

scalar volume_of(std::span<const shape_piece> pieces, const shape_store& store) {
    scalar sum = 0;
    for (const shape_piece& piece : pieces) {
        sum += volume_of(piece.what, store);
    }
    return sum;
}

bool holds(const shape_piece& piece, const shape_store& store, vector3 point, scalar margin) {
    const convex_hull* hull = store.find_hull(piece.what.id);
    const vector3 local = inverse_transform_point(piece.where, point);
    return std::all_of(hull->faces().begin(), hull->faces().end(), [&](const convex_hull::face& face) {
        return dot(face.normal, local) - face.offset <= margin;
    });
}

std::string refusal(const shape& what, std::span<const vector3> seeds) {
    shape_store store;
    const auto answer = shatter(what, seeds, store);
    return answer ? "" : answer.reason().message;
}

} // namespace

TEST(shatter, cells_fill_a_box_and_hold_what_is_nearest_to_their_seed) {
    EXPECT_TRUE(property::holds([] {
        shape_store store;
        const shape whole = box({1, scalar(0.5), scalar(0.75)});
        const std::vector<vector3> seeds = random_seeds();
        const auto pieces = shatter(whole, seeds, store).value();
        PROPERTY_ASSERT(orrery::abs(volume_of(pieces, store) - 3) < scalar(1e-3));
        constexpr scalar rounding = scalar(1e-4);
        for (int trial = 0; trial < 20; ++trial) {
            const vector3 point = component_product(random_point(1), whole.size);
            std::vector<scalar> distances;
            for (const vector3 seed : seeds) {
                distances.push_back(distance(seed, point));
            }
            const auto own = static_cast<std::size_t>(std::min_element(distances.begin(), distances.end()) -
                                                      distances.begin());
            std::sort(distances.begin(), distances.end());
            if (distances[1] - distances[0] < 4 * rounding || pieces.size() != seeds.size()) {
                continue; // on a border, or seeds without cells shift the numbers
            }
            for (std::size_t number = 0; number < pieces.size(); ++number) {
                PROPERTY_ASSERT(holds(pieces[number], store, point, rounding) || number != own);
                PROPERTY_ASSERT(!holds(pieces[number], store, point, -rounding) || number == own);
            }
        }
    }));
}

TEST(shatter, cuts_all_convex_kinds) {
    shape_store store;
    const vector3 corners[] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
    const vector3 seeds[] = {{scalar(0.5), 0, 0}, {scalar(-0.5), scalar(0.1), 0}, {0, 0, scalar(0.7)}};
    const shape tetrahedron = store.add_hull(corners).value();
    EXPECT_NEAR(volume_of(shatter(tetrahedron, seeds, store).value(), store), volume_of(tetrahedron, store),
                1e-4);
    // Of round ones what the corners reach.
    for (const shape& round : {sphere(1), capsule(scalar(0.5), 1), cylinder(scalar(0.5), 1)}) {
        const scalar share = volume_of(shatter(round, seeds, store).value(), store) / volume_of(round, store);
        EXPECT_GT(share, 0.85) << name_of(round.kind);
        EXPECT_LE(share, 1) << name_of(round.kind);
    }
}

TEST(shatter, a_seed_without_a_cell_has_no_piece) {
    shape_store store;
    const vector3 seeds[] = {{0, 0, 0}, {5, 0, 0}};
    EXPECT_EQ(shatter(box({1, 1, 1}), seeds, store).value().size(), 1U);
}

TEST(shatter, refuses_what_cannot_be_cut) {
    const vector3 seeds[] = {{0, 0, 0}, {1, 0, 0}};
    const vector3 twins[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    EXPECT_EQ(refusal(plane(), seeds), "a plane cannot be cut into cells, only what is convex");
    EXPECT_EQ(refusal(box({1, 1, 1}), {}), "a shape is cut by 0 seeds, expected at least 2");
    EXPECT_EQ(refusal(box({1, 1, 1}), twins), "seeds 0 and 2 are the same");
    EXPECT_NE(refusal(sphere(-1), seeds), "");
    EXPECT_NE(refusal({.id = shape_id{5}, .size = {}, .kind = shape_kind::hull}, seeds), "");
}
