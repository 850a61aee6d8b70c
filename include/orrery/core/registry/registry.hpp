// Entities and their components, built for time travel. It feels like the registry EnTT users know, with
// three differences: every entity has a key for life beside its handle; taking a snapshot costs a few
// references and going back to one as little; and a component asked for without const counts as written, so
// its page is copied if a snapshot holds it. References and views end with the next snapshot(), restore() or
// structural change.
//
// One thread changes a registry at a time. Snapshots are free of it and may be read anywhere.
#pragma once

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/core/registry/weak_registry.hpp>
#include <orrery/core/signal.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {

// From which of two series create() takes its keys. They have none in common, so an application's entities
// are not mistaken for those of a world that it mirrors or loads entities from.
enum class key_series : std::uint8_t { application, world };

class registry : public registry_state {
public:
    using listener_signal = signal<registry&, entity>;
    using listener_sink = sink<registry&, entity>;

    registry();
    explicit registry(key_series keys);
    // A world that goes on from a frame.
    explicit registry(const snapshot& frame);

    registry(registry&& other) noexcept;
    registry& operator=(registry&& other) noexcept;
    ~registry();

    // For objects that may outlive this one.
    [[nodiscard]] weak_registry weak();

    // A new entity with a key of its own, made from the series and the number of keys given so far.
    entity create();
    // A new entity with the given key; none if the key is zero or a live entity has it.
    [[nodiscard]] entity create(entity_key key);
    // Destroys an entity with all its components; false, and nothing happens, if the handle is not valid.
    bool destroy(entity id);
    // Destroys all entities; listeners hear of each.
    void clear();

    // Makes a component type known before the first entity has it, as loading needs.
    template <component T>
    const component_type& register_component();

    // Gives a live entity a component that it does not have yet.
    template <component T, typename... Arguments>
    T& emplace(entity id, Arguments&&... arguments);
    template <component T, typename... Arguments>
    T& emplace_or_replace(entity id, Arguments&&... arguments);
    // Puts a new value in place of the one that is there.
    template <component T, typename... Arguments>
    T& replace(entity id, Arguments&&... arguments);
    // Lets fn(T&) change the component in place and tells the listeners.
    template <component T, typename Fn>
    T& patch(entity id, Fn&& fn);
    // Takes the component away; false if the handle is stale or it has none.
    template <component T>
    bool remove(entity id);

    // Gives a live entity a component known only by its description, or a new value for it. The type must be
    // registered and the value one that it allows (component_type::validate).
    void assign(entity id, const component_type& type, const std::byte* value);
    // Takes such a component away; false if the handle is stale or it has none.
    bool remove(entity id, const component_type& type);

    // As in registry_state, for writing unless T is const.
    template <typename T>
        requires component<std::remove_const_t<T>>
    [[nodiscard]] T* try_get(entity id);

    template <typename T>
        requires component<std::remove_const_t<T>>
    [[nodiscard]] T& get(entity id) {
        T* found = try_get<T>(id);
        ORRERY_CHECK(found != nullptr, missing<std::remove_const_t<T>>(id));
        return *found;
    }

    template <typename... T, component... Excluded>
        requires(component<std::remove_const_t<T>> && ...)
    [[nodiscard]] basic_view<T...> view(exclude_t<Excluded...> left_out = exclude_t<>{}) {
        (count_write<T>(), ...);
        return make_view<basic_view<T...>, std::remove_const_t<T>...>(pools_, left_out);
    }

    using registry_state::get;
    using registry_state::try_get;
    using registry_state::view;

    // The world as it is now, in O(component types).
    [[nodiscard]] class snapshot snapshot() const { return orrery::snapshot(*this); }

    // The same into an old snapshot, whose memory it reuses.
    void snapshot_into(class snapshot& old) const { old.adopt(*this); }

    // Goes back (or forward) to a frame of this or another world, as cheaply. Listeners hear on_restore only.
    void restore(const class snapshot& frame);

    // Heard after a component is added, after it is changed by replace or patch, and before it is taken away.
    template <component T>
    [[nodiscard]] listener_sink on_construct() {
        return sink_of(component_change::construct, detail::component_sequence<T>());
    }

    template <component T>
    [[nodiscard]] listener_sink on_update() {
        return sink_of(component_change::update, detail::component_sequence<T>());
    }

