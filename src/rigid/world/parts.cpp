#include "rigid/continuous/pushable.hpp"
#include "rigid/pairs/broad_phase.hpp"

#include <orrery/core/registry/registry_parts.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/parts.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace orrery::rigid {
namespace {

// The references of a component, wherever it is.
class reference_list {
public:
    explicit reference_list(const component_type& type) {
        for (const field_info& field : type.fields) {
            if (field.kind == field_kind::reference) {
                offsets_.push_back(field.offset);
            }
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return offsets_.size(); }

    [[nodiscard]] entity read(const std::byte* value, std::size_t index) const noexcept {
        entity reference;
        std::memcpy(&reference, value + offsets_[index], sizeof(entity));
        return reference;
    }

private:
    std::vector<std::uint32_t> offsets_;
};

// Calls visit(entity, value) for all components of a pool.
template <typename Visit>
void each_component(const registry_state& state, const component_pool& pool, Visit visit) {
    const std::size_t stride = pool.type().size;
    for (std::size_t page = 0; page < pool.page_count(); ++page) {
        const std::byte* value = pool.read(page * component_pool::page_elements);
        for (std::size_t row = 0; row < pool.page_size(page); ++row, value += stride) {
            visit(state.entity_at(pool.entities(page)[row]), value);
        }
    }
}

// Contacts matter while both of their bodies are there, and then these are near each other. All other
// references (of joints, of glue, of what is about to happen) hold bodies together, however far apart they
// are.
[[nodiscard]] bool holds_together(const component_type& type) noexcept {
    return type.has_references && &type != &component_type::of<contact>();
}

// Calls visit(entity) for all bodies that the components of an entity refer to.
template <typename Visit>
void each_referred_body(const registry_state& state, entity id, Visit visit) {
    for (const component_pool& pool : state.pools()) {
        const std::uint32_t position =
            pool.type().has_references ? pool.position_of(id.index) : component_pool::no_position;
        if (position == component_pool::no_position) {
            continue;
        }
        const reference_list references(pool.type());
        for (std::size_t index = 0; index < references.size(); ++index) {
            if (const entity reference = references.read(pool.read(position), index);
                state.all_of<body>(reference)) {
                visit(reference);
            }
        }
    }
}

// The entities of a part: the named ones, and what belongs to them.
class membership {
public:
    // A named entity that is no body but refers to bodies is a member only if it belongs to the members:
    // without its bodies a joint or a contact would fall apart.
    membership(const registry_state& state, std::span<const entity_key> keys)
        : state_(&state)
        , is_member_(state.slot_count()) {
        for (const entity_key key : keys) {
            const entity id = state.find(key);
            if (id && (state.all_of<body>(id) || refers_to_no_body(id))) {
                add(id);
            }
        }
    }

    // Whatever a body that can be pushed is held by, and what that holds in turn. What cannot be pushed comes
    // along without bringing anybody.
    void add_held();

    // What holds for all bodies.
    void add_materials() {
        state_->view<material_pair>(exclude<body>).each([&](entity id, const material_pair&) { add(id); });
    }

    // Entities that are no bodies and refer to members alone.
    void add_belongings(const detail::broad_phase_state* exact);

    [[nodiscard]] std::span<const entity> all() const noexcept { return members_; }

private:
    [[nodiscard]] bool refers_to_no_body(entity id) const {
        bool is_free = true;
        each_referred_body(*state_, id, [&](entity) { is_free = false; });
        return is_free;
    }

    void add(entity id) {
        if (is_member_[id.index] == 0) {
            is_member_[id.index] = 1;
            members_.push_back(id);
        }
    }

    void add_held(const component_pool& pool);
    void add_contacts(const detail::broad_phase_state& derived);
    void add_belongings(const component_pool& pool);

    [[nodiscard]] bool is_member(entity id) const noexcept {
        return id.index < is_member_.size() && is_member_[id.index] != 0 && state_->valid(id);
    }

