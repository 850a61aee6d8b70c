#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"
#include "tests/spatial/dynamic_tree_twin.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/spatial/detail/tree_measure.hpp>
#include <orrery/spatial/dynamic_tree.hpp>

#include <numeric>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(dynamic_tree, broad_phase_conformance, for_boxes_of_all_types<dynamic_tree>());

template <typename Tree>
class dynamic_tree_of : public testing::Test {};

TYPED_TEST_SUITE(dynamic_tree_of, for_all_boxes<dynamic_tree>);

// What queries cost in proportion to: the measures of all nodes.
template <any_box Box>
double total_measure(const dynamic_tree<Box>& tree) {
    double sum = 0;
    traverse(
        tree,
        [&](const Box& box) {
            sum += static_cast<double>(spatial::detail::tree_measure(box));
            return true;
        },
        [](std::uint32_t, const Box&) {});
    return sum;
}

template <any_box Box>
std::size_t depth(const dynamic_tree<Box>& tree, std::uint32_t node) {
    std::size_t deepest = 0;
    tree.expand(
        node, [&](std::uint32_t child, const Box&) { deepest = std::max(deepest, 1 + depth(tree, child)); },
        [](std::uint32_t, const Box&) {});
    return deepest;
}

TYPED_TEST(dynamic_tree_of, answers_like_brute_force_after_any_sequence_of_changes) {
    using box = box_of<TypeParam>;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        moving_boxes<box> world(seed);
        for (int round = 0; round < 30; ++round) {
            world.change(40);
            ASSERT_TRUE(world.tree.is_consistent()) << "seed " << seed << ", round " << round;
            EXPECT_EQ(sorted(as_vector(pairs(world.tree))), world.all_pairs());
            xoshiro256 source(seed + 1000);
            const box area = random_area<box>(source);
            EXPECT_EQ(sorted(intersecting(world.tree, area)),
                      world.all_where([&](const box& each) { return intersects(each, area); }));
        }
    }
}

TYPED_TEST(dynamic_tree_of, keeps_ids_boxes_and_user_values) {
    using box = box_of<TypeParam>;
    moving_boxes<box> world(11);
    for (int round = 0; round < 20; ++round) {
        world.change(50);
        for (std::uint32_t id = 0; id < world.boxes.size(); ++id) {
            ASSERT_EQ(world.tree.contains(id), world.boxes[id].has_value());
            if (world.boxes[id]) {
                EXPECT_EQ(world.tree.box(id), *world.boxes[id]);
                EXPECT_EQ(world.tree.user(id), world.users[id]);
                EXPECT_TRUE(contains(world.tree.fat_box(id), world.tree.box(id)));
            }
        }
    }
}

TYPED_TEST(dynamic_tree_of, is_the_same_after_the_same_changes_also_from_a_copy) {
    using box = box_of<TypeParam>;
    moving_boxes<box> world(3);
    moving_boxes<box> twin(3);
    world.change(300);
    twin.change(300);
    EXPECT_TRUE(world.tree == twin.tree);
    moving_boxes<box> copy = world;
    world.change(300);
    EXPECT_FALSE(world.tree == twin.tree);
    copy.change(300);
    EXPECT_TRUE(world.tree == copy.tree);
}

TYPED_TEST(dynamic_tree_of, finds_the_pairs_of_fat_boxes_that_have_moved_in_order) {
    using box = box_of<TypeParam>;
    moving_boxes<box> world(5);
    thread_pool jobs(3);
    for (int round = 0; round < 20; ++round) {
        world.change(80);
        pair_list found;
        world.tree.find_moved_pairs(found);
        EXPECT_EQ(as_vector(found), world.all_moved_pairs());
        pair_list together;
        world.tree.find_moved_pairs(jobs, together);
        EXPECT_EQ(as_vector(together), as_vector(found));
        world.tree.forget_moved();
        world.tree.find_moved_pairs(found);
        EXPECT_TRUE(found.empty());
    }
}

