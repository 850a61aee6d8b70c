#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"
#include "tests/spatial/moving_boxes.hpp"

#include <orrery/spatial/hilbert_tree.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(hilbert_tree, broad_phase_conformance, for_boxes_of_all_types<hilbert_tree>());

template <typename Structure>
class hilbert_tree_of : public testing::Test {};

using all_hilbert_trees = for_all_boxes<hilbert_tree>;
TYPED_TEST_SUITE(hilbert_tree_of, all_hilbert_trees);

// Half of them points, of which some coincide; the other half boxes of several sizes.
template <any_box Box>
std::vector<Box> points_among_boxes(std::size_t count, std::uint64_t seed) {
    std::vector<Box> all = make_boxes<Box>(distribution::mixed_by_12, count, seed);
    for (std::size_t index = 0; index < count; index += 2) {
        all[index].max = all[index].min = index % 6 == 0 ? all[1].min : all[index].min;
    }
    return all;
}

// All pairs but those of two points.
template <any_box Box>
std::vector<index_pair> pairs_without_points(std::span<const Box> boxes) {
    std::vector<index_pair> found = all_pairs(boxes);
    std::erase_if(found, [&](index_pair pair) {
        return boxes[pair.first].min == boxes[pair.first].max &&
               boxes[pair.second].min == boxes[pair.second].max;
    });
    return found;
}

// All boxes one by one, those in `apart` apart.
template <typename Tree>
std::vector<index_pair> insert_all(Tree& tree, std::span<const box_of<Tree>> boxes,
                                   std::uint32_t apart_every) {
    std::vector<index_pair> found;
    tree.start();
    for (std::uint32_t next = 0; next < boxes.size(); ++next) {
        const auto note = [&](std::uint32_t earlier) { found.push_back({earlier, next}); };
        const bool is_apart = apart_every != 0 && next % apart_every == 0;
        EXPECT_EQ(is_apart ? tree.insert_next_apart(boxes[next], note) : tree.insert_next(boxes[next], note),
                  next);
    }
    return found;
}

TYPED_TEST(hilbert_tree_of, finds_on_line_each_pair_when_its_later_element_comes) {
    using box = box_of<TypeParam>;
    TypeParam tree;
    for_many_sets<box>([&](std::span<const box> boxes, xoshiro256&) {
        EXPECT_EQ(sorted(insert_all(tree, boxes, 0)), all_pairs(boxes));
        EXPECT_EQ(sorted(insert_all(tree, boxes, 7)), all_pairs(boxes));
    });
}

TYPED_TEST(hilbert_tree_of, answers_queries_about_what_came_one_by_one) {
    using box = box_of<TypeParam>;
    TypeParam tree;
    for_many_sets<box>([&](std::span<const box> boxes, xoshiro256& source) {
        insert_all(tree, boxes, 5);
        EXPECT_EQ(tree.size(), boxes.size());
        const box area = random_area<box>(source);
        EXPECT_EQ(sorted(intersecting(tree, area)),
                  all_where(boxes, [&](const box& each) { return intersects(each, area); }));
        EXPECT_EQ(nearest(tree, {}, 10), all_nearest(boxes, {}, 10, distance_of_box{}));
        EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(boxes));
    });
}

TYPED_TEST(hilbert_tree_of, finds_all_pairs_while_boxes_drift_jump_and_grow) {
    using box = box_of<TypeParam>;
    TypeParam tree;
    std::vector<box> boxes = make_boxes<box>(distribution::uniform, 800, 3);
    xoshiro256 source(8);
    std::size_t most_apart = 0;
    for (int frame = 0; frame < 40; ++frame) {
        move_boxes(std::span(boxes), 10, 100, source);
        boxes[static_cast<std::size_t>(frame) * 7] = inflate(boxes[0], 60);
        tree.build(boxes);
        most_apart = std::max(most_apart, tree.apart_count());
        EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span<const box>(boxes)));
        EXPECT_EQ(nearest(tree, {}, 10), all_nearest(std::span<const box>(boxes), {}, 10, distance_of_box{}));
    }
    EXPECT_GT(most_apart, 5u);
}

