#include <orrery/core/archive/file_io.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace {

using namespace orrery;

namespace fs = std::filesystem;

using bytes = std::vector<std::byte>;

// A directory of its own for every test, gone afterwards.
class file_io : public testing::Test {
protected:
    file_io()
        : folder_(fs::path(testing::TempDir()) /
                  (std::string("orrery_file_io_") +
                   testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }

    ~file_io() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

    [[nodiscard]] std::ptrdiff_t file_count() const {
        return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    }

private:
    fs::path folder_;
};

bytes counted_bytes(std::size_t count) {
    bytes made(count);
    for (std::size_t i = 0; i < count; ++i) {
        made[i] = static_cast<std::byte>(i * 7 + i / 256);
    }
    return made;
}

TEST_F(file_io, what_is_written_is_read_back) {
    for (const std::size_t size : {0u, 1u, 1000u, 65535u, 65536u, 65537u, 300'000u}) {
        const bytes written = counted_bytes(size);
        ASSERT_TRUE(write_file(path("data"), written).is_ok());
        const auto read = read_file(path("data"), size);
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(*read, written);
    }
    EXPECT_EQ(file_count(), 1);
}

TEST_F(file_io, a_link_stays_and_the_file_behind_it_is_replaced) {
    fs::create_directory(path("far"));
    ASSERT_TRUE(write_file(path("far/old"), counted_bytes(3)).is_ok());
    fs::create_symlink("far/old", path("link"));
    fs::create_symlink(path("link"), path("link_to_link"));
    fs::create_symlink("far/new", path("dangling"));
    for (const auto& [link, behind] : {std::pair("link", "far/old"), std::pair("link_to_link", "far/old"),
                                       std::pair("dangling", "far/new")}) {
        const bytes written = counted_bytes(std::string_view(link).size() * 10);
        ASSERT_TRUE(write_file(path(link), written).is_ok()) << link;
        EXPECT_TRUE(fs::is_symlink(path(link))) << link;
        EXPECT_FALSE(fs::is_symlink(path(behind))) << behind;
        EXPECT_EQ(*read_file(path(behind), 1000), written);
    }
    EXPECT_EQ(file_count(), 4);
    fs::create_symlink("loop", path("loop"));
    EXPECT_FALSE(write_file(path("loop"), counted_bytes(3)).is_ok());
}

TEST_F(file_io, pipes_and_folders_are_refused_and_stay) {
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    fs::create_directory(path("folder"));
    for (const char* name : {"pipe", "folder"}) {
        const status written = write_file(path(name), counted_bytes(3));
        ASSERT_FALSE(written.is_ok()) << name;
        EXPECT_NE(written.reason().message.find("expected a file"), std::string::npos);
    }
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
    EXPECT_EQ(file_count(), 2);
}

TEST_F(file_io, a_file_above_the_limit_is_refused) {
    ASSERT_TRUE(write_file(path("data"), counted_bytes(1000)).is_ok());
    const auto read = read_file(path("data"), 999);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.reason().message, path("data") + ": the file exceeds the limit of 999 bytes");
}

TEST_F(file_io, a_file_without_end_is_refused_at_the_limit) {
    EXPECT_FALSE(read_file("/dev/zero", 1'000'000).has_value());
}

TEST_F(file_io, a_missing_file_and_a_directory_are_refused_by_name) {
    const auto missing = read_file(path("nothing"), 10);
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.reason().message,
              path("nothing") + ": the file cannot be opened: No such file or directory");
    const auto directory = read_file(path("."), 10);
    ASSERT_FALSE(directory.has_value());
    EXPECT_EQ(directory.reason().message, path(".") + ": the file cannot be read: Is a directory");
}

TEST_F(file_io, a_folder_that_does_not_exist_is_reported) {
    const status written = write_file(path("no/such/folder"), counted_bytes(10));
    ASSERT_FALSE(written.is_ok());
    EXPECT_NE(written.reason().message.find("the file cannot be created: No such file or directory"),
              std::string::npos);
}

TEST_F(file_io, a_target_that_cannot_be_replaced_stays_and_so_does_no_temporary_file) {
    fs::create_directories(path("target/full"));
    const status written = write_file(path("target"), counted_bytes(10));
    ASSERT_FALSE(written.is_ok());
    EXPECT_NE(written.reason().message.find("the file cannot be replaced"), std::string::npos);
    EXPECT_EQ(file_count(), 1);
}

// A limit on the size of files stands in for a full disk.
TEST_F(file_io, a_full_disk_is_reported_and_leaves_the_old_file_untouched) {
    const bytes old = counted_bytes(100);
    ASSERT_TRUE(write_file(path("data"), old).is_ok());

    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{1 << 16, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const status written = write_file(path("data"), counted_bytes(1 << 20));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);

    ASSERT_FALSE(written.is_ok());
    EXPECT_EQ(written.reason().message, path("data") + ": the file cannot be written: File too large");
    EXPECT_EQ(*read_file(path("data"), 1000), old);
    EXPECT_EQ(file_count(), 1);
}

TEST_F(file_io, a_temporary_file_left_by_a_crash_is_not_in_the_way) {
    std::ofstream(path("data.temporary0")) << "left over";
    ASSERT_TRUE(write_file(path("data"), counted_bytes(10)).is_ok());
    EXPECT_EQ(*read_file(path("data"), 10), counted_bytes(10));
    EXPECT_EQ(fs::file_size(path("data.temporary0")), 9u);
}

} // namespace
