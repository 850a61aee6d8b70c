#include "tests/spatial/brute_force.hpp"
#include "tests/spatial/distributions.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/spatial/arranged.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace orrery::spatial::test {
namespace {

// Remembers whom it met, in order.
struct item {
    std::uint32_t name = 0;
    std::vector<std::uint32_t> met;

    friend bool operator==(const item&, const item&) = default;
};

std::vector<item> named_items(std::size_t count) {
    std::vector<item> items(count);
    for (std::uint32_t name = 0; name < count; ++name) {
        items[name].name = name;
    }
    return items;
}

void meet(item& a, item& b) {
    a.met.push_back(b.name);
    b.met.push_back(a.name);
}

constexpr std::array some_distributions{distribution::uniform, distribution::mixed_by_12,
                                        distribution::clustered, distribution::in_a_line};

TEST(arranged, has_the_item_of_each_element_at_the_place_of_its_box) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 1000, 1);
    kd_tree<aabb2f> tree;
    tree.build(boxes);
    for (const bool is_borrowed : {false, true}) {
        std::vector<item> items = named_items(boxes.size());
        arranged<item> by_place;
        if (is_borrowed) {
            by_place.borrow(tree, items);
        } else {
            by_place.copy(tree, items);
        }
        ASSERT_EQ(by_place.items().size(), boxes.size());
        for (std::size_t place = 0; place < boxes.size(); ++place) {
            EXPECT_EQ(by_place.items()[place].name, tree.order()[place]);
        }
        by_place.give_back();
        EXPECT_EQ(items, named_items(boxes.size()));
    }
}

TEST(arranged, gives_changes_back_in_the_original_order) {
    const std::vector<aabb3f> boxes = make_boxes<aabb3f>(distribution::clustered, 500, 2);
    kd_tree<aabb3f> tree;
    tree.build(boxes);
    std::vector<item> expected = named_items(boxes.size());
    for (const auto [a, b] : all_pairs(std::span<const aabb3f>(boxes))) {
        meet(expected[a], expected[b]);
    }
    for (const bool is_borrowed : {false, true}) {
        std::vector<item> items = named_items(boxes.size());
        arranged<item> by_place;
        if (is_borrowed) {
            by_place.borrow(tree, items);
        } else {
            by_place.copy(tree, items);
        }
        for_each_pair(tree, by_place, meet);
        by_place.give_back();
        for (item& each : items) {
            std::sort(each.met.begin(), each.met.end()); // total order: numbers, each comes once
        }
        for (item& each : expected) {
            std::sort(each.met.begin(), each.met.end()); // total order: numbers, each comes once
        }
        EXPECT_EQ(items, expected);
    }
}

TEST(arranged, returns_what_it_borrowed_when_it_ends_or_arranges_something_else) {
    const std::vector<aabb2i> boxes = make_boxes<aabb2i>(distribution::uniform, 300, 3);
    kd_tree<aabb2i> tree;
    tree.build(boxes);
    std::vector<std::string> first(boxes.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = "a name that does not fit into a string itself " + std::to_string(i);
    }
    std::vector<std::string> second = first;
    const std::vector<std::string> original = first;
    {
        arranged<std::string> names;
        names.borrow(tree, first);
        EXPECT_NE(first, original);
        names.borrow(tree, second);
        EXPECT_EQ(first, original);
        EXPECT_NE(second, original);
    }
    EXPECT_EQ(second, original);
}

TEST(arranged, does_not_need_the_tree_to_give_back) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 200, 4);
    kd_tree<aabb2f> tree;
    tree.build(boxes);
    std::vector<item> items = named_items(boxes.size());
    arranged<item> by_place;
    by_place.borrow(tree, items);
    std::reverse(boxes.begin(), boxes.end());
    tree.build(boxes);
    by_place.give_back();
    EXPECT_EQ(items, named_items(boxes.size()));
}

TEST(arranged, moves_items_that_cannot_be_copied) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 100, 5);
    kd_tree<aabb2f> tree;
    tree.build(boxes);
    std::vector<std::unique_ptr<int>> items;
    for (int i = 0; i < 100; ++i) {
        items.push_back(std::make_unique<int>(i));
    }
    arranged<std::unique_ptr<int>> by_place;
    by_place.borrow(tree, items);
    by_place.give_back();
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(*items[static_cast<std::size_t>(i)], i);
    }
}

TEST(arranged, calls_the_visitor_with_the_lower_index_first) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::mixed_by_12, 400, 6);
    kd_tree<aabb2f> tree;
    tree.build(boxes);
    std::vector<item> items = named_items(boxes.size());
    arranged<item> by_place;
    by_place.copy(tree, items);
    for_each_pair(tree, by_place, [](item& a, item& b) { EXPECT_LT(a.name, b.name); });
}

TEST(arranged, stops_when_the_visitor_has_seen_enough) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::identical, 50, 6);
    kd_tree<aabb2f> tree;
    tree.build(boxes);
    std::vector<item> items = named_items(boxes.size());
    arranged<item> by_place;
    by_place.copy(tree, items);
    int calls = 0;
    for_each_pair(tree, by_place, [&](item&, item&) { return ++calls < 10; });
    EXPECT_EQ(calls, 10);
}

TEST(arranged, lets_each_item_meet_the_others_in_the_same_order_on_any_number_of_threads) {
    for (const distribution kind : some_distributions) {
        const std::vector<aabb2f> boxes = make_boxes<aabb2f>(kind, 5000, 7);
        kd_tree<aabb2f> tree;
        tree.build(boxes);
        std::vector<item> alone = named_items(boxes.size());
        arranged<item> by_place;
        by_place.copy(tree, alone);
        for_each_pair(tree, by_place, meet);
        by_place.give_back();
        for (const std::uint32_t threads : {1u, 2u, 4u}) {
            thread_pool jobs(threads);
            std::vector<item> together = named_items(boxes.size());
            by_place.borrow(tree, together);
            for_each_pair(tree, jobs, by_place, meet);
            by_place.give_back();
            EXPECT_EQ(together, alone);
        }
    }
}

// Runs tasks one after the other and says which of them could have run at the same time.
class recording_scheduler final : public scheduler {
public:
    struct moment {
        int batch = 0;
        std::uint32_t task = 0;
    };

    [[nodiscard]] std::uint32_t thread_count() const noexcept override { return 4; }

    void run(const task_batch& batch) override {
        ++now_.batch;
        for (now_.task = 0; now_.task < batch.count; ++now_.task) {
            batch.function(batch.context, now_.task);
        }
    }

    [[nodiscard]] moment now() const noexcept { return now_; }

private:
    moment now_;
};

TEST(arranged, never_hands_an_item_to_two_tasks_that_may_run_at_once) {
    for (const distribution kind : some_distributions) {
        const std::vector<aabb2f> boxes = make_boxes<aabb2f>(kind, 5000, 8);
        kd_tree<aabb2f> tree;
        tree.build(boxes);
        std::vector<recording_scheduler::moment> last(boxes.size());
        arranged<recording_scheduler::moment> by_place;
        by_place.borrow(tree, last);
        recording_scheduler jobs;
        int calls = 0;
        for_each_pair(tree, jobs, by_place, [&](auto& a, auto& b) {
            for (recording_scheduler::moment* each : {&a, &b}) {
                EXPECT_TRUE(each->batch != jobs.now().batch || each->task == jobs.now().task);
                *each = jobs.now();
            }
            ++calls;
        });
        EXPECT_GT(calls, 0);
        EXPECT_GT(jobs.now().batch, 2);
    }
}

} // namespace
} // namespace orrery::spatial::test
