// References to what has no name, by its place in the document: "bodies[3]" or "generators[0][12]".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace orrery::scene_format {

// The number of what stands at that place. `list` is what things that stand alone are listed under;
// `generators` has the number of the first thing of each generator, and of the first after all of them.
[[nodiscard]] std::optional<std::size_t> find_by_place(std::string_view place, std::string_view list,
                                                       std::span<const std::size_t> generators);

} // namespace orrery::scene_format
