#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/archive/large_file.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

namespace {

using namespace orrery;

namespace fs = std::filesystem;

// A folder of its own for every test, gone afterwards.
class large_file : public testing::Test {
protected:
    large_file()
        : folder_(fs::path(testing::TempDir()) /
                  (std::string("orrery_large_file_") +
                   testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }

    ~large_file() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path() const { return (folder_ / "data").string(); }

    [[nodiscard]] std::ptrdiff_t file_count() const {
        return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    }

    // `count` pieces of 1000 bytes, piece i of the byte i, and the first byte replaced at the end.
    [[nodiscard]] status write_pieces(int count, bool is_committed = true) const {
        auto file = large_file_writer::create(path());
        if (!file) {
            return file.reason();
        }
        for (int piece = 0; piece < count; ++piece) {
            if (const status done = file->append(std::vector(1000, static_cast<std::byte>(piece))); !done) {
                return done;
            }
        }
        if (const status done = file->replace(0, std::vector{std::byte{0xff}}); !done) {
            return done;
        }
        return is_committed ? file->commit() : status();
    }

private:
    fs::path folder_;
};

TEST_F(large_file, is_read_where_something_is_wanted) {
    ASSERT_TRUE(write_pieces(5));
    const auto file = large_file_reader::open(path());
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->size(), 5000u);
    std::vector<std::byte> part(2);
    ASSERT_TRUE(file->read(2999, part));
    EXPECT_EQ(part, (std::vector{std::byte{2}, std::byte{3}}));
    ASSERT_TRUE(file->read(0, part));
    EXPECT_EQ(part, (std::vector{std::byte{0xff}, std::byte{0}}));
    ASSERT_TRUE(file->read(5000, std::span<std::byte>()));
}

TEST_F(large_file, what_lies_beyond_its_end_is_refused) {
    ASSERT_TRUE(write_pieces(1));
    const auto file = large_file_reader::open(path());
    ASSERT_TRUE(file.has_value());
    std::vector<std::byte> part(10);
    EXPECT_EQ(file->read(995, part).reason().message,
              path() + ": the file ends at byte 1000, 5 bytes before the end of what is wanted");
}

TEST_F(large_file, takes_its_name_only_when_it_is_whole) {
    ASSERT_TRUE(write_file(path(), std::vector{std::byte{1}}));
    ASSERT_TRUE(write_pieces(3, false));
    EXPECT_EQ(fs::file_size(path()), 1u);
    EXPECT_EQ(file_count(), 1);
    ASSERT_TRUE(write_pieces(3));
    EXPECT_EQ(fs::file_size(path()), 3000u);
    EXPECT_EQ(file_count(), 1);
}

TEST_F(large_file, that_cannot_be_opened_is_refused_with_its_name) {
    const auto missing = large_file_reader::open(path());
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.reason().message, path() + ": the file cannot be opened: No such file or directory");
    const auto folder = large_file_reader::open(testing::TempDir());
    ASSERT_FALSE(folder.has_value());
    const auto nowhere = large_file_writer::create(path() + "/inside");
    ASSERT_FALSE(nowhere.has_value());
}

} // namespace
