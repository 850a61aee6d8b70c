#include <orrery/rigid/components.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/mirror.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/rules.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

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

// By its number: listeners may bring new types, and so move the pools.
[[nodiscard]] std::size_t pool_number_of(const registry_state& state, const component_type& type) noexcept {
    return static_cast<std::size_t>(pool_of(state, type) - state.pools().data());
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
    if (target() != &mine) {
        detach();
        target_ = mine.weak();
    }
    shared_.reset(); // decided once: listeners may bring new types
    for (const component_pool& pool : frame.pools()) {
        shared_[pool.type().sequence] = mine.knows(pool.type());
    }
    has_new_links_ = false;
    has_returned_ = false;
    has_left_ = false;
    std::vector<unresolved> earlier = std::move(unresolved_);
    unresolved_.clear();
    remove_lost(frame, mine);
    add_entities(frame, mine);
    copy_values(frame, mine);
    translate_again(frame, mine, std::move(earlier));
    shared_before_ = shared_;
    seen_ = frame;
}

void mirror::detach() {
    if (orrery::registry* mine = target()) {
        for (std::uint32_t index = 0; index < links_.size(); ++index) {
            remove_link(index, *mine);
        }
    }
    target_ = {};
    seen_ = {};
    shared_before_.reset();
    links_.clear();
    unresolved_.clear();
}

const component_pool* mirror::pool_before(const component_type& type) const noexcept {
    return shared_before_[type.sequence] ? pool_of(seen_, type) : nullptr;
}

void mirror::remove_lost(const snapshot& frame, orrery::registry& mine) {
    std::vector<std::uint32_t> losers;
    for (const component_pool& old : seen_.pools()) {
        if (!shared_before_[old.type().sequence]) {
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
                remove_link(index, mine);
            } else if (now == nullptr || !now->contains(index)) {
                mine.remove(local, old.type());
                if (&old.type() == &component_type::of<body>()) {
                    mine.remove<present_position>(local);
                    mine.remove<present_orientation>(local);
                }
                losers.push_back(index);
            }
        });
    }
    for (const std::uint32_t index : losers) {
        if (!is_visible(frame, index)) {
            remove_link(index, mine);
        }
    }
}

bool mirror::is_visible(const snapshot& frame, std::uint32_t index) const noexcept {
    const std::span<const component_pool> pools = frame.pools();
    return std::any_of(pools.begin(), pools.end(), [&](const component_pool& pool) {
        return shared_[pool.type().sequence] && pool.contains(index);
    });
}

void mirror::remove_link(std::uint32_t index, orrery::registry& mine) {
    const link gone = links_[index];
    links_[index] = {{}, {}, {}, gone.newest};
    has_left_ = has_left_ || gone.is_referred_to;
    // By the key as well: where the application has restored its registry, another may have the handle.
    if (gone.mine && mine.key_of(gone.mine) == gone.key) {
        mine.destroy(gone.mine);
    }
}

void mirror::add_entities(const snapshot& frame, orrery::registry& mine) {
    for (const component_pool& pool : frame.pools()) {
        if (!shared_[pool.type().sequence]) {
            continue;
        }
        for_each_unshared(pool, pool_before(pool.type()), [&](std::uint32_t index, std::size_t) {
            const entity worlds = frame.entity_at(index);
            if (index >= links_.size()) {
                links_.resize(index + 1);
            }
            if (links_[index].worlds != worlds) {
                add_link(worlds, frame.key_of(worlds), mine);
            }
        });
    }
}

void mirror::add_link(entity worlds, entity_key key, orrery::registry& mine) {
    remove_link(worlds.index, mine);
    const entity named = mine.create(key);
    const entity local = named ? named : mine.create();
    link& made = links_[worlds.index];
    // Forward in time a slot's generations grow, so references to a new one have not been translated yet.
    has_returned_ = has_returned_ || worlds.generation <= made.newest;
    has_new_links_ = true;
    made = {worlds, local, mine.key_of(local), std::max(made.newest, worlds.generation)};
}

