// What a world must be able to do to be put on a timeline, rolled back, sent over a network or spread over a
// cluster: take the inputs of one frame and step, hand out its frame as a cheap immutable snapshot, go on
// from any snapshot, list the events of the frame it just made, and hash its state. Nothing above the worlds
// knows more about them than this.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

namespace orrery {

template <typename World>
concept simulation =
    std::copyable<typename World::snapshot_type> && std::copyable<typename World::input_type> &&
    requires(World world, const World& reader, std::span<const typename World::input_type> inputs,
             const typename World::snapshot_type& frame) {
        // The number of steps since the first frame.
        { reader.frame() } -> std::same_as<std::uint64_t>;
        // Inputs for entities that do not exist do nothing.
        world.step(inputs);
        { reader.snapshot() } -> std::same_as<typename World::snapshot_type>;
        // Afterwards the world goes on as it did from that frame, bit for bit.
        world.restore(frame);
        // Of the last step.
        { reader.events() } -> std::convertible_to<std::span<const typename World::event_type>>;
        { reader.hash() } -> std::same_as<std::uint64_t>;
    };

} // namespace orrery
