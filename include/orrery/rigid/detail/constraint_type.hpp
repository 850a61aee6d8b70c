// What a world knows of a type of constraint, without knowing the type.
#pragma once

#include <orrery/core/connection.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/constraint.hpp>

#include <concepts>
#include <optional>
#include <vector>

namespace orrery::rigid::detail {

struct constraint_type {
    struct ends {
        entity a;
        entity b;
        bool do_bodies_meet;
    };

    // In the frames of the shapes or in the world; none where the type does not say.
    struct pivots {
        std::optional<vector3> a;
        std::optional<vector3> b;
    };

    using change_function = void (*)(void* listener, entity a, entity b);

    std::uint32_t max_rows = 6;
    void (*list)(const registry_state& state, std::vector<entity>& found) = nullptr;
    bool (*has)(const registry_state& state, entity id) = nullptr;
    void (*remove)(registry& state, entity id) = nullptr;
    ends (*ends_of)(const registry_state& state, entity id) = nullptr;
    pivots (*pivots_of)(const registry_state& state, entity id) = nullptr;
    void (*prepare)(const registry_state& state, entity id, const constrained_body& a,
                    const constrained_body& b, constraint_rows& rows) = nullptr;
    // Null where the type has no such function.
    void (*remember)(const registry_state& state, entity id, const constrained_body& a,
                     const constrained_body& b, constraint_memory& memory) = nullptr;
    void (*iterate)(const registry_state& state, entity id, constraint_iteration& now) = nullptr;
    bool (*drive)(registry& state, entity id, const input& what) = nullptr;
    // Calls changed(listener, a, b) when a constraint of this type comes, changes or goes.
    void (*listen)(registry& state, void* listener, change_function changed,
                   std::vector<scoped_connection>& connections) = nullptr;
};

// The constraint must be one, and its component becomes known to the registry.
template <constraint T>
[[nodiscard]] constraint_type make_constraint_type(registry& state) {
    constraint_type made;
    if constexpr (requires { T::max_rows; }) {
        static_assert(T::max_rows <= constraint_rows::limit);
        made.max_rows = T::max_rows;
    }
    static_cast<void>(state.register_component<T>());
    made.list = [](const registry_state& from, std::vector<entity>& found) {
        from.view<T>().each([&](entity id, const T&) { found.push_back(id); });
    };
    made.has = [](const registry_state& from, entity id) { return from.all_of<T>(id); };
    made.remove = [](registry& from, entity id) { from.remove<T>(id); };
    made.ends_of = [](const registry_state& from, entity id) {
        const T& joint = from.get<T>(id);
        if constexpr (requires { joint.do_bodies_meet; }) {
            return constraint_type::ends{joint.a, joint.b, joint.do_bodies_meet != 0};
        } else {
            return constraint_type::ends{joint.a, joint.b, true};
        }
    };
    made.pivots_of = [](const registry_state& from, entity id) {
        constraint_type::pivots found;
        if constexpr (requires(T joint) {
                          { joint.pivot_a } -> std::convertible_to<vector3>;
                          { joint.pivot_b } -> std::convertible_to<vector3>;
                      }) {
            found = {from.get<T>(id).pivot_a, from.get<T>(id).pivot_b};
        }
        return found;
    };
    made.prepare = [](const registry_state& from, entity id, const constrained_body& a,
                      const constrained_body& b,
                      constraint_rows& rows) { prepare(from.get<T>(id), a, b, rows); };
    if constexpr (requires(const T joint, const constrained_body& body, constraint_memory& memory) {
                      remember(joint, body, body, memory);
                  }) {
        made.remember = [](const registry_state& from, entity id, const constrained_body& a,
                           const constrained_body& b,
                           constraint_memory& memory) { remember(from.get<T>(id), a, b, memory); };
    }
    if constexpr (requires(const T joint, constraint_iteration& now) { iterate(joint, now); }) {
        made.iterate = [](const registry_state& from, entity id, constraint_iteration& now) {
            iterate(from.get<T>(id), now);
        };
    }
    if constexpr (requires(T joint, const input& what) {
                      { drive(joint, what) } -> std::same_as<bool>;
                  }) {
        // In place: bodies it holds are woken by whoever drives it, and nothing else has to be told.
        made.drive = [](registry& in, entity id, const input& what) {
            T changed = in.get<const T>(id);
            if (!drive(changed, what) || !component_type::of<T>().validate(&changed)) {
                return false;
            }
            in.get<T>(id) = changed;
            return true;
        };
    }
    made.listen = [](registry& to, void* listener, constraint_type::change_function changed,
                     std::vector<scoped_connection>& connections) {
        const auto hear = [listener, changed](registry& where, entity id) {
            const T& joint = where.get<const T>(id);
            changed(listener, joint.a, joint.b);
        };
        connections.emplace_back(to.on_construct<T>().connect(hear));
        connections.emplace_back(to.on_update<T>().connect(hear));
        connections.emplace_back(to.on_destroy<T>().connect(hear));
    };
    return made;
}

} // namespace orrery::rigid::detail
