// Random bodies are dropped into a pit with walls. Nobody may hang in the air with a velocity that grows,
// which happened when continuous collision put a body back in every step and the narrow phase saw no contact,
// and all must come to rest.
#include "tests/rigid/behaviour/playground.hpp"
#include "tests/rigid/point_clouds.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/shapes/shatter.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <vector>

namespace orrery::test {
namespace {

constexpr scalar half_width = 3;
constexpr rigid::material rough{.friction = scalar(0.5), .rolling_friction = scalar(0.02)};

scalar size_of_part(xoshiro256& random) {
    return uniform_real<scalar>(random, scalar(0.1), scalar(0.6));
}

vector3 random_half_extents(xoshiro256& random) {
    const scalar x = size_of_part(random);
    const scalar y = size_of_part(random);
    return {x, y, size_of_part(random)};
}

rigid::shape random_cylinder(xoshiro256& random) {
    const scalar radius = size_of_part(random);
    return rigid::cylinder(radius, size_of_part(random));
}

rigid::shape random_hull(xoshiro256& random, rigid::shape_store& store) {
    const std::size_t count = 6 + uniform_below(random, 14);
    return store.add_hull(rigid::test::random_cloud(random, count, random_half_extents(random))).value();
}

rigid::shape random_compound(xoshiro256& random, rigid::shape_store& store) {
    const scalar apart = uniform_real<scalar>(random, scalar(0.2), scalar(0.5));
    const std::array<rigid::compound::child, 2> children{
        rigid::compound::child{.what = rigid::box(random_half_extents(random) * scalar(0.7)),
                               .where = {{apart, 0, 0}, unit_quaternion<scalar>(random)}},
        rigid::compound::child{.what = random_cylinder(random),
                               .where = {{-apart, 0, 0}, unit_quaternion<scalar>(random)}}};
    return store.add_compound(children).value();
}

// Shards of a box, which have flat and pointed cells among them.
std::vector<rigid::shape> random_shards(xoshiro256& random, rigid::shape_store& store) {
    const vector3 half{scalar(0.8), scalar(0.5), scalar(0.3)};
    const std::vector<vector3> seeds = rigid::test::random_cloud(random, 6, half);
    std::vector<rigid::shape> shards;
    const auto pieces = rigid::shatter(rigid::box(half), seeds, store).value();
    for (const rigid::shape_piece& piece : pieces) {
        shards.push_back(piece.what);
    }
    return shards;
}

rigid::shape uneven_ground(xoshiro256& random, rigid::shape_store& store) {
    constexpr std::uint32_t columns = 17;
    std::vector<scalar> heights;
    for (std::uint32_t i = 0; i < columns * columns; ++i) {
        heights.push_back(uniform_real<scalar>(random, scalar(-0.15), scalar(0.15)));
    }
    const rigid::height_grid grid{
        .columns = columns, .rows = columns, .spacing = scalar(0.5), .heights = heights};
    return store.add_mesh(rigid::triangle_mesh::from(rigid::mesh_of(grid).value()).value()).value();
}

class pit {
public:
    explicit pit(std::uint64_t seed)
        : random_(seed)
        , ground_() {
        add_walls(seed % 2 == 0);
        shards_ = random_shards(random_, ground_.world().shapes());
        for (int i = 0; i < body_count; ++i) {
            add_body(i);
        }
    }

    void run(scalar seconds) {
        for (int frame = 0; frame < static_cast<int>(seconds * 60) && !testing::Test::HasFailure(); ++frame) {
            ground_.step();
            for (faller& each : fallers_) {
                look_at(each, frame);
            }
        }
    }

    void expect_rest() const {
        for (const faller& each : fallers_) {
            EXPECT_LT(length(ground_.velocity(each.body)), scalar(0.5)) << "body " << each.body.index;
        }
    }

private:
    static constexpr int body_count = 14;
    static constexpr std::size_t frames_in_view = 30;

    struct faller {
        entity body;
        std::deque<vector3> places{};
        std::deque<scalar> ways{}; // that its velocities would have taken it
    };

