#include <orrery/rigid/character.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/mirror.hpp>
#include <orrery/rigid/rules.hpp>
#include <orrery/rigid/shape.hpp>

#include <cstring>

namespace orrery::rigid {
namespace {

[[nodiscard]] const component_pool* pool_of(const registry_state& state,
                                            const component_type& type) noexcept {
    for (const component_pool& pool : state.pools()) {
        if (&pool.type() == &type) {
            return &pool;
        }
    }
    return nullptr;
}

[[nodiscard]] bool is_page_same(const component_pool& pool, const component_pool* other,
                                std::size_t page) noexcept {
    return other != nullptr && page < other->page_count() && pool.page_size(page) == other->page_size(page) &&
           pool.shares_page(*other, page);
}

// Calls visit(index, position) for the components in pages that the other pool does not share.
template <typename Visit>
void for_each_unshared(const component_pool& pool, const component_pool* other, Visit visit) {
    for (std::size_t page = 0; page < pool.page_count(); ++page) {
        if (is_page_same(pool, other, page)) {
            continue;
        }
        for (std::size_t place = 0; place < pool.page_size(page); ++place) {
            const std::size_t position = page * component_pool::page_elements + place;
            visit(pool.entity_at(position), position);
        }
    }
}

[[nodiscard]] bool has_value(const component_pool& pool, entity id, const std::byte* value) noexcept {
    const std::uint32_t position = pool.position_of(id.index);
    const std::size_t size = pool.type().size;
    return position != component_pool::no_position &&
           (size == 0 || std::memcmp(pool.read(position), value, size) == 0);
}

} // namespace

void register_body_components(orrery::registry& registry) {
    const auto add = [&]<component... T>() { (registry.register_component<T>(), ...); };
    add.operator()<body, position, orientation, linear_velocity, angular_velocity, mass, inertia,
                   center_of_mass, gravity, damping, steady_force, locked_axes, collision_filter, asleep,
                   never_sleeps, reports_contacts, shape, material, attractor, drag, feels_fields,
                   fracture_pattern, destroyed_at, breaks_at, sticks_at, glued_to, character, walk_state>();
}

void mirror::follow(const snapshot& frame, orrery::registry& mine) {
    remove_lost(frame, mine);
    add_entities(frame, mine);
    copy_values(frame, mine);
    seen_ = frame;
}

void mirror::remove_lost(const snapshot& frame, orrery::registry& mine) {
    for (const component_pool& old : seen_.pools()) {
        if (!mine.knows(old.type())) {
            continue;
        }
        const component_pool* now = pool_of(frame, old.type());
        for_each_unshared(old, now, [&](std::uint32_t index, std::size_t) {
            const entity worlds = seen_.entity_at(index);
            const entity local = local_of(worlds);
            if (!local) {
                return;
            }
            // Where time was turned back, another may have the handle.
            if (frame.key_of(worlds) != seen_.key_of(worlds)) {
                mine.destroy(local);
                links_[index] = {};
            } else if (now == nullptr || !now->contains(index)) {
                mine.remove(local, old.type());
            }
        });
    }
}

void mirror::add_entities(const snapshot& frame, orrery::registry& mine) {
    for (const component_pool& pool : frame.pools()) {
        if (!mine.knows(pool.type())) {
            continue;
        }
        for_each_unshared(pool, pool_of(seen_, pool.type()), [&](std::uint32_t index, std::size_t) {
            const entity worlds = frame.entity_at(index);
            if (index >= links_.size()) {
                links_.resize(index + 1);
            }
            if (links_[index].worlds != worlds) {
                const entity named = mine.create(frame.key_of(worlds));
                links_[index] = {worlds, named ? named : mine.create()};
            }
        });
    }
}

void mirror::copy_values(const snapshot& frame, orrery::registry& mine) {
    for (const component_pool& pool : frame.pools()) {
        const component_type& type = pool.type();
        if (!mine.knows(type)) {
            continue;
        }
        // By its number: listeners may bring new types, and so move the pools.
        const auto own = static_cast<std::size_t>(pool_of(mine, type) - mine.pools().data());
        for_each_unshared(pool, pool_of(seen_, type), [&](std::uint32_t index, std::size_t position) {
            const entity local = links_[index].mine;
            if (!mine.valid(local)) {
                return; // the application has destroyed it
            }
            value_.assign(type.size, std::byte{});
            if (type.size != 0) {
                std::memcpy(value_.data(), pool.read(position), type.size);
            }
            for_each_reference(type, value_.data(),
                               [&](entity& reference) { reference = local_of(reference); });
            if (!has_value(mine.pools()[own], local, value_.data())) {
                mine.assign(local, type, value_.data());
            }
        });
    }
}

void mirror::present(const presented_frame& shown, orrery::registry& mine) {
    seen_.view<body>().each([&](entity worlds, const body&) {
        const entity local = local_of(worlds);
        const std::optional<transform3> where = shown.placement_of(worlds);
        if (!where || !mine.valid(local)) {
            return;
        }
        if (!mine.all_of<present_position, present_orientation>(local)) {
            mine.emplace_or_replace<present_position>(local, where->position);
            mine.emplace_or_replace<present_orientation>(local, where->rotation);
            return;
        }
        mine.get<present_position>(local).value = where->position;
        mine.get<present_orientation>(local).value = where->rotation;
    });
}

} // namespace orrery::rigid
