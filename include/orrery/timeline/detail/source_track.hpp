// The sources of fields in consecutive frames. They are stored apart from the bodies that carry them, because
// whoever flies needs all of them at every frame on the way. Where their number changes a new run begins.
#pragma once

#include <orrery/core/function_ref.hpp>
#include <orrery/core/fwd.hpp>
#include <orrery/timeline/detail/world_format.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::time::detail {

class source_track {
public:
    source_track() = default;

    // sources_at(frame) are the sources of a frame, as bytes.
    source_track(std::uint32_t frames, const world_format& format,
                 function_ref<std::span<const std::byte>(std::uint32_t)> sources_at);

    class cursor; // src/timeline/tracks/source_cursor.hpp

    // Whether there are none in any frame.
    [[nodiscard]] bool is_empty() const noexcept { return bytes_.empty(); }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return bytes_.capacity() + runs_.capacity() * sizeof(run);
    }

    [[nodiscard]] friend bool operator==(const source_track&, const source_track&) = default;

    void save(byte_writer& out) const;

    // Fails through the reader.
    [[nodiscard]] static source_track load(byte_reader& in, std::uint32_t frames, const world_format& format);

private:
    struct run {
        std::uint32_t first = 0; // frame
        std::uint32_t count = 0; // of sources
        std::uint32_t start = 0; // of its bytes

        friend bool operator==(const run&, const run&) = default;
    };

    // Of numbers.
    [[nodiscard]] static std::uint32_t columns(const run& of, const world_format& format) noexcept {
        return of.count * (format.source_bytes / size_of(format.number));
    }

    void load_runs(byte_reader& in, std::uint32_t frames);

    std::vector<run> runs_;
    std::vector<std::byte> bytes_;
};

} // namespace orrery::time::detail
