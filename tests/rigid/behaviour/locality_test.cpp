// Law 2: what happens to an island depends on that island alone.
#include "scenes/builders/piles.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/core/registry/registry_archive.hpp>
#include <orrery/rigid/contact.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

constexpr std::uint32_t pile_bodies = 20;

// Pile n of separate piles, with the whole floor.
scenes::scene pile_alone(const scenes::scene& all, std::uint32_t number) {
    scenes::scene one;
    one.fixed_boxes = all.fixed_boxes;
    const auto first = all.bodies.begin() + number * pile_bodies;
    one.bodies.assign(first, first + pile_bodies);
    return one;
}

constexpr std::uint64_t first_key_of_pile(std::uint32_t number) {
    return 1 + std::uint64_t{number} * pile_bodies;
}

std::vector<std::uint64_t> hashes(playground& ground, std::span<const entity> bodies) {
    std::vector<std::uint64_t> all;
    for (const entity each : bodies) {
        all.push_back(ground.state().hash_of(each));
    }
    return all;
}

TEST(locality, piles_go_through_the_same_bits_together_and_alone) {
    constexpr std::uint32_t rows = 5;
    constexpr std::uint32_t columns = 10;
    constexpr int rounds = 10;
    constexpr int frames_in_a_round = 60;
    const scenes::scene all = scenes::separate_piles(rows, columns);
    playground together({}, {.thread_count = 2});
    const std::vector<entity> bodies = together.add(all);
    std::vector<std::vector<std::uint64_t>> expected;
    for (int round = 0; round < rounds; ++round) {
        together.step(frames_in_a_round);
        expected.push_back(hashes(together, bodies));
    }
    for (std::uint32_t pile = 0; pile < rows * columns; ++pile) {
        playground alone;
        const std::vector<entity> its_bodies = alone.add(pile_alone(all, pile), first_key_of_pile(pile));
        for (int round = 0; round < rounds; ++round) {
            alone.step(frames_in_a_round);
            const auto first = expected[static_cast<std::size_t>(round)].begin() + pile * pile_bodies;
            ASSERT_EQ(hashes(alone, its_bodies), std::vector(first, first + pile_bodies))
                << "pile " << pile << ", frame " << (round + 1) * frames_in_a_round;
        }
    }
}

// Balls that lie on the floor some distance apart, beside the pile in the middle.
scenes::scene ten_thousand_balls() {
    scenes::scene made;
    for (std::uint32_t row = 0; row < 100; ++row) {
        for (std::uint32_t column = 0; column < 100; ++column) {
            made.bodies.push_back({.what = scenes::form::sphere,
                                   .size = {scalar(0.2), 0, 0},
                                   .position = {20 + static_cast<scalar>(column) / 2, scalar(0.2),
                                                static_cast<scalar>(row) / 2}});
        }
    }
    return made;
}

std::vector<entity> with_their_contacts(playground& ground, std::vector<entity> bodies) {
    const std::vector<entity> alone = bodies;
    ground.state().view<const rigid::contact>().each([&](entity id, const rigid::contact& touch) {
        const auto is_one = [&](entity side) {
            return std::find(alone.begin(), alone.end(), side) != alone.end();
        };
        if (is_one(touch.a) || is_one(touch.b)) {
            bodies.push_back(id);
        }
    });
    return bodies;
}

TEST(locality, a_pile_goes_on_with_the_same_bits_in_another_world_among_ten_thousand_others) {
    constexpr int frames_before = 75;
    constexpr int frames_after = 45;
    scenes::scene pile = scenes::separate_piles(1, 1);
    pile.fixed_boxes = {scenes::floor_of(200)};
    playground home;
    const auto bodies = home.add(pile);
    scenes::scene others = ten_thousand_balls();
    others.fixed_boxes = pile.fixed_boxes;
    playground away;
    away.add(others, 1'000'000);
    home.step(frames_before);
    away.step(frames_before);

    byte_writer island;
    save_entities(island, home.state(), with_their_contacts(home, bodies));
    byte_reader arrived(island.bytes());
    const std::vector<entity> moved = load_entities(arrived, away.state()).value().entities;
    home.step(frames_after);
    away.step(frames_after);
    EXPECT_EQ(hashes(away, std::span(moved).first(bodies.size())), hashes(home, bodies));
}

TEST(locality, a_pile_that_sleeps_sleeps_on_in_an_empty_world) {
    const scenes::scene pile = scenes::separate_piles(1, 1);
    scenes::scene floor_alone;
    floor_alone.fixed_boxes = pile.fixed_boxes;
    playground home;
    playground away;
    const auto bodies = home.add(pile);
    away.add(floor_alone);
    constexpr int frames_before = 900;
    home.step(frames_before);
    away.step(frames_before);
    ASSERT_TRUE(home.is_asleep(bodies.front()));

    byte_writer island;
    save_entities(island, home.state(), with_their_contacts(home, bodies));
    byte_reader arrived(island.bytes());
    const std::vector<entity> moved = load_entities(arrived, away.state()).value().entities;
    away.step(60);
    EXPECT_EQ(hashes(away, std::span(moved).first(bodies.size())), hashes(home, bodies));
}

} // namespace
} // namespace orrery::test