    template <component T>
    [[nodiscard]] listener_sink on_destroy() {
        return sink_of(component_change::destroy, detail::component_sequence<T>());
    }

    [[nodiscard]] sink<registry&> on_restore();

private:
    enum class component_change : std::uint8_t { construct, update, destroy };

    struct component_listeners;

    [[nodiscard]] listener_sink sink_of(component_change change, std::uint32_t sequence);

    void tell(component_change change, std::uint32_t sequence, entity id) {
        if (sequence < listeners_.size() && listeners_[sequence] != nullptr) {
            emit(change, sequence, id);
        }
    }

    void emit(component_change change, std::uint32_t sequence, entity id);

    template <component T>
    [[nodiscard]] component_pool& assure_pool();

    // Nothing for a const T, which is only read.
    template <typename T>
    void count_write() noexcept {
        if constexpr (!std::is_const_v<T>) {
            if (const std::uint8_t number = pool_number<T>(); number != no_pool) {
                pools_[number].count_write();
            }
        }
    }

    // The component's value for writing; a tag has none, so any tag will do.
    template <component T>
    [[nodiscard]] static T& writable(component_pool& pool, std::uint32_t position);
    void take_component(entity id, std::size_t pool_number);
    void adopt(const registry_state& state);

    friend class state_loader;

    std::vector<std::unique_ptr<component_listeners>> listeners_; // by component_type::sequence
    std::unique_ptr<signal<registry&>> restored_;
    std::shared_ptr<registry*> address_; // made when first asked for
};

template <component T>
component_pool& registry::assure_pool() {
    const std::uint8_t number = pool_number<T>();
    return number != no_pool ? pools_[number] : add_pool(component_type::of<T>());
}

template <component T>
T& registry::writable(component_pool& pool, std::uint32_t position) {
    if constexpr (std::is_empty_v<T>) {
        static T tag{};
        return tag;
    } else {
        return *reinterpret_cast<T*>(pool.write(position));
    }
}

template <component T>
const component_type& registry::register_component() {
    return assure_pool<T>().type();
}

template <component T, typename... Arguments>
T& registry::emplace(entity id, Arguments&&... arguments) {
    ORRERY_CHECK(valid(id), "a component can only be given to a live entity");
    component_pool& pool = assure_pool<T>();
    ORRERY_CHECK(!pool.contains(id.index), text("the entity already has a '", pool.type().name, "'"));
    // Made before the pool changes: an argument may refer to a component of this very pool.
    const T value{std::forward<Arguments>(arguments)...};
    const std::uint32_t position = pool.insert(id.index);
    writable<T>(pool, position) = value;
    tell(component_change::construct, pool.type().sequence, id);
    // Looked up again, because a listener may have moved it.
    return get<T>(id);
}

template <component T, typename... Arguments>
T& registry::emplace_or_replace(entity id, Arguments&&... arguments) {
    return all_of<T>(id) ? replace<T>(id, std::forward<Arguments>(arguments)...)
                         : emplace<T>(id, std::forward<Arguments>(arguments)...);
}

template <component T, typename... Arguments>
T& registry::replace(entity id, Arguments&&... arguments) {
    const T value{std::forward<Arguments>(arguments)...};
    return patch<T>(id, [&](T& place) { place = value; });
}

template <component T, typename Fn>
T& registry::patch(entity id, Fn&& fn) {
    std::forward<Fn>(fn)(get<T>(id));
    tell(component_change::update, detail::component_sequence<T>(), id);
    return get<T>(id);
}

template <component T>
bool registry::remove(entity id) {
    if (!all_of<T>(id)) {
        return false;
    }
    take_component(id, pool_number<T>());
    return true;
}

template <typename T>
    requires component<std::remove_const_t<T>>
T* registry::try_get(entity id) {
    using value_type = std::remove_const_t<T>;
    if constexpr (std::is_const_v<T>) {
        return std::as_const(*this).template try_get<value_type>(id);
    } else {
        const std::uint8_t number = pool_number<value_type>();
        if (number == no_pool || !valid(id)) {
            return nullptr;
        }
        component_pool& pool = pools_[number];
        pool.count_write();
        const std::uint32_t position = pool.position_of(id.index);
        return position != component_pool::no_position ? &writable<value_type>(pool, position) : nullptr;
    }
}

} // namespace orrery
