#include <orrery/circles/contact.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/core/text.hpp>

#include <string_view>

namespace orrery::circles {

namespace {

constexpr std::size_t most_entries = std::size_t{1} << 24;

struct range {
    std::string_view name;
    scalar value;
    scalar lowest;
    scalar highest;
};

[[nodiscard]] status check_numbers(const rules& all) {
    const range ranges[] = {
        {"time_step", all.time_step, scalar(1e-6), 1},
        {"gravity.x", all.gravity.x, -max_velocity, max_velocity},
        {"gravity.y", all.gravity.y, -max_velocity, max_velocity},
        {"damping", all.damping, 0, max_velocity},
        {"spin_damping", all.spin_damping, 0, max_velocity},
        {"max_speed", all.max_speed, 0, max_velocity},
        {"skin", all.skin, scalar(1e-6), 1000},
        {"rest_speed", all.rest_speed, 0, max_velocity},
        {"contact_rounds", static_cast<scalar>(all.contact_rounds), 1, 1000},
        {"max_impacts", static_cast<scalar>(all.max_impacts), 1, 1'000'000},
    };
    for (const range& each : ranges) {
        if (!(each.value >= each.lowest && each.value <= each.highest)) {
            return error{text("rules.", each.name, " is ", each.value, ", expected ", each.lowest, " to ",
                              each.highest)};
        }
    }
    return {};
}

template <typename Entry, typename Check>
[[nodiscard]] status check_list(std::string_view name, const std::vector<Entry>& all, Check check_one) {
    if (all.size() > most_entries) {
        return error{text("rules.", name, " has ", all.size(), " entries, expected at most ", most_entries)};
    }
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (const status answer = check_one(all[place]); !answer) {
            return error{text("rules.", name, "[", place, "].", answer.reason().message)};
        }
    }
    return {};
}

// Corners and edges have numbers below wall_bit.
[[nodiscard]] status check_parts(const std::vector<wall>& walls) {
    constexpr std::size_t most_corners = std::size_t{1} << 30;
    std::size_t corners = 0;
    for (const wall& each : walls) {
        corners += each.points.size();
    }
    if (corners > most_corners) {
        return error{text("rules.walls have ", corners, " points, expected at most ", most_corners)};
    }
    return {};
}

} // namespace

status rules::check() const {
    if (const status answer = check_numbers(*this); !answer) {
        return answer;
    }
    if (const status answer = check_parts(walls); !answer) {
        return answer;
    }
    if (const status answer =
            check_list("walls", walls, [](const wall& each) { return circles::check(each); });
        !answer) {
        return answer;
    }
    return check_list("blueprints", blueprints, [](const blueprint& each) -> status {
        const status answer = circles::check(each.form);
        return answer ? status() : error{"form." + answer.reason().message};
    });
}

} // namespace orrery::circles
