#include "apps/scene/place_name.hpp"

#include <charconv>

namespace orrery::scene_format {
namespace {

// Takes "[12]" from the front of a text.
[[nodiscard]] std::optional<std::size_t> take_index(std::string_view& from) {
    std::size_t index = 0;
    if (!from.starts_with('[')) {
        return std::nullopt;
    }
    const char* end = from.data() + from.size();
    const auto read = std::from_chars(from.data() + 1, end, index);
    if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ']') {
        return std::nullopt;
    }
    from.remove_prefix(static_cast<std::size_t>(read.ptr + 1 - from.data()));
    return index;
}

} // namespace

std::optional<std::size_t> find_by_place(std::string_view place, std::string_view list,
                                         std::span<const std::size_t> generators) {
    constexpr std::string_view generator = "generators";
    std::optional<std::size_t> found;
    if (place.starts_with(list)) {
        place.remove_prefix(list.size());
        found = take_index(place);
        found = found && *found < generators.front() ? found : std::nullopt;
    } else if (place.starts_with(generator)) {
        place.remove_prefix(generator.size());
        const std::optional<std::size_t> which = take_index(place);
        const std::optional<std::size_t> number = take_index(place);
        if (which && number && *which + 1 < generators.size() &&
            *number < generators[*which + 1] - generators[*which]) {
            found = generators[*which] + *number;
        }
    }
    return place.empty() ? found : std::nullopt;
}

} // namespace orrery::scene_format
