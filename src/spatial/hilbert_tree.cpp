#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/hilbert_tree.hpp>

#include <algorithm>
#include <spatial/curve_grid.hpp>

namespace orrery::spatial {

namespace {

constexpr std::size_t boxes_a_task = 2048;
constexpr std::size_t blocks_a_task = 128;
constexpr std::size_t apart_blocks_a_task = 8; // each of them meets much

// With more than one in so many gone far, the order is not worth keeping.
constexpr std::size_t one_wandered_in = 16;

// The median size of those that are not points; infinite when all are.
template <any_box Box>
double median_size(const box_sample<Box>& sample) {
    std::array<double, box_sample<Box>::max_size> sizes;
    std::size_t count = 0;
    for (std::size_t number = 0; number < sample.size(); ++number) {
        sizes[count] = finite_size(sample[number]);
        count += sizes[count] > 0 ? 1 : 0;
    }
    if (count == 0) {
        return std::numeric_limits<double>::infinity();
    }
    // total order: equal numbers are the same number
    std::nth_element(sizes.begin(), sizes.begin() + count / 2, sizes.begin() + count);
    return sizes[count / 2];
}

template <any_box Box>
bool is_finite(const Box& box) noexcept {
    if constexpr (real<typename Box::value_type>) {
        return orrery::is_finite(box.min) && orrery::is_finite(box.max);
    } else {
        return true;
    }
}

} // namespace

template <any_box Box>
void hilbert_order(std::span<const Box> boxes, std::vector<std::uint32_t>& order) {
    order.resize(boxes.size());
    if (boxes.empty()) {
        return;
    }
    const curve_grid<Box> grid{box_sample<Box>(boxes)};
    std::vector<detail::sort_entry<std::uint32_t>> entries(boxes.size());
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        entries[index] = {grid.key(boxes[index]), static_cast<std::uint32_t>(index)};
    }
    serial_scheduler alone;
    detail::radix_sorter<std::uint32_t>().sort(entries, alone);
    std::transform(entries.begin(), entries.end(), order.begin(),
                   [](const auto& entry) { return entry.index(); });
}

template <any_box Box>
void hilbert_tree<Box>::start() {
    for (forest& each : forests_) {
        each.clear();
    }
    size_ = 0;
    apart_count_ = 0;
    has_order_ = false;
}

template <any_box Box>
void hilbert_tree<Box>::start_blocks(std::uint32_t ordinary_count, std::uint32_t thin_count) {
    forests_[ordinary].start_blocks(0, ordinary_count);
    forests_[thin].start_blocks(ordinary_count, thin_count);
    forests_[apart].clear();
    forests_[thin_apart].clear();
    size_ = std::size_t{ordinary_count} + thin_count;
    apart_count_ = 0;
    has_order_ = false;
}

template <any_box Box>
double hilbert_tree<Box>::finish_blocks() {
    const double sides = forests_[ordinary].connect_blocks(settings_.simd_level);
    return sides + forests_[thin].connect_blocks(settings_.simd_level);
}

template <any_box Box>
std::uint32_t hilbert_tree<Box>::insert(const Box& box, forest_number where) {
    const auto index = static_cast<std::uint32_t>(size_);
    met_.clear();
    forests_[ordinary].append_meeting(box, settings_.simd_level, met_);
    forests_[apart].append_meeting(box, settings_.simd_level, met_);
    if (!is_thin(box)) {
        forests_[thin].append_meeting(box, settings_.simd_level, met_);
        forests_[thin_apart].append_meeting(box, settings_.simd_level, met_);
    }
    forests_[where].append(index, box);
    has_order_ = false; // the order of the last build() knows nothing of it
    apart_count_ += where == apart || where == thin_apart ? 1 : 0;
    ++size_;
    return index;
}

template <any_box Box>
void hilbert_tree<Box>::build(std::span<const Box> boxes) {
    serial_scheduler alone;
    build(boxes, alone);
}

template <any_box Box>
void hilbert_tree<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    bool sorts = is_sort_due(boxes.size());
    size_ = boxes.size();
    ++frames_since_sort_;
    if (!sorts) {
        fill(boxes, jobs);
        sorts = wandered_.size() > boxes.size() / one_wandered_in;
    }
    if (sorts) {
        sort(boxes, jobs);
        fill(boxes, jobs);
        make_homes();
        node_sizes_sorted_ = node_sizes_;
    }
    fill_apart(boxes, jobs);
}

