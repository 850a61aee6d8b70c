// The blocks of a recording that hold, by kind: of those that begin in the same frame the latest, and none
// that was taken back.
#pragma once

#include <orrery/timeline/recording_file.hpp>

#include <span>
#include <vector>

namespace orrery::time::detail {

// Each by frame, but for definitions: all of them hold, in the order in which they were written.
struct current_blocks {
    std::vector<recorded_block> tracks;
    std::vector<recorded_block> keyframes;
    std::vector<recorded_block> hashes;
    std::vector<recorded_block> events;
    std::vector<recorded_block> journals;
    std::vector<recorded_block> definitions;
};

[[nodiscard]] current_blocks list_current_blocks(std::span<const recorded_block> blocks);

} // namespace orrery::time::detail
