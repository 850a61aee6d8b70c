// Which bodies move together: islands are the bodies that are joined by contacts and constraints, directly or
// through others that move. What cannot be moved joins nothing.
#pragma once

#include "rigid/contacts/touch.hpp"
#include "rigid/step/roster.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class island_map {
public:
    // Every awake body of the rows is an island of its own.
    void begin(std::span<const body_row> rows);
    void join(std::uint32_t row_a, std::uint32_t row_b) noexcept;
    // Numbers the islands in the order of their first rows.
    void finish();

    [[nodiscard]] std::uint32_t size() const noexcept { return count_; }

    // Of an awake body.
    [[nodiscard]] std::uint32_t island_of(std::uint32_t row) const noexcept { return island_of_[row]; }

    // The bodies of an island, in the order of rows.
    [[nodiscard]] std::span<const std::uint32_t> rows_of(std::uint32_t island) const noexcept {
        return std::span(rows_).subspan(begins_[island], begins_[island + 1] - begins_[island]);
    }

private:
    [[nodiscard]] std::uint32_t root_of(std::uint32_t row) noexcept;

    std::vector<std::uint32_t> parent_; // of each row; none for those that are not awake
    std::vector<std::uint32_t> island_of_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> begins_;
    std::uint32_t count_ = 0;
};

} // namespace orrery::rigid::detail
