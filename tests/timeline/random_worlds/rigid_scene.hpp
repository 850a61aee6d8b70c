// A random world of rigid bodies: a few places far from each other, on a plane, on meshes or on floors of
// their own, with bodies, joints and actors of all kinds at them. Most of what happens at one place does not
// matter to the others, so that changes of the past can be local.
#pragma once

#include "tests/timeline/random_worlds/rigid_features.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/movers/vehicle.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::random_worlds {

class rigid_scene {
public:
    using world_type = rigid::world;
    // Whether nothing in such a world belongs to two entities.
    static constexpr bool is_loose = false;

    rigid_scene(xoshiro256& dice, feature_set& features);

    // The first frame.
    [[nodiscard]] rigid::world make() const { return world_->fork(*machine_); }

    // So that what the world has inputs for does happen.
    [[nodiscard]] std::vector<rigid::input> first_inputs(xoshiro256& dice) const;
    [[nodiscard]] rigid::input random_input(xoshiro256& dice) const;

    [[nodiscard]] bool has_definitions() const { return has(rigid_feature::definitions); }

    // Definitions, in an order in which a world can take them, and an input that refers to them or to none.
    [[nodiscard]] std::pair<std::vector<rigid::definition>, rigid::input>
    defined_input(xoshiro256& dice) const;
    // For anybody, at rest or not.
    [[nodiscard]] rigid::input place_input(xoshiro256& dice) const;

    [[nodiscard]] rigid::input push_input(xoshiro256& dice, entity_key target) const {
        return push(dice, target);
    }

    // For a body that holds others by a joint, if there is one.
    [[nodiscard]] rigid::input holder_input(xoshiro256& dice) const;
    // Refused, mostly.
    [[nodiscard]] rigid::input refused_input(xoshiro256& dice) const;
    // One that makes somebody go, and one that brings another one with the same key.
    [[nodiscard]] std::pair<rigid::input, rigid::input> second_life(xoshiro256& dice) const;

    // All motions as the components have them, by key.
    static void read(const rigid::world& from, std::vector<std::pair<entity_key, rigid::motion>>& into);
    [[nodiscard]] static std::string difference(const rigid::world& a, const rigid::world& b);

private:
    [[nodiscard]] bool has(rigid_feature which) const { return features_[static_cast<std::size_t>(which)]; }

    // In the order in which they are called.
    void choose_features();
    void make_world();
    void add_ground();
    void add_mesh(vector3 middle, bool is_paged);
    void add_shapes();
    void add_joints();    // rigid_joints.cpp
    void add_held();      // rigid_joints.cpp
    void add_rules();     // rigid_actors.cpp
    void add_unknown();   // rigid_actors.cpp
    void add_actors();    // rigid_actors.cpp
    void add_relations(); // rigid_actors.cpp
    void list_others();

    [[nodiscard]] scalar within(scalar low, scalar high) { return uniform_real<scalar>(dice_, low, high); }

    [[nodiscard]] vector3 vector_within(scalar size) {
        return {within(-size, size), within(-size, size), within(-size, size)};
    }

    // Above the ground near a random site.
    [[nodiscard]] vector3 somewhere();
    // A body of a random shape of those that the world has, or a small ball.
    [[nodiscard]] rigid::body_definition random_body();
    entity add_body(rigid::body_definition what);
    // What a joint holds a body to, at a place near it: a body of any kind, or nothing for the world.
    [[nodiscard]] entity random_holder(vector3 near);

    template <typename Joint>
    void add_joint(const Joint& what);

    [[nodiscard]] vector3 position_of_body(entity id) const;

    // Inputs; see rigid_inputs.cpp.
    [[nodiscard]] entity_key any(xoshiro256& dice, const std::vector<entity_key>& of) const;
    [[nodiscard]] vector3 place_for_input(xoshiro256& dice) const;
    [[nodiscard]] rigid::input glue(xoshiro256& dice, entity_key target) const;
    [[nodiscard]] rigid::input create(xoshiro256& dice) const;
    [[nodiscard]] static rigid::input change_materials(xoshiro256& dice);
    [[nodiscard]] rigid::input push(xoshiro256& dice, entity_key target) const;
    [[nodiscard]] rigid::input drive(xoshiro256& dice, entity_key target) const;

    xoshiro256& dice_;
    feature_set& features_;
    std::unique_ptr<engine> machine_;
    std::unique_ptr<rigid::world> world_;
    std::vector<vector3> sites_;
    std::vector<rigid::shape> shapes_;
    std::uint64_t next_key_ = 1;
    // Who there is, for inputs.
    std::vector<entity_key> dynamic_;
    std::vector<entity_key> others_;   // fixed and kinematic ones
    std::vector<entity_key> bodiless_; // joints, contacts, pairs and what a user may have added
    std::vector<entity_key> holders_;  // of what hangs on them, fixed and kinematic ones
    std::vector<entity_key> brittle_;
    std::vector<std::pair<entity_key, entity_key>> joints_; // a body and its joint
    std::vector<entity_key> characters_;
    std::vector<rigid::vehicle> vehicles_;
    std::vector<rigid::blueprint_id> blueprints_;
    std::vector<std::vector<rigid::definition>>
        unknown_; // what inputs of the world may refer to, none of it known
};

} // namespace orrery::test::random_worlds
