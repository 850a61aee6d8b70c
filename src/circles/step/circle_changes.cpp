#include "circles/step/circle_changes.hpp"

namespace orrery::circles::detail {

void circle_changes::open(const frame& before) {
    is_open = true;
    motions = before.motions;
    newcomers.clear();
    is_loose.assign(motions.size(), 0);
    is_gone.assign(motions.size(), 0);
    has_loose = false;
    has_gone = false;
}

void circle_changes::loosen(const frame& before, std::uint32_t index, scalar skin) {
    if (is_loose[index] != 0) {
        return;
    }
    is_loose[index] = 1;
    has_loose = true;
    left.push_back(
        {before.roster->keys[index], surroundings(before.motions[index], before.roster->forms[index], skin)});
}

circles::roster& circle_changes::own_roster(const frame& before) {
    if (roster == nullptr) {
        roster = std::make_shared<circles::roster>(*before.roster);
    }
    return *roster;
}

} // namespace orrery::circles::detail
