// Law 2 for parts of worlds: cut out, gone on by itself and put back, a part has the bits it would have had.
#include "tests/rigid/behaviour/scattered_world.hpp"

#include <orrery/math/aabb.hpp>
#include <orrery/rigid/contact.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace orrery::test {
namespace {

using record = frame_record<rigid::world>;

// What a time database knows of some frames: around each body, all that it can have felt.
class reaches {
public:
    // What touched in the frame it begins with belongs together, too.
    void begin_segment() { around_ = last_; }

    void add(const record& frame) {
        const auto& who = *frame.who;
        for (std::size_t i = 0; i < frame.moved.size(); ++i) {
            const entity_key key = who.keys[frame.moved[i]];
            last_[key] = frame.reaches[i];
            const auto [place, is_new] = around_.try_emplace(key, frame.reaches[i]);
            place->second = merge(place->second, frame.reaches[i]);
        }
        aloof_.clear();
        for (std::size_t i = 0; i < who.keys.size(); ++i) {
            if (who.is_aloof[i] != 0) {
                aloof_.insert(who.keys[i]);
            }
        }
        links_ = who.links;
    }

    [[nodiscard]] const std::set<entity_key>& aloof() const noexcept { return aloof_; }

    // All that a body's course can depend on.
    [[nodiscard]] std::vector<entity_key> closure(entity_key start) const {
        std::set<entity_key> found{start};
        std::vector<entity_key> open{start};
        const auto visit = [&](entity_key key) {
            if (found.insert(key).second) {
                open.push_back(key);
            }
        };
        while (!open.empty()) {
            const entity_key key = open.back();
            open.pop_back();
            if (aloof_.contains(key)) {
                continue;
            }
            for (const auto& [other, box] : around_) {
                if (intersects(around_.at(key), box)) {
                    visit(other);
                }
            }
            for (const auto& [a, b] : links_) {
                if (a == key || b == key) {
                    visit(a == key ? b : a);
                }
            }
        }
        return {found.begin(), found.end()};
    }

private:
    std::map<entity_key, aabb3> around_; // in this segment
    std::map<entity_key, aabb3> last_;
    std::set<entity_key> aloof_;
    std::vector<std::pair<entity_key, entity_key>> links_;
};

using event_list = std::vector<rigid::event>;

// What happened to some bodies in a frame, in an order of its own: parts list it in theirs.
event_list events_of(const record& frame, const std::set<entity_key>& keys) {
    event_list found;
    std::ranges::copy_if(frame.events, std::back_inserter(found), [&](const rigid::event& each) {
        return keys.contains(each.key_a) || keys.contains(each.key_b);
    });
    std::ranges::sort(
        found, {}, [](const rigid::event& each) { // total order: of two alike either may be first
            return std::tuple(each.kind, each.key_a, each.key_b, each.point.x, each.point.y, each.point.z);
        });
    return found;
}

// Replaces `records` by those of all frames.
rigid::world_snapshot stepped(rigid::world& world, int frames, std::vector<record>& records) {
    records.resize(static_cast<std::size_t>(frames));
    for (record& each : records) {
        world.step();
        world.record(each);
    }
    return world.snapshot();
}

// Goes on for some segments, and through each of them again part by part. Answers with the number of parts
// that were less than all.
std::size_t go_on_in_parts(scattered_world& scene, int segments, int frames) {
    engine other_machine({.thread_count = 1});
    rigid::world small = scene.world().fork(other_machine);
    std::size_t real_parts = 0;
    reaches known;
    record frame;
    std::vector<record> records;
    std::vector<record> part_records;
    scene.world().restore(scene.world().snapshot()); // so that all are told of
    scene.world().record(frame);
    known.add(frame);
    for (int round = 0; round < segments; ++round) {
        known.begin_segment();
        const rigid::world_snapshot before = scene.world().snapshot();
        const rigid::world_snapshot after = stepped(scene.world(), frames, records);
        std::ranges::for_each(records, [&](const record& each) { known.add(each); });
        rigid::world_snapshot assembled = before;
        std::set<entity_key> done;
        for (const entity_key key : scene.keys()) {
            if (done.contains(key) || known.aloof().contains(key)) {
                continue;
            }
            const std::vector<entity_key> keys = known.closure(key);
            done.insert(keys.begin(), keys.end());
            real_parts += keys.size() < scene.keys().size() ? 1 : 0;
            small.restore(part_of(before, keys));
            const rigid::world_snapshot part = stepped(small, frames, part_records);
            EXPECT_EQ(with_part(after, keys, part).hash(), after.hash()) << keys.size() << " bodies";
            assembled = with_part(assembled, keys, part);
            std::set<entity_key> pushable(keys.begin(), keys.end());
            std::erase_if(pushable, [&](entity_key each) { return known.aloof().contains(each); });
            for (std::size_t number = 0; number < records.size(); ++number) {
                EXPECT_EQ(events_of(part_records[number], pushable), events_of(records[number], pushable));
            }
        }
        // Those that nothing moves but themselves.
        const std::vector<entity_key> rest(known.aloof().begin(), known.aloof().end());
        small.restore(part_of(before, rest));
        assembled = with_part(assembled, rest, stepped(small, frames, part_records));
        EXPECT_EQ(assembled.hash(), after.hash());
        EXPECT_EQ(assembled.frame(), after.frame());
        if (::testing::Test::HasFailure()) {
            break;
        }
    }
    return real_parts;
}

TEST(parts, what_does_not_come_near_for_a_second_goes_through_the_same_bits_alone) {
    std::size_t real_parts = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        scattered_world scene(seed);
        real_parts += go_on_in_parts(scene, 2, 60);
        scene.ground().step(120); // some sleep by then
        real_parts += go_on_in_parts(scene, 1, 60);
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
    EXPECT_GT(real_parts, 100u);
}

TEST(parts, what_does_not_come_near_in_one_step_goes_through_the_same_bits_alone) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        scattered_world scene(seed);
        scene.ground().step(static_cast<int>(uniform_below(scene.source(), 40)));
        for (int bullet = 0; bullet < 20; ++bullet) {
            scene.add_bullet();
        }
        EXPECT_GT(go_on_in_parts(scene, 12, 1), 20u);
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
}

