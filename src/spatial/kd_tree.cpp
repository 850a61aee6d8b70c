#include "spatial/kd_builder.hpp"
#include "spatial/kd_pair_search.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/permutation.hpp>
#include <orrery/spatial/kd_tree.hpp>

#include <algorithm>
#include <numeric>

namespace orrery::spatial {
namespace {

// As many splits as leave no more elements to a leaf, and the same number of them along each axis, so that
// leaves come out about as wide as high.
template <int Dimension>
constexpr std::uint32_t splits_for(std::size_t count) noexcept {
    constexpr std::size_t largest_leaf = 32;
    std::uint32_t splits = 0;
    while (count >> splits > largest_leaf) {
        splits += Dimension;
    }
    return splits;
}

// Calls function.template operator()<axis>() for the axis that a level is split by.
template <int Dimension, typename Function>
void with_axis_of(std::uint32_t level, Function&& function) {
    switch (level % Dimension) {
    case 0:
        return function.template operator()<0>();
    case 1:
        return function.template operator()<1>();
    default:
        return function.template operator()<Dimension - 1>();
    }
}

} // namespace

template <any_box Box>
kd_tree<Box>::kd_tree(kd_tree&& other) noexcept {
    *this = std::move(other);
}

template <any_box Box>
kd_tree<Box>& kd_tree<Box>::operator=(kd_tree&& other) noexcept {
    if (this != &other) {
        release();
        boxes_ = std::exchange(other.boxes_, nullptr);
        copies_ = std::exchange(other.copies_, {});
        order_ = std::exchange(other.order_, {});
        nodes_ = std::exchange(other.nodes_, {});
        is_borrowed_ = std::exchange(other.is_borrowed_, false);
    }
    return *this;
}

template <any_box Box>
void kd_tree<Box>::build(std::span<const Box> boxes) {
    release();
    copies_.assign(boxes.begin(), boxes.end());
    boxes_ = copies_.data();
    prepare(boxes.size());
    arrange();
}

template <any_box Box>
void kd_tree<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    release();
    copies_.assign(boxes.begin(), boxes.end());
    boxes_ = copies_.data();
    prepare(boxes.size());
    arrange(jobs);
}

template <any_box Box>
void kd_tree<Box>::build_in_place(std::span<Box> boxes) {
    release();
    is_borrowed_ = true;
    boxes_ = boxes.data();
    prepare(boxes.size());
    arrange();
}

template <any_box Box>
void kd_tree<Box>::build_in_place(std::span<Box> boxes, scheduler& jobs) {
    release();
    is_borrowed_ = true;
    boxes_ = boxes.data();
    prepare(boxes.size());
    arrange(jobs);
}

template <any_box Box>
void kd_tree<Box>::release() {
    if (is_borrowed_) {
        detail::permute_back(std::span(order_), std::span(boxes_, order_.size()));
        is_borrowed_ = false;
    }
    boxes_ = nullptr;
    order_.clear();
}

template <any_box Box>
void kd_tree<Box>::prepare(std::size_t count) {
    ORRERY_CHECK(count <= std::numeric_limits<std::uint32_t>::max() / 2, "more boxes than indices can name");
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.splits = splits_for<Box::dimension>(count);
    nodes_.resize(count);
}

template <any_box Box>
void kd_tree<Box>::arrange() {
    detail::kd_builder<Box>(boxes_, order_.data(), nodes_).template split_all<0>(nodes_.root());
}

// Level by level, where all nodes of a level can be split at the same time, then subtree by subtree.
template <any_box Box>
void kd_tree<Box>::arrange(scheduler& jobs) {
    detail::kd_builder<Box> builder(boxes_, order_.data(), nodes_);
    const std::uint32_t shared = shared_levels();
    for (std::uint32_t level = 0; level <= shared; ++level) {
        with_axis_of<Box::dimension>(level, [&]<int Axis> {
            parallel_for(jobs, std::size_t{1} << level, 1, [&](std::size_t place) {
                const std::uint32_t node =
                    detail::kd_node_at(nodes_.splits, level, static_cast<std::uint32_t>(place));
                if (level < shared) {
                    builder.template split<Axis>(node);
                } else {
                    builder.template split_all<Axis>(node);
                }
            });
        });
    }
    for (std::uint32_t level = shared; level-- > 0;) {
        for (std::uint32_t place = 0; place < 1u << level; ++place) {
            builder.finish(detail::kd_node_at(nodes_.splits, level, place));
        }
    }
}

template <any_box Box>
void kd_tree<Box>::search(std::uint32_t round, std::uint32_t task, pair_buffer& found) const {
    detail::kd_pair_search<Box> search(boxes_, nodes_, found);
    const std::uint32_t node = detail::kd_node_at(nodes_.splits, round, task);
    with_axis_of<Box::dimension>(round, [&]<int Axis> {
        if (round < shared_levels()) {
            search.template search<Axis>(node);
        } else {
            search.template search_all<Axis>(node);
        }
    });
}

template <any_box Box>
void kd_tree<Box>::append_places(std::uint32_t round, std::uint32_t task, pair_buffer& found) const {
    if (size() == 0) {
        return;
    }
    const std::size_t before = found.size();
    search(round, task, found);
    for (index_pair& pair : found.pairs().subspan(before)) {
        if (order_[pair.first] > order_[pair.second]) {
            std::swap(pair.first, pair.second);
        }
    }
}

template <any_box Box>
void kd_tree<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    if (size() == 0) {
        return;
    }
    // Tasks are numbered through the rounds: 1, 2, 4, ... of them.
    const auto round = static_cast<std::uint32_t>(std::bit_width(task + 1)) - 1;
    const std::size_t before = found.size();
    search(round, task + 1 - tasks_of_round(round), found);
    for (index_pair& pair : found.pairs().subspan(before)) {
        pair = ordered_pair(order_[pair.first], order_[pair.second]);
    }
}

template class kd_tree<aabb2f>;
template class kd_tree<aabb2d>;
template class kd_tree<aabb2i>;
template class kd_tree<aabb3f>;
template class kd_tree<aabb3d>;
template class kd_tree<aabb3i>;

} // namespace orrery::spatial
