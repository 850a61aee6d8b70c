// The state of a world: entities and their components, as they can be read. A registry is one that can be
// changed; a snapshot is one that never changes again and may be read from any thread, kept, and gone back
// to.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/registry/component_pool.hpp>
#include <orrery/core/registry/key_index.hpp>
#include <orrery/core/registry/view.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace orrery {

class registry_state {
public:
    // Number of live entities.
    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }

    // Whether the handle is that of a live entity of this world. Stale and foreign handles are not.
    [[nodiscard]] bool valid(entity id) const noexcept {
        return id.index < slots_.size() && id.generation == slots_[id.index].generation &&
               slots_[id.index].key != entity_key::none;
    }

    // The entity with this key, or none.
    [[nodiscard]] entity find(entity_key key) const noexcept;

    // The key of a live entity; none for any other handle.
    [[nodiscard]] entity_key key_of(entity id) const noexcept {
        return valid(id) ? slots_[id.index].key : entity_key::none;
    }

    // All live entities in ascending order of their keys: the order to use wherever an order matters.
    [[nodiscard]] std::vector<entity> entities_by_key() const;

    // Calls visit(entity) for each live entity, in the order of their slots.
    template <typename Visit>
    void each_entity(Visit visit) const;

    // Whether a live entity has all, or any, of the components.
    template <component... T>
    [[nodiscard]] bool all_of(entity id) const noexcept {
        return valid(id) && (has<T>(id) && ...);
    }

    template <component... T>
    [[nodiscard]] bool any_of(entity id) const noexcept {
        return valid(id) && (has<T>(id) || ...);
    }

    // Number of entities that have the component.
    template <component T>
    [[nodiscard]] std::size_t count() const noexcept {
        const component_pool* pool = find_pool<T>();
        return pool != nullptr ? pool->size() : 0;
    }

    // The component of an entity, or null if the handle is stale or it has none. Here and below, T and const
    // T mean the same: what cannot be changed is only read.
    template <typename T>
        requires component<std::remove_const_t<T>>
    [[nodiscard]] const T* try_get(entity id) const noexcept;

    // The component of an entity that has it; anything else is misuse.
    template <typename T>
        requires component<std::remove_const_t<T>>
    [[nodiscard]] const T& get(entity id) const {
        const T* found = try_get<T>(id);
        ORRERY_CHECK(found != nullptr, missing<std::remove_const_t<T>>(id));
        return *found;
    }

    template <typename... T, component... Excluded>
        requires(component<std::remove_const_t<T>> && ...)
    [[nodiscard]] basic_view<const T...> view(exclude_t<Excluded...> left_out = exclude_t<>{}) const {
        return make_view<basic_view<const T...>, std::remove_const_t<T>...>(pools_, left_out);
    }

    // The hash of all entities and components. It depends on keys and values alone, not on handles or on the
    // order in which things were done, so two copies of a world that agree have the same. Pages that have not
    // changed since they were last hashed are not read again.
    [[nodiscard]] std::uint64_t hash() const;
    // What one entity contributes to it.
    [[nodiscard]] std::uint64_t hash_of(entity id) const;

    // Whether a component of this type can be found here, on however few entities.
    [[nodiscard]] bool knows(const component_type& type) const noexcept {
        return pool_numbers_[type.sequence] != no_pool;
    }

    // Replaces each reference inside a copy of a component by the key of what it refers to, which means the
    // same everywhere; entity_key and entity are of one size.
    void references_to_keys(const component_type& type, void* value) const;

    // How often components of a type were given out for writing, by get, patch, replace or a view. Whoever
    // remembers it can tell that none was written since, without looking at them.
    template <component T>
    [[nodiscard]] std::uint64_t write_count() const noexcept {
        const component_pool* pool = find_pool<T>();
        return pool != nullptr ? pool->write_count() : 0;
    }

    // The pools, in the order in which their types came: for archives, comparison and inspection.
    [[nodiscard]] std::span<const component_pool> pools() const noexcept { return pools_; }

    // One more than the highest index a handle can have.
    [[nodiscard]] std::size_t slot_count() const noexcept { return slots_.size(); }

    // The live entity in a slot, as pools name them.
    [[nodiscard]] entity entity_at(std::uint32_t index) const noexcept {
        return {index, slots_[index].generation};
    }

