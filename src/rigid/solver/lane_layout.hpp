// Puts constraints between two bodies into an order in which they can be solved side by side: coloured, so
// that no two of a colour move the same body, and in groups of lanes. A constraint takes the first colour
// that neither of its bodies has yet, in the order given, which is that of keys; so its colour depends on
// nothing outside its island. Constraints with bodies that cannot be moved come last in every round, since
// they cannot give way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// The solver's row for all that is fixed.
inline constexpr std::int32_t fixed_body = 0;

class lane_layout {
public:
    static constexpr std::uint32_t no_item = 0xffff'ffffu;

    struct item {
        std::int32_t first = 0;  // solver row of a body that moves
        std::int32_t second = 0; // of the other
        bool does_second_move = false;
        std::uint16_t size = 0; // a class: items of one group have the same
    };

    // Groups of one colour and one size.
    struct run {
        std::uint32_t first_slot = 0;
        std::uint32_t groups = 0;
        std::uint32_t size = 0;
        bool does_second_move = true;
    };

    struct color {
        std::uint32_t first_run = 0;
        std::uint32_t end_run = 0;
        std::uint32_t groups = 0;
    };

    // The rows of the bodies that move are first_body to end_body. Behind them comes a spare one for each
    // size, which lanes without an item may write to: runs of one colour that are computed at the same time
    // have different sizes.
    void arrange(std::span<const item> items, std::uint32_t size_count, std::int32_t first_body,
                 std::int32_t end_body, int lanes);

    [[nodiscard]] std::span<const run> runs() const noexcept { return runs_; }

    [[nodiscard]] std::span<const color> colors() const noexcept { return colors_; }

    // The item of each lane of a group, or no_item.
    [[nodiscard]] const std::uint32_t* items_of(const run& of, std::uint32_t group) const noexcept {
        return slots_.data() + of.first_slot + group * lanes_;
    }

    // Of a run's groups one after the other, first all first bodies, then all second ones.
    [[nodiscard]] const std::int32_t* bodies_of(const run& of) const noexcept {
        return bodies_.data() + std::size_t{of.first_slot} * 2;
    }

private:
    void choose_colors(std::span<const item> items, std::int32_t first_body, std::int32_t end_body);
    void make_runs();
    void place_bodies(run& of, std::span<const item> items, std::int32_t end_body);

    std::uint32_t lanes_ = 4;
    std::uint32_t size_count_ = 1;
    std::vector<run> runs_;
    std::vector<color> colors_;
    std::vector<std::uint64_t> used_colors_; // by each body, as bits
    std::vector<std::uint32_t> bins_;        // of each item: its colour and size
    std::vector<std::uint32_t> bin_counts_;  // of items; later where the next item goes
    std::vector<std::uint32_t> slots_;
    std::vector<std::int32_t> bodies_;
};

} // namespace orrery::rigid::detail