void mirror::copy_values(const snapshot& frame, orrery::registry& mine) {
    for (const component_pool& pool : frame.pools()) {
        if (!shared_[pool.type().sequence]) {
            continue;
        }
        const std::size_t own_pool = pool_number_of(mine, pool.type());
        for_each_unshared(pool, pool_before(pool.type()), [&](std::uint32_t, std::size_t position) {
            copy_value(pool, position, frame, mine, own_pool);
        });
    }
}

void mirror::copy_value(const component_pool& pool, std::size_t position, const snapshot& frame,
                        orrery::registry& mine, std::size_t own_pool) {
    const component_type& type = pool.type();
    const std::uint32_t index = pool.entity_at(position);
    const entity local = links_[index].mine;
    if (!mine.valid(local)) {
        return; // the application has destroyed it
    }
    value_.assign(type.size, std::byte{});
    if (type.size != 0) {
        std::memcpy(value_.data(), pool.read(position), type.size);
    }
    bool is_resolved = true;
    for_each_reference(type, value_.data(), [&](entity& reference) {
        const entity found = local_of(reference);
        is_resolved = is_resolved && (found || !reference);
        if (found) {
            links_[reference.index].is_referred_to = true;
        }
        reference = found;
    });
    if (!is_resolved) {
        unresolved_.push_back({&type, frame.entity_at(index)});
    }
    if (!has_value(mine.pools()[own_pool], local, value_.data())) {
        mine.assign(local, type, value_.data());
    }
}

void mirror::translate_again(const snapshot& frame, orrery::registry& mine, std::vector<unresolved> earlier) {
    if (has_returned_ || has_left_) {
        translate_all(frame, mine);
    } else if (has_new_links_) {
        for (const unresolved& each : earlier) {
            const component_pool* pool = pool_of(frame, *each.type);
            if (pool != nullptr && frame.valid(each.worlds) && pool->contains(each.worlds.index)) {
                copy_value(*pool, pool->position_of(each.worlds.index), frame, mine,
                           pool_number_of(mine, *each.type));
            }
        }
    } else if (unresolved_.empty()) {
        unresolved_ = std::move(earlier);
        return;
    } else {
        unresolved_.insert(unresolved_.end(), earlier.begin(), earlier.end());
    }
    const auto order = [](const unresolved& each) {
        return std::tuple(each.type->sequence, each.worlds.index, each.worlds.generation);
    };
    const auto is_less = [&](const unresolved& a, const unresolved& b) { return order(a) < order(b); };
    const auto is_same = [&](const unresolved& a, const unresolved& b) { return order(a) == order(b); };
    std::sort(unresolved_.begin(), unresolved_.end(), is_less); // total order: what is equal is the same
    unresolved_.erase(std::unique(unresolved_.begin(), unresolved_.end(), is_same), unresolved_.end());
}

void mirror::translate_all(const snapshot& frame, orrery::registry& mine) {
    for (const component_pool& pool : frame.pools()) {
        if (!shared_[pool.type().sequence] || !pool.type().has_references) {
            continue;
        }
        const std::size_t own_pool = pool_number_of(mine, pool.type());
        for (std::size_t position = 0; position < pool.size(); ++position) {
            copy_value(pool, position, frame, mine, own_pool);
        }
    }
}

void mirror::present(const presented_frame& shown, orrery::registry& mine) {
    ORRERY_CHECK(target() == nullptr || target() == &mine,
                 "present() wants the registry that follow() was given");
    seen_.view<body>().each([&](entity worlds, const body&) {
        const entity local = local_of(worlds);
        const std::optional<transform3> where = shown.placement_of(worlds);
        if (!mine.valid(local)) {
            return;
        }
        if (!where) {
            if (!(seen_.all_of<position, orientation>(
                    worlds))) { // not only too new for the frames that are shown
                mine.remove<present_position>(local);
                mine.remove<present_orientation>(local);
            }
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
