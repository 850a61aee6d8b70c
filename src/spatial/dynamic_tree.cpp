#include "spatial/dynamic_tree_pairs.hpp"
#include "spatial/dynamic_tree_shape.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/inline_stack.hpp>
#include <orrery/spatial/dynamic_tree.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery::spatial {
namespace {

// A fat box is too fat when it reaches farther than this many margins beyond a new one.
constexpr int spare_margins = 4;
// When more than one in so many leaves leaves its fat box, rebuilding costs no more than moving one by one.
constexpr std::size_t rebuild_fraction = 2;
constexpr std::size_t moves_a_task = 1024; // whole words of a bit set

template <number T>
[[nodiscard]] constexpr T saturating_sum(T a, T b) noexcept {
    if constexpr (whole<T>) {
        return saturating_add(a, b);
    } else {
        return a + b;
    }
}

// Finite for finite factors, so that adding it to an infinite side is not a NaN.
template <number T>
[[nodiscard]] constexpr T saturating_product(T a, T b) noexcept {
    using limits = std::numeric_limits<T>;
    if constexpr (whole<T>) {
        return saturating_multiply(a, b);
    } else {
        return clamp(a * b, limits::lowest(), limits::max());
    }
}

void set_bit(std::vector<std::uint64_t>& bits, std::size_t place) noexcept {
    bits[place / 64] |= std::uint64_t{1} << (place % 64);
}

void clear_bit(std::vector<std::uint64_t>& bits, std::size_t place) noexcept {
    bits[place / 64] &= ~(std::uint64_t{1} << (place % 64));
}

[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) noexcept {
    return (bits + 63) / 64;
}

} // namespace

template <any_box Box>
dynamic_tree<Box>::dynamic_tree(const settings_type& settings)
    : settings_(settings) {
    ORRERY_CHECK(settings.margin >= 0 && settings.prediction >= 0 && settings.separation >= 0,
                 "margin, prediction and separation of a dynamic tree must not be negative");
}

template <any_box Box>
void dynamic_tree<Box>::build(std::span<const Box> boxes) {
    serial_scheduler jobs;
    build(boxes, jobs);
}

template <any_box Box>
void dynamic_tree<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    ORRERY_CHECK(boxes.size() <= most_leaves, "a dynamic tree has room for 2147483647 leaves");
    leaves_.resize(boxes.size());
    free_leaf_ = none;
    size_ = boxes.size();
    for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        leaves_[id] = {boxes[id], fattened(boxes[id], {}), id, none, 1};
    }
    moved_.assign(words_for(size_), 0);
    for (std::uint32_t id = 0; id < size_; ++id) {
        set_bit(moved_, id);
    }
    inserted_ = moved_;
    removed_.assign(words_for(size_), 0);
    rebuild(jobs);
}

template <any_box Box>
std::uint32_t dynamic_tree<Box>::insert(const Box& box, std::uint64_t user) {
    ORRERY_CHECK(is_valid(box), "a box in a tree must not be inverted and must not hold a NaN");
    std::uint32_t id = free_leaf_;
    if (id != none) {
        free_leaf_ = leaves_[id].place;
    } else {
        id = id_limit();
        ORRERY_CHECK(id < most_leaves, "a dynamic tree has room for 2147483647 leaves");
        leaves_.emplace_back();
        moved_.resize(words_for(leaves_.size()));
        inserted_.resize(words_for(leaves_.size()));
        removed_.resize(words_for(leaves_.size()));
    }
    leaves_[id] = {box, fattened(box, {}), user, none, 1};
    ++size_;
    detail::dynamic_tree_shape<Box>(*this).hang(id, none);
    set_bit(moved_, id);
    set_bit(inserted_, id);
    return id;
}

template <any_box Box>
void dynamic_tree<Box>::remove(std::uint32_t id) {
    ORRERY_CHECK(contains(id), "there is no leaf with this id to remove");
    detail::dynamic_tree_shape<Box>(*this).unhang(id);
    leaves_[id] = {};
    leaves_[id].place = std::exchange(free_leaf_, id);
    clear_bit(moved_, id);
    clear_bit(inserted_, id);
    set_bit(removed_, id);
    --size_;
}

template <any_box Box>
bool dynamic_tree<Box>::move(std::uint32_t id, const Box& box, const vector_type& displacement) {
    ORRERY_CHECK(contains(id), "there is no leaf with this id to move");
    ORRERY_CHECK(is_valid(box), "a box in a tree must not be inverted and must not hold a NaN");
    leaves_[id].box = box;
    if (fits(leaves_[id].fat, box, displacement)) {
        return false;
    }
    give_new_fat_box(id, fattened(box, displacement));
    return true;
}

template <any_box Box>
std::size_t dynamic_tree<Box>::move_all(std::span<const std::uint32_t> ids, std::span<const Box> boxes,
                                        std::span<const vector_type> displacements) {
    serial_scheduler jobs;
    return move_all(ids, boxes, displacements, jobs);
}

