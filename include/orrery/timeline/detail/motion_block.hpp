// The motions of some bodies that are never quite predictable, in consecutive frames, without loss and with
// quick access to every frame.
//
// Every 16th frame and the last are anchors, stored as they are. The frame halfway between two anchors is
// guessed from both, as a cubic through poses and velocities (Hermite) for the pose and a straight line for
// the velocities; then those halfway between these, and so on: for motion that is pushed about at random that
// costs as few bits as guessing each frame from the one before, and any frame is four guesses away from two
// anchors. What is stored is by how many representable numbers a guess is wrong, in a Golomb-Rice code: the
// lower bits as they are, how many each number of a body has at each distance is chosen for the block, and
// the rest as so many zeros. A number that jumps about too much to be guessed is stored as sign and mantissa
// and, as zeros, how far its exponent lies below the largest.
//
// A row holds one frame: first the lower bits of all bodies, which are of known length, then the zeros, each
// time ended by a one; so one body is found without decoding the others, by counting ones.
#pragma once

#include <orrery/timeline/detail/number_code.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::time::detail {

struct block_shape {
    std::uint32_t frames = 0;
    std::uint32_t bodies = 0;
    std::uint32_t numbers = 0;      // of a motion
    std::uint32_t pose_numbers = 0; // of these, at the front
};

inline constexpr std::uint32_t max_block_frames = 256;
inline constexpr std::uint32_t max_block_bodies = 128;
inline constexpr std::uint32_t max_block_numbers = 16;

// How fast a pose changes, a frame, by its velocities: a guess that needs to be quick rather than exact.
template <motion_number T>
struct pose_rates {
    void (*function)(const void* context, const T* motion, T* rates) = nullptr;
    const void* context = nullptr;
};

// A block is read where its bytes lie.
template <motion_number T>
class motion_block {
public:
    // Appends a block to `bytes`. Motions are ordered by frame, then by body.
    static void encode(const block_shape& shape, std::span<const T> motions, const pose_rates<T>& rates,
                       std::vector<std::byte>& bytes);

    // Bytes of encode(), or such that pass is_sound(); they may go on after the block.
    motion_block(const block_shape& shape, const std::byte* bytes, const pose_rates<T>& rates);

    // The motions of all bodies in a frame.
    void read_frame(std::uint32_t frame, std::span<T> motions) const;

    void read_motion(std::uint32_t frame, std::uint32_t body, std::span<T> motion) const;

    // Whether bytes from outside can be read as a block without leaving them, and end with it.
    [[nodiscard]] static bool is_sound(const block_shape& shape, std::span<const std::byte> bytes);

private:
    block_shape shape_;
    const std::byte* bytes_;
    pose_rates<T> rates_;
};

extern template class motion_block<float>;
extern template class motion_block<double>;
extern template class motion_block<std::int32_t>;

} // namespace orrery::time::detail
