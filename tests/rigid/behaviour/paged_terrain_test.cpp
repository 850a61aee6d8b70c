#include "tests/rigid/behaviour/playground.hpp"
#include "tests/rigid/mesh_samples.hpp"
#include "tests/rigid/paged_land.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

#if ORRERY_THREADS
#include <thread>
#endif

namespace orrery::test {
namespace {

using rigid::test::cut_land;
using rigid::test::land_pointer;

// Cut into twenty pages.
const cut_land& wavy_land() {
    static const cut_land land(rigid::test::wavy_field(20), 40);
    return land;
}

void add_travellers(playground& ground, const std::shared_ptr<const rigid::surface>& land) {
    ground.add({.kind = rigid::body_kind::fixed, .shape = ground.world().shapes().add_mesh(land).value()});
    for (int number = 0; number < 12; ++number) {
        const auto aside = static_cast<scalar>(number);
        ground.add({.position = {aside - 8, 2, aside * scalar(1.2) - 7},
                    .linear_velocity = {6 - aside / 2, 0, aside / 3 - 2},
                    .shape = number % 2 == 0 ? rigid::sphere(scalar(0.4))
                                             : rigid::box({scalar(0.3), scalar(0.4), scalar(0.5)})});
    }
}

// Of every tenth frame.
std::vector<std::uint64_t> course_over(const std::shared_ptr<const rigid::surface>& land,
                                       std::uint32_t threads) {
    playground ground(sleepless, {.thread_count = threads});
    add_travellers(ground, land);
    std::vector<std::uint64_t> hashes;
    for (int tenth = 0; tenth < 12; ++tenth) {
        ground.step(10);
        hashes.push_back(ground.world().hash());
    }
    return hashes;
}

TEST(paged_terrain, a_world_goes_through_the_same_bits_however_pages_come_and_go) {
    const land_pointer roomy = wavy_land().open({.thread_count = 0});
    const auto expected = course_over(roomy, 1);
    EXPECT_EQ(roomy->statistics().given_up, 0u);

    const land_pointer tight = wavy_land().open({.budget = 1, .thread_count = 0});
    EXPECT_EQ(course_over(tight, 1), expected);
    EXPECT_GT(tight->statistics().waits, 100u);
    EXPECT_EQ(course_over(wavy_land().open({.budget = 20'000}), 2), expected);
}

#if ORRERY_THREADS

TEST(paged_terrain, pages_that_come_late_are_waited_for) {
    const cut_land late(rigid::test::wavy_field(20), 40);
    late.cutter->refuses = [](std::uint32_t) {
        for (int turn = 0; turn < 50; ++turn) {
            std::this_thread::yield();
        }
        return "";
    };
    std::atomic<std::uint64_t> told{0};
    const land_pointer land = late.open({.budget = 60'000, .on_wait = [&](std::uint32_t) { ++told; }});
    EXPECT_EQ(course_over(land, 2), course_over(wavy_land().open(), 1));
    EXPECT_EQ(land->statistics().waits, told);
}

#endif

TEST(paged_terrain, a_saved_world_names_its_land_and_finds_it_again) {
    const land_pointer land = wavy_land().open({.name = "the wavy land"});
    playground ground(sleepless);
    add_travellers(ground, land);
    ground.step(30);
    byte_writer saved;
    rigid::save_world(saved, ground.world());

    playground stranger(sleepless);
    byte_reader nothing_known(saved.bytes());
    EXPECT_NE(rigid::load_world(nothing_known, stranger.world()).reason().message.find("'the wavy land'"),
              std::string::npos);
    byte_reader in(saved.bytes());
    const status loaded =
        rigid::load_world(in, stranger.world(), [&](rigid::shape_id id, std::string_view name) {
            EXPECT_EQ(id, land->id());
            EXPECT_EQ(name, "the wavy land");
            return result<std::shared_ptr<const rigid::surface>>(land);
        });
    ASSERT_TRUE(loaded) << loaded.reason().message;
    ground.step(30);
    stranger.step(30);
    EXPECT_EQ(stranger.world().hash(), ground.world().hash());
}

} // namespace
} // namespace orrery::test
