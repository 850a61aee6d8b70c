// The time database over rigid bodies; what every world promises is in tests/conformance/.
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace orrery::test {
namespace {

static_assert(divisible_simulation<rigid::world>);

using rigid_timeline = timeline<rigid::world>;

class rigid_time : public testing::Test {
protected:
    engine machine{{.thread_count = 1}};
};

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
