#include "tests/spatial/conformance.hpp"

#include <orrery/core/jobs/thread_pool.hpp>

#include <limits>
#include <numeric>

namespace orrery::spatial::test {
namespace {

// Calls check(make), where make() makes an empty structure, for boxes of each type.
template <typename Check>
void for_all_types(const tested_structures& structures, Check&& check) {
    const auto run = [&]<any_box Box>(const std::function<tested_pointer<Box>()>& make) {
        SCOPED_TRACE(testing::Message() << "boxes of " << Box::dimension << " dimensions of "
                                        << (std::is_same_v<typename Box::value_type, float>    ? "float"
                                            : std::is_same_v<typename Box::value_type, double> ? "double"
                                                                                               : "int"));
        check(make);
    };
    std::apply([&](const auto&... makes) { (run(makes), ...); }, structures);
}

// Calls check(structure, boxes, source) with a structure of many sets of boxes of each type.
template <typename Check>
void for_many_built(const tested_structures& structures, Check&& check) {
    for_all_types(structures, [&]<any_box Box>(const std::function<tested_pointer<Box>()>& make) {
        for_many_sets<Box>([&](std::span<const Box> boxes, xoshiro256& source) {
            const tested_pointer<Box> structure = make();
            structure->build(boxes);
            check(*structure, boxes, source);
        });
    });
}

TEST_P(broad_phase_conformance, reaches_each_element_once_with_its_own_box) {
    for_many_built(GetParam(), []<any_box Box>(const tested_broad_phase<Box>& structure,
                                               std::span<const Box> boxes, xoshiro256&) {
        ASSERT_EQ(structure.size(), boxes.size());
        std::vector<int> times(boxes.size());
        structure.visit_all([&](std::uint32_t index, const Box& own) {
            ASSERT_LT(index, boxes.size());
            EXPECT_EQ(own, boxes[index]);
            ++times[index];
        });
        EXPECT_EQ(times, std::vector<int>(boxes.size(), 1));
    });
}

TEST_P(broad_phase_conformance, reports_each_intersecting_pair_once) {
    for_many_built(GetParam(), []<any_box Box>(const tested_broad_phase<Box>& structure,
                                               std::span<const Box> boxes, xoshiro256&) {
        const std::vector<index_pair> found = structure.all_pairs();
        EXPECT_EQ(sorted(found), all_pairs(boxes));
        EXPECT_EQ(structure.visited_pairs(), found);
    });
}

TEST_P(broad_phase_conformance, finds_the_pairs_between_two_sets) {
    for_many_built(GetParam(), []<any_box Box>(const tested_broad_phase<Box>& structure,
                                               std::span<const Box> boxes, xoshiro256& source) {
        const std::vector<Box> others = make_boxes<Box>(distribution::mixed_by_12, 100, source());
        EXPECT_EQ(sorted(structure.pairs_with(others)),
                  all_pairs_between(boxes, std::span<const Box>(others)));
    });
}

TEST_P(broad_phase_conformance, answers_box_queries) {
    for_many_built(GetParam(), []<any_box Box>(const tested_broad_phase<Box>& structure,
                                               std::span<const Box> boxes, xoshiro256& source) {
        for (int query = 0; query < 20; ++query) {
            const Box area = random_area<Box>(source);
            EXPECT_EQ(sorted(structure.intersecting(area)),
                      all_where(boxes, [&](const Box& each) { return intersects(each, area); }));
            EXPECT_EQ(sorted(structure.inside(area)),
                      all_where(boxes, [&](const Box& each) { return contains(area, each); }));
            EXPECT_EQ(sorted(structure.containing(area)),
                      all_where(boxes, [&](const Box& each) { return contains(each, area); }));
        }
    });
}

TEST_P(broad_phase_conformance, casts_rays) {
    for_many_built(GetParam(), []<any_box Box>(const tested_broad_phase<Box>& structure,
                                               std::span<const Box> boxes, xoshiro256& source) {
        using real = real_of<Box>;
        constexpr real infinity = std::numeric_limits<real>::infinity();
        // Every third element is not really there; the others are hit a little later than their box.
        const auto fine = [](std::uint32_t index, const Box&, real enter) {
            return index % 3 == 0 ? std::nullopt
                                  : std::optional<real>(enter + static_cast<real>(index % 4) / 8);
        };
        for (int query = 0; query < 20; ++query) {
            const ray_of<Box> ray = random_ray<Box>(source);
            const auto plain = all_ray_hits(boxes, ray, infinity, hit_the_box{});
            EXPECT_EQ(structure.ray_hits(ray), plain);
            EXPECT_EQ(structure.first_ray_hits(ray), earliest(plain));
            for (const real farthest : {infinity, real{50}}) {
                const auto tested = all_ray_hits(boxes, ray, farthest, fine);
                EXPECT_EQ(structure.ray_hits(ray, fine, farthest), tested);
                EXPECT_EQ(structure.first_ray_hits(ray, fine, farthest), earliest(tested));
            }
        }
    });
}

TEST_P(broad_phase_conformance, finds_the_nearest_with_ties_from_near_and_far) {
    for_many_built(GetParam(), []<any_box Box>(const tested_broad_phase<Box>& structure,
                                               std::span<const Box> boxes, xoshiro256& source) {
        using real = real_of<Box>;
        const auto rounder = [](std::uint32_t index, const Box&, real least) {
            return least + static_cast<real>(index % 5);
        };
        for (const double reach : {world_size, world_size * 1e4}) {
            for (const std::size_t count : {0, 1, 2, 10, 100}) {
                const point_of<Box> point = random_point<Box>(source, reach);
                EXPECT_EQ(structure.nearest(point, count),
                          all_nearest(boxes, point, count, distance_of_box{}));
                EXPECT_EQ(structure.nearest(point, count, rounder),
                          all_nearest(boxes, point, count, rounder));
            }
        }
    });
}

TEST_P(broad_phase_conformance, gives_the_same_order_on_any_number_of_threads) {
    for_all_types(GetParam(), []<any_box Box>(const std::function<tested_pointer<Box>()>& make) {
        for (const distribution kind : {distribution::uniform, distribution::clustered,
                                        distribution::mixed_by_12, distribution::lattice}) {
            const std::vector<Box> boxes = make_boxes<Box>(kind, 4000, 5);
            const std::span<const Box> others = std::span<const Box>(boxes).first(500);
            const tested_pointer<Box> alone = make();
            alone->build(boxes);
            const std::vector<index_pair> expected = alone->all_pairs();
            const std::vector<index_pair> between = alone->pairs_with(others);
            const std::vector<std::uint32_t> reached = alone->intersecting(boxes[7]);
            for (const std::uint32_t threads : {1u, 2u, 3u}) {
                thread_pool jobs(threads);
                const tested_pointer<Box> together = make();
                together->build(boxes, jobs);
                EXPECT_TRUE(are_equal(together->all_pairs(), expected));
                EXPECT_TRUE(are_equal(together->all_pairs(jobs), expected));
                EXPECT_TRUE(are_equal(together->pairs_with(others, jobs), between));
                EXPECT_EQ(together->intersecting(boxes[7]), reached);
                EXPECT_TRUE(are_equal(together->visited_pairs(jobs), expected));
            }
        }
    });
}

TEST_P(broad_phase_conformance, finds_the_same_pairs_in_shuffled_input) {
    for_all_types(GetParam(), []<any_box Box>(const std::function<tested_pointer<Box>()>& make) {
        for_many_sets<Box>([&](std::span<const Box> boxes, xoshiro256& source) {
            std::vector<std::uint32_t> order(boxes.size());
            std::iota(order.begin(), order.end(), 0u);
            shuffle(std::span(order), source);
            std::vector<Box> shuffled;
            for (const std::uint32_t index : order) {
                shuffled.push_back(boxes[index]);
            }
            const tested_pointer<Box> structure = make();
            structure->build(shuffled);
            std::vector<index_pair> renamed;
            for (const auto [a, b] : structure->all_pairs()) {
                renamed.push_back(ordered_pair(order[a], order[b]));
            }
            EXPECT_EQ(sorted(renamed), all_pairs(boxes));
        });
    });
}

TEST_P(broad_phase_conformance, forgets_the_boxes_before_when_built_again) {
    for_all_types(GetParam(), []<any_box Box>(const std::function<tested_pointer<Box>()>& make) {
        const tested_pointer<Box> structure = make();
        for (const std::size_t count : {900, 40, 0, 1, 900}) {
            for (const distribution kind : {distribution::uniform, distribution::mixed_by_1000}) {
                const std::vector<Box> boxes = make_boxes<Box>(kind, count, count);
                structure->build(boxes);
                EXPECT_EQ(sorted(structure->all_pairs()), all_pairs(std::span<const Box>(boxes)));
                EXPECT_EQ(structure->nearest({}, 5),
                          all_nearest(std::span<const Box>(boxes), {}, 5, distance_of_box{}));
            }
        }
    });
}

} // namespace
} // namespace orrery::spatial::test
