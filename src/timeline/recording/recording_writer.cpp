#include "timeline/recording/block_label.hpp"
#include "timeline/recording/recording_parts.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace orrery::time {
namespace {

// An index of so many blocks is a small block itself, and what the writer keeps in memory until then is
// small.
constexpr std::size_t blocks_per_index = 1024;

// A regular file is removed first: others may have it mapped, and must not find it shortened.
[[nodiscard]] std::FILE* create_file(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "wbx");
    if (file != nullptr || errno != EEXIST) {
        return file;
    }
    struct stat facts{};
    if (stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
        return std::fopen(path.c_str(), "wb");
    }
    return std::remove(path.c_str()) == 0 ? std::fopen(path.c_str(), "wbx") : nullptr;
}

} // namespace

recording_writer::recording_writer(std::string path, open_file file) noexcept
    : path_(std::move(path))
    , file_(std::move(file)) {}

recording_writer::~recording_writer() {
    if (file_ != nullptr) {
        (void)close();
    }
}

result<recording_writer> recording_writer::create(const std::string& path, const recording_header& header) {
    open_file file(create_file(path));
    if (file == nullptr) {
        return error{text(path, ": the file cannot be created: ", std::strerror(errno))};
    }
    return create_on(file.release(), path, header);
}

result<recording_writer> recording_writer::create_on(std::FILE* file, std::string name,
                                                     const recording_header& header) {
    ORRERY_CHECK(file != nullptr, "a recording is written to an open file");
    // A block goes out in one piece; a buffer in between would cut it.
    std::setvbuf(file, nullptr, _IONBF, 0);
    recording_writer writer(std::move(name), open_file(file));
    if (const status begun = writer.begin(header); !begun) {
        return begun.reason();
    }
    return writer;
}

result<recording_writer> recording_writer::create_in_memory(const recording_header& header,
                                                            compression most) {
    recording_writer writer("recording", nullptr);
    writer.is_in_memory_ = true;
    writer.most_ = most;
    if (const status begun = writer.begin(header); !begun) {
        return begun.reason();
    }
    return writer;
}

status recording_writer::begin(const recording_header& header) {
    if (status started = write(detail::recording_start()); !started) {
        return started;
    }
    return add_block(block_kind::header, {}, detail::encode_header(header), compression::fast);
}

status recording_writer::add(block_kind kind, frame_range frames, std::span<const std::byte> content,
                             compression how) {
    ORRERY_CHECK(kind != block_kind::header && kind != block_kind::index,
                 "headers and indexes are written by the recording itself");
    if (since_index_.size() >= blocks_per_index) {
        if (const status added = add_index(); !added) {
            return added;
        }
    }
    return add_block(kind, frames, content, how);
}

status recording_writer::add_block(block_kind kind, frame_range frames, std::span<const std::byte> content,
                                   compression how) {
    if (content.size() > max_block_bytes) {
        return error{
            text(path_, ": a block of ", content.size(), " bytes exceeds the limit of ", max_block_bytes)};
    }
    const std::vector<std::byte> packed = compress(content, std::min(how, most_));
    const std::span<const std::byte> stored = packed.empty() ? content : packed;
    recorded_block block{.kind = kind,
                         .is_compressed = !packed.empty(),
                         .frames = frames,
                         .offset = size_,
                         .stored_bytes = stored.size(),
                         .content_bytes = content.size()};
    constexpr std::array<std::byte, detail::block_alignment> zeros{};
    const auto padding =
        std::span(zeros).first(static_cast<std::size_t>(detail::padded_size(stored.size()) - stored.size()));
    hasher checksum;
    checksum.update(stored);
    checksum.update(padding);
    block.checksum = checksum.finish();
    buffer_.clear();
    detail::write_label(buffer_, block);
    buffer_.write_bytes(stored);
    buffer_.write_bytes(padding);
    detail::write_label(buffer_, block);
    const status written = write(buffer_.bytes());
    if (written) {
        since_index_.push_back(block);
    }
    return written;
}

status recording_writer::add_index() {
    const std::uint64_t offset = size_;
    const std::vector<std::byte> content = detail::encode_index(last_index_, since_index_);
    const status added = add_block(block_kind::index, {}, content, compression::none);
    if (added) {
        since_index_.clear();
        last_index_ = offset;
    }
    return added;
}

status recording_writer::flush() {
    if (!failure_.empty()) {
        return error{failure_};
    }
    ORRERY_CHECK(is_open(), "this recording has been closed");
    if (is_in_memory_) {
        return {};
    }
    // Pipes and devices have no disk to wait for, and say so.
    const bool is_done =
        fsync(fileno(file_.get())) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
    return is_done ? status() : fail("the file cannot be brought to the disk");
}

status recording_writer::close() {
    ORRERY_CHECK(is_open(), "this recording has been closed");
    status done = failure_.empty() && !since_index_.empty() ? add_index() : status();
    if (done) {
        done = flush();
    }
    if (std::exchange(is_in_memory_, false)) {
        return done;
    }
    const bool is_closed = std::fclose(file_.release()) == 0;
    return done && !is_closed ? fail("the file cannot be closed") : done;
}

status recording_writer::write(std::span<const std::byte> bytes) {
    if (!failure_.empty()) {
        return error{failure_};
    }
    ORRERY_CHECK(is_open(), "this recording has been closed");
    if (is_in_memory_) {
        memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    } else if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        return fail("the file cannot be written");
    }
    size_ += bytes.size();
    return {};
}

status recording_writer::fail(std::string_view what_failed) {
    failure_ = text(path_, ": ", what_failed, ": ", std::strerror(errno));
    return error{failure_};
}

} // namespace orrery::time
