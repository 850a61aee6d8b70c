#include "apps/studio/session/watchers.hpp"

#include <algorithm>

namespace orrery::studio {

client_id watcher_list::add() {
    all_.push_back({.id = client_id{++last_id_}});
    return all_.back().id;
}

void watcher_list::remove(client_id who) {
    std::erase_if(all_, [=](const watcher& each) { return each.id == who; });
}

bool watcher_list::contains(client_id who) const noexcept {
    return std::ranges::find(all_, who, &watcher::id) != all_.end();
}

void watcher_list::see(client_id who) noexcept {
    const auto found = std::ranges::find(all_, who, &watcher::id);
    if (found != all_.end() && found->unseen > 0) {
        --found->unseen;
    }
}

bool watcher_list::is_any_due(const picture& now) const noexcept {
    return std::ranges::any_of(
        all_, [&](const watcher& each) { return each.unseen < most_unseen && each.last != now; });
}

} // namespace orrery::studio
