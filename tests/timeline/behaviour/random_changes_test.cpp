// Timelines that are changed, undone, branched and merged at random, against computing everything again with
// journals that are copied whole.
#include "tests/timeline/toy_timeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using entry = toy_timeline::entry;
using transaction = toy_timeline::transaction;
using entry_list = std::vector<entry>;

// A timeline, and what its journal must be, with all versions that undo and redo go back to.
struct course {
    toy_timeline time;
    entry_list now;
    entry_list parted;
    std::vector<entry_list> done;
    std::vector<entry_list> undone;

    void note_change() {
        done.push_back(now);
        undone.clear();
    }
};

[[nodiscard]] bool contains(const entry_list& list, const entry& what) {
    return std::ranges::find(list, what) != list.end();
}

void add(course& to, xoshiro256& dice) {
    const std::uint64_t frame = uniform_below(dice, to.time.head() + 10);
    to.note_change();
    const std::uint64_t length = 1 + uniform_below(dice, 20);
    to.now.push_back(to.time.add({frame, frame + length}, random_input(dice)).value());
}

// One goes, one moves and one comes, all at once.
void change_much(course& to, xoshiro256& dice) {
    const std::uint64_t frame = uniform_below(dice, to.time.head() + 1);
    // After a merge two may have one number, as long as they begin in different frames.
    const bool is_taken = !to.now.empty() && to.time.journal().find({.id = to.now.back().id,
                                                                     .when = {frame, frame + 1}}) != nullptr;
    if (to.now.size() < 2 || is_taken) {
        return;
    }
    to.note_change();
    const entry gone = to.now.front();
    const entry moved = to.now.back();
    transaction changes;
    changes.remove(gone).move(moved, {frame, frame + 3});
    const entry made{.id = to.time.next_id(4), .when = {frame, frame + 1}, .input = random_input(dice)};
    ASSERT_TRUE(to.time.apply(changes.add(made)));
    to.now.back().when = {frame, frame + 3};
    to.now.erase(to.now.begin());
    to.now.push_back(made);
}

void take_back(course& of, bool is_undo) {
    std::vector<entry_list>& from = is_undo ? of.done : of.undone;
    ASSERT_EQ(is_undo ? of.time.undo() : of.time.redo(), !from.empty());
    if (!from.empty()) {
        (is_undo ? of.undone : of.done).push_back(of.now);
        of.now = from.back();
        from.pop_back();
    }
}

// Numbers may be given twice in two branches; then the entry comes under another name.
void merge(course& into, const course& branch) {
    entry_list before = into.now;
    ASSERT_TRUE(into.time.merge(branch.time));
    std::erase_if(before, [&](const entry& each) {
        return contains(branch.parted, each) && !contains(branch.now, each);
    });
    for (const entry& each : branch.now) {
        const bool is_news = !contains(branch.parted, each) && !contains(into.now, each);
        if (is_news) {
            before.push_back(each);
        }
    }
    entry_list merged;
    into.time.known()->journal.each(time::frame_range::all(),
                                    [&](const entry& each) { merged.push_back(each); });
    ASSERT_EQ(merged.size(), before.size());
    for (const entry& each : merged) {
        ASSERT_TRUE(std::ranges::any_of(before, [&](const entry& other) {
            return other.when == each.when && other.input == each.input && other.id.author == each.id.author;
        }));
    }
    const bool is_as_before =
        merged.size() == into.now.size() &&
        std::ranges::all_of(merged, [&](const entry& each) { return contains(into.now, each); });
    if (!is_as_before) {
        into.note_change();
        into.now = merged;
    }
}

void expect_as_told(course& of, const toy_snapshot& first) {
    ASSERT_EQ(of.time.journal().size(), of.now.size());
    for (const entry& each : of.now) {
        ASSERT_TRUE(of.time.journal().find(each) != nullptr && *of.time.journal().find(each) == each);
    }
    expect_equal(of.time, first);
}

class random_changes : public testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(seeds, random_changes, testing::Range<std::uint64_t>(0, 24));

