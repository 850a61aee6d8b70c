#include <orrery/spatial/detail/inline_stack.hpp>
#include <orrery/spatial/detail/tree_measure.hpp>
#include <orrery/spatial/static_tree.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace orrery::spatial {
namespace {

constexpr std::size_t least_size_for_tasks = 2048;
constexpr std::uint32_t wanted_tasks = 64; // pieces of about the same size, besides smaller ones

// The ranges that become the slots of one node, at most as many as it has.
template <any_box Box>
class slot_ranges {
public:
    using hierarchy = detail::split_hierarchy<Box>;
    using range = typename hierarchy::range;
    static constexpr int width = static_tree<Box>::width;

    struct slot {
        range part;
        Box bounds;
    };

    slot_ranges(const hierarchy& source, const range& whole)
        : source_(source) {
        add(whole);
        open_large_ones();
        spread_small_ones();
    }

    [[nodiscard]] std::span<const slot> slots() const noexcept {
        return {slots_.data(), static_cast<std::size_t>(count_)};
    }

private:
    void add(const range& part) { slots_[static_cast<std::size_t>(count_++)] = {part, source_.bounds(part)}; }

    range take(int place) {
        const range taken = slots_[static_cast<std::size_t>(place)].part;
        std::copy(slots_.begin() + place + 1, slots_.begin() + count_, slots_.begin() + place);
        --count_;
        return taken;
    }

    void open_large_ones() {
        const auto is_cut = [&](const range& part) { return source_.is_cut(part); };
        for (int place = largest_where(is_cut); place >= 0 && count_ < width; place = largest_where(is_cut)) {
            const range opened = take(place);
            add(source_.first_part(opened));
            add(source_.second_part(opened));
        }
    }

    // A slot for each element of a range.
    void spread(const range& part) {
        for (std::uint32_t place = part.begin; place < part.end; ++place) {
            add({0, place, place + 1, 0});
        }
    }

    // The place of the range with the largest bounds among those that are wanted, or -1.
    template <typename Wanted>
    [[nodiscard]] int largest_where(Wanted&& wanted) const {
        int largest = -1;
        real_of<Box> measure = 0;
        for (int place = 0; place < count_; ++place) {
            const slot& each = slots_[static_cast<std::size_t>(place)];
            if (wanted(each.part) && (largest < 0 || detail::tree_measure(each.bounds) > measure)) {
                largest = place;
                measure = detail::tree_measure(each.bounds);
            }
        }
        return largest;
    }

    // Uses slots that are left for elements that would otherwise need a node of their own.
    void spread_small_ones() {
        const auto fits = [&](const range& part) {
            return part.size() > 1 && !source_.is_cut(part) &&
                   count_ - 1 + static_cast<int>(part.size()) <= width;
        };
        for (int place = largest_where(fits); place >= 0; place = largest_where(fits)) {
            spread(take(place));
        }
    }

    const hierarchy& source_;
    std::array<slot, width> slots_;
    int count_ = 0;
};

// Finds pairs within and between the nodes of a tree.
template <any_box Box>
class tree_join {
public:
    tree_join(const static_tree<Box>& tree, pair_buffer& found)
        : tree_(tree)
        , found_(found) {}

    void run(std::uint32_t first, std::uint32_t second) {
        waiting_.push({first, second});
        while (!waiting_.empty()) {
            const task next = waiting_.pop();
            if (next.first == next.second) {
                within(tree_.packed(next.first));
            } else {
                between(tree_.packed(next.first), tree_.packed(next.second));
            }
        }
    }

private:
    using node = typename static_tree<Box>::packed_node_type;

    struct task {
        std::uint32_t first;
        std::uint32_t second;
    };

    void within(const node& all) {
        for (int slot = 0; slot < all.child_count; ++slot) {
            const std::uint32_t child = all.first_child + static_cast<std::uint32_t>(slot);
            waiting_.push({child, child});
        }
        for (int slot = 0; slot < all.child_count + all.element_count; ++slot) {
            const std::uint32_t later = all.used_bits() & (~1u << slot);
            join(all, slot, all, later);
        }
    }

    void between(const node& first, const node& second) {
        for (int slot = 0; slot < first.child_count + first.element_count; ++slot) {
            join(first, slot, second, second.used_bits());
        }
    }

    // One slot with those of another node, or of the same one.
    void join(const node& first, int slot, const node& second, std::uint32_t candidates) {
        const Box box = first.boxes[slot];
        const std::uint32_t hits = intersects(second.boxes, box) & candidates;
        detail::for_each_bit(hits, [&](int other) {
            if (slot < first.child_count && other < second.child_count) {
                waiting_.push({child(first, slot), child(second, other)});
            } else if (slot < first.child_count) {
                join_element(element(second, other), second.boxes[other], child(first, slot));
            } else if (other < second.child_count) {
                join_element(element(first, slot), box, child(second, other));
            } else {
                found_.push_back(ordered_pair(element(first, slot), element(second, other)));
            }
        });
    }

