#include "spatial/dynamic_tree_pairs.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/spatial/detail/inline_stack.hpp>
#include <orrery/spatial/detail/tree_measure.hpp>
#include <orrery/spatial/dynamic_tree.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery::spatial {
namespace {

using detail::tree_measure;

// A fat box is too fat when it reaches farther than this many margins beyond a new one.
constexpr int spare_margins = 4;
// When one in so many of the leaves leaves its fat box, rebuilding is cheaper than moving one by one.
constexpr std::size_t rebuild_fraction = 4;
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
    ORRERY_CHECK(boxes.size() < leaf_bit, "a dynamic tree has room for 2147483648 leaves");
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
        ORRERY_CHECK(id < leaf_bit - 1, "a dynamic tree has room for 2147483647 leaves");
        leaves_.emplace_back();
        moved_.resize(words_for(leaves_.size()));
        inserted_.resize(words_for(leaves_.size()));
        removed_.resize(words_for(leaves_.size()));
    }
    leaves_[id] = {box, fattened(box, {}), user, none, 1};
    ++size_;
    hang(id, none);
    set_bit(moved_, id);
    set_bit(inserted_, id);
    return id;
}

template <any_box Box>
void dynamic_tree<Box>::remove(std::uint32_t id) {
    ORRERY_CHECK(contains(id), "there is no leaf with this id to remove");
    unhang(id);
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
    const T spare = saturating_product(settings_.margin, T{spare_margins});
    return orrery::contains(inflate(fattened(box, displacement), spare), fat);
}

template <any_box Box>
Box dynamic_tree<Box>::box_of_node(node_type node) const noexcept {
    if (is_leaf(node)) {
        return leaves_[id_of(node)].fat;
    }
    return merge(branches_[node].boxes[0], branches_[node].boxes[1]);
}

template <any_box Box>
auto dynamic_tree<Box>::place_of(node_type node) noexcept -> place_type& {
    return is_leaf(node) ? leaves_[id_of(node)].place : branches_[node].place;
}

template <any_box Box>
auto dynamic_tree<Box>::place_of(node_type node) const noexcept -> place_type {
    return is_leaf(node) ? leaves_[id_of(node)].place : branches_[node].place;
}

// Makes the node, with this box, the child at the place.
template <any_box Box>
void dynamic_tree<Box>::put(node_type node, const Box& box, place_type place) noexcept {
    place_of(node) = place;
    if (place == none) {
        root_ = node;
        return;
    }
    branches_[place / 2].boxes[place % 2] = box;
    branches_[place / 2].children[place % 2] = node;
}

template <any_box Box>
std::uint32_t dynamic_tree<Box>::take_branch() {
    if (free_branch_ == none) {
        branches_.emplace_back();
        return static_cast<std::uint32_t>(branches_.size() - 1);
    }
    const std::uint32_t taken = free_branch_;
    free_branch_ = branches_[taken].place;
    return taken;
}

// Puts a leaf that is in no tree beside the node where it adds least to the measure of all branches.
template <any_box Box>
void dynamic_tree<Box>::hang(std::uint32_t id, node_type likely_sibling) {
    const node_type leaf = id | leaf_bit;
    if (root_ == none) {
        put(leaf, {}, none);
        return;
    }
    const Box fat = leaves_[id].fat;
    const node_type beside = find_sibling(fat, id, likely_sibling);
    const Box beside_box = box_of_node(beside);
    const std::uint32_t parent = take_branch();
    put(parent, beside_box, place_of(beside)); // mend_upwards() sees that it has grown
    put(beside, beside_box, parent * 2);
    put(leaf, fat, parent * 2 + 1);
    mend_upwards(parent);
}

// Takes a leaf out of the tree; its sibling takes the place of their parent, and is returned.
template <any_box Box>
auto dynamic_tree<Box>::unhang(std::uint32_t id) -> node_type {
    const place_type place = leaves_[id].place;
    if (place == none) {
        root_ = none;
        return none;
    }
    const std::uint32_t parent = place / 2;
    const node_type beside = branches_[parent].children[1 - place % 2];
    const place_type parent_place = branches_[parent].place;
    put(beside, branches_[parent].boxes[1 - place % 2], parent_place);
    branches_[parent] = {};
    branches_[parent].place = std::exchange(free_branch_, parent);
    if (parent_place != none) {
        mend_upwards(parent_place / 2);
    }
    return beside;
}

template <any_box Box>
void dynamic_tree<Box>::give_new_fat_box(std::uint32_t id, const Box& fat) {
    const node_type beside = unhang(id);
    leaves_[id].fat = fat;
    hang(id, beside);
    set_bit(moved_, id);
}

