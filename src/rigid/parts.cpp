#include "pushable.hpp"

#include <orrery/core/registry_parts.hpp>
#include <orrery/rigid/parts.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace orrery::rigid {
namespace {

// The entities of a part: the named ones, and what belongs to them.
class membership {
public:
    membership(const registry_state& state, std::span<const entity_key> keys)
        : state_(&state)
        , named_(state.slot_count(), naming::none) {
        for (const entity_key key : keys) {
            if (const entity id = state.find(key); id && named_[id.index] == naming::none) {
                named_[id.index] = detail::is_pushable(state, id) ? naming::pushable : naming::aloof;
                members_.push_back(id);
            }
        }
        for (const component_pool& pool : state.pools()) {
            if (pool.type().has_references) {
                add_belongings(pool);
            }
        }
    }

    [[nodiscard]] std::span<const entity> all() const noexcept { return members_; }

private:
    enum class naming : std::uint8_t { none, aloof, pushable };

    void add_belongings(const component_pool& pool) {
        std::vector<std::uint32_t> offsets;
        for (const field_info& field : pool.type().fields) {
            if (field.kind == field_kind::reference) {
                offsets.push_back(field.offset);
            }
        }
        for (std::size_t position = 0; position < pool.size(); ++position) {
            if (refers_to_part(pool.read(position), offsets)) {
                const entity id = state_->entity_at(pool.entity_at(position));
                if (named_[id.index] == naming::none && !state_->all_of<body>(id)) {
                    named_[id.index] = naming::aloof;
                    members_.push_back(id);
                }
            }
        }
    }

    [[nodiscard]] bool refers_to_part(const std::byte* value, std::span<const std::uint32_t> offsets) const {
        bool has_any = false;
        bool has_all = true;
        for (const std::uint32_t offset : offsets) {
            entity reference;
            std::memcpy(&reference, value + offset, sizeof(entity));
            const naming name = reference.index < named_.size() ? named_[reference.index] : naming::none;
            const bool is_named = name != naming::none && state_->valid(reference);
            if (is_named && name == naming::pushable) {
                return true;
            }
            has_any = has_any || is_named;
            has_all = has_all && (is_named || !state_->valid(reference));
        }
        return has_any && has_all;
    }

    const registry_state* state_;
    std::vector<naming> named_; // by slot
    std::vector<entity> members_;
};

} // namespace

world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys) {
    const membership members(whole.state_, keys);
    world_snapshot made;
    made.state_ = copy_part(whole.state_, members.all());
    made.frame_ = whole.frame_;
    made.shapes_ = whole.shapes_;
    return made;
}

world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                         const world_snapshot& part) {
    const membership replaced(whole.state_, keys);
    world_snapshot made;
    made.state_ = replace_part(whole.state_, replaced.all(), part.state_);
    made.frame_ = part.frame_;
    made.shapes_ = whole.shapes_;
    made.shapes_.merge(part.shapes_);
    made.derived_ = whole.derived_;
    made.is_derived_exact_ = false;
    return made;
}

} // namespace orrery::rigid
