// Where two states of a world of circles differ.
#include "apps/world/circles/circles_traits.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <string>

namespace orrery::apps {
namespace {

[[nodiscard]] std::string shown_contact(const circles::contact& what, const circles::frame& in) {
    const std::string other = what.is_with_wall()
                                  ? text("part ", what.wall_part(), " of the walls")
                                  : text("circle ", static_cast<std::uint64_t>(in.roster->keys[what.b]));
    return text("with ", other, ", impulse ", what.normal_impulse, ", friction ", what.friction_impulse);
}

} // namespace

using circles_traits = world_traits<circles::world>;

value_difference circles_traits::first_difference(const circles::form& a, const circles::form& b) {
    for (const field_info& each : component_type::of<circles::form>().fields) {
        const std::string mine = field_text(each, &a);
        const std::string theirs = field_text(each, &b);
        if (mine != theirs) {
            return {.field = each.name, .first = mine, .second = theirs};
        }
    }
    return {};
}

value_difference circles_traits::first_difference(const circles::motion& a, const circles::motion& b,
                                                  std::size_t word) {
    return difference_in_word(motion_fields, a, b, word);
}

std::optional<value_difference> circles_traits::first_difference(const circles::world& a,
                                                                 const circles::world& b) {
    if (a.hash() == b.hash()) {
        return {};
    }
    const circles::frame& here = a.current();
    const circles::frame& there = b.current();
    const auto [one, other] = std::ranges::mismatch(here.contacts, there.contacts);
    const bool has_one = one != here.contacts.end();
    const bool has_other = other != there.contacts.end();
    value_difference found{.field = "contact", .first = "absent", .second = "absent"};
    if (has_one) {
        found.key = here.roster->keys[one->a];
        found.first = shown_contact(*one, here);
    }
    if (has_other) {
        found.key =
            has_one ? std::min(found.key, there.roster->keys[other->a]) : there.roster->keys[other->a];
        found.second = shown_contact(*other, there);
    }
    return found;
}

} // namespace orrery::apps
