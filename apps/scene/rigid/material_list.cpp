#include "apps/scene/rigid/material_list.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>

namespace orrery::scene_format {
namespace {

[[nodiscard]] std::uint32_t own_id_of(const json::cursor& what) {
    return what["id"] ? static_cast<std::uint32_t>(what["id"]->number()) : 0;
}

[[nodiscard]] rigid::material material_of(const json::cursor& what, std::uint32_t id) {
    const rigid::material usual;
    return {.friction = number_of(what["friction"], usual.friction),
            .restitution = number_of(what["restitution"], usual.restitution),
            .rolling_friction = number_of(what["rolling_friction"], usual.rolling_friction),
            .spinning_friction = number_of(what["spinning_friction"], usual.spinning_friction),
            .stiffness = number_of(what["stiffness"], usual.stiffness),
            .damping = number_of(what["damping"], usual.damping),
            .id = id};
}

} // namespace

material_list::material_list(reading& notes)
    : notes_(notes) {
    const json::cursor root(notes.scene().document);
    const json::cursor materials = root["materials"];
    for (std::size_t number = 0; materials && number < materials->members().size(); ++number) {
        const json::member& each = materials->members()[number];
        materials_.push_back({each.name, &each.what, own_id_of(materials.at_member(each))});
    }
    give_ids();
}

void material_list::give_ids() {
    const json::cursor root(notes_.scene().document);
    std::vector<std::uint8_t> is_in_pair(materials_.size());
    for (const std::string_view list : {"material_pairs", "inputs"}) {
        const json::cursor all = root[list];
        for (std::size_t number = 0; number < all.size(); ++number) {
            give_id(all.item(number)["between"], is_in_pair);
        }
    }
    std::uint32_t next = 1;
    for (std::size_t number = 0; number < materials_.size(); ++number) {
        if (is_in_pair[number] == 0 || materials_[number].id != 0) {
            continue;
        }
        while (std::ranges::find(materials_, next, &named_material::id) != materials_.end()) {
            ++next;
        }
        materials_[number].id = next;
    }
}

void material_list::give_id(const json::cursor& between, std::vector<std::uint8_t>& is_in_pair) const {
    for (std::size_t side = 0; between && side < between.size(); ++side) {
        const json::cursor each = between.item(side);
        const auto found = each->is(json::kind::string)
                               ? std::ranges::find(materials_, each->string(), &named_material::name)
                               : materials_.end();
        if (found != materials_.end()) {
            is_in_pair[static_cast<std::size_t>(found - materials_.begin())] = 1;
        }
    }
}

const material_list::named_material* material_list::find(const json::cursor& name) const {
    const auto found = std::ranges::find(materials_, name->string(), &named_material::name);
    if (found != materials_.end()) {
        return &*found;
    }
    json::closest_name meant(name->string());
    for (const named_material& each : materials_) {
        meant.consider(each.name);
    }
    notes_.refuse(name, text("the name of a material", meant.question()));
    return nullptr;
}

rigid::material material_list::read(const json::cursor& what) const {
    if (!what->is(json::kind::string)) {
        return material_of(what, own_id_of(what));
    }
    const named_material* const found = find(what);
    return found != nullptr ? material_of(json::cursor(*found->what), found->id) : rigid::material{};
}

std::uint32_t material_list::id_of(const json::cursor& what) const {
    if (!what->is(json::kind::string)) {
        return static_cast<std::uint32_t>(what->number());
    }
    const named_material* const found = find(what);
    return found != nullptr ? found->id : 0;
}

std::pair<std::uint32_t, std::uint32_t> material_list::pair(const json::cursor& between) const {
    return {id_of(between.item(0)), id_of(between.item(1))};
}

void material_list::add_pairs(rigid::material_pairs into) const {
    const json::cursor root(notes_.scene().document);
    const json::cursor pairs = root["material_pairs"];
    for (std::size_t number = 0; number < pairs.size() && notes_.is_ok(); ++number) {
        const json::cursor each = pairs.item(number);
        const auto [a, b] = pair(each["between"]);
        if (!notes_.is_ok()) {
            return;
        }
        if (into.find(a, b) != nullptr) {
            notes_.refuse(each["between"], "two materials that are no pair above");
            return;
        }
        rigid::material together = read(each["material"]);
        together.id = 0;
        if (notes_.is_ok()) {
            into.insert(a, b, together);
        }
    }
}

} // namespace orrery::scene_format