template <any_box Box>
std::size_t dynamic_tree<Box>::move_all(std::span<const std::uint32_t> ids, std::span<const Box> boxes,
                                        std::span<const vector_type> displacements, scheduler& jobs) {
    ORRERY_CHECK(boxes.size() == ids.size() && (displacements.empty() || displacements.size() == ids.size()),
                 "there must be one box for each id, and one displacement or none at all");
    const auto displacement = [&](std::size_t i) {
        return displacements.empty() ? vector_type{} : displacements[i];
    };
    leaving_.assign(words_for(ids.size()), 0);
    parallel_for(jobs, ids.size(), moves_a_task, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            ORRERY_CHECK(contains(ids[i]), "there is no leaf with this id to move");
            ORRERY_CHECK(is_valid(boxes[i]), "a box in a tree must not be inverted and must not hold a NaN");
            leaf_type& moving = leaves_[ids[i]];
            moving.box = boxes[i];
            if (!fits(moving.fat, boxes[i], displacement(i))) {
                set_bit(leaving_, i);
            }
        }
    });
    std::size_t count = 0;
    for (const std::uint64_t word : leaving_) {
        count += static_cast<std::size_t>(std::popcount(word));
    }
    const bool are_many = count > size_ / rebuild_fraction;
    for (std::size_t word = 0; word < leaving_.size(); ++word) {
        for (std::uint64_t bits = leaving_[word]; bits != 0; bits &= bits - 1) {
            const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            const Box fat = fattened(boxes[i], displacement(i));
            if (are_many) {
                leaves_[ids[i]].fat = fat;
                set_bit(moved_, ids[i]);
            } else {
                give_new_fat_box(ids[i], fat);
            }
        }
    }
    if (are_many) {
        rebuild(jobs);
    }
    return count;
}

template <any_box Box>
void dynamic_tree<Box>::rebuild() {
    serial_scheduler jobs;
    rebuild(jobs);
}

template <any_box Box>
void dynamic_tree<Box>::rebuild(scheduler& jobs) {
    branches_.clear();
    free_branch_ = none;
    root_ = none;
    if (size_ == 0) {
        return;
    }
    const auto items = hierarchy_.start(size_);
    std::size_t count = 0;
    for (std::uint32_t id = 0; id < leaves_.size(); ++id) {
        if (leaves_[id].is_used != 0) {
            items[count++] = {leaves_[id].fat, id};
        }
    }
    hierarchy_.split(1, jobs);
    connect_hierarchy();
}

// With one item a leaf the sets of the hierarchy are numbered without gaps: they become the branches.
template <any_box Box>
void dynamic_tree<Box>::connect_hierarchy() {
    const auto items = hierarchy_.items();
    const auto node_of = [&](const auto& part) {
        return hierarchy_.is_cut(part) ? part.set : items[part.begin].index | leaf_bit;
    };
    branches_.resize(size_ - 1);
    root_ = node_of(hierarchy_.all());
    place_of(root_) = none;
    auto& waiting = hierarchy_.ranges();
    waiting.assign(1, hierarchy_.all());
    while (!waiting.empty()) {
        const auto whole = waiting.back();
        waiting.pop_back();
        if (!hierarchy_.is_cut(whole)) {
            continue;
        }
        const auto first = hierarchy_.first_part(whole);
        const auto second = hierarchy_.second_part(whole);
        put(node_of(first), hierarchy_.bounds(first), whole.set * 2);
        put(node_of(second), hierarchy_.bounds(second), whole.set * 2 + 1);
        waiting.push_back(second);
        waiting.push_back(first);
    }
}

// From the leftmost leaf on, every branch after both its children.
template <any_box Box>
void dynamic_tree<Box>::refit() {
    for (std::uint32_t id = 0; id < leaves_.size(); ++id) {
        if (leaves_[id].is_used != 0) {
            const Box fat = fattened(leaves_[id].box, {});
            if (!(fat == leaves_[id].fat)) {
                leaves_[id].fat = fat;
                set_bit(moved_, id);
            }
        }
    }
    const auto first_leaf = [&](node_type node) {
        while (!is_leaf(node)) {
            node = branches_[node].children[0];
        }
        return node;
    };
    if (size_ == 0) {
        return;
    }
    node_type node = first_leaf(root_);
    while (place_of(node) != none) {
        const place_type place = place_of(node);
        branch& parent = branches_[place / 2];
        parent.boxes[place % 2] = box_of_node(node);
        node = place % 2 == 0 ? first_leaf(parent.children[1]) : place / 2;
    }
}

template <any_box Box>
std::uint32_t dynamic_tree<Box>::pair_tasks() const noexcept {
    return detail::dynamic_tree_pairs<Box>::task_count(*this);
}

template <any_box Box>
void dynamic_tree<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    detail::dynamic_tree_pairs<Box>(*this, found).append_all(task);
}

template <any_box Box>
void dynamic_tree<Box>::find_moved_pairs(pair_list& found) const {
    serial_scheduler jobs;
    find_moved_pairs(jobs, found);
}