TYPED_TEST(hilbert_tree_of, leaves_out_pairs_of_points_when_told_to) {
    using box = box_of<TypeParam>;
    TypeParam tree({.points_meet_points = false});
    std::vector<box> boxes = points_among_boxes<box>(600, 4);
    xoshiro256 source(8);
    for (int frame = 0; frame < 10; ++frame) {
        const std::vector<index_pair> expected = pairs_without_points(std::span<const box>(boxes));
        ASSERT_LT(expected.size(), all_pairs(std::span<const box>(boxes)).size());
        tree.build(boxes);
        EXPECT_EQ(sorted(as_vector(pairs(tree))), expected);
        TypeParam on_line({.points_meet_points = false});
        EXPECT_EQ(sorted(insert_all(on_line, std::span<const box>(boxes), 7)), expected);
        EXPECT_EQ(intersecting(tree, boxes[1]).size(), intersecting(on_line, boxes[1]).size());

        // Points become boxes and boxes points, where the order of the frame before is kept.
        move_boxes(std::span(boxes).subspan(100), 10, 50, source);
        boxes[2 + static_cast<std::size_t>(frame) * 2] = boxes[3];
        boxes[101 + static_cast<std::size_t>(frame) * 2].max =
            boxes[101 + static_cast<std::size_t>(frame) * 2].min;
    }
}

TYPED_TEST(hilbert_tree_of, notices_when_points_become_boxes_and_boxes_points_without_moving) {
    using box = box_of<TypeParam>;
    TypeParam tree({.points_meet_points = false});
    std::vector<box> boxes = make_boxes<box>(distribution::uniform, 300, 4);
    boxes[1].max = boxes[1].min;
    boxes[2] = boxes[3] = boxes[4] = boxes[1];
    tree.build(boxes);
    EXPECT_EQ(sorted(as_vector(pairs(tree))), pairs_without_points(std::span<const box>(boxes)));
    boxes[1] = inflate(boxes[1], 1); // now it and the next meet as boxes
    boxes[2] = inflate(boxes[2], 1);
    tree.build(boxes);
    EXPECT_EQ(tree.frames_since_sort(), 1u);
    EXPECT_EQ(sorted(as_vector(pairs(tree))), pairs_without_points(std::span<const box>(boxes)));

    TypeParam other({.points_meet_points = false});
    other.build(boxes);
    boxes[1] = boxes[2] = boxes[3]; // four points in one place again
    other.build(boxes);
    EXPECT_EQ(other.frames_since_sort(), 1u);
    EXPECT_EQ(sorted(as_vector(pairs(other))), pairs_without_points(std::span<const box>(boxes)));
}

// All boxes block by block, the last ones as thin elements.
template <typename Tree>
void write_all(Tree& tree, std::span<const box_of<Tree>> boxes, std::size_t thin_count) {
    using box = box_of<Tree>;
    constexpr std::size_t eight = Tree::block_size;
    const std::size_t ordinary_count = boxes.size() - thin_count;
    tree.start_blocks(static_cast<std::uint32_t>(ordinary_count), static_cast<std::uint32_t>(thin_count));
    const auto write = [&](std::span<const box> part, std::span<typename box::value_type> bounds) {
        ASSERT_EQ(bounds.size(), (part.size() + eight - 1) / eight * Tree::bounds_a_block);
        for (std::size_t place = 0; place < part.size(); ++place) {
            for (int axis = 0; axis < box::dimension; ++axis) {
                const std::size_t at = place / eight * Tree::bounds_a_block + place % eight +
                                       static_cast<std::size_t>(axis) * 2 * eight;
                bounds[at] = part[place].min[axis];
                bounds[at + eight] = part[place].max[axis];
            }
        }
    };
    write(boxes.first(ordinary_count), tree.ordinary_bounds());
    write(boxes.last(thin_count), tree.thin_bounds());
    tree.finish_blocks();
}

TYPED_TEST(hilbert_tree_of, finds_what_was_written_block_by_block_except_for_pairs_of_thin_elements) {
    using box = box_of<TypeParam>;
    TypeParam tree;
    for_many_sets<box>([&](std::span<const box> boxes, xoshiro256& source) {
        for (const std::size_t thin_count : {std::size_t{0}, boxes.size() / 3, boxes.size()}) {
            write_all(tree, boxes, thin_count);
            EXPECT_EQ(tree.size(), boxes.size());
            std::vector<index_pair> expected = all_pairs(boxes);
            std::erase_if(expected, [&](index_pair pair) { return pair.first >= boxes.size() - thin_count; });
            EXPECT_EQ(sorted(as_vector(pairs(tree))), expected);
            const box area = random_area<box>(source);
            EXPECT_EQ(sorted(intersecting(tree, area)),
                      all_where(boxes, [&](const box& each) { return intersects(each, area); }));
        }
    });
}

