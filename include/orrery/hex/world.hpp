// The integer world: tens of thousands of particles and composites of hexagonal tiles, which collide, break
// and shoot. Frames are written once: a tick reads the frame before and writes the next, a snapshot is a
// reference, and going back is to point at an older frame.
//
//   auto rules = std::make_shared<const hex::rules>(...);
//   hex::world world(engine, rules);
//   world.add({.key = entity_key{1}, .type = rock, .position = {0, 0}, .tiles = tiles});
//   world.step(inputs);
//   for (const hex::place& each : world.current().places()) { ... }
//
// src/hex/step/step.cpp is the step.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/input.hpp>
#include <orrery/hex/motion_model.hpp>
#include <orrery/hex/object_definition.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/hex/settings.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace orrery::hex {

namespace detail {
class pipeline;
} // namespace detail

// How much work the last tick was.
struct tick_statistics {
    std::uint64_t pair_tests = 0; // boxes that were compared with boxes
    std::uint32_t pairs = 0;      // of objects that are near each other
    std::uint32_t impacts = 0;
    std::uint32_t woken = 0;
    bool has_sorted = false;
    bool has_collected = false; // the arena
};

class world {
public:
    static constexpr std::string_view type_name = "hex";

    using input_type = input;
    using event_type = event;
    using snapshot_type = world_snapshot;
    using motion_type = recorded_motion;
    using form_type = object_form;
    using box_type = aabb2i;
    using source_type = field_source;
    using motion_number = std::int32_t;
    using model_type = motion_model;
    static constexpr std::size_t pose_words = recorded_motion::pose_words;

    // Rules must pass their check().
    world(engine& machine, std::shared_ptr<const hex::rules> by, const world_settings& settings = {});
    world(world&&) noexcept;
    world& operator=(world&&) noexcept;
    ~world();

    [[nodiscard]] const hex::rules& rules() const noexcept;
    [[nodiscard]] std::shared_ptr<const hex::rules> shared_rules() const noexcept;
    [[nodiscard]] const world_settings& settings() const noexcept;
    [[nodiscard]] engine& machine() const noexcept;

    // Adds an object to the frame there is. Refused with one sentence, and nothing changes, if the definition
    // is wrong, the key is taken, or there is no room (65535 composites, 1 MB of records, 2^24 objects).
    status add(const object_definition& what);

    // The same for many at once: all of them, or none.
    status add(std::span<const object_definition> all);

    // Makes the next frame.
    void step(std::span<const input> inputs = {});

    // The frame there is, until the next step.
    [[nodiscard]] const hex::frame& current() const noexcept;

    [[nodiscard]] std::uint64_t frame() const noexcept { return current().number; }

    [[nodiscard]] std::span<const event> events() const noexcept;
    [[nodiscard]] const tick_statistics& statistics() const noexcept;

    [[nodiscard]] std::uint64_t hash() const { return snapshot().hash(); }

    // The place of an object in the order of the frame; a search.
    [[nodiscard]] std::optional<std::uint32_t> find(entity_key key) const noexcept;

    [[nodiscard]] world_snapshot snapshot() const;
    // Of a world with the same rules.
    void restore(const world_snapshot& to);

    // What a time database is to know; see core/simulation.hpp.
    void record(frame_record<world>& into, record_extent extent = record_extent::changes);
    [[nodiscard]] static event_span span_of(const event& what) noexcept;
    [[nodiscard]] static std::array<entity_key, 2> keys_of(const input& what) noexcept;
    // Refuses what no frame could take: an unknown kind, numbers that are not finite or out of range.
    [[nodiscard]] static status check_input(const input& what);
    [[nodiscard]] world fork(engine& machine) const;

    [[nodiscard]] motion_model model() const { return motion_model(shared_rules()); }

    // There are no long-range fields.
    void set_foreign_sources(std::span<const field_source>) noexcept {}

private:
    std::unique_ptr<detail::pipeline> stages_;
};

// Frames of some of the objects, and frames put together again (see divisible_simulation).
[[nodiscard]] world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys);
[[nodiscard]] world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                                       const world_snapshot& part);

} // namespace orrery::hex
