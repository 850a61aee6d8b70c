// For composites that are likely to stop in a tick, which objects may come to them: one look at all pairs of
// the broad phase takes less than a search in the tree for each of them.
#pragma once

#include "hex/collide/broad_phase.hpp"

#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

class neighbor_list {
public:
    // Starts the lists of a tick.
    void begin(std::uint32_t object_count);

    // Wants the list of an object.
    void want(std::uint32_t index) {
        first_[index] = end_of_list;
        listed_.push_back(index);
    }

    // Fills all lists that are wanted.
    void fill(const broad_phase& boxes);

    // Calls visit(other) for each object that may come to one that stands at a point.
    template <typename Visit>
    void for_each(std::uint32_t index, hex_vector point, const frame& in, const broad_phase& boxes,
                  Visit visit) const {
        if (first_[index] == unlisted) {
            const std::int32_t reach = in.places()[index].radius * radius_step;
            const hex_vector corner{reach, reach};
            const hex_vector lower = point - corner;
            const hex_vector upper = point + corner;
            boxes.for_each_near({{lower.a, lower.b}, {upper.a, upper.b}}, visit);
            return;
        }
        for (std::uint32_t next = first_[index]; next != end_of_list; next = entries_[next].next) {
            visit(entries_[next].object);
        }
    }

private:
    // Lists are chains.
    struct entry {
        std::uint32_t object = 0;
        std::uint32_t next = 0;
    };

    static constexpr std::uint32_t unlisted = 0xffff'ffff;
    static constexpr std::uint32_t end_of_list = 0xffff'fffe;

    std::vector<std::uint32_t> first_; // by object
    std::vector<std::uint32_t> listed_;
    std::vector<entry> entries_;
};

} // namespace orrery::hex::detail
