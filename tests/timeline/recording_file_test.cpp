#include "tests/core/allocation_count.hpp"
#include "tests/core/property.hpp"
#include "tests/timeline/full_disk.hpp"

#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/timeline/recording_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <limits>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace orrery;
using namespace orrery::time;

namespace fs = std::filesystem;

using bytes = std::vector<std::byte>;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

bytes noise(std::size_t count, std::uint64_t seed) {
    bytes made(count);
    for (std::size_t i = 0; i < count; ++i) {
        made[i] = static_cast<std::byte>(hash_value(std::uint64_t{i}, seed));
    }
    return made;
}

// A path of its own for every test, gone afterwards.
class recording_file : public testing::Test {
protected:
    recording_file()
        : path_(testing::TempDir() + "orrery_" +
                testing::UnitTest::GetInstance()->current_test_info()->name() + ".orrery") {
        fs::remove(path_);
    }

    ~recording_file() override { fs::remove(path_); }

    [[nodiscard]] const std::string& path() const { return path_; }

    [[nodiscard]] bytes file_bytes() const { return *read_file(path_, no_limit); }

private:
    std::string path_;
};

const recording_header sample_header{
    .world = "rigid", .scene = bytes(20, std::byte{1}), .settings = bytes(3, std::byte{2})};

struct written_block {
    block_kind kind;
    frame_range frames;
    bytes content;
};

// One that compresses, one that does not, one without content, one whose length is no multiple of eight.
std::vector<written_block> sample_blocks() {
    return {{block_kind::keyframe, frame_range::one(0), bytes(300, std::byte{7})},
            {block_kind::tracks, {0, 60}, noise(40, 1)},
            {block_kind::events, {0, 60}, {}},
            {block_kind::journal, {3, 61}, noise(13, 2)}};
}

recording_writer create(const std::string& path) {
    auto created = recording_writer::create(path, sample_header);
    EXPECT_TRUE(created.has_value());
    return *std::move(created);
}

void add_all(recording_writer& writer, const std::vector<written_block>& blocks) {
    for (const written_block& each : blocks) {
        EXPECT_TRUE(writer.add(each.kind, each.frames, each.content).is_ok());
    }
}

recording_reader open_bytes(bytes content) {
    auto reader = recording_reader::open(mapped_file(std::move(content)), "run.orrery");
    EXPECT_TRUE(reader.has_value());
    return *std::move(reader);
}

// Whether the blocks of a reader are the first of those that were written, whole and in order.
testing::AssertionResult are_first_of(const recording_reader& reader,
                                      const std::vector<written_block>& written) {
    if (reader.blocks().size() > written.size()) {
        return testing::AssertionFailure() << "more blocks than were written";
    }
    for (std::size_t i = 0; i < reader.blocks().size(); ++i) {
        const recorded_block& block = reader.blocks()[i];
        const auto content = reader.read(block);
        if (block.kind != written[i].kind || block.frames != written[i].frames || !content ||
            *content != written[i].content) {
            return testing::AssertionFailure() << describe(block) << " is not as it was written";
        }
    }
    return testing::AssertionSuccess();
}

TEST_F(recording_file, is_read_as_it_was_written) {
    recording_writer writer = create(path());
    add_all(writer, sample_blocks());
    ASSERT_TRUE(writer.close().is_ok());
    const auto reader = recording_reader::open(path());
    ASSERT_TRUE(reader.has_value());
    ASSERT_TRUE(reader->header().has_value());
    EXPECT_EQ(*reader->header(), sample_header);
    EXPECT_EQ(reader->blocks().size(), sample_blocks().size());
    EXPECT_TRUE(are_first_of(*reader, sample_blocks()));
    EXPECT_TRUE(reader->is_finished());
    EXPECT_TRUE(reader->damage().empty());
    EXPECT_TRUE(reader->check().empty());
    EXPECT_EQ(fs::file_size(path()), writer.bytes());
}

