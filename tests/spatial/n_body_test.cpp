#include "tests/spatial/distributions.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/spatial/n_body.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

// Scenes, and what is right for them.
template <typename Box>
struct laboratory {
    using vector = typename Box::vector_type;
    using real = typename Box::value_type;

    // Softened, so that no single pair decides.
    static constexpr auto gravity = [](auto q) {
        using orrery::sqrt;
        const auto softened = q + real(0.5);
        return real(1) / (softened * sqrt(softened));
    };

    struct scene {
        std::vector<Box> boxes;
        std::vector<real> masses;
        kd_tree<Box> tree;
    };

    static scene make_scene(distribution kind, std::size_t count, std::uint64_t seed) {
        scene made;
        made.boxes = make_boxes<Box>(kind, count, seed);
        xoshiro256 source(seed);
        for (std::size_t i = 0; i < count; ++i) {
            made.masses.push_back(uniform_real<real>(source, real(0.5), real(2)));
        }
        made.tree.build(std::span<const Box>(made.boxes));
        return made;
    }

    template <typename Law>
    static std::vector<vector> run(const scene& made, const typename n_body<Box>::settings& how,
                                   const Law& law) {
        std::vector<vector> result(made.boxes.size());
        n_body<Box> forces;
        forces.run(made.tree, made.masses, how, law, result);
        return result;
    }

    // In double, pair by pair.
    template <typename Strength>
    static std::vector<std::array<double, 3>> brute_force(const scene& made, const Strength& strength) {
        std::vector<std::array<double, 3>> result(made.boxes.size());
        for (std::size_t on = 0; on < result.size(); ++on) {
            for (std::size_t from = 0; from < result.size(); ++from) {
                const auto offset = vector_cast<double>(center(made.boxes[from])) -
                                    vector_cast<double>(center(made.boxes[on]));
                const double squared = dot(offset, offset);
                if (squared > 0) {
                    for (int axis = 0; axis < Box::dimension; ++axis) {
                        result[on][static_cast<std::size_t>(axis)] +=
                            offset[axis] * strength(squared) * static_cast<double>(made.masses[from]);
                    }
                }
            }
        }
        return result;
    }

    // The root of the mean squared difference, as a part of the root of the mean square.
    static double relative_error(const std::vector<vector>& found,
                                 const std::vector<std::array<double, 3>>& expected) {
        double error = 0;
        double size = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (int axis = 0; axis < Box::dimension; ++axis) {
                const double right = expected[i][static_cast<std::size_t>(axis)];
                const double difference = static_cast<double>(found[i][axis]) - right;
                error += difference * difference;
                size += right * right;
            }
        }
        return size > 0 ? orrery::sqrt(error / size) : orrery::sqrt(error);
    }

    static double rounding() { return 100 * static_cast<double>(std::numeric_limits<real>::epsilon()); }
};

template <typename Box>
class n_body_of : public testing::Test {};

using real_boxes = testing::Types<aabb2f, aabb2d, aabb3f, aabb3d>;
TYPED_TEST_SUITE(n_body_of, real_boxes);

constexpr std::array finite_distributions{
    distribution::uniform,       distribution::clustered, distribution::spiral,    distribution::identical,
    distribution::mixed_by_1000, distribution::points,    distribution::in_a_line, distribution::lattice,
};

TYPED_TEST(n_body_of, is_exact_when_nothing_counts_as_far) {
    using lab = laboratory<TypeParam>;
    for (const distribution kind : finite_distributions) {
        for (const std::size_t count : {0, 1, 2, 7, 40, 900}) {
            SCOPED_TRACE(testing::Message() << "distribution " << static_cast<int>(kind) << ", " << count);
            const auto scene = lab::make_scene(kind, count, count + 1);
            const auto expected = lab::brute_force(scene, lab::gravity);
            EXPECT_LT(lab::relative_error(lab::run(scene, {.opening = 0}, lab::gravity), expected),
                      lab::rounding());
        }
    }
}

TYPED_TEST(n_body_of, gets_more_exact_as_less_counts_as_far) {
    using lab = laboratory<TypeParam>;
    for (const distribution kind : {distribution::uniform, distribution::clustered, distribution::points}) {
        SCOPED_TRACE(static_cast<int>(kind));
        const auto scene = lab::make_scene(kind, 3000, 11);
        const auto expected = lab::brute_force(scene, lab::gravity);
        const auto error_at = [&](double opening) {
            const auto found = lab::run(
                scene, {.opening = static_cast<typename TypeParam::value_type>(opening)}, lab::gravity);
            return lab::relative_error(found, expected);
        };
        const double coarse = error_at(0.8);
        const double middle = error_at(0.4);
        const double fine = error_at(0.2);
        EXPECT_LT(coarse, 0.03);
        EXPECT_LT(middle, coarse / 2);
        EXPECT_LT(fine, middle);
        EXPECT_GT(coarse, 10 * lab::rounding()); // something was far
    }
}