TEST(parts, a_part_put_back_at_once_changes_nothing) {
    scattered_world scene(3);
    for (int round = 0; round < 10; ++round) {
        scene.ground().step(20);
        const rigid::world_snapshot whole = scene.world().snapshot();
        std::vector<entity_key> keys;
        for (std::uint64_t count = uniform_below(scene.source(), 12); count > 0; --count) {
            keys.push_back(scene.any_key());
        }
        const rigid::world_snapshot same = with_part(whole, keys, part_of(whole, keys));
        EXPECT_EQ(same.hash(), whole.hash());
        EXPECT_EQ(same.frame(), whole.frame());
    }
}

TEST(parts, a_world_goes_on_from_what_was_put_together) {
    scattered_world scene(5);
    scene.ground().step(30);
    engine other_machine({.thread_count = 1});
    rigid::world whole = scene.world().fork(other_machine);
    const rigid::world_snapshot start = scene.world().snapshot();
    // All of it, as one part: every handle in it is another one.
    const rigid::world_snapshot together = with_part(start, scene.keys(), part_of(start, scene.keys()));
    const rigid::world_snapshot alone = part_of(start, scene.keys());
    std::vector<record> records;
    const std::uint64_t expected = stepped(scene.world(), 90, records).hash();
    for (const rigid::world_snapshot& from : {together, alone}) {
        whole.restore(from);
        EXPECT_EQ(stepped(whole, 90, records).hash(), expected);
    }
}

} // namespace
} // namespace orrery::test