protected:
    // A type's place among the pools, by component_type::sequence.
    using pool_table = std::array<std::uint8_t, detail::max_component_types>;
    static constexpr std::uint8_t no_pool = 0xff;

    registry_state();
    registry_state(const registry_state&) = default;
    registry_state(registry_state&&) noexcept = default;
    registry_state& operator=(const registry_state& other);
    registry_state& operator=(registry_state&& other) noexcept;
    ~registry_state() = default;

    template <component T>
    [[nodiscard]] std::uint8_t pool_number() const noexcept {
        return pool_numbers_[detail::component_sequence<T>()];
    }

    template <component T>
    [[nodiscard]] const component_pool* find_pool() const noexcept {
        const std::uint8_t number = pool_number<T>();
        return number != no_pool ? &pools_[number] : nullptr;
    }

    template <component T>
    [[nodiscard]] bool has(entity id) const noexcept {
        const component_pool* pool = find_pool<T>();
        return pool != nullptr && pool->contains(id.index);
    }

    template <typename View, component... T, component... Excluded>
    [[nodiscard]] View make_view(auto& pools, exclude_t<Excluded...>) const;

    // The sentence for a component that is not there.
    template <component T>
    [[nodiscard]] std::string missing(entity id) const {
        return missing_component(component_type::of<T>(), id);
    }

    [[nodiscard]] std::string missing_component(const component_type& type, entity id) const;

    // A slot for a new entity with a key that nobody has.
    entity occupy_slot(entity_key key);
    // The slot of a live entity without components, for others.
    void free_slot(entity id);
    component_pool& add_pool(const component_type& type);

    friend class state_loader;
    friend class state_divider;

    std::shared_ptr<page_pool> pages_; // before all that lives on it
    detail::slot_array slots_;
    key_index keys_;
    std::vector<component_pool> pools_;
    pool_table pool_numbers_;
    std::uint64_t keys_given_ = 0;
    std::uint32_t first_free_ = detail::no_slot;

private:
    [[nodiscard]] std::uint64_t hash_component(const component_pool& pool, std::size_t position) const;
    [[nodiscard]] std::uint64_t hash_page(const component_pool& pool, std::size_t page) const;
};

// A frame of a world. Copying one is cheap; all copies share their pages.
class snapshot : public registry_state {
public:
    // An empty world.
    snapshot() = default;

private:
    friend class registry;
    friend class state_divider;

    explicit snapshot(const registry_state& state)
        : registry_state(state) {}

    void adopt(const registry_state& state) { registry_state::operator=(state); }
};

template <typename Visit>
void registry_state::each_entity(Visit visit) const {
    for (std::size_t index = 0; index < slots_.size(); ++index) {
        if (slots_[index].key != entity_key::none) {
            visit(entity_at(static_cast<std::uint32_t>(index)));
        }
    }
}

template <typename T>
    requires component<std::remove_const_t<T>>
const T* registry_state::try_get(entity id) const noexcept {
    using value_type = std::remove_const_t<T>;
    const component_pool* pool = find_pool<value_type>();
    const std::uint32_t position =
        pool != nullptr && valid(id) ? pool->position_of(id.index) : component_pool::no_position;
    if (position == component_pool::no_position) {
        return nullptr;
    }
    if constexpr (std::is_empty_v<T>) {
        static constexpr value_type tag{};
        return &tag;
    } else {
        return reinterpret_cast<const T*>(pool->read(position));
    }
}

template <typename View, component... T, component... Excluded>
View registry_state::make_view(auto& pools, exclude_t<Excluded...>) const {
    static_assert(sizeof...(T) > 0, "a view needs at least one component");
    static_assert(sizeof...(Excluded) <= View::max_excluded);
    const std::array<std::uint8_t, sizeof...(T)> included{pool_number<T>()...};
    if (std::find(included.begin(), included.end(), no_pool) != included.end()) {
        return {};
    }
    View view(pools, slots_, included);
    for (const std::uint8_t pool :
         std::array<std::uint8_t, sizeof...(Excluded)>{pool_number<Excluded>()...}) {
        if (pool != no_pool) {
            view.leave_out(pool);
        }
    }
    return view;
}

} // namespace orrery
