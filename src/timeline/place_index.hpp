// Which places of a page something is mentioned at: for each of some numbers the places, ascending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::time::detail {

class place_index {
public:
    struct mention {
        std::uint64_t what = 0;
        std::uint16_t place = 0;

        friend constexpr auto operator<=>(const mention&, const mention&) = default;
    };

    place_index() = default;

    explicit place_index(std::vector<mention> mentions);

    [[nodiscard]] std::span<const std::uint16_t> places_of(std::uint64_t what) const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    std::vector<std::uint64_t> what_;   // ascending
    std::vector<std::uint32_t> starts_; // where the places of each begin, and the end
    std::vector<std::uint16_t> places_;
};

} // namespace orrery::time::detail