TYPED_TEST(hilbert_tree_of, forgets_blocks_when_it_starts_again_in_another_way) {
    using box = box_of<TypeParam>;
    const std::vector<box> boxes = make_boxes<box>(distribution::mixed_by_12, 300, 5);
    const std::vector<index_pair> expected = all_pairs(std::span<const box>(boxes));
    TypeParam tree;
    write_all(tree, std::span<const box>(boxes), 100);
    EXPECT_EQ(sorted(insert_all(tree, std::span<const box>(boxes), 0)), expected);
    write_all(tree, std::span<const box>(boxes), 0);
    EXPECT_EQ(sorted(as_vector(pairs(tree))), expected);
    tree.build(boxes);
    EXPECT_EQ(sorted(as_vector(pairs(tree))), expected);
    write_all(tree, std::span<const box>(boxes).first(17), 0);
    EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span<const box>(boxes).first(17)));
}

TEST(hilbert_tree, says_when_written_blocks_are_out_of_order) {
    std::vector<aabb2i> boxes = make_boxes<aabb2i>(distribution::uniform, 1000, 3);
    std::vector<std::uint32_t> order;
    hilbert_order(std::span<const aabb2i>(boxes), order);
    std::vector<aabb2i> in_order;
    for (const std::uint32_t index : order) {
        in_order.push_back(boxes[index]);
    }
    const auto sides_of = [](std::span<const aabb2i> written) {
        hilbert_tree<aabb2i> tree;
        write_all(tree, written, 0);
        return tree.finish_blocks();
    };
    EXPECT_LT(sides_of(in_order) * 2, sides_of(boxes));
}

TEST(hilbert_tree, compares_far_fewer_boxes_than_there_are_pairs) {
    std::vector<aabb2i> boxes = make_boxes<aabb2i>(distribution::uniform, 4000, 3);
    hilbert_tree<aabb2i> tree;
    tree.build(boxes);
    pair_list found;
    find_pairs(tree, found);
    EXPECT_GT(found.tests(), found.size());
    EXPECT_LT(found.tests() * 8, boxes.size() * boxes.size() / 2);
    thread_pool jobs(3);
    pair_list found_together;
    find_pairs(tree, jobs, found_together);
    EXPECT_EQ(found_together.tests(), found.tests());
}

TYPED_TEST(hilbert_tree_of, gives_the_same_order_at_every_simd_width) {
    expect_the_same_order_at_every_simd_width<TypeParam>();
}

TYPED_TEST(hilbert_tree_of, gives_the_same_order_for_the_same_frames) {
    using box = box_of<TypeParam>;
    std::vector<box> boxes = make_boxes<box>(distribution::uniform, 3000, 3);
    xoshiro256 source(8);
    TypeParam alone;
    TypeParam together;
    thread_pool jobs(3);
    for (int frame = 0; frame < 10; ++frame) {
        move_boxes(std::span(boxes), 10, 100, source);
        alone.build(boxes);
        together.build(boxes, jobs);
        EXPECT_EQ(as_vector(pairs(alone)), as_vector(pairs(together, jobs)));
    }
}

TEST(hilbert_tree, takes_further_elements_after_a_build_and_is_built_again_with_them) {
    const std::vector<aabb2i> boxes = make_boxes<aabb2i>(distribution::mixed_by_12, 300, 3);
    hilbert_tree<aabb2i> tree;
    tree.build(std::span(boxes).first(290));
    for (std::size_t next = 290; next < 300; ++next) {
        std::vector<std::uint32_t> met;
        tree.insert_next(boxes[next], [&](std::uint32_t earlier) { met.push_back(earlier); });
        EXPECT_EQ(sorted(met), all_where(std::span(boxes).first(next),
                                         [&](const aabb2i& each) { return intersects(each, boxes[next]); }));
    }
    EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span(boxes)));
    tree.build(boxes);
    EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span(boxes)));
}

TEST(hilbert_tree, keeps_its_order_until_it_is_old_or_bad) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 1000, 3);
    hilbert_tree<aabb2f> tree({.frames_between_sorts = 5});
    for (std::uint32_t frame = 0; frame < 12; ++frame) {
        tree.build(boxes);
        EXPECT_EQ(tree.frames_since_sort(), frame % 5);
    }
    // Everything somewhere else.
    boxes = make_boxes<aabb2f>(distribution::uniform, 1000, 4);
    tree.build(boxes);
    EXPECT_EQ(tree.frames_since_sort(), 0u);
    tree.build(boxes);
    EXPECT_EQ(tree.frames_since_sort(), 1u);
    // One element less: indices mean other elements now.
    tree.build(std::span(boxes).first(999));
    EXPECT_EQ(tree.frames_since_sort(), 0u);
}

TEST(hilbert_tree, sorts_again_when_its_nodes_have_grown) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 1000, 3);
    hilbert_tree<aabb2f> tree({.worst_growth = 1.2, .far = 1000}); // so far that nothing lies apart
    tree.build(boxes);
    xoshiro256 source(3);
    std::uint32_t longest = 0;
    for (int frame = 0; frame < 50; ++frame) {
        move_boxes(std::span(boxes), 30, 0, source);
        tree.build(boxes);
        EXPECT_EQ(tree.apart_count(), 0u);
        longest = std::max(longest, tree.frames_since_sort());
    }
    EXPECT_GT(longest, 2u);
    EXPECT_LT(longest, 40u);
}

