// Circles that are put into a frame, or taken out of it, from outside, before a world goes on from it.
#include "circles/step/pipeline.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>

namespace orrery::circles::detail {

namespace {

[[nodiscard]] error refuse(std::size_t place, std::size_t count, std::string_view why) {
    return {count == 1 ? std::string(why) : text("circle ", place, ": ", why)};
}

[[nodiscard]] status check_keys(const roster& who, std::span<const circle_definition> all) {
    std::vector<std::pair<entity_key, std::size_t>> keys;
    keys.reserve(all.size());
    for (std::size_t place = 0; place < all.size(); ++place) {
        keys.emplace_back(all[place].key, place);
    }
    std::ranges::sort(keys); // total order: places differ
    entity_key last = entity_key::none;
    for (const auto& [key, place] : keys) {
        if (key == last || who.find(key)) {
            return refuse(place, all.size(),
                          text("there is already a circle with the key ", static_cast<std::uint64_t>(key)));
        }
        last = key;
    }
    return {};
}

} // namespace

status pipeline::add(std::span<const circle_definition> all) {
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (const status answer = check(all[place]); !answer) {
            return refuse(place, all.size(), answer.reason().message);
        }
    }
    if (const status answer = check_keys(*current->roster, all); !answer) {
        return answer;
    }
    if (all.size() > max_circles - current->size()) {
        return error{text("the world would have ", current->size() + all.size(), " circles, and can have ",
                          max_circles)};
    }
    changes_.open(*current);
    for (const circle_definition& each : all) {
        changes_.newcomers.push_back({.key = each.key, .motion = each.motion, .form = each.form});
        changes_.newcomers.back().motion.angle = wrapped_angle(each.motion.angle);
    }
    replace_frame();
    return {};
}

bool pipeline::remove(entity_key key) {
    const auto index = current->roster->find(key);
    if (!index) {
        return false;
    }
    changes_.open(*current);
    changes_.is_loose[*index] = 1;
    changes_.is_gone[*index] = 1;
    changes_.has_loose = changes_.has_gone = true;
    replace_frame();
    return true;
}

// The same frame after the changes. It was not made by an update, so nothing is reported of it.
void pipeline::replace_frame() {
    std::vector<event> unreported;
    const update_start start = population_.settle(*current, *walls, changes_, unreported);
    const std::shared_ptr<frame> made = pool_->take();
    made->number = current->number;
    made->roster = start.roster;
    made->motions.assign(start.motions.begin(), start.motions.end());
    made->contacts.assign(start.contacts.begin(), start.contacts.end());
    current = made;
    reaches_.clear();
}

} // namespace orrery::circles::detail
