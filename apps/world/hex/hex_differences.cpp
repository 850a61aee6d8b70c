// Where two states of a hex world differ, in the integers of the world itself.
#include "apps/world/hex/hex_traits.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::apps {
namespace {

[[nodiscard]] value_difference difference_of_drives(std::string_view name, const hex::drive& a,
                                                    const hex::drive& b) {
    if (a.velocity != b.velocity) {
        return difference_of_integers(text(name, ".velocity"), a.velocity, b.velocity);
    }
    if (a.friction != b.friction) {
        return difference_of_integers(text(name, ".friction"), a.friction, b.friction);
    }
    return difference_of_integers(text(name, ".acceleration"), a.acceleration, b.acceleration);
}

[[nodiscard]] std::string shown_tile(const hex::tile* what) {
    return what != nullptr ? text("type ", +what->type, " with ", +what->hit_points, " hit points")
                           : "absent";
}

[[nodiscard]] value_difference difference_of_tiles(const std::vector<hex::tile>& a,
                                                   const std::vector<hex::tile>& b) {
    const auto [mine, theirs] = std::ranges::mismatch(a, b);
    const bool has_mine = mine != a.end();
    const bool has_theirs = theirs != b.end();
    // Of two cells the first in order is the one that the other does not have.
    const bool is_mine = has_mine && (!has_theirs || mine->at <= theirs->at);
    const bool is_theirs = has_theirs && (!has_mine || theirs->at <= mine->at);
    const hex::cell at = is_mine ? mine->at : is_theirs ? theirs->at : hex::cell{};
    return {.field = text("tile ", at.i, ", ", at.j),
            .first = shown_tile(is_mine ? &*mine : nullptr),
            .second = shown_tile(is_theirs ? &*theirs : nullptr)};
}

[[nodiscard]] std::string shown_fate(const hex::fate& what) {
    constexpr std::array<std::string_view, 4> kinds{"damage", "block", "confirm", "spend"};
    return text(kinds[static_cast<std::size_t>(what.kind)], " at cell ", what.at.i, ", ", what.at.j,
                ", amount ", what.amount, ", by ", static_cast<std::uint64_t>(what.by));
}

} // namespace

value_difference world_traits<hex::world>::first_difference(const hex::object_form& a,
                                                            const hex::object_form& b) {
    if (a.type != b.type) {
        return difference_of_integers("type", a.type, b.type);
    }
    if (a.group != b.group) {
        return difference_of_integers("group", a.group, b.group);
    }
    if (a.mark != b.mark) {
        return difference_of_integers("mark", a.mark, b.mark);
    }
    if (a.tiles != b.tiles) {
        return difference_of_tiles(a.tiles, b.tiles);
    }
    return difference_of_integers("radius", a.radius, b.radius);
}

value_difference world_traits<hex::world>::first_difference(const hex::recorded_motion& a,
                                                            const hex::recorded_motion& b, std::size_t word) {
    switch (word) {
    case 0:
        return difference_of_integers("position.a", a.position.a, b.position.a);
    case 1:
        return difference_of_integers("position.b", a.position.b, b.position.b);
    case 2:
        return difference_of_integers("angle", a.angle, b.angle);
    case 3:
        return difference_of_integers("frame", a.frame, b.frame);
    case 4:
        return difference_of_drives("a", a.a, b.a);
    case 5:
        return difference_of_drives("b", a.b, b.b);
    case 6:
        return difference_of_drives("turn", a.turn, b.turn);
    default:
        return a.alarm != b.alarm ? difference_of_integers("alarm", a.alarm, b.alarm)
                                  : difference_of_integers("left", a.left, b.left);
    }
}

std::optional<value_difference> world_traits<hex::world>::first_difference(const world& a, const world& b) {
    if (a.hash() == b.hash()) {
        return {};
    }
    // Fates are in the order of objects, which means nothing; keys put those of both worlds into one.
    const auto fates_by_key = [](const hex::frame& of) {
        std::vector<std::pair<entity_key, std::string>> all;
        all.reserve(of.fates.size());
        for (const hex::fate& each : of.fates) {
            all.emplace_back(of.key_of(each.object), shown_fate(each));
        }
        std::ranges::sort(all); // equal entries are alike in all that is told of them
        return all;
    };
    const auto here = fates_by_key(a.current());
    const auto there = fates_by_key(b.current());
    const auto [one, other] = std::ranges::mismatch(here, there);
    const bool has_one = one != here.end() && (other == there.end() || *one < *other);
    const auto& found = has_one ? *one : other != there.end() ? *other : std::pair<entity_key, std::string>();
    return value_difference{.key = found.first,
                            .field = "fate",
                            .first = has_one ? found.second : "absent",
                            .second = has_one ? "absent" : found.second};
}

} // namespace orrery::apps
