// A recording: one file (.orrery) that is written block by block while a world runs, and can be opened at any
// time, finished or not. This is the container: what the bytes in a block mean is known to those who write
// them.
//
// Each block is on its way to the disk when add() returns, in one piece, and has its label in front and
// behind. So a process that dies leaves a file in which at most the last block is missing; a damaged block is
// found by its checksum, is still named, and does not keep others from being read. An index is added now and
// then and at the end: with it opening reads a few blocks of the file, without it one label for each block.
// The writer holds one block and the labels since the last index in memory, however long the recording is.
// The layout is in docs/archives.md.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/compression.hpp>
#include <orrery/core/archive/mapped_file.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::time {

// Numbers in files: new kinds come at the end. A reader keeps those that it does not know.
enum class block_kind : std::uint16_t {
    header,
    index,
    journal,
    keyframe,
    tracks,
    events,
    hashes,
    definitions
};

[[nodiscard]] std::string name_of(block_kind kind);

// What a recording is of.
struct recording_header {
    std::string world{}; // the name of its type
    std::uint32_t scalar_bytes = sizeof(scalar);
    std::vector<std::byte> scene{};
    std::vector<std::byte> settings{};

    friend bool operator==(const recording_header&, const recording_header&) = default;
};

// One block as its label describes it.
struct recorded_block {
    block_kind kind = block_kind::header;
    bool is_compressed = false;
    frame_range frames{};
    std::uint64_t offset = 0; // of the label in front
    std::uint64_t stored_bytes = 0;
    std::uint64_t content_bytes = 0;
    std::uint64_t checksum = 0;

    friend bool operator==(const recorded_block&, const recorded_block&) = default;
};

// "keyframe of frames 60 to 60 at byte 4096"
[[nodiscard]] std::string describe(const recorded_block& block);

// A place in a file that is not as it was written.
struct recording_damage {
    std::uint64_t offset = 0;
    bool is_known_block = false; // which one it was
    recorded_block block{};
    std::string message{}; // one sentence: file, block, byte and reason
};

class recording_writer {
public:
    static constexpr std::uint64_t max_block_bytes = std::uint64_t{1} << 30;

    // Takes the place of a file that is there; who has that one open keeps it.
    [[nodiscard]] static result<recording_writer> create(const std::string& path,
                                                         const recording_header& header);

    // Writes to a file that is open for writing, such as a pipe, and closes it in the end. It need not be
    // able to seek. `name` is what messages call it.
    [[nodiscard]] static result<recording_writer> create_on(std::FILE* file, std::string name,
                                                            const recording_header& header);

    // Writes into memory, to be taken when all is written. No block is compressed harder than `most`: a
    // reader without zstd reads only what is not compressed at all.
    [[nodiscard]] static result<recording_writer> create_in_memory(const recording_header& header,
                                                                   compression most = compression::fast);

    recording_writer(recording_writer&&) noexcept = default;
    recording_writer& operator=(recording_writer&&) noexcept = default;

    // Closes the file. Whether that went well is known only to those who close() it themselves.
    ~recording_writer();

    // After the first failure, such as a full disk, nothing more is written and each call repeats its reason;
    // what was written before stays readable. Headers and indexes are the writer's own business.
    [[nodiscard]] status add(block_kind kind, frame_range frames, std::span<const std::byte> content,
                             compression how = compression::fast);

    // Waits until everything is on the disk and would survive a power failure. What is no file on a disk,
    // such as a pipe, has been handed over by then.
    [[nodiscard]] status flush();

    // Adds the last index and flushes.
    [[nodiscard]] status close();

    // Of the file so far.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return size_; }

    // What was written into memory, once it is closed.
    [[nodiscard]] std::vector<std::byte> take_bytes() noexcept { return std::move(memory_); }

private:
    struct file_closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    using open_file = std::unique_ptr<std::FILE, file_closer>;

    recording_writer(std::string path, open_file file) noexcept;

    [[nodiscard]] status begin(const recording_header& header);

    [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr || is_in_memory_; }

    [[nodiscard]] status write(std::span<const std::byte> bytes);
    [[nodiscard]] status add_block(block_kind kind, frame_range frames, std::span<const std::byte> content,
                                   compression how);
    [[nodiscard]] status add_index();
    [[nodiscard]] status fail(std::string_view what_failed);

    std::string path_;
    open_file file_;
    bool is_in_memory_ = false; // until it is closed
    std::vector<std::byte> memory_;
    compression most_ = compression::small;
    std::uint64_t size_ = 0;
    std::vector<recorded_block> since_index_;
    std::uint64_t last_index_ = 0; // where it is; zero: there is none
    byte_writer buffer_;
    std::string failure_;
};

class recording_reader {
public:
    // What does not fit into `max_content_bytes` is not read; nothing else is refused that has the right
    // first bytes.
    [[nodiscard]] static result<recording_reader>
    open(const std::string& path, std::uint64_t max_content_bytes = recording_writer::max_block_bytes);

    // `name` is what messages call the bytes.
    [[nodiscard]] static result<recording_reader>
    open(mapped_file file, std::string name,
         std::uint64_t max_content_bytes = recording_writer::max_block_bytes);

    // What messages call it.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    // Or why it cannot be read.
    [[nodiscard]] const result<recording_header>& header() const noexcept { return header_; }

    // In the order in which they were written, without headers and indexes. Where two of one kind are of the
    // same frames, the later one holds.
    [[nodiscard]] std::span<const recorded_block> blocks() const noexcept { return blocks_; }

    // The content, checked; from any thread.
    [[nodiscard]] result<std::vector<std::byte>> read(const recorded_block& block) const;

    // What opening found. A finished file is opened by its index, without a look at the blocks.
    [[nodiscard]] std::span<const recording_damage> damage() const noexcept { return damage_; }

    // Reads the whole file and tells all that is not as it was written.
    [[nodiscard]] std::vector<recording_damage> check() const;

    // Whether the file ends with an index, as the writer's close() leaves it.
    [[nodiscard]] bool is_finished() const noexcept { return is_finished_; }

private:
    recording_reader(mapped_file file, std::string name, std::uint64_t max_content_bytes);

    [[nodiscard]] bool take_index();
    void take_scan();
    [[nodiscard]] result<recording_header> read_header(const recorded_block& block) const;

    mapped_file file_;
    std::string name_;
    std::uint64_t max_content_bytes_;
    result<recording_header> header_;
    std::vector<recorded_block> blocks_;
    std::vector<recording_damage> damage_;
    bool is_finished_ = false;
};

} // namespace orrery::time
