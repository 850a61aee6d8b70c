#include <orrery/core/check.hpp>
#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/material_pair.hpp>

#include <algorithm>
#include <vector>

namespace orrery::rigid {
namespace {

[[nodiscard]] bool is_of(const material_pair& entry, std::uint32_t a, std::uint32_t b) noexcept {
    return (entry.a == a && entry.b == b) || (entry.a == b && entry.b == a);
}

// Whoever emplaces the component may have put anything into it.
[[nodiscard]] status check(const material_pair& entry) {
    if (entry.a == 0 || entry.b == 0) {
        return error{
            text("its materials have the ids ", entry.a, " and ", entry.b, ", but they must not be 0")};
    }
    return component_type::of<material_pair>().validate(&entry);
}

// Bodies are in some parts of a world and not in others, so what they say holds for nobody.
template <typename Visit>
void each_entry(const registry_state& state, Visit visit) {
    state.view<material_pair>(exclude<body>).each(visit);
}

} // namespace

material_table material_table_of(const registry_state& state) {
    std::vector<entity> entries;
    each_entry(state, [&](entity id, const material_pair&) { entries.push_back(id); });
    // total order: no two entities have the same key
    std::ranges::sort(entries, std::ranges::greater{}, [&](entity id) { return state.key_of(id); });
    material_table made;
    for (const entity id : entries) { // the lowest key is last, and counts
        const material_pair& entry = state.get<material_pair>(id);
        if (check(entry)) {
            made.insert(entry.a, entry.b, entry.together);
        }
    }
    return made;
}

entity material_pairs::entry_of(std::uint32_t a, std::uint32_t b) const {
    entity found;
    each_entry(*registry_, [&](entity id, const material_pair& entry) {
        if (is_of(entry, a, b) && (!found || registry_->key_of(id) < registry_->key_of(found))) {
            found = id;
        }
    });
    return found;
}

void material_pairs::insert(std::uint32_t a, std::uint32_t b, const material& together) {
    const material_pair entry{std::min(a, b), std::max(a, b), together};
    const status answer = check(entry);
    ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
    if (const entity known = entry_of(a, b)) {
        registry_->replace<material_pair>(known, entry);
        return;
    }
    // The same name in every copy of the world, unless somebody has it.
    entity_key key = derive_key(entity_key::none, std::uint64_t{entry.a} << 32 | entry.b, 1);
    entity id = registry_->create(key);
    while (!id) {
        key = derive_key(key, 0, 0);
        id = registry_->create(key);
    }
    registry_->emplace<material_pair>(id, entry);
}

bool material_pairs::remove(std::uint32_t a, std::uint32_t b) {
    bool is_any = false;
    for (entity id = entry_of(a, b); id; id = entry_of(a, b)) {
        registry_->destroy(id);
        is_any = true;
    }
    return is_any;
}

const material* material_pairs::find(std::uint32_t a, std::uint32_t b) const {
    const entity id = entry_of(a, b);
    return id ? &registry_->get<const material_pair>(id).together : nullptr;
}

} // namespace orrery::rigid
