// A world of rigid bodies. Its state is a registry of components and a frame number, and nothing else:
// whoever emplaces the components of a body has made one, a snapshot of the registry is a snapshot of the
// world, and its hash is the hash of the world. Everything else here (trees, pairs, the order of bodies) is
// derived from it and can be thrown away.
//
//   rigid::world world(engine);
//   const entity ball = make_body(world, {.position = {0, 5, 0}, .shape = sphere(0.5f)}).value();
//   world.step();
//   world.registry().get<rigid::position>(ball);
//
// src/rigid/step/step.cpp is the step.
#pragma once

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/registry/entity_form.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/definition.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/motion.hpp>
#include <orrery/rigid/motion_model.hpp>
#include <orrery/rigid/parts.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace orrery::rigid {

namespace detail {
class pipeline;
struct broad_phase_state;
} // namespace detail

// A frame of a world: immutable, cheap to copy, readable from any thread.
class world_snapshot {
public:
    [[nodiscard]] const orrery::snapshot& state() const noexcept { return state_; }

    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_; }

    [[nodiscard]] std::uint64_t hash() const { return state_.hash(); }

    // Gives up what a world would only have to find out again.
    void shrink() noexcept {
        derived_.reset();
        reconsidered_.clear();
    }

    // The hulls and compounds that its bodies use.
    [[nodiscard]] const shape_store& shapes() const noexcept { return shapes_; }

    // What inputs may create bodies from.
    [[nodiscard]] const blueprint_store& blueprints() const noexcept { return blueprints_; }

private:
    friend class world;
    friend world_snapshot part_of(const world_snapshot&, std::span<const entity_key>);
    friend world_snapshot with_part(const world_snapshot&, std::span<const entity_key>,
                                    const world_snapshot&);

    orrery::snapshot state_;
    std::uint64_t frame_ = 0;
    shape_store shapes_;
    blueprint_store blueprints_;
    copy_on_write<detail::broad_phase_state> derived_; // to go on without building it again
    bool is_derived_exact_ = true;     // otherwise it is of a frame that this one shares much with
    std::vector<entity> reconsidered_; // if not exact: bodies that may meet others than in that frame
};

class world {
public:
    static constexpr std::string_view type_name = "rigid";

    using input_type = input;
    using event_type = event;
    using snapshot_type = world_snapshot;
    using motion_type = motion;
    // All components of a body but those of its motion and its sleep.
    using form_type = entity_form;
    using box_type = aabb3;
    using source_type = field_source;
    using motion_number = scalar; // what a motion is made of
    using model_type = motion_model;
    using definition_type = definition;
    static constexpr std::size_t pose_words = 7 * sizeof(scalar) / sizeof(std::uint32_t);

    // Settings must pass their check().
    explicit world(engine& machine, const world_settings& settings = {});
    world(world&&) noexcept;
    world& operator=(world&&) noexcept;
    ~world();

    [[nodiscard]] orrery::registry& registry() noexcept;
    [[nodiscard]] const orrery::registry& registry() const noexcept;
    [[nodiscard]] shape_store& shapes() noexcept;
    [[nodiscard]] const shape_store& shapes() const noexcept;
    [[nodiscard]] blueprint_store& blueprints() noexcept;
    [[nodiscard]] const blueprint_store& blueprints() const noexcept;
    // What pairs of materials make together: a part of the state.
    [[nodiscard]] material_pairs materials() noexcept;
    [[nodiscard]] const world_settings& settings() const noexcept;
    [[nodiscard]] engine& machine() const noexcept;

    // Makes the next frame.
    void step(std::span<const input> inputs = {});

    [[nodiscard]] std::uint64_t frame() const noexcept;
    [[nodiscard]] std::span<const event> events() const noexcept;
    [[nodiscard]] std::uint64_t hash() const;

    // Contacts, sleep and glue are intervals; all else happens once.
    [[nodiscard]] static event_span span_of(const event& what) noexcept;
    // Whom an input concerns, and what it creates; none where it is nobody. Fragments are not among them.
    [[nodiscard]] static std::array<entity_key, 2> keys_of(const input& what) noexcept;
    // Whether an input can be felt by all bodies, wherever they are.
    [[nodiscard]] static bool concerns_all(const input& what) noexcept;
    // Refuses what no frame could take: an unknown kind, numbers that are not finite or out of range.
    [[nodiscard]] static status check_input(const input& what);

    // See definable_simulation. Refused: what the shape store, add_blueprint and add_fracture refuse, and
    // blueprints with a compound that the world itself has made of bodies that are glued together.
    [[nodiscard]] status check_definition(const definition& what) const;
    status define(const definition& what);
    [[nodiscard]] bool has_definition(std::uint64_t id) const noexcept;
    [[nodiscard]] static std::uint64_t definition_of(const input& what) noexcept;

    [[nodiscard]] world_snapshot snapshot() const;
    void restore(const world_snapshot& frame);

    // What a time database is to know of the frame that was just made or gone back to. To be asked before
    // anything else is done to the world. Its room is used again. A full record lists all bodies, one of
    // changes those that can have moved since the record before.
    void record(frame_record<world>& into, record_extent extent = record_extent::changes);

    // Another world with the same rules in the same frame. They share the pair filter, which must be able to
    // answer on both worlds' threads.
    [[nodiscard]] world fork(engine& machine) const;

    // How bodies move that nothing touches.
    [[nodiscard]] motion_model model() const { return motion_model(settings()); }

    // The attractors of this world as they are in this frame, in the order of their keys: what the next step
    // will read.
    void list_sources(std::vector<field_source>& into) const;
    // Attractors that are not in this world, in the order of their keys, for the next step: with them a part
    // of a world goes through the same bits as in the whole.
    void set_foreign_sources(std::span<const field_source> sources);

    // Wakes the island of a body; false for a stale id.
    bool wake(entity which);

    // Says whether two bodies may meet, beyond their filters; asked when they come near each other, in the
    // order of keys. It must answer by the state of the two alone. `reconsider` asks again for the pairs of a
    // body.
    using pair_filter = unique_function<bool(const world&, entity, entity)>;
    void set_pair_filter(pair_filter filter);
    void reconsider(entity which);

    // Makes a type of constraint known; those of this layer already are.
    template <constraint T>
    void add_constraint() {
        add_constraint_type(detail::make_constraint_type<T>(registry()));
    }

    // For the functions of this layer (queries, joints, drawing).
    [[nodiscard]] detail::pipeline& stages() noexcept { return *stages_; }

    [[nodiscard]] const detail::pipeline& stages() const noexcept { return *stages_; }

private:
    void add_constraint_type(const detail::constraint_type& type);

    std::unique_ptr<detail::pipeline> stages_;
};

} // namespace orrery::rigid
