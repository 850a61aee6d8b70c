#include "tests/timeline/full_disk.hpp"
#include "tests/timeline/recorded_toys.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace orrery::test {
namespace {

using recorder_core_test = recorded_toys;

TEST_F(recorder_core_test, writes_the_same_bytes_as_the_typed_recorder) {
    toy_timeline typed(scene, {.frames_between_keyframes = 20});
    time::recorder_core file = make_recorder();
    auto typed_file = time::recorder<toy_world>::create_in_memory(scene);
    ASSERT_TRUE(typed_file);
    for (std::uint64_t part = 1; part <= 4; ++part) {
        time.advance(35);
        typed.advance(35);
        push(part, 20 * part);
        ASSERT_TRUE(typed.add(
            20 * part,
            {.target = entity_key{part}, .kind = toy_input_kind::push, .value = {0, 0, 3, -2}, .form = {}}));
        ASSERT_TRUE(file.write(time));
        ASSERT_TRUE(typed_file->write(typed));
    }
    ASSERT_TRUE(file.close(time));
    ASSERT_TRUE(typed_file->close(typed));
    EXPECT_EQ(file.take_bytes(), typed_file->take_bytes());
}

TEST_F(recorder_core_test, writes_nothing_when_nothing_is_new) {
    time.advance(130);
    time::recorder_core file = make_recorder();
    ASSERT_TRUE(file.write(time));
    const std::uint64_t bytes = file.bytes();
    ASSERT_TRUE(file.write(time));
    EXPECT_EQ(file.bytes(), bytes);
    push(3, 40);
    ASSERT_TRUE(file.write(time));
    EXPECT_GT(file.bytes(), bytes);
}

// What the failed write did not get to is still to be written, so that the next one cannot succeed without
// it.
TEST_F(recorder_core_test, goes_on_failing_after_a_full_disk) {
    const auto path = std::filesystem::path(testing::TempDir()) / text("recorder_core_", getpid());
    const auto fails_twice = [&](time::timeline_core& in, auto&& change) {
        auto file = time::recorder_core::create(path.string(), time::storable_copy_of(scene));
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->write(in));
        change();
        {
            const full_disk disk(file->bytes());
            EXPECT_FALSE(file->write(in));
        }
        EXPECT_FALSE(file->write(in));
    };
    time.advance(130);
    fails_twice(time, [&] { push(3, 1000); });
    fails_twice(time, [&] {
        ASSERT_TRUE(time.define(time::detail::item_of_definition(toy_definition{.form = {.color = 3}})));
    });
    std::filesystem::remove(path);
}

TEST_F(recorder_core_test, cannot_be_made_in_a_folder_that_is_not_there) {
    EXPECT_FALSE(time::recorder_core::create("/no/such/folder/toys", time::storable_copy_of(scene)));
}

} // namespace
} // namespace orrery::test
