// Who can have felt a change, against a plain search over all pairs.
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/detail/influence.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using toy_influence = time::detail::influence;
using key_list = std::vector<entity_key>;
using link_list = std::vector<std::pair<entity_key, entity_key>>;

[[nodiscard]] key_list list_of(const time::detail::key_set& keys) {
    return {keys.keys().begin(), keys.keys().end()};
}

[[nodiscard]] aabb2 reach_at_rest(const toy_motion& where) {
    return aabb2::from_center(position_of(where), vector2::filled(scalar(toy_world::touching_distance) / 2));
}

// What influence should find, by asking everyone about everyone.
struct plain_influence {
    std::vector<toy_body> bodies{}; // on the old course
    std::vector<toy_body> moved{};  // on the new one
    link_list links{};
    std::set<entity_key> changed{};
    std::set<entity_key> companions{};

    [[nodiscard]] bool are_linked(entity_key a, entity_key b) const {
        return std::ranges::any_of(
            links, [=](const auto& each) { return each == std::pair(a, b) || each == std::pair(b, a); });
    }

    [[nodiscard]] static bool do_meet(const std::vector<toy_body>& all, entity_key a, entity_key b) {
        const auto mine = std::ranges::find(all, a, &toy_body::key);
        const auto theirs = std::ranges::find(all, b, &toy_body::key);
        return mine != all.end() && theirs != all.end() &&
               intersects(reach_at_rest(mine->motion), reach_at_rest(theirs->motion));
    }

    void close() {
        for (bool has_grown = true; has_grown;) {
            has_grown = false;
            for (const toy_body& each : bodies) {
                const bool joins = std::ranges::any_of(changed, [&](entity_key key) {
                    return are_linked(key, each.key) || do_meet(bodies, key, each.key);
                });
                if (joins && !changed.contains(each.key)) {
                    has_grown |= (each.form->is_fixed ? companions : changed).insert(each.key).second;
                }
            }
        }
    }

    [[nodiscard]] std::vector<key_list> groups() const {
        std::vector<key_list> found;
        std::set<entity_key> left = changed;
        while (!left.empty()) {
            key_list group{*left.begin()};
            left.erase(left.begin());
            for (std::size_t next = 0; next < group.size(); ++next) {
                std::erase_if(left, [&](entity_key other) {
                    const bool is_near = are_linked(group[next], other) ||
                                         do_meet(bodies, group[next], other) ||
                                         do_meet(moved, group[next], other);
                    if (is_near) {
                        group.push_back(other);
                    }
                    return is_near;
                });
            }
            std::ranges::sort(group);
            found.push_back(std::move(group));
        }
        return found;
    }
};

[[nodiscard]] std::vector<key_list> groups_of(const toy_influence& of) {
    std::vector<key_list> found;
    for (const time::detail::key_set& each : of.groups()) {
        found.push_back(list_of(each));
    }
    return found;
}

TEST(influence, finds_whom_a_plain_search_finds) {
    std::size_t group_count = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        xoshiro256 dice(seed);
        const auto below = [&](std::uint64_t end) {
            return static_cast<std::int32_t>(uniform_below(dice, end));
        };
        const std::uint64_t count = 2 + uniform_below(dice, 80);
        const std::uint64_t width = 60 + uniform_below(dice, 600);
        toy_world world;
        for (std::uint64_t key = 1; key <= count; ++key) {
            world.add(entity_key{key}, {below(width), below(width), 0, 0}, {.is_fixed = below(5) == 0});
        }
        plain_influence expected{.bodies = world.snapshot().state().bodies};
        const toy_timeline time(std::move(world));
        toy_influence found;
        found.look_at(time.known()->parts(), {0, 1});
        for (std::uint64_t number = uniform_below(dice, count); number > 0; --number) {
            const entity_key a{1 + uniform_below(dice, count)};
            const entity_key b{1 + uniform_below(dice, count)};
            if (a != b) {
                expected.links.emplace_back(a, b);
                found.link(a, b);
                found.link(b, a); // told twice, as by several censuses
            }
        }
        for (int number = 0; number < 3; ++number) {
            const entity_key key{1 + uniform_below(dice, count)};
            expected.changed.insert(key);
            found.changed.add(key);
        }
        expected.close();
        found.close();
        ASSERT_EQ(list_of(found.changed), key_list(expected.changed.begin(), expected.changed.end()));
        ASSERT_EQ(list_of(found.companions),
                  key_list(expected.companions.begin(), expected.companions.end()));
        ASSERT_EQ(groups_of(found), expected.groups()) << "seed " << seed;

        // The changed go elsewhere, where some of them meet, and others join.
        toy_world elsewhere;
        for (const entity_key key : expected.changed) {
            elsewhere.add(key, {below(width), below(width), 0, 0});
        }
        expected.moved = elsewhere.snapshot().state().bodies;
        frame_record<toy_world> record;
        elsewhere.record(record);
        std::vector<time::detail::recorded_frame> records(1);
        time::detail::take_record(record, records[0]);
        (void)found.close_over(records, time.known()->parts().format());
        expected.changed = {found.changed.keys().begin(), found.changed.keys().end()};
        ASSERT_EQ(groups_of(found), expected.groups()) << "seed " << seed;
        group_count += expected.groups().size();
    }
    EXPECT_GT(group_count, 90U) << "some fall into several groups";
}

// Each of them was compared with each other, and each such pair with all links: 10^13 comparisons.
TEST(influence, of_twenty_thousand_jointed_bodies_is_found_by_search) {
    constexpr std::uint64_t count = 20'000;
    toy_world world;
    for (std::uint64_t key = 1; key <= count; ++key) {
        world.add(entity_key{key}, {static_cast<std::int32_t>(20 * key), 0, 0, 0});
    }
    const toy_timeline time(std::move(world));
    toy_influence found;
    found.look_at(time.known()->parts(), {0, 1});
    // Two trees, of the odd and of the even keys.
    for (std::uint64_t number = 2; number <= count / 2; ++number) {
        found.link(entity_key{2 * (number / 2) - 1}, entity_key{2 * number - 1});
        found.link(entity_key{2 * (number / 2)}, entity_key{2 * number});
    }
    found.changed.add(entity_key{1});
    found.changed.add(entity_key{count});
    found.close();
    EXPECT_EQ(found.changed.keys().size(), count);
    const auto groups = found.groups();
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].keys().size(), count / 2);
    EXPECT_EQ(groups[1].keys().front(), entity_key{2});
}

} // namespace
} // namespace orrery::test
