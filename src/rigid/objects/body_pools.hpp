// The pools that hold what bodies are made of, looked up once for many bodies: a step reads some twenty
// components of each, most of which most bodies do not have.
#pragma once

#include "rigid/step/body_row.hpp"

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/glue.hpp>

#include <tuple>

namespace orrery::rigid::detail {

class body_pools {
    template <component T>
    struct pool_of {
        const component_pool* pool = nullptr; // null when nobody has one
    };

    using all_pools =
        std::tuple<pool_of<body>, pool_of<position>, pool_of<orientation>, pool_of<linear_velocity>,
                   pool_of<angular_velocity>, pool_of<mass>, pool_of<inertia>, pool_of<center_of_mass>,
                   pool_of<gravity>, pool_of<damping>, pool_of<drag>, pool_of<steady_force>,
                   pool_of<locked_axes>, pool_of<never_sleeps>, pool_of<reports_contacts>,
                   pool_of<feels_fields>, pool_of<material>, pool_of<asleep>, pool_of<glued_to>>;

public:
    explicit body_pools(const registry_state& state) noexcept {
        std::apply([&](auto&... each) { (find(state, each), ...); }, pools_);
    }

    // The components of a live entity.
    class parts {
    public:
        parts(const body_pools& from, entity id) noexcept
            : from_(&from)
            , index_(id.index) {}

        template <component T>
        [[nodiscard]] const T* try_get() const noexcept {
            const component_pool* pool = std::get<pool_of<T>>(from_->pools_).pool;
            const std::uint32_t place =
                pool != nullptr ? pool->position_of(index_) : component_pool::no_position;
            if (place == component_pool::no_position) {
                return nullptr;
            }
            if constexpr (std::is_empty_v<T>) {
                static constexpr T tag{};
                return &tag;
            } else {
                return reinterpret_cast<const T*>(pool->read(place));
            }
        }

    private:
        const body_pools* from_;
        std::uint32_t index_;
    };

private:
    template <component T>
    static void find(const registry_state& state, pool_of<T>& into) noexcept {
        for (const component_pool& pool : state.pools()) {
            if (&pool.type() == &component_type::of<T>() && pool.size() > 0) {
                into.pool = &pool;
            }
        }
    }

    all_pools pools_;
};

// The pools must be those of the state.
void gather_row(const body_pools& pools, entity id, body_row& row, body_traits& traits) noexcept;

} // namespace orrery::rigid::detail
