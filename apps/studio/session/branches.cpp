#include "apps/studio/session/branches.hpp"

#include <algorithm>
#include <utility>

namespace orrery::studio {

void branch_list::begin(std::unique_ptr<course> first) {
    all_.clear();
    const std::uint64_t tail = first->standing().tail;
    shown_ = ++last_id_;
    all_.push_back({.id = shown_, .name = "main", .parted = tail, .what = std::move(first)});
}

branch* branch_list::find(std::uint32_t id) noexcept {
    const auto found = std::ranges::find(all_, id, &branch::id);
    return found != all_.end() ? &*found : nullptr;
}

branch& branch_list::add(std::string name, std::uint64_t parted, bool is_ghost,
                         std::unique_ptr<course> what) {
    if (is_ghost &&
        static_cast<std::size_t>(std::ranges::count(all_, true, &branch::is_ghost)) >= most_ghosts) {
        drop_oldest_ghost();
    }
    all_.push_back({.id = ++last_id_,
                    .name = std::move(name),
                    .parted = parted,
                    .parent = shown_,
                    .is_ghost = is_ghost,
                    .what = std::move(what)});
    return all_.back();
}

void branch_list::show(std::uint32_t id) {
    shown_ = id;
    shown().is_ghost = false;
    shown().what->wake();
}

void branch_list::drop(std::uint32_t id) {
    const std::optional<std::uint32_t> parent = find(id)->parent;
    std::erase_if(all_, [=](const branch& each) { return each.id == id; });
    for (branch& each : all_) {
        if (each.parent == id) {
            each.parent = parent;
        }
    }
}

void branch_list::drop_oldest_ghost() {
    const auto oldest = std::ranges::find(all_, true, &branch::is_ghost);
    if (oldest != all_.end()) {
        drop(oldest->id);
    }
}

} // namespace orrery::studio
