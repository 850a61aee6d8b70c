// A world as the time database sees it, without templates: what timelines, networking and language bindings
// are built on. simulation_adapter makes one of any world that models recordable_simulation.
//
// One object is one copy of a world, which steps; fork() makes another. What a world is made of is opaque
// here: whole frames are shared pointers that only the same kind of world can open, inputs are entries of
// its journal, and motions, boxes and sources are rows of numbers whose format the entity_model tells.
// Entities have the same keys in every copy.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/detail/entity_model.hpp>
#include <orrery/timeline/detail/event_log.hpp>
#include <orrery/timeline/detail/journal_log.hpp>
#include <orrery/timeline/detail/keyframe_log.hpp>
#include <orrery/timeline/detail/recorded_frame.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time {

class simulation_interface {
public:
    using frame_state = detail::frame_state;
    using journal_item = detail::journal_item;
    using definition_item = detail::definition_item;

    virtual ~simulation_interface() = default;

    // The number of steps since the first frame.
    [[nodiscard]] virtual std::uint64_t frame() const = 0;
    // One step, with the inputs of these entries in this order.
    virtual void step(std::span<const journal_item> inputs) = 0;
    [[nodiscard]] virtual std::uint64_t hash() const = 0;

    // The frame as an immutable value, and going on from one, bit for bit.
    [[nodiscard]] virtual frame_state snapshot() const = 0;
    virtual void restore(const frame_state& state) = 0;

    // Another copy with the same rules in the same frame, which computes with another engine.
    [[nodiscard]] virtual std::unique_ptr<simulation_interface> fork(engine& machine) const = 0;
    [[nodiscard]] virtual engine& machine() const = 0;

    // Of the frame that was just made or gone back to: what is new in it, or all of it.
    virtual void record(record_extent extent, detail::recorded_frame& into) = 0;
    [[nodiscard]] virtual detail::shared_model model() const = 0;
    // Sources of fields that are not in this copy, for the next step.
    virtual void set_foreign_sources(std::span<const std::byte> sources) = 0;

    // What an input means, whatever frame it is for. keys_of() are those whom it concerns.
    [[nodiscard]] virtual status check_input(const journal_item& input) const = 0;
    [[nodiscard]] virtual std::array<entity_key, 2> keys_of(const journal_item& input) const = 0;
    [[nodiscard]] virtual bool concerns_all(const journal_item& input) const = 0;

    // See definable_simulation: known from now on, also after restore() and in forks. Other worlds refuse
    // all.
    virtual status define(const definition_item& what) = 0;
    // Both are of one id.
    [[nodiscard]] virtual bool are_equal(const definition_item& a, const definition_item& b) const = 0;
    [[nodiscard]] virtual bool has_definition(std::uint64_t id) const = 0;
    // The id of the definition that an input refers to, or 0.
    [[nodiscard]] virtual std::uint64_t definition_of(const journal_item& input) const = 0;

    // Of frames, which need not be that of this copy.
    [[nodiscard]] virtual std::uint64_t hash_of(const frame_state& state) const = 0;
    // Without what is only there to go on quickly.
    [[nodiscard]] virtual frame_state shrunk(const frame_state& state) const = 0;

    // Whether islands go through the same bits together and alone, so that parts can be taken out of a frame
    // and put in. Keys are ascending. See divisible_simulation.
    [[nodiscard]] virtual bool is_divisible() const = 0;
    [[nodiscard]] virtual frame_state extract_part(const frame_state& whole,
                                                   std::span<const entity_key> keys) const = 0;
    [[nodiscard]] virtual frame_state insert_part(const frame_state& whole, std::span<const entity_key> keys,
                                                  const frame_state& part) const = 0;
    // Those without whom what has this key, such as a joint, would not exist.
    [[nodiscard]] virtual std::vector<entity_key> owners_of_key(const frame_state& state,
                                                                entity_key key) const = 0;

    // The size of what is kept of an event beside its mark.
    [[nodiscard]] virtual std::size_t event_payload_bytes() const = 0;
    // Whether two events with the same mark are equal.
    [[nodiscard]] virtual detail::event_equality event_equality() const = 0;
    // The same entry under another name.
    [[nodiscard]] virtual journal_item renamed(const journal_item& input, entry_id name) const = 0;
    // Whether two entries of a journal say the same.
    [[nodiscard]] virtual detail::journal_log::equality journal_equality() const = 0;
};

} // namespace orrery::time