    const registry_state* state_;
    std::vector<std::uint8_t> is_member_; // by slot
    std::vector<entity> members_;
};

void membership::add_held() {
    // Once more after each addition: it may be held by what was passed over. Where the keys name all of it,
    // as most of the time, one look is enough.
    for (std::size_t before = 0; before != members_.size();) {
        before = members_.size();
        for (const component_pool& pool : state_->pools()) {
            if (holds_together(pool.type())) {
                add_held(pool);
            }
        }
    }
}

// One component holds together those that it refers to and the body that has it.
void membership::add_held(const component_pool& pool) {
    const reference_list references(pool.type());
    each_component(*state_, pool, [&](entity holder, const std::byte* value) {
        bool is_one_pushed = false;
        bool are_all_members = is_member(holder);
        const auto each_body = [&](auto visit) {
            for (std::size_t index = 0; index <= references.size(); ++index) {
                const entity id = index < references.size() ? references.read(value, index) : holder;
                if (state_->all_of<body>(id)) {
                    visit(id);
                }
            }
        };
        each_body([&](entity id) {
            are_all_members = are_all_members && is_member(id);
            is_one_pushed = is_one_pushed || (is_member(id) && detail::is_pushable(*state_, id));
        });
        if (is_one_pushed && !are_all_members) {
            each_body([&](entity id) { add(id); });
            add(holder);
        }
    });
}

void membership::add_belongings(const detail::broad_phase_state* exact) {
    if (exact != nullptr) {
        add_contacts(*exact);
    }
    for (const component_pool& pool : state_->pools()) {
        const bool are_known = exact != nullptr && &pool.type() == &component_type::of<contact>();
        if (pool.type().has_references && !are_known) {
            add_belongings(pool);
        }
    }
}

// All contacts are those of candidates, which are sorted by their two colliders. So those of a part are found
// without looking at the others.
void membership::add_contacts(const detail::broad_phase_state& derived) {
    std::vector<std::uint32_t> colliders;
    for (const entity id : members_) {
        if (const std::uint32_t row = derived.who.row_of(id); row != detail::no_row) {
            const auto& entry = derived.who.bodies()[row];
            for (std::uint32_t child = 0; child < entry.collider_count; ++child) {
                colliders.push_back(entry.first_collider + child);
            }
        }
    }
    std::ranges::sort(colliders); // total order: plain numbers
    const auto place_of = [&](std::uint32_t a, std::uint32_t b) {
        const detail::candidate wanted{.a = a, .b = b};
        return std::ranges::lower_bound(derived.candidates, wanted.order(), {}, &detail::candidate::order);
    };
    const auto visit = [&](const detail::candidate& each) {
        if (state_->valid(each.contact)) {
            add(each.contact);
        }
    };
    for (auto first = colliders.begin(); first != colliders.end(); ++first) {
        const auto begin = place_of(*first, 0);
        const auto end = place_of(*first + 1, 0);
        if (end - begin <= 4 * (colliders.end() - first)) {
            std::for_each(begin, end, [&](const detail::candidate& each) {
                if (std::binary_search(first, colliders.end(), each.b)) {
                    visit(each);
                }
            });
            continue;
        }
        // The floor, which all the others touch; with a mesh, in several patches.
        for (auto second = first + 1; second != colliders.end(); ++second) {
            std::for_each(place_of(*first, *second), place_of(*first, *second + 1), visit);
        }
    }
}

void membership::add_belongings(const component_pool& pool) {
    const reference_list references(pool.type());
    each_component(*state_, pool, [&](entity id, const std::byte* value) {
        bool is_any_member = false;
        bool are_all_members = true;
        for (std::size_t index = 0; index < references.size(); ++index) {
            const entity reference = references.read(value, index);
            const bool is_one = is_member(reference);
            is_any_member = is_any_member || is_one;
            are_all_members = are_all_members && (is_one || !state_->valid(reference));
        }
        if (is_any_member && are_all_members && !state_->all_of<body>(id)) {
            add(id);
        }
    });
}

template <component T>
[[nodiscard]] bool is_same(const registry_state& before, const registry_state& now, entity id) {
    const T* const old_value = before.try_get<T>(id);
    const T* const new_value = now.try_get<T>(id);
    const bool are_both = old_value != nullptr && new_value != nullptr;
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): components have no padding
    return are_both ? std::memcmp(old_value, new_value, sizeof(T)) == 0 : old_value == new_value;
}

// Whether all that decides whom a body can meet is the same in two states in which it has one handle.
[[nodiscard]] bool meets_the_same(const registry_state& before, const registry_state& now, entity id) {
    return is_same<body>(before, now, id) && is_same<mass>(before, now, id) &&
           is_same<material>(before, now, id) && is_same<collision_filter>(before, now, id) &&
           is_same<glued_to>(before, now, id) && is_same<carries>(before, now, id) &&
           before.all_of<linear_velocity>(id) == now.all_of<linear_velocity>(id) &&
           before.all_of<angular_velocity>(id) == now.all_of<angular_velocity>(id);
}

} // namespace

std::vector<entity_key> owners_of(const world_snapshot& whole, entity_key key) {
    const registry_state& state = whole.state();
    std::vector<entity_key> owners;
    if (const entity id = state.find(key); id && !state.all_of<body>(id)) {
        each_referred_body(state, id, [&](entity owner) { owners.push_back(state.key_of(owner)); });
    }
    return owners;
}

world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys) {
    membership members(whole.state_, keys);
    members.add_held();
    members.add_materials();
    members.add_belongings(whole.is_derived_exact_ ? whole.derived_.get() : nullptr);
    world_snapshot made;
    made.state_ = copy_part(whole.state_, members.all());
    made.frame_ = whole.frame_;
    made.shapes_ = whole.shapes_;
    made.blueprints_ = whole.blueprints_;
    return made;
}

world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                         const world_snapshot& part) {
    membership replaced(whole.state_, keys);
    replaced.add_materials();
    replaced.add_belongings(whole.is_derived_exact_ ? whole.derived_.get() : nullptr);
    world_snapshot made;
    made.state_ = replace_part(whole.state_, replaced.all(), part.state_);
    made.frame_ = part.frame_;
    made.shapes_ = whole.shapes_;
    made.shapes_.merge(part.shapes_);
    made.blueprints_ = whole.blueprints_;
    made.blueprints_.merge(part.blueprints_);
    made.derived_ = whole.derived_;
    made.is_derived_exact_ = false;
    made.reconsidered_ = whole.reconsidered_;
    part.state_.view<body>().each([&](entity id, const body&) {
        const entity there = whole.state_.find(part.state_.key_of(id));
        if (there && !meets_the_same(whole.state_, made.state_, there)) {
            made.reconsidered_.push_back(there);
        }
    });
    return made;
}

} // namespace orrery::rigid