    // An element with all in a subtree.
    void join_element(std::uint32_t index, const Box& box, std::uint32_t subtree) {
        detail::inline_stack<std::uint32_t, 64> waiting;
        waiting.push(subtree);
        while (!waiting.empty()) {
            const node& next = tree_.packed(waiting.pop());
            detail::for_each_bit(intersects(next.boxes, box) & next.used_bits(), [&](int slot) {
                if (slot < next.child_count) {
                    waiting.push(child(next, slot));
                } else {
                    found_.push_back(ordered_pair(index, element(next, slot)));
                }
            });
        }
    }

    [[nodiscard]] static std::uint32_t child(const node& parent, int slot) noexcept {
        return parent.first_child + static_cast<std::uint32_t>(slot);
    }

    [[nodiscard]] std::uint32_t element(const node& parent, int slot) const noexcept {
        return tree_.element(parent.first_element + static_cast<std::uint32_t>(slot - parent.child_count));
    }

    const static_tree<Box>& tree_;
    pair_buffer& found_;
    detail::inline_stack<task, 256> waiting_;
};

} // namespace

template <any_box Box>
void static_tree<Box>::build(std::span<const Box> boxes) {
    serial_scheduler jobs;
    build(boxes, jobs);
}

template <any_box Box>
void static_tree<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    ORRERY_CHECK(boxes.size() <= std::numeric_limits<std::uint32_t>::max() / 2,
                 "a tree has room for 2147483647 boxes");
    const auto items = hierarchy_.start(boxes.size());
    for (std::uint32_t index = 0; index < boxes.size(); ++index) {
        items[index] = {boxes[index], index};
    }
    nodes_.clear();
    elements_.clear();
    bounds_ = {};
    if (!boxes.empty()) {
        hierarchy_.split(width, jobs);
        make_nodes();
    }
    make_pair_tasks();
}

// Nodes are numbered level by level, and the children of a node follow one another.
template <any_box Box>
void static_tree<Box>::make_nodes() {
    const auto items = hierarchy_.items();
    auto& ranges = hierarchy_.ranges(); // one for each node
    ranges.assign(1, hierarchy_.all());
    bounds_ = hierarchy_.bounds(ranges[0]);
    elements_.reserve(items.size());
    for (std::size_t number = 0; number < ranges.size(); ++number) {
        const slot_ranges<Box> parts(hierarchy_, ranges[number]);
        packed_node_type node;
        node.first_child = static_cast<std::uint32_t>(ranges.size());
        node.first_element = static_cast<std::uint32_t>(elements_.size());
        for (const auto& slot : parts.slots()) {
            if (slot.part.size() > 1) {
                node.boxes.set(node.child_count++, slot.bounds);
                ranges.push_back(slot.part);
            }
        }
        for (const auto& slot : parts.slots()) {
            if (slot.part.size() == 1) {
                node.boxes.set(node.child_count + node.element_count++, slot.bounds);
                elements_.push_back(items[slot.part.begin].index);
            }
        }
        nodes_.push_back(node);
    }
}

// Takes the root apart until there are enough pieces.
template <any_box Box>
void static_tree<Box>::make_pair_tasks() {
    pair_tasks_.clear();
    if (size() < 2) {
        return;
    }
    pair_tasks_.push_back({0, 0});
    std::uint32_t whole_subtrees = 1;
    constexpr node_pair taken_apart{1, 0};
    for (std::size_t next = 0; next < pair_tasks_.size(); ++next) {
        const node_pair task = pair_tasks_[next];
        const packed_node_type& node = nodes_[task.first];
        if (size() < least_size_for_tasks || whole_subtrees >= wanted_tasks) {
            break;
        }
        if (task.first != task.second || node.element_count != 0) {
            continue;
        }
        pair_tasks_[next] = taken_apart;
        whole_subtrees += node.child_count - 1u;
        for (std::uint32_t slot = 0; slot < node.child_count; ++slot) {
            const std::uint32_t child = node.first_child + slot;
            pair_tasks_.push_back({child, child});
            const std::uint32_t later = node.used_bits() & (~1u << slot);
            detail::for_each_bit(
                intersects(node.boxes, node.boxes[static_cast<int>(slot)]) & later, [&](int other) {
                    pair_tasks_.push_back({child, node.first_child + static_cast<std::uint32_t>(other)});
                });
        }
    }
    std::erase_if(pair_tasks_, [](const node_pair& task) { return task.first > task.second; });
}

template <any_box Box>
void static_tree<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    tree_join<Box>(*this, found).run(pair_tasks_[task].first, pair_tasks_[task].second);
}

template class static_tree<aabb2f>;
template class static_tree<aabb2d>;
template class static_tree<aabb2i>;
template class static_tree<aabb3f>;
template class static_tree<aabb3d>;
template class static_tree<aabb3i>;

} // namespace orrery::spatial