template <any_box Box>
void dynamic_tree<Box>::find_moved_pairs(scheduler& jobs, pair_list& found) const {
    detail::collect(chunks(moved_.size(), detail::dynamic_tree_pairs<Box>::words_a_task).size(), jobs, found,
                    [&](std::uint32_t task, pair_buffer& out) {
                        detail::dynamic_tree_pairs<Box>(*this, out).append_moved(task);
                    });
    const std::span<index_pair> pairs = found.all().pairs();
    const auto key = [](index_pair pair) { return std::uint64_t{pair.first} << 32 | pair.second; };
    // total order: both ids, and a pair comes once
    std::sort(pairs.begin(), pairs.end(), [&](index_pair a, index_pair b) { return key(a) < key(b); });
}

template <any_box Box>
void dynamic_tree<Box>::forget_moved() noexcept {
    std::fill(moved_.begin(), moved_.end(), 0);
    std::fill(inserted_.begin(), inserted_.end(), 0);
    std::fill(removed_.begin(), removed_.end(), 0);
}

template <any_box Box>
void dynamic_tree<Box>::mark_moved(std::uint32_t id) {
    ORRERY_CHECK(contains(id), "there is no leaf with this id");
    set_bit(moved_, id);
}

template <any_box Box>
Box dynamic_tree<Box>::fattened(const Box& box, const vector_type& displacement) const noexcept {
    using T = typename Box::value_type;
    Box fat = inflate(box, settings_.margin);
    for (int axis = 0; axis < Box::dimension; ++axis) {
        const T ahead = saturating_product(displacement[axis], settings_.prediction);
        if (ahead < T{0}) {
            fat.min[axis] = saturating_sum(fat.min[axis], ahead);
        } else if (ahead > T{0}) {
            fat.max[axis] = saturating_sum(fat.max[axis], ahead);
        }
    }
    return fat;
}

template <any_box Box>
bool dynamic_tree<Box>::fits(const Box& fat, const Box& box, const vector_type& displacement) const noexcept {
    using T = typename Box::value_type;
    if (!orrery::contains(fat, box)) {
        return false;
    }
    // By the time a steady mover comes to the end of its fat box, as much lies behind it as lay ahead.
    const Box ahead_and_behind = merge(fattened(box, displacement), fattened(box, -displacement));
    const T spare = saturating_product(settings_.margin, T{spare_margins});
    return orrery::contains(inflate(ahead_and_behind, spare), fat);
}

template <any_box Box>
void dynamic_tree<Box>::give_new_fat_box(std::uint32_t id, const Box& fat) {
    detail::dynamic_tree_shape<Box> shape(*this);
    const node_type beside = shape.unhang(id);
    leaves_[id].fat = fat;
    shape.hang(id, beside);
    set_bit(moved_, id);
}

template <any_box Box>
bool dynamic_tree<Box>::is_same(const dynamic_tree& other) const {
    return settings_ == other.settings_ && leaves_ == other.leaves_ && branches_ == other.branches_ &&
           moved_ == other.moved_ && inserted_ == other.inserted_ && removed_ == other.removed_ &&
           root_ == other.root_ && free_leaf_ == other.free_leaf_ && free_branch_ == other.free_branch_ &&
           size_ == other.size_;
}

template <any_box Box>
bool dynamic_tree<Box>::is_consistent() const {
    std::size_t leaf_count = 0;
    std::size_t branch_count = 0;
    detail::inline_stack<node_type, 64> waiting;
    if (size_ > 0) {
        if (place_of(root_) != none) {
            return false;
        }
        waiting.push(root_);
    }
    while (!waiting.empty()) {
        const node_type node = waiting.pop();
        if (is_leaf(node)) {
            ++leaf_count;
            const leaf_type& each = leaves_[id_of(node)];
            if (each.is_used == 0 || !orrery::contains(each.fat, each.box)) {
                return false;
            }
            continue;
        }
        ++branch_count;
        for (const std::uint32_t side : {0u, 1u}) {
            const node_type child = branches_[node].children[side];
            if (place_of(child) != node * 2 + side || !(box_of_node(child) == branches_[node].boxes[side])) {
                return false;
            }
            waiting.push(child);
        }
    }
    std::size_t free_count = 0;
    for (std::uint32_t free = free_leaf_; free != none; free = leaves_[free].place) {
        ++free_count;
    }
    std::size_t free_branches = 0;
    for (std::uint32_t free = free_branch_; free != none; free = branches_[free].place) {
        ++free_branches;
    }
    return leaf_count == size_ && leaf_count + free_count == leaves_.size() &&
           branch_count == (size_ > 0 ? size_ - 1 : 0) && branch_count + free_branches == branches_.size();
}

template class dynamic_tree<aabb2f>;
template class dynamic_tree<aabb2d>;
template class dynamic_tree<aabb2i>;
template class dynamic_tree<aabb3f>;
template class dynamic_tree<aabb3d>;
template class dynamic_tree<aabb3i>;

} // namespace orrery::spatial
