// What a world must be able to do to be put on a timeline, rolled back, sent over a network or spread over a
// cluster: take the inputs of one frame and step, hand out its frame as a cheap immutable snapshot, go on
// from any snapshot, list the events of the frame it just made, and hash its state. Beyond that it can say
// what there is to record of a frame, and be cut into parts that go on by themselves. Nothing above the
// worlds knows more about them than this.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace orrery {

template <typename World>
concept simulation =
    std::copyable<typename World::snapshot_type> && std::copyable<typename World::input_type> &&
    requires(World world, const World& reader, std::span<const typename World::input_type> inputs,
             const typename World::input_type& input, const typename World::snapshot_type& frame) {
        // Whether an input means anything at all, whatever frame it is for: its kind is known, its numbers
        // are finite and within their ranges. Whoever takes inputs from outside asks before keeping one.
        { World::check_input(input) } -> std::same_as<status>;
        // The number of steps since the first frame.
        { reader.frame() } -> std::same_as<std::uint64_t>;
        // Inputs for entities that do not exist do nothing, nor do those that check_input() refuses.
        world.step(inputs);
        { reader.snapshot() } -> std::same_as<typename World::snapshot_type>;
        // Afterwards the world goes on as it did from that frame, bit for bit.
        world.restore(frame);
        // Of the last step.
        { reader.events() } -> std::convertible_to<std::span<const typename World::event_type>>;
        { reader.hash() } -> std::same_as<std::uint64_t>;
    };

// How things move when nothing touches them: what a recording need not store. Copied and used on any thread.
// What is asked again and again is prepared once: a form and its key for as long as they last, the sources of
// fields for each frame (in ascending order of keys, and not copied).
template <typename Model, typename World>
concept motion_model_of =
    std::copyable<Model> &&
    requires(const Model& model, const typename World::form_type& form, entity_key key,
             const typename World::motion_type& before, typename World::motion_type& now,
             std::span<const typename World::source_type> sources) {
        // One frame later. Exact, bit for bit, for what meets nothing and is not pushed.
        {
            model.fly(model.prepare(form, key), before, model.field(sources))
        } -> std::same_as<typename World::motion_type>;
        // With the velocities of `now` given, a guess of its pose.
        model.follow(before, now);
    };

// What a time database needs. A motion is what changes all the time about an entity, as 32-bit words without
// padding: first `pose_words` of pose, then velocities. A form is all the rest of it. Events name entities by
// `key_a` and `key_b`.
template <typename World>
concept recordable_simulation =
    simulation<World> && std::is_trivially_copyable_v<typename World::motion_type> &&
    sizeof(typename World::motion_type) % sizeof(std::uint32_t) == 0 &&
    motion_model_of<typename World::model_type, World> &&
    requires(World world, const World& reader, engine& machine, frame_record<World>& record,
             const typename World::event_type& event, const typename World::input_type& input,
             typename World::snapshot_type& frame, std::span<const typename World::source_type> sources) {
        { World::pose_words } -> std::convertible_to<std::size_t>;
        // Of the frame that was just made or gone back to: what is new in it, or all of it.
        world.record(record);
        world.record(record, record_extent::full);
        { reader.model() } -> std::same_as<typename World::model_type>;
        { World::span_of(event) } -> std::same_as<event_span>;
        // Gives up what is only there to go on quickly.
        frame.shrink();
        // Whom an input concerns: one or two keys, also of what it will bring into being.
        { World::keys_of(input) } -> std::same_as<std::array<entity_key, 2>>;
        // A world whose inputs may concern all entities at once has concerns_all(input), too; of such an
        // input keys_of() names nobody.
        { event.key_a } -> std::convertible_to<entity_key>;
        { event.key_b } -> std::convertible_to<entity_key>;
        // The engine it computes with, whose log copies of the world write to as well.
        { reader.machine() } -> std::same_as<engine&>;
        // Another world with the same rules in the same frame, which computes with another engine.
        { reader.fork(machine) } -> std::same_as<World>;
        // Sources of fields that are not in this world, for the next step.
        world.set_foreign_sources(sources);
    };

// A world whose islands go through the same bits together and alone. part_of() is a frame of the entities
// with these keys and what belongs to them alone, such as contacts between them; with_part() is the frame in
// which a part stands in place of the entities with these keys and of what belonged to them alone. A contact
// with any other entity stays for as long as both are there, so a part that is put back at once changes
// nothing, whatever its keys. A world in which inputs can name what belongs to others also has
// owners_of(frame, key): the keys of those others, or none.
template <typename World>
concept divisible_simulation =
    recordable_simulation<World> &&
    requires(const typename World::snapshot_type& frame, std::span<const entity_key> keys) {
        { part_of(frame, keys) } -> std::same_as<typename World::snapshot_type>;
        { with_part(frame, keys, frame) } -> std::same_as<typename World::snapshot_type>;
    };

} // namespace orrery