// By how much the measure of all branches grows when a leaf with this box becomes the sibling of the node.
template <any_box Box>
real_of<Box> dynamic_tree<Box>::cost_beside(node_type node, const Box& box) const noexcept {
    real_of<Box> cost = tree_measure(merge(box_of_node(node), box));
    for (place_type place = place_of(node); place != none; place = branches_[place / 2].place) {
        const Box around = merge(branches_[place / 2].boxes[0], branches_[place / 2].boxes[1]);
        cost += tree_measure(merge(around, box)) - tree_measure(around);
    }
    return cost;
}

// Branch and bound (Bittner, Hapala and Havran, "Fast Insertion-Based Optimization of Bounding Volume
// Hierarchies", 2013), the more promising child first. A likely place to start from leaves little to look at.
template <any_box Box>
auto dynamic_tree<Box>::find_sibling(const Box& box, std::uint32_t id, node_type likely) const -> node_type {
    using real = real_of<Box>;

    struct candidate {
        real inherited; // what the branch and those above grow by
        node_type branch;
    };

    const real least = tree_measure(box);
    node_type best = likely == none ? root_ : likely;
    real best_cost = cost_beside(best, box);
    detail::inline_stack<candidate, 64> waiting;
    const auto look_at = [&](node_type node, const Box& around, real inherited) {
        const real direct = tree_measure(merge(around, box));
        if (inherited + direct < best_cost) {
            best_cost = inherited + direct;
            best = node;
        }
        return candidate{inherited + direct - tree_measure(around), node};
    };
    const auto keep = [&](const candidate& each) {
        if (!is_leaf(each.branch) && each.inherited + least < best_cost) {
            waiting.push(each);
        }
    };
    keep(look_at(root_, box_of_node(root_), 0));
    while (!waiting.empty()) {
        const candidate next = waiting.pop();
        if (next.inherited + least >= best_cost) {
            continue;
        }
        const branch& parent = branches_[next.branch];
        const candidate first = look_at(parent.children[0], parent.boxes[0], next.inherited);
        const candidate second = look_at(parent.children[1], parent.boxes[1], next.inherited);
        const bool is_first_better = first.inherited < second.inherited;
        keep(is_first_better ? second : first);
        keep(is_first_better ? first : second);
    }
    // Among boxes that are all the same nothing is better than anything else: the bits of the id then spread
    // the leaves, which would become a list otherwise.
    for (std::uint32_t bits = id; !is_leaf(best); bits >>= 1) {
        const branch& tied = branches_[best];
        if (!orrery::contains(tied.boxes[0], box) || !orrery::contains(tied.boxes[1], box)) {
            break;
        }
        best = tied.children[bits & 1];
    }
    return best;
}

// A branch has changed: so may the boxes around it have. Stops where they have not.
template <any_box Box>
void dynamic_tree<Box>::mend_upwards(std::uint32_t number) noexcept {
    while (true) {
        rotate(number);
        const place_type place = branches_[number].place;
        if (place == none) {
            return;
        }
        const Box box = box_of_node(number);
        Box& known = branches_[place / 2].boxes[place % 2];
        if (known == box) {
            return;
        }
        known = box;
        number = place / 2;
    }
}

// Exchanges a child for a grandchild on the other side where that makes the branch between them smaller
// (Kensler, "Tree Rotations for Improving Bounding Volume Hierarchies", 2008).
template <any_box Box>
void dynamic_tree<Box>::rotate(std::uint32_t number) noexcept {
    branch& upper = branches_[number];
    real_of<Box> best_gain = 0;
    std::size_t best_side = 0;
    std::size_t best_slot = 0;
    for (const std::size_t side : {0u, 1u}) {
        if (is_leaf(upper.children[side])) {
            continue;
        }
        const branch& lower = branches_[upper.children[side]];
        const real_of<Box> now = tree_measure(upper.boxes[side]);
        for (const std::size_t slot : {0u, 1u}) {
            const real_of<Box> gain = now - tree_measure(merge(upper.boxes[1 - side], lower.boxes[1 - slot]));
            if (gain > best_gain) {
                best_gain = gain;
                best_side = side;
                best_slot = slot;
            }
        }
    }
    if (!(best_gain > real_of<Box>{0})) {
        return;
    }
    const auto lower_number = upper.children[best_side];
    const branch& lower = branches_[lower_number];
    const node_type child = upper.children[1 - best_side];
    const Box child_box = upper.boxes[1 - best_side];
    const node_type grandchild = lower.children[best_slot];
    const Box grandchild_box = lower.boxes[best_slot];
    put(child, child_box, lower_number * 2 + static_cast<std::uint32_t>(best_slot));
    put(grandchild, grandchild_box, number * 2 + static_cast<std::uint32_t>(1 - best_side));
    upper.boxes[best_side] = box_of_node(lower_number);
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
