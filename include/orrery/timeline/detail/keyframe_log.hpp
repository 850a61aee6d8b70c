// The part of a keyframe_list that does not depend on what a frame looks like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::time::detail {

// Of a keyframe, which knows the rest.
struct frame_header {
    std::uint64_t frame = 0;
};

// A whole frame from which a world can go on; of the same kind in all copies of a world.
using frame_state = std::shared_ptr<const frame_header>;

class keyframe_log {
public:
    // Puts a frame in, in place of one with the same number.
    void put(frame_state state);

    // The last one that is not later than a frame; there must be one.
    [[nodiscard]] const frame_state& last_before(std::uint64_t number) const;
    // The first one after a frame, or null.
    [[nodiscard]] frame_state first_after(std::uint64_t number) const;
    // The one of a frame, or null.
    [[nodiscard]] frame_state find(std::uint64_t number) const;

    void remove_after(std::uint64_t number);
    // The first one that stays becomes the one from which everything follows.
    void forget_before(std::uint64_t number);
    // Gives up what lies between multiples of `spacing` before a frame.
    void thin_before(std::uint64_t number, std::uint64_t spacing);
    // Gives frames up until no more than `most` (two or more) are left: each time the one that leaves the
    // smallest gap for its age, so that the gaps grow in proportion to the distance from the head.
    void thin_to(std::size_t most);

    [[nodiscard]] const std::vector<frame_state>& frames() const noexcept { return *frames_; }

private:
    template <typename Predicate>
    void remove_if(Predicate unwanted);

    std::shared_ptr<const std::vector<frame_state>> frames_ =
        std::make_shared<const std::vector<frame_state>>();
};

} // namespace orrery::time::detail