TEST_F(recording_file, can_be_read_while_it_is_written) {
    recording_writer writer = create(path());
    std::vector<written_block> written;
    for (const written_block& next : sample_blocks()) {
        add_all(writer, {next});
        written.push_back(next);
        const auto reader = recording_reader::open(path());
        ASSERT_TRUE(reader.has_value());
        EXPECT_EQ(reader->blocks().size(), written.size());
        EXPECT_TRUE(are_first_of(*reader, written));
        EXPECT_FALSE(reader->is_finished());
        EXPECT_TRUE(reader->check().empty());
    }
}

// More than one index: each must lead to the one before it.
TEST_F(recording_file, of_many_blocks_is_opened_by_its_indexes) {
    recording_writer writer = create(path());
    std::vector<written_block> written;
    for (std::uint64_t frame = 0; frame < 2500; ++frame) {
        written.push_back({block_kind::hashes, frame_range::one(frame), noise(8, frame)});
    }
    add_all(writer, written);
    ASSERT_TRUE(writer.close().is_ok());
    bytes content = file_bytes();
    const recording_reader reader = open_bytes(content);
    EXPECT_TRUE(reader.is_finished());
    EXPECT_EQ(reader.blocks().size(), written.size());
    EXPECT_TRUE(are_first_of(reader, written));

    // Without its last byte the file has to be gone through, with the same result.
    content.pop_back();
    const recording_reader scanned = open_bytes(content);
    EXPECT_FALSE(scanned.is_finished());
    EXPECT_TRUE(std::ranges::equal(scanned.blocks(), reader.blocks()));
    EXPECT_EQ(scanned.damage().size(), 1u);
}

TEST_F(recording_file, that_ends_anywhere_opens_with_what_is_whole) {
    recording_writer writer = create(path());
    std::vector<std::uint64_t> ends;
    for (const written_block& each : sample_blocks()) {
        add_all(writer, {each});
        ends.push_back(writer.bytes());
    }
    ASSERT_TRUE(writer.close().is_ok());
    const bytes whole = file_bytes();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto reader = recording_reader::open(
            mapped_file(bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
            "run.orrery");
        ASSERT_EQ(reader.has_value(), size >= 40);
        if (reader) {
            const auto there =
                std::count_if(ends.begin(), ends.end(), [&](std::uint64_t end) { return end <= size; });
            EXPECT_EQ(reader->blocks().size(), static_cast<std::size_t>(there));
            EXPECT_TRUE(are_first_of(*reader, sample_blocks()));
        }
    }
}

// Which of the blocks, headers and indexes included, a byte belongs to.
const recorded_block* block_at(const std::vector<recorded_block>& all, std::uint64_t byte) {
    const auto after = std::ranges::upper_bound(all, byte, std::ranges::less(), &recorded_block::offset);
    return after == all.begin() ? nullptr : &*std::prev(after);
}

TEST_F(recording_file, tells_which_block_a_changed_byte_is_in_and_reads_all_others) {
    recording_writer writer = create(path());
    add_all(writer, sample_blocks());
    ASSERT_TRUE(writer.close().is_ok());
    const bytes whole = file_bytes();
    const recording_reader untouched = open_bytes(whole);
    std::vector<recorded_block> all(untouched.blocks().begin(), untouched.blocks().end());
    all.insert(all.begin(), {.kind = block_kind::header, .offset = 40});
    const recorded_block& last = untouched.blocks().back();
    all.push_back(
        {.kind = block_kind::index, .offset = last.offset + 2 * 64 + (last.stored_bytes + 7) / 8 * 8});

    for (std::size_t place = 0; place < whole.size(); ++place) {
        bytes changed = whole;
        changed[place] ^= std::byte{1};
        const recording_reader reader = open_bytes(changed);
        const std::vector<recording_damage> damage = reader.check();
        ASSERT_FALSE(damage.empty()) << "byte " << place;
        const recorded_block* const hit = block_at(all, place);
        for (const recording_damage& each : damage) {
            EXPECT_EQ(each.is_known_block, hit != nullptr);
            EXPECT_EQ(each.offset, hit == nullptr ? 0 : hit->offset);
            EXPECT_EQ(each.block.kind, hit == nullptr ? block_kind::header : hit->kind);
            EXPECT_EQ(each.message.find("run.orrery: "), 0u);
        }
        ASSERT_EQ(reader.blocks().size(), untouched.blocks().size());
        for (const recorded_block& block : reader.blocks()) {
            const bool may_be_lost = hit != nullptr && block.offset == hit->offset;
            EXPECT_TRUE(reader.read(block).has_value() || may_be_lost);
        }
        EXPECT_TRUE(reader.header().has_value() || (hit != nullptr && hit->kind == block_kind::header));
    }
}

