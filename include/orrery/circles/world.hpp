// Tens of thousands of circles among walls, on one thread. Impacts are found at their true times and dealt
// with in their order, so that nothing passes through anything, however fast it is, and circles that were
// apart stay apart. Frames are written once: an update reads the frame before and writes the next, a snapshot
// is a reference, and going back is to point at an older frame.
//
//   auto rules = std::make_shared<const circles::rules>(...);
//   circles::world world(engine, rules);
//   world.add({.key = entity_key{1}, .motion = {.position = {0, 8}}, .form = {.radius = 1}});
//   world.step(inputs);
//   for (const circles::motion& each : world.current().motions) { ... }
//
// src/circles/step/step.cpp is the step.
#pragma once

#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/input.hpp>
#include <orrery/circles/motion_model.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/circles/settings.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/signal.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/spatial/islands.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace orrery::circles {

namespace detail {
class pipeline;
} // namespace detail

// How much work the last update was.
struct update_statistics {
    std::uint64_t pair_tests = 0;  // circles that were compared with circles, in the search for pairs
    std::uint64_t later_tests = 0; // the same after impacts, for circles that go on in another direction
    std::uint32_t pairs = 0;       // that would meet if nobody were deflected before
    std::uint32_t most_in_cell = 0;
    std::uint32_t impacts = 0; // of circles with circles and walls
    std::uint32_t contacts = 0;
    std::uint32_t fast = 0;    // circles that set out to go farther than their diameter
    std::uint32_t stopped = 0; // circles that had too many impacts, and wait for the next update
};

class world {
public:
    static constexpr std::string_view type_name = "circles";

    using input_type = input;
    using event_type = event;
    using snapshot_type = world_snapshot;
    using motion_type = motion;
    using form_type = form;
    using box_type = aabb2;
    using source_type = field_source;
    using motion_number = scalar;
    using model_type = motion_model;
    static constexpr std::size_t pose_words = motion_model::pose_words;

    // Rules must pass their check().
    world(engine& machine, std::shared_ptr<const circles::rules> by, const world_settings& settings = {});
    world(world&&) noexcept;
    world& operator=(world&&) noexcept;
    ~world();

    [[nodiscard]] const circles::rules& rules() const noexcept;
    [[nodiscard]] std::shared_ptr<const circles::rules> shared_rules() const noexcept;
    [[nodiscard]] const world_settings& settings() const noexcept;
    [[nodiscard]] engine& machine() const noexcept;

    // Adds a circle to the frame there is. Refused with one sentence, and nothing changes, if the definition
    // is wrong or the key is taken. Circles that overlap others are pushed apart, not refused.
    status add(const circle_definition& what);

    // The same for many at once: all of them, or none.
    status add(std::span<const circle_definition> all);

    // Takes a circle out of the frame there is, without an event. False if there is none with this key.
    bool remove(entity_key key);

    // Makes the next frame.
    void step(std::span<const input> inputs = {});

    // The frame there is, until the next step.
    [[nodiscard]] const circles::frame& current() const noexcept;

    [[nodiscard]] std::uint64_t frame() const noexcept { return current().number; }

    [[nodiscard]] std::span<const event> events() const noexcept;
    [[nodiscard]] const update_statistics& statistics() const noexcept;

    // Called for each event when the update that made it is complete, in their order. Whoever is called may
    // add and remove circles, but not step or restore this world.
    [[nodiscard]] sink<const event&> on_event() noexcept;

    // The circles that may have met each other in the last update, directly or through others: places in
    // current(), found by depth-first search when asked for. Empty before the first update and after a
    // restore.
    [[nodiscard]] spatial::islands islands() const;

    [[nodiscard]] std::uint64_t hash() const { return snapshot().hash(); }

    // The place of a circle in current(); a search.
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

    [[nodiscard]] motion_model model() const { return motion_model(rules()); }

    // There are no long-range fields.
    void set_foreign_sources(std::span<const field_source>) noexcept {}

private:
    explicit world(std::unique_ptr<detail::pipeline> stages) noexcept;

    std::unique_ptr<detail::pipeline> stages_;
};

// Frames of some of the circles, and frames put together again (see divisible_simulation).
[[nodiscard]] world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys);
[[nodiscard]] world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                                       const world_snapshot& part);

} // namespace orrery::circles
