// The sources of fields in consecutive frames. They are stored apart from the bodies that carry them, because
// whoever flies needs all of them at every frame on the way. Where their number changes a new run begins.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/timeline/detail/number_rows.hpp>
#include <orrery/timeline/detail/world_motion.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class source_track {
public:
    using source = typename World::source_type;
    using number = typename world_motion<World>::number;
    static_assert(std::is_trivially_copyable_v<source> && sizeof(source) % sizeof(number) == 0);

    source_track() = default;

    // sources_at(frame) is a list of sources.
    template <typename SourcesAt>
    source_track(std::uint32_t frames, const SourcesAt& sources_at) {
        std::vector<number> rows;
        for (std::uint32_t frame = 0; frame < frames;) {
            run next{.first = frame, .count = static_cast<std::uint32_t>(sources_at(frame).size())};
            next.start = static_cast<std::uint32_t>(bytes_.size());
            rows.clear();
            for (; frame < frames && sources_at(frame).size() == next.count; ++frame) {
                const std::size_t end = rows.size();
                rows.resize(end + columns(next));
                if (next.count > 0) {
                    std::memcpy(rows.data() + end, sources_at(frame).data(), next.count * sizeof(source));
                }
            }
            if (next.count > 0) {
                encode_rows<number>(columns(next), rows, bytes_);
            }
            runs_.push_back(next);
        }
        bytes_.shrink_to_fit();
        runs_.shrink_to_fit();
    }

    // Goes through the frames from the first on.
    class cursor {
    public:
        explicit cursor(const source_track& track)
            : track_(track) {
            begin_run();
        }

        [[nodiscard]] std::span<const source> sources() const noexcept { return now_; }

        // To the next frame, which must be there. Whether they differ from those before go_on().
        [[nodiscard]] bool go_on() {
            ++frame_;
            if (run_ + 1 < track_.runs_.size() && track_.runs_[run_ + 1].first == frame_) {
                ++run_;
                begin_run();
                return true;
            }
            if (rows_.empty() || rows_.front().is_constant()) {
                return false;
            }
            rows_.front().read_next();
            copy_row();
            return true;
        }

    private:
        void begin_run() {
            rows_.clear();
            const run& now = track_.runs_[run_];
            now_.resize(now.count);
            if (now.count > 0) {
                rows_.emplace_back(columns(now), track_.bytes_.data() + now.start);
                copy_row();
            }
        }

        void copy_row() {
            const std::span<const number> row = rows_.front().row();
            std::memcpy(static_cast<void*>(now_.data()), row.data(), row.size_bytes());
        }

        const source_track& track_;
        std::uint32_t frame_ = 0;
        std::size_t run_ = 0;
        std::vector<row_reader<number>> rows_; // of this run; none if it has no sources
        std::vector<source> now_;
    };

    // Whether there are none in any frame.
    [[nodiscard]] bool is_empty() const noexcept { return bytes_.empty(); }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return bytes_.capacity() + runs_.capacity() * sizeof(run);
    }

    [[nodiscard]] friend bool operator==(const source_track&, const source_track&) = default;

    void save(byte_writer& out) const {
        out.write_variable(runs_.size());
        for (const run& each : runs_) {
            out.write_variable(each.first);
            out.write_variable(each.count);
        }
        out.write_variable(bytes_.size());
        out.write_bytes(bytes_);
    }

    // Fails through the reader.
    [[nodiscard]] static source_track load(byte_reader& in, std::uint32_t frames) {
        source_track made;
        const std::size_t count = in.read_count(2);
        for (std::size_t index = 0; index < count; ++index) {
            const std::uint64_t first = in.read_variable();
            const std::uint64_t sources = in.read_variable();
            const std::uint64_t least = made.runs_.empty() ? 0 : std::uint64_t{made.runs_.back().first} + 1;
            if ((index == 0) != (first == 0) || first < least || first >= frames || sources > max_sources) {
                in.fail("a run of field sources is out of range");
                return {};
            }
            made.runs_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(sources), 0});
        }
        const std::span<const std::byte> all = in.read_bytes(in.read_count(1));
        std::size_t start = 0;
        for (std::size_t index = 0; index < made.runs_.size(); ++index) {
            run& each = made.runs_[index];
            each.start = static_cast<std::uint32_t>(start);
            const std::uint32_t end = index + 1 < made.runs_.size() ? made.runs_[index + 1].first : frames;
            const std::size_t size =
                each.count == 0 ? 0
                                : size_of_rows<number>(columns(each), end - each.first, all.subspan(start));
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

private:
    static constexpr std::uint64_t max_sources = 1u << 24;

    struct run {
        std::uint32_t first = 0; // frame
        std::uint32_t count = 0; // of sources
        std::uint32_t start = 0; // of its bytes

        friend bool operator==(const run&, const run&) = default;
    };

    [[nodiscard]] static std::uint32_t columns(const run& of) noexcept {
        return of.count * static_cast<std::uint32_t>(sizeof(source) / sizeof(number));
    }

    std::vector<run> runs_;
    std::vector<std::byte> bytes_;
};

} // namespace orrery::time::detail