    void add_walls(bool has_mesh) {
        const auto fixed = [&](const rigid::shape& what, vector3 at) {
            ground_.add({.kind = rigid::body_kind::fixed, .position = at, .shape = what, .material = rough});
        };
        if (has_mesh) {
            fixed(uneven_ground(random_, ground_.world().shapes()), {});
        } else {
            fixed(rigid::box({4, scalar(0.5), 4}), {0, scalar(-0.5), 0});
        }
        constexpr scalar side = half_width + scalar(0.5);
        fixed(rigid::box({scalar(0.5), 8, 4}), {side, 6, 0});
        fixed(rigid::box({scalar(0.5), 8, 4}), {-side, 6, 0});
        fixed(rigid::box({4, 8, scalar(0.5)}), {0, 6, side});
        fixed(rigid::box({4, 8, scalar(0.5)}), {0, 6, -side});
    }

    rigid::shape random_shape() {
        rigid::shape_store& store = ground_.world().shapes();
        switch (uniform_below(random_, 5)) {
        case 0:
            return rigid::box(random_half_extents(random_));
        case 1:
            return random_cylinder(random_);
        case 2:
            return random_hull(random_, store);
        case 3:
            return random_compound(random_, store);
        default:
            return shards_[uniform_below(random_, shards_.size())];
        }
    }

    void add_body(int number) {
        const scalar aside = uniform_real<scalar>(random_, -2, 2);
        const scalar height = scalar(1.5) + scalar(0.6) * static_cast<scalar>(number);
        const vector3 at{aside, height, uniform_real<scalar>(random_, -2, 2)};
        const vector3 thrown_towards = unit_vector<vector3>(random_);
        const vector3 thrown = thrown_towards * uniform_real<scalar>(random_, 0, 15);
        const quaternion turned = unit_quaternion<scalar>(random_);
        fallers_.push_back(
            {.body = ground_.add({.position = at,
                                  .orientation = turned,
                                  .linear_velocity = {thrown.x, -abs(thrown.y), thrown.z},
                                  .angular_velocity = unit_vector<vector3>(random_) * scalar(5),
                                  .shape = random_shape(),
                                  .material = rough})});
    }

    // Faster than 2 m/s for half a second, and hardly anywhere else after it.
    void look_at(faller& each, int frame) {
        const vector3 now = ground_.position(each.body);
        const scalar speed = length(ground_.velocity(each.body));
        if (speed <= 2) {
            each.places.clear();
            each.ways.clear();
        }
        each.places.push_back(now);
        each.ways.push_back(speed / 60);
        if (each.places.size() <= frames_in_view) {
            return;
        }
        each.places.pop_front();
        each.ways.pop_front();
        scalar expected = 0;
        scalar moved = 0;
        for (std::size_t i = 1; i < each.places.size(); ++i) {
            expected += each.ways[i];
            moved += distance(each.places[i], each.places[i - 1]);
        }
        EXPECT_GT(moved, expected * scalar(0.02))
            << "body " << each.body.index << " hangs at frame " << frame << " with " << speed << " m/s";
    }

    xoshiro256 random_;
    playground ground_;
    std::vector<rigid::shape> shards_;
    std::vector<faller> fallers_;
};

class held_back : public testing::TestWithParam<std::uint64_t> {};

// A quarter of the pits each, so that they run side by side.
TEST_P(held_back, bodies_dropped_into_a_pit_never_hang_in_the_air_and_come_to_rest) {
    constexpr std::uint64_t pits_a_test = 50;
    for (std::uint64_t i = 0; i < pits_a_test && !HasFailure(); ++i) {
        const std::uint64_t seed = GetParam() * pits_a_test + i;
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        pit one(seed);
        one.run(15);
        one.expect_rest();
    }
}

INSTANTIATE_TEST_SUITE_P(quarters, held_back, testing::Range<std::uint64_t>(0, 4));

} // namespace
} // namespace orrery::test
