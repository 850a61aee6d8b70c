#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/archive/mapped_file.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace {

using namespace orrery;

using bytes = std::vector<std::byte>;

std::string test_path(const char* name) {
    return testing::TempDir() + "orrery_mapped_file_" + name;
}

bytes striped_bytes(std::size_t count) {
    bytes made(count);
    for (std::size_t i = 0; i < count; ++i) {
        made[i] = static_cast<std::byte>(i * 7 + i / 256);
    }
    return made;
}

bytes copy_of(const mapped_file& file) {
    return {file.bytes().begin(), file.bytes().end()};
}

TEST(mapped_file, shows_what_is_in_the_file) {
    const std::string path = test_path("content");
    for (const std::size_t size : {0u, 1u, 4096u, 100'000u}) {
        ASSERT_TRUE(write_file(path, striped_bytes(size)).is_ok());
        const auto file = mapped_file::open(path);
        ASSERT_TRUE(file.has_value());
        EXPECT_EQ(copy_of(*file), striped_bytes(size));
    }
    std::remove(path.c_str());
}

TEST(mapped_file, keeps_its_bytes_where_they_are_when_moved) {
    const std::string path = test_path("moved");
    ASSERT_TRUE(write_file(path, striped_bytes(10)).is_ok());
    auto opened = mapped_file::open(path);
    ASSERT_TRUE(opened.has_value());
    const std::byte* const place = opened->bytes().data();
    mapped_file second(*std::move(opened));
    EXPECT_EQ(second.bytes().data(), place);
    mapped_file third(striped_bytes(3));
    third = std::move(second);
    EXPECT_EQ(third.bytes().data(), place);
    EXPECT_EQ(copy_of(third), striped_bytes(10));
    std::remove(path.c_str());
}

TEST(mapped_file, still_shows_a_file_that_was_replaced) {
    const std::string path = test_path("replaced");
    ASSERT_TRUE(write_file(path, striped_bytes(5000)).is_ok());
    const auto file = mapped_file::open(path);
    ASSERT_TRUE(file.has_value());
    ASSERT_TRUE(write_file(path, striped_bytes(1)).is_ok());
    EXPECT_EQ(copy_of(*file), striped_bytes(5000));
    std::remove(path.c_str());
}

TEST(mapped_file, can_hold_bytes_that_came_another_way) {
    const mapped_file file(striped_bytes(10));
    EXPECT_EQ(copy_of(file), striped_bytes(10));
}

TEST(mapped_file, refuses_what_is_missing_or_no_file) {
    EXPECT_EQ(mapped_file::open(test_path("missing")).reason().message,
              test_path("missing") + ": the file cannot be opened: No such file or directory");
    EXPECT_NE(mapped_file::open(testing::TempDir()).reason().message.find("cannot be read"),
              std::string::npos);
    EXPECT_EQ(mapped_file::open("/dev/zero").reason().message, // which never ends
              "/dev/zero: it is a device, expected a file or a pipe");
}

} // namespace