TYPED_TEST(dynamic_tree_of, finds_moved_pairs_the_same_on_any_number_of_threads_when_there_are_many) {
    using box = box_of<TypeParam>;
    dynamic_tree<box> tree;
    tree.build(make_boxes<box>(distribution::uniform, 5000, 2));
    std::vector<box> fat;
    for (std::uint32_t id = 0; id < tree.size(); ++id) {
        fat.push_back(tree.fat_box(id));
    }
    pair_list alone;
    tree.find_moved_pairs(alone);
    EXPECT_EQ(as_vector(alone), all_pairs(std::span<const box>(fat)));
    for (const std::uint32_t threads : {2u, 3u}) {
        thread_pool jobs(threads);
        pair_list together;
        tree.find_moved_pairs(jobs, together);
        EXPECT_EQ(as_vector(together), as_vector(alone));
    }
}

TYPED_TEST(dynamic_tree_of, moves_many_at_once_as_one_by_one) {
    using box = box_of<TypeParam>;
    using value = typename box::value_type;
    const std::vector<box> start = make_boxes<box>(distribution::uniform, 3000, 4);
    dynamic_tree<box> one_by_one;
    one_by_one.build(start);
    one_by_one.forget_moved();
    dynamic_tree<box> at_once = one_by_one;
    dynamic_tree<box> on_jobs = one_by_one;
    std::vector<std::uint32_t> ids;
    std::vector<box> boxes;
    std::vector<typename box::vector_type> displacements;
    for (std::uint32_t id = 0; id < start.size(); id += 2) {
        const auto step = box::vector_type::filled(id % 20 == 0 ? value{30} : value{0});
        ids.push_back(id);
        boxes.push_back(translate(start[id], step));
        displacements.push_back(step);
    }
    std::size_t left = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        left += static_cast<std::size_t>(one_by_one.move(ids[i], boxes[i], displacements[i]));
    }
    EXPECT_EQ(left, 150u);
    EXPECT_EQ(at_once.move_all(ids, boxes, displacements), left);
    EXPECT_TRUE(at_once == one_by_one);
    thread_pool jobs(3);
    EXPECT_EQ(on_jobs.move_all(ids, boxes, displacements, jobs), left);
    EXPECT_TRUE(on_jobs == one_by_one);
}

TYPED_TEST(dynamic_tree_of, rebuilds_itself_the_same_on_any_number_of_threads_when_most_leaves_move) {
    using box = box_of<TypeParam>;
    const std::vector<box> start = make_boxes<box>(distribution::uniform, 4000, 4);
    const std::vector<box> after = make_boxes<box>(distribution::uniform, 4000, 5);
    std::vector<std::uint32_t> ids(start.size());
    std::iota(ids.begin(), ids.end(), 0u);
    dynamic_tree<box> alone;
    alone.build(start);
    alone.forget_moved();
    const std::size_t left = alone.move_all(ids, after);
    EXPECT_GT(left, 3000u);
    EXPECT_EQ(std::count_if(ids.begin(), ids.end(), [&](std::uint32_t id) { return alone.has_moved(id); }),
              static_cast<std::ptrdiff_t>(left));
    EXPECT_TRUE(alone.is_consistent());
    EXPECT_EQ(sorted(as_vector(pairs(alone))), all_pairs(std::span<const box>(after)));
    for (const std::uint32_t threads : {2u, 3u}) {
        thread_pool jobs(threads);
        dynamic_tree<box> together;
        together.build(start, jobs);
        together.forget_moved();
        together.move_all(ids, after, {}, jobs);
        EXPECT_TRUE(together == alone);
    }
}

TYPED_TEST(dynamic_tree_of, allocates_nothing_while_things_move_and_come_and_go) {
    using box = box_of<TypeParam>;
    const std::vector<box> start = make_boxes<box>(distribution::uniform, 2000, 1);
    const std::vector<box> after = make_boxes<box>(distribution::uniform, 2000, 9);
    std::vector<std::uint32_t> ids(start.size());
    std::iota(ids.begin(), ids.end(), 0u);
    dynamic_tree<box> tree;
    tree.build(start);
    tree.move_all(ids, after);
    EXPECT_EQ(orrery::test::allocations_during([&] {
                  for (std::uint32_t id = 0; id < 500; ++id) {
                      tree.move(id, start[id]);
                  }
                  for (std::uint32_t id = 0; id < 500; ++id) {
                      tree.remove(id);
                  }
                  for (std::uint32_t id = 0; id < 500; ++id) {
                      tree.insert(start[id]);
                  }
                  tree.move_all(ids, start);
                  tree.build(after);
                  tree.refit();
              }),
              0u);
    EXPECT_TRUE(tree.is_consistent());
}

