// What is in the bytes of a recording, found without an index: from label to label, and where one is damaged
// from there on to the next that is whole.
#pragma once

#include <orrery/timeline/recording_file.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace orrery::time::detail {

struct recording_scan {
    std::vector<recorded_block> blocks; // of all kinds, in order
    std::vector<recording_damage> damage;
};

// Reads two labels for each block with `look_behind`, one otherwise. `name` is what messages call the bytes.
[[nodiscard]] recording_scan scan_recording(std::span<const std::byte> file, std::string_view name,
                                            bool look_behind);

// The damage of a block that is known, and the sentence that says so.
[[nodiscard]] recording_damage damage_of(const recorded_block& block, std::string_view name,
                                         std::string_view reason);

} // namespace orrery::time::detail
