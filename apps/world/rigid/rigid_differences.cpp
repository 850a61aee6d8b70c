// Where two states of a world of rigid bodies differ.
#include "apps/world/rigid/component_text.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace orrery::apps {

using rigid_traits = world_traits<rigid::world>;

value_difference rigid_traits::first_difference(const entity_form& a, const entity_form& b) {
    struct leaf {
        std::string name;
        std::string value;
    };

    const auto leaves_of = [](const entity_form& form) {
        std::vector<leaf> all;
        form.each([&](const component_type& type, const std::byte* value) {
            all.push_back({type.name, "present"});
            for (const field_info& field : type.fields) {
                all.push_back({text(type.name, ".", field.name), component_text(field, value)});
            }
        });
        return all;
    };
    const std::vector<leaf> mine = leaves_of(a);
    const std::vector<leaf> theirs = leaves_of(b);
    const auto find = [](const std::vector<leaf>& in, const std::string& name) -> const leaf* {
        const auto place = std::ranges::find(in, name, &leaf::name);
        return place != in.end() ? &*place : nullptr;
    };
    for (const leaf& each : mine) {
        const leaf* const other = find(theirs, each.name);
        if (other == nullptr || other->value != each.value) {
            return {.field = each.name,
                    .first = each.value,
                    .second = other != nullptr ? other->value : "absent"};
        }
    }
    for (const leaf& each : theirs) {
        if (find(mine, each.name) == nullptr) {
            return {.field = each.name, .first = "absent", .second = each.value};
        }
    }
    return {};
}

value_difference rigid_traits::first_difference(const rigid::motion& a, const rigid::motion& b,
                                                std::size_t word) {
    return difference_in_word(motion_fields, a, b, word);
}

std::optional<value_difference> rigid_traits::first_difference(const rigid::world& a, const rigid::world& b) {
    const auto parted = orrery::first_difference(a.registry(), b.registry());
    if (!parted) {
        return {};
    }
    return value_difference{.key = parted->key,
                            .field = text(parted->component, parted->field.empty() ? "" : ".", parted->field),
                            .first = parted->first,
                            .second = parted->second};
}

} // namespace orrery::apps
