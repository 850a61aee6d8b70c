// Loads the input as a kd_tree over boxes of every kind. What is refused must leave the tree as it was; what
// is taken must be a sound tree: every element is reached once, the pairs are those of its boxes, no query
// looks at anything outside, and it can be written and read again without a difference.
#include "fuzz_support.hpp"

#include <orrery/core/text.hpp>
#include <orrery/spatial/kd_tree_archive.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <array>
#include <vector>

namespace {

using namespace orrery;

template <typename Box>
std::vector<std::byte> saved(const spatial::kd_tree<Box>& tree) {
    byte_writer out;
    spatial::save_tree(out, tree);
    return out.take();
}

template <typename Box>
std::size_t count_pairs(std::span<const Box> boxes) {
    std::size_t count = 0;
    for (std::size_t a = 0; a < boxes.size(); ++a) {
        for (std::size_t b = a + 1; b < boxes.size(); ++b) {
            count += intersects(boxes[a], boxes[b]) ? 1U : 0U;
        }
    }
    return count;
}

template <typename Box>
void expect_sound(const spatial::kd_tree<Box>& tree, std::span<const std::byte> read) {
    fuzz::expect(fuzz::are_equal(saved(tree), read), "what was read is written as the same bytes");
    std::vector<Box> boxes(tree.size());
    std::vector<bool> is_reached(tree.size());
    Box all = Box::empty();
    for (const Box& box : tree.boxes()) {
        all = merge(all, box);
    }
    spatial::for_each_intersecting(tree, all, [&](std::uint32_t index, const Box& box) {
        fuzz::expect(index < tree.size() && !is_reached[index], "an element is reached once");
        is_reached[index] = true;
        boxes[index] = box;
    });
    for (const bool each : is_reached) {
        fuzz::expect(each, "every element is reached");
    }
    std::size_t pair_count = 0;
    spatial::for_each_pair(tree, [&](std::uint32_t a, std::uint32_t b) {
        fuzz::expect(a < b && intersects(boxes[a], boxes[b]), "a pair has boxes that meet");
        ++pair_count;
    });
    if (tree.size() <= 200) {
        fuzz::expect(pair_count == count_pairs(tree.boxes()), "no pair is missed or comes twice");
    }
    static_cast<void>(spatial::nearest(tree, {}, 3));
    spatial::ray_of<Box> ray;
    ray.direction[0] = 1;
    static_cast<void>(spatial::first_ray_hits(tree, ray));
}

template <typename Box>
void load(std::span<const std::byte> bytes) {
    spatial::kd_tree<Box> tree;
    tree.build(std::array<Box, 2>{});
    const std::vector<std::byte> before = saved(tree);
    byte_reader in(bytes);
    if (const status loaded = spatial::load_tree(in, tree)) {
        expect_sound(tree, bytes.first(in.position()));
    } else {
        fuzz::expect(printable(loaded.reason().message) == loaded.reason().message,
                     "an error message is printable");
        fuzz::expect(saved(tree) == before, "a refused tree changes nothing");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto input = std::as_bytes(std::span(bytes, size));
    load<aabb2f>(input);
    load<aabb2d>(input);
    load<aabb2i>(input);
    load<aabb3f>(input);
    load<aabb3d>(input);
    load<aabb3i>(input);
    return 0;
}
