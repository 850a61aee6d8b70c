#include <algorithm>
#include <bit>
#include <hex/collide/broad_phase.hpp>

#define ORRERY_SIMD_KERNELS "hex/collide/broad_phase.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::hex::detail {

namespace {

constexpr double worst_growth = 1.5;

// A composite that reaches a step of its radius along A and along B lies in a disc of sqrt(3) / 2 of it.
constexpr std::int64_t disc_step = 222;
static_assert(4 * disc_step * disc_step >= std::int64_t{3} * radius_step * radius_step);

// What the kernel reads.
static_assert(std::endian::native == std::endian::little && sizeof(place) == 16 && sizeof(motion) == 16);
static_assert(offsetof(place, position) == 0 && offsetof(place, radius) == 10 &&
              offsetof(place, group) == 11);
static_assert(offsetof(motion, a) == 0 && offsetof(motion, b) == 4);

void write_boxes(std::span<const place> places, std::span<const motion> motions, simd::level width,
                 std::span<std::int32_t> bounds) {
    ORRERY_SIMD_KERNEL(width, hex_boxes::write_boxes)(reinterpret_cast<const std::int32_t*>(places.data()),
                                                      reinterpret_cast<const std::int32_t*>(motions.data()),
                                                      places.size(), bounds.data());
}

// Whether the discs around two objects may touch at some time of the tick. In the middle of it one is at a
// place seen from the other, and before and after no farther from there than half of their relative way,
// whose length is at most its largest component along the three axes. All lengths are doubled.
bool discs_may_meet(const place& one, const motion& how_one, const place& other,
                    const motion& how_other) noexcept {
    constexpr std::int64_t rounding = 8;
    const std::int64_t way_a = (how_one.a.velocity >> 2) - (how_other.a.velocity >> 2);
    const std::int64_t way_b = (how_one.b.velocity >> 2) - (how_other.b.velocity >> 2);
    const std::int64_t a = 2 * (std::int64_t{one.position.a} - other.position.a) - way_a;
    const std::int64_t b = 2 * (std::int64_t{one.position.b} - other.position.b) - way_b;
    const auto size = [](std::int64_t x) { return x < 0 ? -x : x; };
    const std::int64_t way = max(max(size(way_a), size(way_b)), size(way_a - way_b));
    const std::int64_t discs = disc_step * (one.radius + other.radius);
    const std::int64_t reach = 2 * discs + way + rounding;
    return a * a + b * b - a * b <= reach * reach;
}

// Copies the pairs that count, in their order.
template <typename Counts>
void copy_if(const spatial::pair_buffer& all, spatial::pair_buffer& found, Counts counts) {
    found.clear();
    found.add_tests(all.tests());
    spatial::index_pair* end = found.room(all.size() + 1);
    for (const spatial::index_pair pair : all.pairs()) {
        *end = pair;
        end += counts(pair) ? 1 : 0;
    }
    found.grow_to(end);
}

} // namespace

broad_phase::broad_phase(const world_settings& settings)
    : settings_(settings)
    , sweep_({.axis = 0}) {}

void broad_phase::update(const frame& of, simd::level width) {
    ++ticks_since_sort_;
    const auto places = of.places();
    const auto motions = of.motions();
    if (settings_.broad_phase == broad_phase_kind::sweep) {
        boxes_.resize(places.size());
        std::transform(places.begin(), places.end(), motions.begin(), boxes_.begin(), swept_box);
        sweep_.build(boxes_);
        return;
    }
    const std::uint32_t composites = of.composite_count;
    const std::uint32_t particles = of.count - composites;
    tree_.start_blocks(composites, particles);
    write_boxes(places.first(composites), motions.first(composites), width, tree_.ordinary_bounds());
    write_boxes(places.last(particles), motions.last(particles), width, tree_.thin_bounds());
    const std::size_t nodes =
        (tree_.ordinary_bounds().size() + tree_.thin_bounds().size()) / tree_type::bounds_a_block;
    node_size_ = nodes == 0 ? 0 : tree_.finish_blocks() / static_cast<double>(nodes);
    if (has_sorted_) {
        has_sorted_ = false;
        node_size_sorted_ = node_size_;
    }
}

void broad_phase::find_pairs(const frame& of, spatial::pair_buffer& found) {
    all_.clear();
    const auto search = [&](const auto& structure) {
        for (std::uint32_t task = 0; task < structure.pair_tasks(); ++task) {
            structure.append_pairs(task, all_);
        }
    };
    if (settings_.broad_phase == broad_phase_kind::sweep) {
        search(sweep_);
    } else {
        search(tree_);
    }
    // The first index is the lower one: where it is a particle's, both are.
    const std::uint32_t composites = of.composite_count;
    const place* const places = of.places().data();
    const motion* const motions = of.motions().data();
    copy_if(all_, found, [&](spatial::index_pair pair) {
        const place& first = places[pair.first];
        const place& second = places[pair.second];
        const bool is_one_group = (first.group != 0) & (first.group == second.group);
        const bool is_near = discs_may_meet(first, motions[pair.first], second, motions[pair.second]);
        return (pair.first < composites) & !is_one_group & is_near;
    });
}

bool broad_phase::wants_sort() const noexcept {
    return !has_order_ || ticks_since_sort_ >= settings_.ticks_between_sorts ||
           node_size_ > node_size_sorted_ * worst_growth;
}

void broad_phase::curve_order(const frame& of, std::vector<std::uint32_t>& order) {
    order.resize(of.count);
    const std::span all(order);
    const std::uint32_t composites = of.composite_count;
    sort_part(of.places().first(composites), 0, all.first(composites));
    sort_part(of.places().subspan(composites), composites, all.subspan(composites));
    ticks_since_sort_ = 0;
    has_sorted_ = true;
    has_order_ = true;
}

// Each coordinate as a cell of a grid over all of them, with as many cells as a key has bits for.
void broad_phase::sort_part(std::span<const place> places, std::uint32_t first,
                            std::span<std::uint32_t> order) {
    constexpr int bits = 16;
    if (places.empty()) {
        return;
    }
    hex_vector low = places.front().position;
    hex_vector high = low;
    for (const place& each : places) {
        low = {min(low.a, each.position.a), min(low.b, each.position.b)};
        high = {max(high.a, each.position.a), max(high.b, each.position.b)};
    }
    const auto extent = static_cast<std::uint32_t>(max(high.a - low.a, high.b - low.b));
    const int shift = std::max(static_cast<int>(std::bit_width(extent)) - bits, 0);
    entries_.clear();
    for (const place& each : places) {
        const hex_vector from_corner = each.position - low;
        const auto key = hilbert_key<bits>(static_cast<std::uint32_t>(from_corner.a) >> shift,
                                           static_cast<std::uint32_t>(from_corner.b) >> shift);
        entries_.emplace_back(static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(entries_.size()));
    }
    serial_scheduler alone;
    sorter_.sort(entries_, alone);
    std::transform(entries_.begin(), entries_.end(), order.begin(),
                   [&](const entry& each) { return first + each.index(); });
}

} // namespace orrery::hex::detail