TYPED_TEST(dynamic_tree_of, stays_about_as_good_as_a_rebuilt_one) {
    using box = box_of<TypeParam>;
    std::vector<box> boxes = make_boxes<box>(distribution::uniform, 3000, 8);
    // From one side to the other: what makes a list of a tree that never turns.
    std::sort(boxes.begin(), boxes.end(), [](const box& a, const box& b) { // total order: a tie is a tie
        return a.min.x != b.min.x ? a.min.x < b.min.x : a.min.y < b.min.y;
    });
    dynamic_tree<box> tree;
    for (const box& each : boxes) {
        tree.insert(each);
    }
    dynamic_tree<box> rebuilt = tree;
    rebuilt.rebuild();
    EXPECT_LT(total_measure(tree), 1.25 * total_measure(rebuilt));
    for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        const std::uint32_t other = (id * 7919u) % static_cast<std::uint32_t>(boxes.size());
        tree.move(id, boxes[other]);
    }
    rebuilt = tree;
    rebuilt.rebuild();
    EXPECT_LT(total_measure(tree), 1.25 * total_measure(rebuilt));
    EXPECT_EQ(sorted(as_vector(pairs(rebuilt))), sorted(as_vector(pairs(tree))));
}

TYPED_TEST(dynamic_tree_of, does_not_become_a_list_of_equal_boxes) {
    using box = box_of<TypeParam>;
    dynamic_tree<box> tree;
    for (int number = 0; number < 1024; ++number) {
        tree.insert(box{});
    }
    EXPECT_TRUE(tree.is_consistent());
    EXPECT_LE(depth(tree, tree.root()), 40u);
}

TYPED_TEST(dynamic_tree_of, takes_boxes_at_the_ends_of_the_range) {
    using box = box_of<TypeParam>;
    using limits = std::numeric_limits<typename box::value_type>;
    const std::vector<box> boxes = make_boxes<box>(distribution::extreme, 300, 6);
    dynamic_tree<box> tree;
    for (const box& each : boxes) {
        tree.insert(each);
    }
    EXPECT_TRUE(tree.is_consistent());
    EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span<const box>(boxes)));
    for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        tree.move(id, boxes[boxes.size() - 1 - id],
                  box::vector_type::filled(id % 2 == 0 ? limits::max() : limits::lowest()));
        EXPECT_TRUE(is_valid(tree.fat_box(id)));
    }
    EXPECT_TRUE(tree.is_consistent());
}

// The golden value is what this test prints when it fails: it changes only with the way the tree grows.
TEST(dynamic_tree, has_the_same_shape_from_every_compiler) {
    xoshiro256 source(1);
    dynamic_tree<aabb3f> tree;
    const auto random_box = [&] {
        aabb3f box;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = uniform_real<float>(source, -20, 20);
            box.max[axis] = box.min[axis] + uniform_real<float>(source, 0, 5);
        }
        return box;
    };
    for (int number = 0; number < 2000; ++number) {
        tree.insert(random_box());
    }
    for (std::uint32_t id = 0; id < 2000; id += 3) {
        tree.move(id, random_box(), {0, 1, -1});
    }
    const pair_list found = pairs(tree); // in the order of the tree
    EXPECT_EQ(hash_bytes(std::as_bytes(std::span(found.begin(), found.size()))), 11022478757480615878u);
}

TEST(dynamic_tree, keeps_a_box_at_infinity_valid_whatever_it_expects) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double far = std::numeric_limits<double>::max();
    dynamic_tree<aabb2d> tree;
    const std::uint32_t id = tree.insert({});
    tree.move(id, {{infinity, 0}, {infinity, 0}}, {-far, far});
    EXPECT_TRUE(is_valid(tree.fat_box(id)));
}

