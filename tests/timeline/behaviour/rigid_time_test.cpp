// The time database over rigid bodies: changes of the past against computing everything again.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/parts.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace orrery::test {
namespace {

static_assert(divisible_simulation<rigid::world>);

using rigid_timeline = timeline<rigid::world>;

class rigid_time : public testing::Test {
protected:
    // Twelve piles of twenty boxes.
    [[nodiscard]] rigid::world piles() {
        rigid::world world(machine);
        scenes::add_to_world(scenes::separate_piles(3, 4), world);
        return world;
    }

    [[nodiscard]] rigid::input kick(xoshiro256& dice) const {
        return {.target = entity_key{1 + uniform_below(dice, 240)},
                .kind = rigid::input_kind::impulse,
                .value = {uniform_real<scalar>(dice, -3000, 3000), uniform_real<scalar>(dice, 0, 3000),
                          uniform_real<scalar>(dice, -3000, 3000)}};
    }

    engine machine{{.thread_count = 1}};
};

TEST_F(rigid_time, a_kick_in_the_past_gives_the_bits_of_computing_everything_again) {
    xoshiro256 dice(7);
    rigid_timeline time(piles());
    time.advance(150);
    int local = 0;
    for (int round = 0; round < 12; ++round) {
        time.add(uniform_below(dice, time.head()), kick(dice));
        local += time.last_rewrite().was_local ? 1 : 0;
        time.advance(7);
    }
    EXPECT_GT(local, 4);

    rigid::world plain = piles();
    time::detail::journal_step<rigid::world> steps;
    const auto known = time.known();
    frame_record<rigid::world> record;
    while (plain.frame() < time.head()) {
        steps.run(plain, time.journal());
        const auto view = known->seek(plain.frame());
        ASSERT_TRUE(view);
        for (std::size_t place = 0; place < view->size(); ++place) {
            const entity id = plain.registry().find(view->keys()[place]);
            ASSERT_EQ(view->motions()[place].position, plain.registry().get<const rigid::position>(id).value)
                << "frame " << plain.frame() << ", body " << static_cast<std::uint64_t>(view->keys()[place]);
        }
    }
    EXPECT_EQ(plain.hash(), time.world().hash());
}

// The records from there on say that it rests, as it did before: which was once read from the new course.
TEST_F(rigid_time, a_body_whose_new_course_meets_the_old_one_asleep_rests_in_the_tracks) {
    for (const std::uint64_t frame : {28U, 29U, 30U, 31U}) {
        rigid::world world(machine);
        (void)make_body(world, {.kind = rigid::body_kind::fixed, .shape = rigid::plane()});
        const auto crate =
            add_blueprint(world, {.shape = rigid::box({scalar(0.5), scalar(0.5), scalar(0.5)})}).value();
        const entity_key key{7};
        rigid_timeline time(std::move(world));
        const auto creation =
            time.add(20, rigid::input::create(key, crate, {{0, scalar(0.5), 0}, {}}, {scalar(0.2), 0, 0}));
        time.advance(100);
        ASSERT_TRUE(time.apply(rigid_timeline::transaction{}.move(*creation, {frame, frame + 1})));
        for (const bool is_sealed : {false, true}) {
            const auto known = time.known();
            for (std::uint64_t now = frame + 1; now <= time.head(); ++now) {
                const rigid::world there = known->revive(now, machine);
                const entity id = there.registry().find(key);
                ASSERT_EQ(known->at(key, now)->motion.linear_velocity,
                          there.registry().get<const rigid::linear_velocity>(id).value)
                    << "created in frame " << frame << ", frame " << now << (is_sealed ? ", sealed" : "");
            }
            time.advance(100);
            time.seal();
        }
    }
}

} // namespace
} // namespace orrery::test
