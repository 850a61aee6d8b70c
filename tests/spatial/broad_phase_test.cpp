#include "tests/spatial/box_list.hpp"
#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/broad_phase.hpp>

namespace orrery::spatial::test {

// Compiled with optimisation, in brute_force.cpp.
extern template class box_list<aabb2f>;
extern template class box_list<aabb2d>;
extern template class box_list<aabb2i>;
extern template class box_list<aabb3f>;
extern template class box_list<aabb3d>;
extern template class box_list<aabb3i>;

namespace {

INSTANTIATE_TEST_SUITE_P(box_list, broad_phase_conformance, for_boxes_of_all_types<box_list>());

struct without_pairs {
    using box_type = aabb2f;
    using node_type = int;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] int root() const;
    void expand(int, auto&&, auto&&) const;
};

TEST(broad_phase, is_a_tree_that_also_finds_pairs) {
    static_assert(box_tree<box_list<aabb2f>> && broad_phase<box_list<aabb2f>>);
    static_assert(box_tree<without_pairs> && !broad_phase<without_pairs>);
    static_assert(!box_tree<aabb2f>);
}

} // namespace
} // namespace orrery::spatial::test
