#include "timeline/tracks/source_cursor.hpp"
#include "timeline/tracks/spare_room.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/timeline/detail/source_track.hpp>

#include <cstring>

namespace orrery::time::detail {
namespace {

constexpr std::uint64_t max_sources = 1u << 24;

template <motion_number T>
void encode_run(std::uint32_t columns, std::span<const std::byte> rows, std::vector<std::byte>& into) {
    std::vector<T> numbers(rows.size() / sizeof(T));
    std::memcpy(numbers.data(), rows.data(), rows.size());
    encode_rows<T>(columns, numbers, into);
}

template <motion_number T>
void copy_row(const row_reader<T>& from, std::vector<std::byte>& into) {
    const std::span<const T> row = from.row();
    std::memcpy(into.data(), row.data(), row.size_bytes());
}

} // namespace

source_track::source_track(std::uint32_t frames, const world_format& format,
                           function_ref<std::span<const std::byte>(std::uint32_t)> sources_at) {
    const auto count_in = [&](std::uint32_t frame) {
        return static_cast<std::uint32_t>(sources_at(frame).size() / format.source_bytes);
    };
    std::vector<std::byte> rows;
    for (std::uint32_t frame = 0; frame < frames;) {
        const run next{
            .first = frame, .count = count_in(frame), .start = static_cast<std::uint32_t>(bytes_.size())};
        rows.clear();
        for (; frame < frames && count_in(frame) == next.count; ++frame) {
            const std::span<const std::byte> row = sources_at(frame);
            rows.insert(rows.end(), row.begin(), row.end());
        }
        if (next.count > 0) {
            with_number_type(format.number,
                             [&]<typename T>() { encode_run<T>(columns(next, format), rows, bytes_); });
        }
        runs_.push_back(next);
    }
    drop_spare_room(bytes_);
    drop_spare_room(runs_);
}

source_track::cursor::cursor(const source_track& track, const world_format& format)
    : track_(track)
    , format_(format) {
    begin_run();
}

void source_track::cursor::begin_run() {
    const run& now = track_.runs_[run_];
    now_.resize(std::size_t{now.count} * format_.source_bytes);
    rows_ = std::monostate{};
    if (now.count > 0) {
        with_number_type(format_.number, [&]<typename T>() {
            copy_row(rows_.emplace<row_reader<T>>(columns(now, format_), track_.bytes_.data() + now.start),
                     now_);
        });
    }
}

bool source_track::cursor::go_on() {
    ++frame_;
    if (run_ + 1 < track_.runs_.size() && track_.runs_[run_ + 1].first == frame_) {
        ++run_;
        begin_run();
        return true;
    }
    return with_number_type(format_.number, [&]<typename T>() {
        auto* const rows = std::get_if<row_reader<T>>(&rows_);
        if (rows == nullptr || rows->is_constant()) {
            return false;
        }
        rows->read_next();
        copy_row(*rows, now_);
        return true;
    });
}

void source_track::save(byte_writer& out) const {
    out.write_variable(runs_.size());
    for (const run& each : runs_) {
        out.write_variable(each.first);
        out.write_variable(each.count);
    }
    out.write_variable(bytes_.size());
    out.write_bytes(bytes_);
}

void source_track::load_runs(byte_reader& in, std::uint32_t frames) {
    const std::size_t count = in.read_count(2);
    for (std::size_t index = 0; index < count; ++index) {
        const std::uint64_t first = in.read_variable();
        const std::uint64_t sources = in.read_variable();
        const std::uint64_t least = runs_.empty() ? 0 : std::uint64_t{runs_.back().first} + 1;
        if ((index == 0) != (first == 0) || first < least || first >= frames || sources > max_sources) {
            in.fail("a run of field sources is out of range");
            return;
        }
        runs_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(sources), 0});
    }
}

source_track source_track::load(byte_reader& in, std::uint32_t frames, const world_format& format) {
    source_track made;
    made.load_runs(in, frames);
    if (!in.ok()) {
        return {};
    }
    const std::span<const std::byte> all = in.read_bytes(in.read_count(1));
    std::size_t start = 0;
    for (std::size_t index = 0; index < made.runs_.size(); ++index) {
        run& each = made.runs_[index];
        each.start = static_cast<std::uint32_t>(start);
        const std::uint32_t end = index + 1 < made.runs_.size() ? made.runs_[index + 1].first : frames;
        const std::size_t size = each.count == 0 ? 0 : with_number_type(format.number, [&]<typename T>() {
            return size_of_rows<T>(columns(each, format), end - each.first, all.subspan(start));
        });
        if (each.count != 0 && size == 0) {
            in.fail("the places of field sources are cut off");
            return {};
        }
        start += size;
    }
    if (made.runs_.empty() || start != all.size()) {
        in.fail("the places of field sources do not end where they should");
        return {};
    }
    made.bytes_.assign(all.begin(), all.end());
    return made;
}

} // namespace orrery::time::detail
