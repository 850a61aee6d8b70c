#include "bench/spatial/peers.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

namespace bench {
namespace {

namespace geometry = boost::geometry;

// How boxes are put into nodes one by one (quadratic, rstar, ...) plays no part in a packed tree; 16 a node
// is as fast as 8 and faster than 32.
template <spatial::any_box Box>
class packed_rtree {
public:
    using point = geometry::model::point<typename Box::value_type, Box::dimension, geometry::cs::cartesian>;
    using value = std::pair<geometry::model::box<point>, std::uint32_t>;
    using tree = geometry::index::rtree<value, geometry::index::quadratic<16>>;

    void build(std::span<const Box> boxes) {
        values_.clear();
        for (std::uint32_t index = 0; index < boxes.size(); ++index) {
            values_.emplace_back(converted(boxes[index]), index);
        }
        tree_ = tree(values_);
    }

    std::span<const spatial::index_pair> find_pairs(std::span<const Box> boxes) {
        build(boxes);
        return pairs_of(values_);
    }

    std::span<const spatial::index_pair> find_pairs_in_tree_order(std::span<const Box> boxes) {
        build(boxes);
        return pairs_of(tree_);
    }

    [[nodiscard]] double count_intersecting(std::span<const Box> areas) const {
        std::uint64_t count = 0;
        for (const Box& area : areas) {
            visit(geometry::index::intersects(converted(area)), [&](const value&) { ++count; });
        }
        return static_cast<double>(count);
    }

    [[nodiscard]] double sum_distances(std::span<const spatial::point_of<Box>> points, std::size_t k) const {
        double sum = 0;
        for (const auto& from : points) {
            const point center = converted(from);
            visit(geometry::index::nearest(center, static_cast<unsigned>(k)), [&](const value& near) {
                sum += static_cast<double>(geometry::comparable_distance(center, near.first));
            });
        }
        return sum;
    }

private:
    static point converted(const spatial::point_of<Box>& from) {
        if constexpr (Box::dimension == 2) {
            return {from.x, from.y};
        } else {
            return {from.x, from.y, from.z};
        }
    }

    static geometry::model::box<point> converted(const Box& box) {
        return {converted(box.min), converted(box.max)};
    }

    template <typename Predicate, typename Visit>
    void visit(const Predicate& predicate, Visit&& visitor) const {
        tree_.query(predicate, boost::make_function_output_iterator(visitor));
    }

    template <typename Values>
    std::span<const spatial::index_pair> pairs_of(const Values& values) {
        pairs_.clear();
        for (const value& one : values) {
            visit(geometry::index::intersects(one.first), [&](const value& other) {
                if (one.second < other.second) {
                    pairs_.push_back({one.second, other.second});
                }
            });
        }
        return pairs_;
    }

    std::vector<value> values_;
    tree tree_;
    std::vector<spatial::index_pair> pairs_;
};

} // namespace

template <spatial::any_box Box>
std::vector<contender<Box>> boost_peers() {
    using boxes_type = std::span<const Box>;
    const auto rtree = std::make_shared<packed_rtree<Box>>();
    contender<Box> plain{.name = "Boost",
                         .kind = contender_kind::peer,
                         .find_pairs = [rtree](boxes_type boxes) { return rtree->find_pairs(boxes); }};
    plain.build = [rtree](boxes_type boxes) { rtree->build(boxes); };
    plain.count_intersecting = [rtree](boxes_type areas) { return rtree->count_intersecting(areas); };
    plain.sum_distances = [rtree](auto points, std::size_t k) { return rtree->sum_distances(points, k); };
    contender<Box> tuned{
        .name = "Boost, tuned", .kind = contender_kind::tuned_peer, .find_pairs = [rtree](boxes_type boxes) {
            return rtree->find_pairs_in_tree_order(boxes);
        }};
    return {std::move(plain), std::move(tuned)};
}

template std::vector<contender<aabb2f>> boost_peers();
template std::vector<contender<aabb3f>> boost_peers();

} // namespace bench