TEST(dynamic_tree, leaves_a_leaf_alone_while_it_stays_in_its_fat_box) {
    dynamic_tree<aabb2f> tree({.margin = 1, .prediction = 2, .separation = 1});
    const std::uint32_t id = tree.insert({{0, 0}, {1, 1}});
    EXPECT_EQ(tree.fat_box(id), (aabb2f{{-1, -1}, {2, 2}}));
    tree.forget_moved();
    EXPECT_FALSE(tree.move(id, {{1, 0}, {2, 1}}));
    EXPECT_FALSE(tree.has_moved(id));
    EXPECT_EQ(tree.box(id), (aabb2f{{1, 0}, {2, 1}}));
    EXPECT_TRUE(tree.move(id, {{1.5f, 0}, {2.5f, 1}}, {0.5f, -3}));
    EXPECT_TRUE(tree.has_moved(id));
    EXPECT_FALSE(tree.was_inserted(id));
    EXPECT_EQ(tree.fat_box(id), (aabb2f{{0.5f, -7}, {4.5f, 2}})); // ahead by twice the displacement
}

TEST(dynamic_tree, gives_back_a_fat_box_that_is_far_too_large) {
    dynamic_tree<aabb2f> tree({.margin = 1, .prediction = 4, .separation = 1});
    const std::uint32_t id = tree.insert({{0, 0}, {1, 1}});
    tree.move(id, {{10, 0}, {11, 1}}, {10, 0});
    EXPECT_EQ(tree.fat_box(id).max.x, 52);
    EXPECT_TRUE(tree.move(id, {{10, 0}, {11, 1}})); // it has stopped
    EXPECT_EQ(tree.fat_box(id).max.x, 12);
}

TEST(dynamic_tree, gives_the_id_that_was_freed_last) {
    dynamic_tree<aabb2i> tree;
    for (std::uint32_t id = 0; id < 4; ++id) {
        EXPECT_EQ(tree.insert({}), id);
    }
    tree.remove(1);
    tree.remove(3);
    EXPECT_FALSE(tree.contains(1));
    EXPECT_EQ(tree.size(), 2u);
    EXPECT_EQ(tree.insert({}, 77), 3u);
    EXPECT_EQ(tree.user(3), 77u);
    EXPECT_EQ(tree.insert({}), 1u);
    EXPECT_EQ(tree.insert({}), 4u);
    EXPECT_EQ(tree.id_limit(), 5u);
}

TEST(dynamic_tree, refits_to_boxes_without_displacement) {
    dynamic_tree<aabb2f> tree({.margin = 1, .prediction = 4, .separation = 1});
    tree.build(make_boxes<aabb2f>(distribution::uniform, 100, 1));
    for (std::uint32_t id = 0; id < 100; ++id) {
        tree.move(id, translate(tree.box(id), {5, 0}), {5, 0});
    }
    tree.forget_moved();
    tree.refit();
    EXPECT_TRUE(tree.is_consistent());
    for (std::uint32_t id = 0; id < 100; ++id) {
        EXPECT_EQ(tree.fat_box(id), inflate(tree.box(id), 1));
        EXPECT_TRUE(tree.has_moved(id));
    }
}

TEST(dynamic_tree, looks_for_pairs_of_a_marked_leaf_again) {
    dynamic_tree<aabb2f> tree;
    tree.insert({{0, 0}, {1, 1}});
    tree.insert({{0, 0}, {1, 1}});
    tree.forget_moved();
    tree.mark_moved(1);
    pair_list found;
    tree.find_moved_pairs(found);
    EXPECT_EQ(as_vector(found), (std::vector<index_pair>{{0, 1}}));
}

TEST(dynamic_tree_death, refuses_ids_that_are_not_there_and_boxes_that_are_not_valid) {
    dynamic_tree<aabb2f> tree;
    tree.insert({});
    EXPECT_DEATH(tree.remove(1), "there is no leaf with this id");
    EXPECT_DEATH(tree.move(7, {}), "there is no leaf with this id");
    EXPECT_DEATH((void)tree.box(1), "there is no leaf with this id");
    EXPECT_DEATH(tree.insert({{1, 0}, {0, 1}}), "must not be inverted");
    EXPECT_DEATH(dynamic_tree<aabb2f>({.margin = -1}), "must not be negative");
}

} // namespace
} // namespace orrery::spatial::test
