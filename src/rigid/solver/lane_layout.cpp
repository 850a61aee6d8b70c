#include "rigid/solver/lane_layout.hpp"

#include <bit>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t first_fixed_color = 44; // of items whose second body does not move
constexpr std::uint32_t color_limit = 64;
constexpr std::uint64_t movable_colors = (std::uint64_t{1} << first_fixed_color) - 1;

} // namespace

void lane_layout::arrange(std::span<const item> items, std::uint32_t size_count, std::int32_t first_body,
                          std::int32_t end_body, int lanes) {
    lanes_ = static_cast<std::uint32_t>(lanes);
    size_count_ = size_count;
    choose_colors(items, first_body, end_body);
    make_runs();
    for (std::uint32_t number = 0; number < items.size(); ++number) {
        slots_[bin_counts_[bins_[number]]++] = number;
    }
    for (run& each : runs_) {
        place_bodies(each, items, end_body);
    }
}

void lane_layout::choose_colors(std::span<const item> items, std::int32_t first_body, std::int32_t end_body) {
    used_colors_.assign(static_cast<std::size_t>(end_body - first_body), 0);
    bins_.resize(items.size());
    bin_counts_.assign(color_limit * size_count_, 0);
    for (std::size_t number = 0; number < items.size(); ++number) {
        const item& each = items[number];
        std::uint64_t nothing = 0;
        std::uint64_t& of_first = used_colors_[static_cast<std::size_t>(each.first - first_body)];
        std::uint64_t& of_second = each.does_second_move
                                       ? used_colors_[static_cast<std::size_t>(each.second - first_body)]
                                       : nothing;
        const std::uint64_t taken =
            of_first | of_second | (each.does_second_move ? ~movable_colors : movable_colors);
        auto chosen = static_cast<std::uint32_t>(std::countr_one(taken));
        if (chosen < color_limit) {
            of_first |= std::uint64_t{1} << chosen;
            of_second |= std::uint64_t{1} << chosen;
        } else {
            // More constraints on a body than colours: one for this alone, after all others.
            chosen = static_cast<std::uint32_t>(bin_counts_.size() / size_count_);
            bin_counts_.resize(bin_counts_.size() + size_count_, 0);
        }
        bins_[number] = chosen * size_count_ + each.size;
        ++bin_counts_[bins_[number]];
    }
}

void lane_layout::make_runs() {
    runs_.clear();
    colors_.clear();
    std::uint32_t slot = 0;
    for (std::uint32_t number = 0; number < bin_counts_.size() / size_count_; ++number) {
        const auto first_run = static_cast<std::uint32_t>(runs_.size());
        std::uint32_t groups_of_color = 0;
        for (std::uint32_t size = 0; size < size_count_; ++size) {
            std::uint32_t& count = bin_counts_[number * size_count_ + size];
            const std::uint32_t groups = (count + lanes_ - 1) / lanes_;
            if (groups > 0) {
                runs_.push_back({.first_slot = slot, .groups = groups, .size = size});
            }
            count = slot;
            slot += groups * lanes_;
            groups_of_color += groups;
        }
        if (groups_of_color > 0) {
            colors_.push_back({first_run, static_cast<std::uint32_t>(runs_.size()), groups_of_color});
        }
    }
    slots_.assign(slot, no_item);
    bodies_.resize(std::size_t{slot} * 2);
}

void lane_layout::place_bodies(run& of, std::span<const item> items, std::int32_t end_body) {
    const std::uint32_t* of_lanes = items_of(of, 0);
    of.does_second_move = items[of_lanes[0]].does_second_move;
    const std::int32_t spare = end_body + static_cast<std::int32_t>(of.size);
    const item nobody{spare, of.does_second_move ? spare : fixed_body, of.does_second_move, 0};
    std::int32_t* bodies = bodies_.data() + std::size_t{of.first_slot} * 2;
    for (std::uint32_t group = 0; group < of.groups; ++group) {
        for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
            const std::uint32_t number = of_lanes[group * lanes_ + lane];
            const item& each = number == no_item ? nobody : items[number];
            bodies[group * 2 * lanes_ + lane] = each.first;
            bodies[group * 2 * lanes_ + lanes_ + lane] = each.second;
        }
    }
}

} // namespace orrery::rigid::detail