template <any_box Box>
bool hilbert_tree<Box>::is_sort_due(std::size_t count) const noexcept {
    return !has_order_ || count != size_ || frames_since_sort_ + 1 >= settings_.frames_between_sorts ||
           node_sizes_ > node_sizes_sorted_ * settings_.worst_growth;
}

template <any_box Box>
void hilbert_tree<Box>::sort(std::span<const Box> boxes, scheduler& jobs) {
    has_order_ = true;
    frames_since_sort_ = 0;
    large_.clear();
    for (order& each : orders_) {
        each.indices.clear();
        each.homes.clear();
    }
    if (boxes.empty()) {
        return;
    }
    const box_sample<Box> sample(boxes);
    const curve_grid<Box> grid(sample);
    keys_.resize(boxes.size());
    parallel_for(jobs, boxes.size(), boxes_a_task,
                 [&](std::size_t index) { keys_[index] = grid.key(boxes[index]); });

    const double largest = median_size(sample) * settings_.large;
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        if (!is_finite(boxes[index]) || finite_size(boxes[index]) > largest) {
            large_.push_back(static_cast<std::uint32_t>(index));
        }
    }
    sort(ordinary, boxes, jobs);
    if (!settings_.points_meet_points) {
        sort(thin, boxes, jobs);
    }
}

template <any_box Box>
void hilbert_tree<Box>::sort(forest_number number, std::span<const Box> boxes, scheduler& jobs) {
    entries_.clear();
    auto next_large = large_.begin();
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        if (next_large != large_.end() && *next_large == index) {
            ++next_large;
        } else if (is_thin(boxes[index]) == (number == thin)) {
            entries_.emplace_back(keys_[index], static_cast<std::uint32_t>(index));
        }
    }
    sorter_.sort(entries_, jobs);
    std::vector<std::uint32_t>& indices = orders_[number].indices;
    indices.resize(entries_.size());
    std::transform(entries_.begin(), entries_.end(), indices.begin(),
                   [](const entry& each) { return each.index(); });
}

template <any_box Box>
void hilbert_tree<Box>::fill(std::span<const Box> boxes, scheduler& jobs) {
    wandered_.clear();
    fill(ordinary, boxes, jobs);
    node_sizes_ = forests_[ordinary].connect(settings_.simd_level);
    fill(thin, boxes, jobs);
    node_sizes_ += forests_[thin].connect(settings_.simd_level);
}

template <any_box Box>
void hilbert_tree<Box>::fill(forest_number number, std::span<const Box> boxes, scheduler& jobs) {
    const order& by = orders_[number];
    forest& trees = forests_[number];
    const chunks blocks(by.indices.size(), block_size);
    trees.make_room(blocks.size());
    parallel_for(jobs, blocks.size(), blocks_a_task, [&](std::size_t block) {
        const index_range places = blocks[static_cast<std::uint32_t>(block)];
        std::array<Box, block_size> gathered;
        std::uint32_t used = 0;
        for (std::size_t lane = 0; lane < places.size(); ++lane) {
            gathered[lane] = boxes[by.indices[places.begin + lane]];
            const bool stays = by.homes.empty() || (contains(by.homes[block], gathered[lane]) &&
                                                    is_thin(gathered[lane]) == (number == thin));
            used |= static_cast<std::uint32_t>(stays) << lane;
        }
        trees.write_block(static_cast<std::uint32_t>(block), by.indices.data() + places.begin,
                          gathered.data(), used);
    });
    for (std::uint32_t block = 0; block < blocks.size(); ++block) {
        const index_range places = blocks[block];
        for (std::uint32_t empty = ~trees.used(block) & ((1u << places.size()) - 1); empty != 0;
             empty &= empty - 1) {
            wandered_.push_back(by.indices[places.begin + static_cast<std::size_t>(std::countr_zero(empty))]);
        }
    }
}