TEST(hilbert_tree, puts_large_and_fast_elements_apart) {
    std::vector<aabb2i> boxes = make_boxes<aabb2i>(distribution::uniform, 1000, 3);
    boxes[10] = {{-1000, -1000}, {1000, 1000}};
    boxes[20] = {{-900, 0}, {900, 0}};
    hilbert_tree<aabb2i> tree;
    tree.build(boxes);
    EXPECT_EQ(tree.apart_count(), 2u);
    boxes[30] = translate(boxes[30], {700, -700});
    tree.build(boxes);
    EXPECT_EQ(tree.apart_count(), 3u);
    boxes[30] = translate(boxes[30], {-700, 700});
    tree.build(boxes);
    EXPECT_EQ(tree.apart_count(), 2u);
    EXPECT_EQ(tree.frames_since_sort(), 2u);
}

TEST(hilbert_tree, ends_a_search_when_the_visitor_has_seen_enough) {
    hilbert_tree<aabb2f> tree;
    const aabb2f box{{0, 0}, {1, 1}};
    int visited = 0;
    for (int count = 0; count < 20; ++count) {
        visited = 0;
        tree.insert_next(box, [&](std::uint32_t) { return ++visited < 3; });
    }
    EXPECT_EQ(visited, 3);
}

TEST(hilbert_tree, takes_no_memory_for_as_many_boxes_as_before) {
    std::vector<aabb3f> boxes = make_boxes<aabb3f>(distribution::mixed_by_1000, 2000, 1);
    xoshiro256 source(2);
    hilbert_tree<aabb3f> tree({.frames_between_sorts = 3});
    tree.build(boxes);
    move_boxes(std::span(boxes), 1, 17, source); // as many gone far as there may be
    tree.build(boxes);
    for (int frame = 0; frame < 8; ++frame) {
        move_boxes(std::span(boxes), 1, 0, source);
        EXPECT_EQ(orrery::test::allocations_during([&] { tree.build(boxes); }), 0u);
    }
    const auto insert_all_quietly = [&] {
        tree.start();
        for (const aabb3f& box : boxes) {
            tree.insert_next(box, [](std::uint32_t) {});
        }
    };
    insert_all_quietly();
    EXPECT_EQ(orrery::test::allocations_during(insert_all_quietly), 0u);
    write_all(tree, std::span<const aabb3f>(boxes), 500);
    EXPECT_EQ(orrery::test::allocations_during([&] {
                  write_all(tree, std::span<const aabb3f>(boxes), 500);
                  write_all(tree, std::span<const aabb3f>(boxes).first(1500), 400);
              }),
              0u);
}

TEST(hilbert_order, goes_through_a_lattice_from_neighbour_to_neighbour) {
    std::vector<aabb2i> cells;
    for (std::int32_t y = 0; y < 16; ++y) {
        for (std::int32_t x = 0; x < 16; ++x) {
            cells.push_back({{x * 10, y * 10}, {x * 10, y * 10}});
        }
    }
    std::vector<std::uint32_t> order;
    hilbert_order(std::span<const aabb2i>(cells), order);
    std::vector<std::uint32_t> every = sorted(order);
    for (std::uint32_t index = 0; index < cells.size(); ++index) {
        EXPECT_EQ(every[index], index);
    }
    for (std::size_t place = 1; place < order.size(); ++place) {
        EXPECT_EQ(distance_squared(cells[order[place]].min, cells[order[place - 1]].min), 100);
    }
}

TEST(hilbert_order, is_not_spoilt_by_one_that_is_far_away) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::points, 500, 3);
    std::vector<std::uint32_t> without;
    hilbert_order(std::span<const aabb2f>(boxes), without);
    const float far = std::numeric_limits<float>::max();
    boxes.push_back({{far, far}, {far, std::numeric_limits<float>::infinity()}});
    std::vector<std::uint32_t> with;
    hilbert_order(std::span<const aabb2f>(boxes), with);
    const auto length = [&](const std::vector<std::uint32_t>& order) {
        float sum = 0;
        for (std::size_t place = 1; place < order.size(); ++place) {
            if (order[place] < 500 && order[place - 1] < 500) {
                sum += distance(boxes[order[place]].min, boxes[order[place - 1]].min);
            }
        }
        return sum;
    };
    EXPECT_LT(length(with), length(without) * 1.5F);
}

} // namespace
} // namespace orrery::spatial::test