TYPED_TEST(n_body_of, keeps_momentum) {
    using lab = laboratory<TypeParam>;
    for (const distribution kind :
         {distribution::uniform, distribution::clustered, distribution::mixed_by_12}) {
        SCOPED_TRACE(static_cast<int>(kind));
        const auto scene = lab::make_scene(kind, 3000, 12);
        const auto found = lab::run(scene, {.opening = 1}, lab::gravity);
        double all = 0;
        std::array<double, 3> momentum{};
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (int axis = 0; axis < TypeParam::dimension; ++axis) {
                const double change = static_cast<double>(found[i][axis] * scene.masses[i]);
                momentum[static_cast<std::size_t>(axis)] += change;
                all += abs(change);
            }
        }
        for (const double each : momentum) {
            EXPECT_LT(abs(each), all * lab::rounding());
        }
    }
}

TYPED_TEST(n_body_of, gives_the_same_bits_on_any_number_of_threads) {
    using lab = laboratory<TypeParam>;
    using vector = typename TypeParam::vector_type;
    for (const distribution kind :
         {distribution::uniform, distribution::clustered, distribution::in_a_line}) {
        const auto scene = lab::make_scene(kind, 5000, 13);
        const std::vector<vector> alone = lab::run(scene, {}, lab::gravity);
        n_body<TypeParam> forces;
        for (const std::uint32_t threads : {1u, 2u, 3u}) {
            thread_pool jobs(threads);
            std::vector<vector> together(alone.size());
            forces.run(scene.tree, scene.masses, {}, lab::gravity, together, jobs);
            EXPECT_EQ(together, alone);
        }
    }
}

TYPED_TEST(n_body_of, takes_laws_of_single_numbers_and_of_pairs_of_bodies) {
    using lab = laboratory<TypeParam>;
    using real = typename TypeParam::value_type;
    using vector = typename TypeParam::vector_type;
    const auto scene = lab::make_scene(distribution::uniform, 1500, 14);
    const auto expected = lab::brute_force(scene, lab::gravity);
    const auto of_a_number = [](real q) { return laboratory<TypeParam>::gravity(q); };
    const auto of_bodies = [](const point_mass<vector>& on, const point_mass<vector>& from) {
        const vector offset = from.position - on.position;
        return offset * (from.mass * laboratory<TypeParam>::gravity(dot(offset, offset)));
    };
    for (const real opening : {real(0), real(0.5)}) {
        const double allowed = opening > 0 ? 0.02 : lab::rounding();
        EXPECT_LT(lab::relative_error(lab::run(scene, {.opening = opening}, of_a_number), expected), allowed);
        EXPECT_LT(lab::relative_error(lab::run(scene, {.opening = opening}, of_bodies), expected), allowed);
    }
}

TYPED_TEST(n_body_of, passes_by_what_is_out_of_reach) {
    using lab = laboratory<TypeParam>;
    using real = typename TypeParam::value_type;
    constexpr double reach = 90;
    // Repels nearby, attracts a little farther away, and ends: like drops of a liquid.
    const auto strength = [](double q) {
        const double distance = orrery::sqrt(q);
        return distance < reach ? (distance - 40) * (reach - distance) / 1000 : 0;
    };
    int calls = 0;
    const auto counted = [&](real q) {
        ++calls;
        return static_cast<real>(strength(static_cast<double>(q)));
    };
    const auto scene = lab::make_scene(distribution::uniform, 3000, 15);
    const auto found = lab::run(scene, {.opening = 0, .reach = real(reach)}, counted);
    EXPECT_LT(lab::relative_error(found, lab::brute_force(scene, strength)), lab::rounding());
    EXPECT_LT(calls, 3000 * 3000 / 2);
}

TYPED_TEST(n_body_of, tells_what_would_be_felt_at_any_place) {
    using lab = laboratory<TypeParam>;
    using real = typename TypeParam::value_type;
    const auto scene = lab::make_scene(distribution::uniform, 700, 11);
    const auto expected = lab::brute_force(scene, lab::gravity);
    for (const real opening : {real(0), real(0.3), real(0.6)}) {
        std::vector<typename TypeParam::vector_type> found(scene.boxes.size());
        n_body<TypeParam> forces;
        forces.run(scene.tree, scene.masses, {.opening = opening}, lab::gravity, found);
        for (std::size_t index = 0; index < found.size(); ++index) {
            found[index] = forces.at(center(scene.boxes[index]), {.opening = opening}, lab::gravity);
        }
        const double allowed = opening > 0 ? 0.04 * static_cast<double>(opening) : lab::rounding();
        EXPECT_LT(lab::relative_error(found, expected), allowed) << opening;
    }
}

TYPED_TEST(n_body_of, leaves_bodies_without_mass_without_pull) {
    using lab = laboratory<TypeParam>;
    using real = typename TypeParam::value_type;
    auto scene = lab::make_scene(distribution::uniform, 1000, 16);
    for (std::size_t i = 0; i < scene.masses.size(); ++i) {
        scene.masses[i] = i < 500 ? real(0) : real(1);
    }
    const auto expected = lab::brute_force(scene, lab::gravity);
    EXPECT_LT(lab::relative_error(lab::run(scene, {.opening = real(0.3)}, lab::gravity), expected), 0.02);
    scene.masses.assign(scene.masses.size(), real(0));
    for (const auto& each : lab::run(scene, {}, lab::gravity)) {
        EXPECT_EQ(each, typename TypeParam::vector_type{});
    }
}

} // namespace
} // namespace orrery::spatial::test
