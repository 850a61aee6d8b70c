// Goes through the frames of a track of sources, from the first on.
#pragma once

#include <orrery/timeline/detail/number_rows.hpp>
#include <orrery/timeline/detail/source_track.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace orrery::time::detail {

class source_track::cursor {
public:
    cursor(const source_track& track, const world_format& format);

    [[nodiscard]] std::span<const std::byte> sources() const noexcept { return now_; }

    // To the next frame, which must be there. Whether they differ from those before go_on().
    [[nodiscard]] bool go_on();

private:
    using reader =
        std::variant<std::monostate, row_reader<float>, row_reader<double>, row_reader<std::int32_t>>;

    void begin_run();

    const source_track& track_;
    const world_format& format_;
    std::uint32_t frame_ = 0;
    std::size_t run_ = 0;
    reader rows_; // of this run; none if it has no sources
    std::vector<std::byte> now_;
};

} // namespace orrery::time::detail
