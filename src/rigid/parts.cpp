#include "broad_phase.hpp"

#include <orrery/core/registry_parts.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/parts.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace orrery::rigid {
namespace {

// The entities of a part: the named ones, and what belongs to them.
class membership {
public:
    membership(const registry_state& state, std::span<const entity_key> keys,
               const detail::broad_phase_state* exact);

    [[nodiscard]] std::span<const entity> all() const noexcept { return members_; }

private:
    void add(entity id) {
        is_member_[id.index] = 1;
        members_.push_back(id);
    }

    void add_contacts(const detail::broad_phase_state& derived);
    void add_belongings(const component_pool& pool);

    [[nodiscard]] bool is_member(entity id) const noexcept {
        return id.index < is_member_.size() && is_member_[id.index] != 0 && state_->valid(id);
    }

    [[nodiscard]] bool belongs(const std::byte* value, std::span<const std::uint32_t> references) const;

    const registry_state* state_;
    std::vector<std::uint8_t> is_member_; // by slot
    std::vector<entity> members_;
};

membership::membership(const registry_state& state, std::span<const entity_key> keys,
                       const detail::broad_phase_state* exact)
    : state_(&state)
    , is_member_(state.slot_count()) {
    for (const entity_key key : keys) {
        if (const entity id = state.find(key); id && is_member_[id.index] == 0) {
            add(id);
        }
    }
    if (exact != nullptr) {
        add_contacts(*exact);
    }
    for (const component_pool& pool : state.pools()) {
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
        if (state_->valid(each.contact) && !is_member(each.contact)) {
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
        // The floor, which all the others touch.
        for (auto second = first + 1; second != colliders.end(); ++second) {
            const auto found = place_of(*first, *second);
            if (found != derived.candidates.end() && found->a == *first && found->b == *second) {
                visit(*found);
            }
        }
    }
}

void membership::add_belongings(const component_pool& pool) {
    std::vector<std::uint32_t> references;
    for (const field_info& field : pool.type().fields) {
        if (field.kind == field_kind::reference) {
            references.push_back(field.offset);
        }
    }
    const std::size_t stride = pool.type().size;
    for (std::size_t page = 0; page < pool.page_count(); ++page) {
        const std::byte* value = pool.read(page * component_pool::page_elements);
        for (std::size_t row = 0; row < pool.page_size(page); ++row, value += stride) {
            if (belongs(value, references)) {
                const entity id = state_->entity_at(pool.entities(page)[row]);
                if (is_member_[id.index] == 0 && !state_->all_of<body>(id)) {
                    add(id);
                }
            }
        }
    }
}

bool membership::belongs(const std::byte* value, std::span<const std::uint32_t> references) const {
    const auto read = [value](std::uint32_t offset) {
        entity reference;
        std::memcpy(&reference, value + offset, sizeof(entity));
        return reference;
    };
    // Most refer to none of the part, and are done with here.
    const bool is_any_member =
        std::ranges::any_of(references, [&](std::uint32_t offset) { return is_member(read(offset)); });
    return is_any_member && std::ranges::all_of(references, [&](std::uint32_t offset) {
               return is_member(read(offset)) || !state_->valid(read(offset));
           });
}

} // namespace

world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys) {
    const auto* exact = whole.is_derived_exact_ ? whole.derived_.get() : nullptr;
    const membership members(whole.state_, keys, exact);
    world_snapshot made;
    made.state_ = copy_part(whole.state_, members.all());
    made.frame_ = whole.frame_;
    made.shapes_ = whole.shapes_;
    made.blueprints_ = whole.blueprints_;
    return made;
}

world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                         const world_snapshot& part) {
    const auto* exact = whole.is_derived_exact_ ? whole.derived_.get() : nullptr;
    const membership replaced(whole.state_, keys, exact);
    world_snapshot made;
    made.state_ = replace_part(whole.state_, replaced.all(), part.state_);
    made.frame_ = part.frame_;
    made.shapes_ = whole.shapes_;
    made.shapes_.merge(part.shapes_);
    made.blueprints_ = whole.blueprints_;
    made.blueprints_.merge(part.blueprints_);
    made.derived_ = whole.derived_;
    made.is_derived_exact_ = false;
    return made;
}

} // namespace orrery::rigid
