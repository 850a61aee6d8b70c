// The simplest broad phase there is: a list of boxes, all hanging on the root, compared each with each. It
// shows what the concept asks for, and the tests of the queries run on it.
#pragma once

#include <orrery/core/jobs/chunks.hpp>
#include <orrery/spatial/broad_phase.hpp>

#include <vector>

namespace orrery::spatial::test {

template <any_box Box>
class box_list {
public:
    using box_type = Box;

    struct node_type {};

    void build(std::span<const Box> boxes) { boxes_.assign(boxes.begin(), boxes.end()); }

    void build(std::span<const Box> boxes, scheduler&) { build(boxes); }

    [[nodiscard]] std::size_t size() const noexcept { return boxes_.size(); }

    [[nodiscard]] node_type root() const noexcept { return {}; }

    template <typename OnChild, typename OnElement>
    void expand(node_type, OnChild&&, OnElement&& on_element) const {
        for (std::uint32_t index = 0; index < boxes_.size(); ++index) {
            on_element(index, boxes_[index]);
        }
    }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept { return pieces().size(); }

    void append_pairs(std::uint32_t task, pair_buffer& found) const {
        for (std::size_t a = pieces()[task].begin; a < pieces()[task].end; ++a) {
            for (std::size_t b = a + 1; b < boxes_.size(); ++b) {
                if (intersects(boxes_[a], boxes_[b])) {
                    found.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
                }
            }
        }
    }

private:
    [[nodiscard]] chunks pieces() const noexcept { return {boxes_.size(), 64}; }

    std::vector<Box> boxes_;
};

} // namespace orrery::spatial::test
