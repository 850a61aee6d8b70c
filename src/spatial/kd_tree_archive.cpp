#include "spatial/box_archive.hpp"
#include "spatial/kd_builder.hpp"

#include <orrery/spatial/kd_tree_archive.hpp>

#include <utility>

namespace orrery::spatial {
namespace {

constexpr std::uint32_t newest_kd_version = 1;
constexpr std::uint32_t most_splits = 30; // so that nodes have numbers of 32 bits

} // namespace

namespace detail {

template <any_box Box>
class kd_tree_loader {
public:
    explicit kd_tree_loader(byte_reader& in) noexcept
        : in_(in) {}

    // The tree, if the reader is still well afterwards.
    [[nodiscard]] kd_tree<Box> load() {
        read_tree_header<Box>(in_, newest_kd_version);
        read_nodes();
        read_boxes();
        read_element_order(in_, count_, tree_.order_);
        if (in_.ok()) {
            tree_.boxes_ = tree_.copies_.data();
            kd_builder<Box>(tree_.boxes_, tree_.order_.data(), tree_.nodes_).measure_all(tree_.nodes_.root());
            check_division();
        }
        return std::move(tree_);
    }

private:
    template <typename... Parts>
    void refuse(const Parts&... parts) {
        in_.fail(text(parts...));
    }

    void read_nodes() {
        count_ = in_.read_count(box_bytes<Box> + sizeof(std::uint32_t));
        const std::uint32_t splits = in_.read<std::uint8_t>();
        if (!in_.ok()) {
            return;
        }
        const std::uint32_t most = count_ == 0 ? 0 : most_splits;
        if (splits > most) {
            return refuse("the tree has ", splits, " splits, expected 0 to ", most);
        }
        kd_nodes<Box>& nodes = tree_.nodes_;
        nodes.splits = splits;
        if (nodes.count() > in_.remaining()) {
            return refuse("a tree with ", splits, " splits has ", nodes.count(),
                          " nodes, which do not fit into ", in_.remaining(), " bytes");
        }
        nodes.resize(count_);
        std::size_t held = 0;
        for (std::uint32_t node = 0; node < nodes.count() && in_.ok(); ++node) {
            const std::uint64_t own = in_.read_variable();
            if (own > count_ - held) {
                return refuse("node ", node, " has ", own, " elements, of which ", count_ - held,
                              " are left");
            }
            nodes.begins[node] = static_cast<std::uint32_t>(held);
            held += static_cast<std::size_t>(own);
        }
        if (in_.ok() && held != count_) {
            refuse("the nodes hold ", held, " elements of ", count_);
        }
    }

    void read_boxes() {
        if (!in_.ok()) {
            return;
        }
        tree_.copies_.reserve(count_);
        for (std::size_t place = 0; place < count_ && in_.ok(); ++place) {
            tree_.copies_.push_back(read_box<Box>(in_));
            if (in_.ok() && !is_valid(tree_.copies_.back())) {
                refuse("box ", place, " is inverted or has a NaN");
            }
        }
    }

    // What the search for pairs relies on: the elements on both sides of a divider do not meet, and those on
    // it are sorted along the next axis.
    void check_division() {
        const kd_nodes<Box>& nodes = tree_.nodes_;
        for (std::uint32_t node = 1; node < nodes.count() && in_.ok(); node += 2) {
            const auto axis = static_cast<int>((nodes.splits - kd_height(node)) % Box::dimension);
            const std::uint32_t distance = kd_child_distance(node);
            const Box& low = nodes.bounds[node - distance];
            const Box& high = nodes.bounds[node + distance];
            if (is_valid(low) && is_valid(high) && !(low.max[axis] < high.min[axis])) {
                return refuse("the children of node ", node, " meet along axis ", axis);
            }
            const place_range own = nodes.own(node);
            const int next = (axis + 1) % Box::dimension;
            for (std::uint32_t place = own.begin + 1; place < own.end; ++place) {
                if (tree_.copies_[place].min[next] < tree_.copies_[place - 1].min[next]) {
                    return refuse("box ", place, " of node ", node, " is not in order along axis ", next);
                }
            }
        }
    }

    byte_reader& in_;
    kd_tree<Box> tree_;
    std::size_t count_ = 0;
};

} // namespace detail

template <any_box Box>
void save_tree(byte_writer& out, const kd_tree<Box>& tree) {
    const detail::kd_nodes<Box>& nodes = tree.nodes();
    detail::write_tree_header<Box>(out, newest_kd_version);
    out.write_variable(tree.size());
    if (tree.size() == 0) { // whose nodes may be left from earlier
        out.write(std::uint8_t{0});
        out.write_variable(0);
        return;
    }
    out.write(static_cast<std::uint8_t>(nodes.splits));
    for (std::uint32_t node = 0; node < nodes.count(); ++node) {
        out.write_variable(nodes.own(node).size());
    }
    for (const Box& box : tree.boxes()) {
        detail::write_box(out, box);
    }
    for (const std::uint32_t index : tree.order()) {
        out.write(index);
    }
}

template <any_box Box>
status load_tree(byte_reader& in, kd_tree<Box>& into) {
    kd_tree<Box> loaded = detail::kd_tree_loader<Box>(in).load();
    if (!in.ok()) {
        return in.failure();
    }
    into = std::move(loaded);
    return {};
}

template void save_tree(byte_writer&, const kd_tree<aabb2f>&);
template void save_tree(byte_writer&, const kd_tree<aabb2d>&);
template void save_tree(byte_writer&, const kd_tree<aabb2i>&);
template void save_tree(byte_writer&, const kd_tree<aabb3f>&);
template void save_tree(byte_writer&, const kd_tree<aabb3d>&);
template void save_tree(byte_writer&, const kd_tree<aabb3i>&);
template status load_tree(byte_reader&, kd_tree<aabb2f>&);
template status load_tree(byte_reader&, kd_tree<aabb2d>&);
template status load_tree(byte_reader&, kd_tree<aabb2i>&);
template status load_tree(byte_reader&, kd_tree<aabb3f>&);
template status load_tree(byte_reader&, kd_tree<aabb3d>&);
template status load_tree(byte_reader&, kd_tree<aabb3i>&);

} // namespace orrery::spatial
