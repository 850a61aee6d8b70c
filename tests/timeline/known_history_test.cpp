#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/known_history.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace orrery::test {
namespace {

// In memory, in compressed tracks, and where tracks were given up.
TEST(known_history, answers_in_bytes_what_a_typed_history_answers) {
    for (const std::size_t track_bytes : {std::size_t{1} << 20, std::size_t{1}}) {
        xoshiro256 dice(7);
        toy_timeline time(random_scene(dice, true),
                          {.frames_between_keyframes = 20, .track_bytes = track_bytes});
        time.advance(95);
        time.seal();
        const auto typed = time.known();
        const time::known_history& known = *typed;
        serial_scheduler here;
        for (std::uint64_t frame = 0; frame <= 95; frame += 5) {
            const auto view = typed->seek(frame);
            ASSERT_TRUE(view);
            std::vector<std::byte> motions;
            const auto room = [&](const time::detail::census_pointer& who) {
                EXPECT_EQ(who->keys.size(), view->size());
                motions.resize(who->keys.size() * sizeof(toy_motion));
                return std::span(motions);
            };
            ASSERT_TRUE(is_found(known.read_frame(frame, room, here)));
            ASSERT_EQ(std::memcmp(motions.data(), view->motions().data(), motions.size()), 0);
            const entity_key key = view->keys()[frame % view->size()];
            std::size_t calls = 0;
            known.read_entity(
                key, frame,
                [&](const time::detail::census_pointer& who, std::size_t place, const std::byte* motion) {
                    ++calls;
                    EXPECT_EQ(who->keys[place], key);
                    EXPECT_EQ(std::memcmp(motion, view->find(key), sizeof(toy_motion)), 0);
                });
            EXPECT_EQ(calls, 1U);
        }
        EXPECT_EQ(known.reach(96), time::found::beyond_head);
        EXPECT_EQ(known.reach(3), track_bytes == 1 ? time::found::computed : time::found::recorded);
    }
}

} // namespace
} // namespace orrery::test
