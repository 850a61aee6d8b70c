#include <orrery/timeline/detail/definition_list.hpp>

#include <algorithm>

namespace orrery::time::detail {

// How many ids in the list are smaller.
std::size_t definition_list::rank_of(std::uint64_t id) const noexcept {
    const auto id_of = [&](std::uint32_t index) { return parts_->items[index].id; };
    const auto found = std::ranges::lower_bound(parts_->by_id, id, {}, id_of);
    return static_cast<std::size_t>(found - parts_->by_id.begin());
}

const definition_item* definition_list::find(std::uint64_t id) const noexcept {
    const std::size_t rank = rank_of(id);
    if (rank == size()) {
        return nullptr;
    }
    const definition_item& found = parts_->items[parts_->by_id[rank]];
    return found.id == id ? &found : nullptr;
}

bool definition_list::add(const definition_item& item) {
    if (find(item.id) != nullptr) {
        return false;
    }
    const std::size_t rank = rank_of(item.id);
    contents& own = parts_.write();
    own.by_id.insert(own.by_id.begin() + static_cast<std::ptrdiff_t>(rank),
                     static_cast<std::uint32_t>(own.items.size()));
    own.items.push_back(item);
    return true;
}

void definition_list::add_all(const definition_list& other) {
    if (!parts_.shares_with(other.parts_)) {
        for (const definition_item& each : other.items()) {
            add(each);
        }
    }
}

bool definition_list::has_all(const definition_list& other) const noexcept {
    return parts_.shares_with(other.parts_) ||
           std::ranges::all_of(other.items(),
                               [&](const definition_item& each) { return find(each.id) != nullptr; });
}

} // namespace orrery::time::detail