// What a block may grow into before an element that makes it grow counts as gone.
template <any_box Box>
void hilbert_tree<Box>::make_homes() {
    for (const forest_number number : {ordinary, thin}) {
        const forest& trees = forests_[number];
        const double part = 1 / (static_cast<double>(trees.block_count()) * Box::dimension);
        double mean_side = 0;
        for (std::uint32_t block = 0; block < trees.block_count(); ++block) {
            mean_side += finite_size(trees.own_bounds(block)) * part;
        }
        const double margin = mean_side * 4 * settings_.far; // an extent is a quarter of the side
        std::vector<Box>& homes = orders_[number].homes;
        homes.resize(trees.block_count());
        for (std::uint32_t block = 0; block < trees.block_count(); ++block) {
            if constexpr (real<typename Box::value_type>) {
                homes[block] =
                    inflate(trees.own_bounds(block), static_cast<typename Box::value_type>(margin));
            } else {
                homes[block] = inflate(trees.own_bounds(block), round_to<std::int32_t>(margin));
            }
        }
    }
}

// In the order of the curve too, so that those that are neighbours are so in the array.
template <any_box Box>
void hilbert_tree<Box>::fill_apart(std::span<const Box> boxes, scheduler& jobs) {
    forests_[apart].clear();
    forests_[thin_apart].clear();
    apart_count_ = large_.size() + wandered_.size();
    if (apart_count_ == 0) {
        return;
    }
    wandered_.insert(wandered_.begin(), large_.begin(), large_.end());
    apart_boxes_.resize(apart_count_);
    for (std::size_t place = 0; place < apart_count_; ++place) {
        apart_boxes_[place] = boxes[wandered_[place]];
    }
    const curve_grid<Box> grid{box_sample<Box>(apart_boxes_)};
    entries_.resize(apart_count_);
    for (std::size_t place = 0; place < apart_count_; ++place) {
        entries_[place] = {grid.key(apart_boxes_[place]), static_cast<std::uint32_t>(place)};
    }
    sorter_.sort(entries_, jobs);
    for (const entry& each : entries_) {
        const Box& box = apart_boxes_[each.index()];
        forests_[is_thin(box) ? thin_apart : apart].append(wandered_[each.index()], box);
    }
    forests_[apart].connect(settings_.simd_level);
    forests_[thin_apart].connect(settings_.simd_level);
}

template <any_box Box>
std::uint32_t hilbert_tree<Box>::pair_tasks() const noexcept {
    return chunks(forests_[ordinary].block_count(), blocks_a_task).size() +
           chunks(forests_[apart].block_count(), apart_blocks_a_task).size();
}

template <any_box Box>
void hilbert_tree<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    const chunks ordinary_tasks(forests_[ordinary].block_count(), blocks_a_task);
    if (task < ordinary_tasks.size()) {
        append_pairs_of(ordinary, ordinary_tasks[task], found);
    } else {
        const chunks apart_tasks(forests_[apart].block_count(), apart_blocks_a_task);
        append_pairs_of(apart, apart_tasks[task - ordinary_tasks.size()], found);
    }
}

template <any_box Box>
void hilbert_tree<Box>::append_pairs_of(forest_number number, index_range blocks, pair_buffer& found) const {
    const auto begin = static_cast<std::uint32_t>(blocks.begin);
    const auto end = static_cast<std::uint32_t>(blocks.end);
    const forest& own = forests_[number];
    own.append_pairs_before(begin, end, settings_.simd_level, found);
    if (number == apart) {
        own.append_pairs_with(forests_[ordinary], begin, end, settings_.simd_level, found);
    }
    own.append_pairs_with(forests_[thin], begin, end, settings_.simd_level, found);
    own.append_pairs_with(forests_[thin_apart], begin, end, settings_.simd_level, found);
}

template class hilbert_tree<aabb2f>;
template class hilbert_tree<aabb2d>;
template class hilbert_tree<aabb2i>;
template class hilbert_tree<aabb3f>;
template class hilbert_tree<aabb3d>;
template class hilbert_tree<aabb3i>;

template void hilbert_order(std::span<const aabb2f>, std::vector<std::uint32_t>&);
template void hilbert_order(std::span<const aabb2d>, std::vector<std::uint32_t>&);
template void hilbert_order(std::span<const aabb2i>, std::vector<std::uint32_t>&);
template void hilbert_order(std::span<const aabb3f>, std::vector<std::uint32_t>&);
template void hilbert_order(std::span<const aabb3d>, std::vector<std::uint32_t>&);
template void hilbert_order(std::span<const aabb3i>, std::vector<std::uint32_t>&);

} // namespace orrery::spatial