TEST_F(recording_file, names_a_damaged_block_by_kind_frames_and_byte) {
    recording_writer writer = create(path());
    add_all(writer, sample_blocks());
    ASSERT_TRUE(writer.close().is_ok());
    bytes changed = file_bytes();
    const recorded_block tracks = open_bytes(changed).blocks()[1];
    changed[static_cast<std::size_t>(tracks.offset) + 64] ^= std::byte{1};
    const recording_reader reader = open_bytes(changed);
    const std::string expected = "run.orrery: tracks of frames 0 to 59 at byte " +
                                 std::to_string(tracks.offset) +
                                 ": the checksum does not match, the block is damaged";
    EXPECT_EQ(reader.read(tracks).reason().message, expected);
    ASSERT_EQ(reader.check().size(), 1u);
    EXPECT_EQ(reader.check()[0].message, expected);
    EXPECT_TRUE(reader.check()[0].block.frames.contains(59));
}

TEST_F(recording_file, with_a_hole_is_read_before_and_after_it) {
    recording_writer writer = create(path());
    add_all(writer, sample_blocks());
    ASSERT_TRUE(writer.close().is_ok());
    const bytes whole = file_bytes();
    const recording_reader untouched = open_bytes(whole);
    EXPECT_TRUE(property::holds([&] {
        bytes changed = whole;
        const auto begin = property::in_range<std::size_t>(40, whole.size());
        const auto end = property::in_range<std::size_t>(begin, whole.size());
        std::fill(changed.begin() + static_cast<std::ptrdiff_t>(begin),
                  changed.begin() + static_cast<std::ptrdiff_t>(end), std::byte{0xee});
        // Without the last byte no index helps.
        changed.pop_back();
        const recording_reader reader = open_bytes(changed);
        for (std::size_t i = 0; i < untouched.blocks().size(); ++i) {
            const recorded_block& block = untouched.blocks()[i];
            const std::uint64_t block_end = block.offset + 2 * 64 + (block.stored_bytes + 7) / 8 * 8;
            const bool is_hit = begin < block_end && end > block.offset;
            const auto found = std::ranges::find(reader.blocks(), block);
            PROPERTY_ASSERT(is_hit || found != reader.blocks().end());
        }
    }));
}

TEST_F(recording_file, is_told_from_other_files) {
    ASSERT_TRUE(write_archive(path(), file_archive("SCEN", 1)).is_ok());
    EXPECT_EQ(recording_reader::open(path()).reason().message,
              path() + ": header at byte 0: the file holds 'SCEN', expected a recording");
    ASSERT_TRUE(write_file(path(), noise(100, 1)).is_ok());
    EXPECT_EQ(recording_reader::open(path()).reason().message,
              path() + ": header at byte 0: this is not an Orrery file");
    EXPECT_TRUE(create(path()).close().is_ok());
    EXPECT_EQ(read_archive(path(), {.kind = "SCEN"}).reason().message,
              path() + ": header at byte 0: the file holds 'RECD', expected 'SCEN'");
}