TEST_P(random_changes, give_what_computing_everything_again_gives) {
    xoshiro256 dice(GetParam());
    toy_world world = random_scene(dice, GetParam() % 3 == 0);
    const toy_snapshot first = world.snapshot();
    std::vector<course> all;
    all.push_back({.time = toy_timeline(std::move(world), {.frames_between_keyframes = 20,
                                                           .dense_keyframes = GetParam() % 2 * 15,
                                                           .most_keyframes = 6 + GetParam() % 2 * 100}),
                   .now = {},
                   .parted = {},
                   .done = {},
                   .undone = {}});
    for (int round = 0; round < 24; ++round) {
        course& one = all[uniform_below(dice, all.size())];
        switch (uniform_below(dice, 9)) {
        case 0:
        case 1:
            one.time.advance(uniform_below(dice, 30));
            break;
        case 2:
        case 3:
            add(one, dice);
            break;
        case 4:
            ASSERT_NO_FATAL_FAILURE(change_much(one, dice));
            break;
        case 5:
            ASSERT_NO_FATAL_FAILURE(take_back(one, true));
            break;
        case 6:
            ASSERT_NO_FATAL_FAILURE(take_back(one, false));
            break;
        case 7:
            if (all.size() < 3) {
                const std::uint64_t frame = uniform_below(dice, all.front().time.head() + 1);
                toy_timeline made = all.front().time.branch(frame);
                const entry_list journal = all.front().now;
                all.push_back(
                    {.time = std::move(made), .now = journal, .parted = journal, .done = {}, .undone = {}});
            }
            break;
        default:
            if (all.size() > 1) {
                ASSERT_NO_FATAL_FAILURE(merge(all.front(), all.back()));
            }
        }
        for (course& each : all) {
            ASSERT_NO_FATAL_FAILURE(expect_as_told(each, first)) << "round " << round;
        }
    }
}

TEST(timeline, forgets_the_past_and_goes_on_as_before) {
    xoshiro256 dice(9);
    toy_world world = random_scene(dice, true);
    const toy_snapshot first = world.snapshot();
    toy_timeline time(std::move(world), {.frames_between_keyframes = 20, .seals_in_background = false});
    time::journal<toy_input> all;
    for (int round = 0; round < 12; ++round) {
        const std::uint64_t frame = time.tail() + uniform_below(dice, time.head() + 10 - time.tail());
        all.add(time.add({frame, frame + 8}, random_input(dice)).value());
        time.advance(25);
        time.forget_before(time.head() - std::min<std::uint64_t>(time.head(), 60));
        ASSERT_LE(time.head() - time.tail(), 60U + 20U);
        const plain_run plain(first, all, time.head());
        ASSERT_EQ(time.world().hash(), plain.frames.back().hash());
        const auto known = time.known();
        for (std::uint64_t number = time.tail(); number <= time.head(); ++number) {
            const auto view = known->seek(number);
            ASSERT_TRUE(view);
            for (const toy_body& body : plain.frames[number].state().bodies) {
                ASSERT_EQ(*view->find(body.key), body.motion);
            }
        }
        // What lasts is known with its beginning, however long ago that was.
        const auto list = [&](const time::event_history<toy_event>& events) {
            std::vector<std::pair<std::uint64_t, std::uint64_t>> intervals;
            events.all({time.tail(), time.head() + 1},
                       [&](const auto& each) { intervals.emplace_back(each.first, each.last); });
            return intervals;
        };
        ASSERT_EQ(list(known->events), list(plain.events));
    }
    EXPECT_EQ(time.known()->at(entity_key{1}, time.tail() - 1).how, time::found::before_tail);
    EXPECT_FALSE(time.apply(transaction{}.add({.id = {7, 0}, .when = {0, 1}})));
    while (time.undo()) {
    }
    EXPECT_EQ(time.tail(), time.known()->keyframes.frames().front()->frame);
}

} // namespace
} // namespace orrery::test