TEST_F(recording_file, takes_the_place_of_another_without_disturbing_its_readers) {
    recording_writer first = create(path());
    add_all(first, sample_blocks());
    ASSERT_TRUE(first.close().is_ok());
    const auto reader = recording_reader::open(path());
    EXPECT_TRUE(create(path()).close().is_ok());
    EXPECT_TRUE(are_first_of(*reader, sample_blocks()));
    EXPECT_TRUE(recording_reader::open(path())->blocks().empty());
}

TEST_F(recording_file, does_not_unfold_into_more_memory_than_allowed) {
    recording_writer writer = create(path());
    ASSERT_TRUE(writer.add(block_kind::keyframe, frame_range::one(0), bytes(100'000)).is_ok());
    ASSERT_TRUE(writer.close().is_ok());
    const auto reader = recording_reader::open(path(), 99'999);
    ASSERT_TRUE(reader.has_value());
    EXPECT_NE(reader->read(reader->blocks()[0]).reason().message.find("exceed the limit of 99999"),
              std::string::npos);
}

TEST_F(recording_file, on_a_full_disk_is_an_error_and_stays_readable) {
    recording_writer writer = create(path());
    std::vector<written_block> written;
    status added;
    status later;
    status closed;
    {
        const test::full_disk disk(20'000);
        for (std::uint64_t frame = 0; added && frame < 100; ++frame) {
            written.push_back({block_kind::tracks, frame_range::one(frame), noise(1000, frame)});
            added = writer.add(written.back().kind, written.back().frames, written.back().content);
        }
        later = writer.add(block_kind::hashes, {}, {});
        closed = writer.close();
    }
    ASSERT_FALSE(added.is_ok());
    const std::string expected = path() + ": the file cannot be written: File too large";
    EXPECT_EQ(added.reason().message, expected);
    EXPECT_EQ(later.reason().message, expected);
    EXPECT_EQ(closed.reason().message, expected);
    const auto reader = recording_reader::open(path());
    ASSERT_TRUE(reader.has_value());
    EXPECT_EQ(reader->blocks().size(), written.size() - 1);
    EXPECT_TRUE(are_first_of(*reader, written));
    EXPECT_EQ(reader->damage().size(), 1u);
}

TEST_F(recording_file, goes_through_a_pipe_and_is_the_same_file) {
    const auto write = [](recording_writer& writer) {
        for (std::uint64_t frame = 0; frame < 20; ++frame) {
            ASSERT_TRUE(writer.add(block_kind::tracks, frame_range::one(frame), noise(100, frame)).is_ok());
        }
        ASSERT_TRUE(writer.flush().is_ok());
        ASSERT_TRUE(writer.close().is_ok());
    };
    recording_writer to_file = create(path());
    write(to_file);
    int ends[2] = {-1, -1};
    ASSERT_EQ(pipe(ends), 0);
    auto to_pipe = recording_writer::create_on(fdopen(ends[1], "wb"), "pipe", sample_header);
    ASSERT_TRUE(to_pipe.has_value());
    write(*to_pipe); // less than a pipe holds
    bytes read(file_bytes().size() + 1);
    const ssize_t count = ::read(ends[0], read.data(), read.size());
    close(ends[0]);
    ASSERT_GT(count, 0);
    read.resize(static_cast<std::size_t>(count));
    EXPECT_EQ(read, file_bytes());
}

// Labels of that kind: two for each block.
std::size_t count_labels(const bytes& content, block_kind kind) {
    std::size_t count = 0;
    for (std::size_t place = 40; place + 64 <= content.size(); place += 8) {
        count += std::memcmp(content.data() + place, "BLK1", 4) == 0 &&
                 content[place + 4] == static_cast<std::byte>(kind);
    }
    return count;
}

TEST_F(recording_file, takes_no_more_memory_the_longer_it_gets) {
    recording_writer writer = create(path());
    const bytes content = noise(100, 1);
    const auto add_many = [&] {
        for (std::uint64_t frame = 0; frame < 3000; ++frame) {
            EXPECT_TRUE(
                writer.add(block_kind::hashes, frame_range::one(frame), content, compression::none).is_ok());
        }
    };
    add_many();
    EXPECT_LE(test::allocations_during(add_many), 100u);
    // What the writer would have to remember is in the file.
    EXPECT_GE(count_labels(file_bytes(), block_kind::index), 2 * (6000u / 1024));
}

[[noreturn]] void record_for_ever(const std::string& path) {
    auto writer = recording_writer::create(path, sample_header);
    for (std::uint64_t frame = 0; writer; ++frame) {
        (void)writer->add(block_kind::tracks, frame_range::one(frame), noise(500, frame), compression::none);
    }
    _exit(1);
}

TEST_F(recording_file, of_a_process_that_was_killed_holds_all_but_the_last_block) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        record_for_ever(path());
    }
    std::error_code missing;
    while (fs::file_size(path(), missing) < 200'000 || missing) {
        usleep(100);
    }
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    const auto reader = recording_reader::open(path());
    ASSERT_TRUE(reader.has_value());
    EXPECT_EQ(*reader->header(), sample_header);
    EXPECT_GE(reader->blocks().size(), 200'000u / 700);
    EXPECT_LE(reader->damage().size(), 1u);
    std::uint64_t frame = 0;
    for (const recorded_block& block : reader->blocks()) {
        EXPECT_EQ(block.frames, frame_range::one(frame));
        EXPECT_EQ(*reader->read(block), noise(500, frame));
        ++frame;
    }
}

TEST_F(recording_file, that_cannot_be_created_or_opened_says_why) {
    EXPECT_EQ(recording_writer::create("/no/such/folder/a.orrery", {}).reason().message,
              "/no/such/folder/a.orrery: the file cannot be created: No such file or directory");
    EXPECT_EQ(recording_reader::open(path()).reason().message,
              path() + ": the file cannot be opened: No such file or directory");
}

// Golden bytes: recordings must open in every later version. The checksums are our own hash.
TEST_F(recording_file, is_laid_out_as_documented) {
    recording_writer writer = create(path());
    ASSERT_TRUE(writer.add(static_cast<block_kind>(6), {60, 61}, noise(13, 1), compression::none).is_ok());
    const bytes content = file_bytes();
    const auto number = [&]<typename T>(T, std::size_t at) {
        T value{};
        std::memcpy(&value, content.data() + at, sizeof(T));
        return value;
    };
    const std::size_t block = content.size() - 64 - 16 - 64;
    EXPECT_EQ(number(std::uint32_t{}, block), 0x314b4c42u);
    EXPECT_EQ(number(std::uint16_t{}, block + 4), 6u);
    EXPECT_EQ(number(std::uint16_t{}, block + 6), 0u);
    EXPECT_EQ(number(std::uint64_t{}, block + 8), 60u);
    EXPECT_EQ(number(std::uint64_t{}, block + 16), 61u);
    EXPECT_EQ(number(std::uint64_t{}, block + 24), block);
    EXPECT_EQ(number(std::uint64_t{}, block + 32), 13u);
    EXPECT_EQ(number(std::uint64_t{}, block + 40), 13u);
    const std::span<const std::byte> view(content);
    EXPECT_EQ(number(std::uint64_t{}, block + 48), hash_bytes(view.subspan(block + 64, 16)));
    EXPECT_EQ(number(std::uint64_t{}, block + 56), hash_bytes(view.subspan(block, 56)));
    EXPECT_TRUE(std::ranges::equal(view.subspan(block, 64), view.last(64)));
}

TEST(recording_file_death, headers_and_indexes_are_not_added_from_outside) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::string path = testing::TempDir() + "orrery_recording_file_death.orrery";
    recording_writer writer = create(path);
    EXPECT_DEATH((void)writer.add(block_kind::index, {}, {}), "by the recording itself");
    EXPECT_TRUE(writer.close().is_ok());
    EXPECT_DEATH((void)writer.flush(), "has been closed");
    fs::remove(path);
}

} // namespace
