#include "spatial/box_archive.hpp"

#include <orrery/spatial/static_tree_archive.hpp>

#include <utility>
#include <vector>

namespace orrery::spatial {
namespace {

constexpr std::uint32_t newest_version = 1;

} // namespace

namespace detail {

template <any_box Box>
class static_tree_loader {
public:
    explicit static_tree_loader(byte_reader& in) noexcept
        : in_(in) {}

    // The tree, if the reader is still well afterwards.
    [[nodiscard]] static_tree<Box> load() {
        read_tree_header<Box>(in_, newest_version);
        read_counts();
        for (std::uint32_t number = 0; number < node_count_ && in_.ok(); ++number) {
            read_node(number);
        }
        read_elements();
        if (in_.ok()) {
            tree_.make_pair_tasks();
        }
        return std::move(tree_);
    }

private:
    using node_type = typename static_tree<Box>::packed_node_type;

    template <typename... Parts>
    void refuse(const Parts&... parts) {
        in_.fail(text(parts...));
    }

    // A node has at least two slots, so there are fewer nodes than elements, except for a single element.
    void read_counts() {
        element_count_ = in_.read_count(box_bytes<Box> + sizeof(std::uint32_t));
        node_count_ = in_.read_count(2 + box_bytes<Box>);
        if (!in_.ok()) {
            return;
        }
        const std::size_t most = element_count_ <= 1 ? element_count_ : element_count_ - 1;
        const std::size_t least = element_count_ == 0 ? 0 : 1;
        if (node_count_ < least || node_count_ > most) {
            refuse("the tree has ", node_count_, " nodes for ", element_count_, " elements, expected ", least,
                   " to ", most);
            return;
        }
        tree_.nodes_.reserve(node_count_);
        around_.reserve(node_count_);
    }

    void read_node(std::uint32_t number) {
        node_type node;
        node.child_count = in_.read<std::uint8_t>();
        node.element_count = in_.read<std::uint8_t>();
        const int slots = node.child_count + node.element_count;
        const int least = element_count_ == 1 ? 1 : 2;
        if (slots < least || slots > node_type::width) {
            return refuse("node ", number, " has ", slots, " slots, expected ", least, " to ",
                          static_cast<int>(node_type::width));
        }
        if (number > named_) {
            return refuse("node ", number, " is the child of no other");
        }
        if (node.child_count > node_count_ - 1 - named_ || node.element_count > element_count_ - held_) {
            return refuse("node ", number, " has more children or elements than are left of all");
        }
        node.first_child = static_cast<std::uint32_t>(named_ + 1);
        node.first_element = static_cast<std::uint32_t>(held_);
        named_ += node.child_count;
        held_ += node.element_count;
        for (int slot = 0; slot < slots; ++slot) {
            read_slot(number, slot, node);
        }
        tree_.nodes_.push_back(node);
    }

    void read_slot(std::uint32_t number, int slot, node_type& node) {
        const Box box = read_box<Box>(in_);
        if (!in_.ok()) {
            return;
        }
        if (!is_valid(box)) {
            return refuse("box ", slot, " of node ", number, " is inverted or has a NaN");
        }
        if (number > 0 && !contains(around_[number - 1], box)) {
            return refuse("box ", slot, " of node ", number, " reaches out of the box of the node");
        }
        node.boxes.set(slot, box);
        if (slot < node.child_count) {
            around_.push_back(box);
        }
        tree_.bounds_ = number == 0 && slot == 0 ? box : merge(tree_.bounds_, box);
    }

    // All nodes have been named by now, since each was before it was read.
    void read_elements() {
        if (!in_.ok()) {
            return;
        }
        if (held_ != element_count_) {
            return refuse("the nodes hold ", held_, " elements of ", element_count_);
        }
        read_element_order(in_, element_count_, tree_.elements_);
    }

    byte_reader& in_;
    static_tree<Box> tree_;
    std::size_t element_count_ = 0;
    std::size_t node_count_ = 0;
    std::size_t named_ = 0;   // children so far
    std::size_t held_ = 0;    // elements so far
    std::vector<Box> around_; // the box of each node but the root, as its parent has it
};

} // namespace detail

template <any_box Box>
void save_tree(byte_writer& out, const static_tree<Box>& tree) {
    detail::write_tree_header<Box>(out, newest_version);
    out.write_variable(tree.size());
    out.write_variable(tree.node_count());
    for (std::uint32_t number = 0; number < tree.node_count(); ++number) {
        const auto& node = tree.packed(number);
        out.write(static_cast<std::uint8_t>(node.child_count));
        out.write(static_cast<std::uint8_t>(node.element_count));
        for (int slot = 0; slot < node.child_count + node.element_count; ++slot) {
            detail::write_box(out, Box(node.boxes[slot]));
        }
    }
    for (const std::uint32_t index : tree.elements()) {
        out.write(index);
    }
}

template <any_box Box>
status load_tree(byte_reader& in, static_tree<Box>& into) {
    static_tree<Box> loaded = detail::static_tree_loader<Box>(in).load();
    if (!in.ok()) {
        return in.failure();
    }
    into = std::move(loaded);
    return {};
}

template void save_tree(byte_writer&, const static_tree<aabb2f>&);
template void save_tree(byte_writer&, const static_tree<aabb2d>&);
template void save_tree(byte_writer&, const static_tree<aabb2i>&);
template void save_tree(byte_writer&, const static_tree<aabb3f>&);
template void save_tree(byte_writer&, const static_tree<aabb3d>&);
template void save_tree(byte_writer&, const static_tree<aabb3i>&);
template status load_tree(byte_reader&, static_tree<aabb2f>&);
template status load_tree(byte_reader&, static_tree<aabb2d>&);
template status load_tree(byte_reader&, static_tree<aabb2i>&);
template status load_tree(byte_reader&, static_tree<aabb3f>&);
template status load_tree(byte_reader&, static_tree<aabb3d>&);
template status load_tree(byte_reader&, static_tree<aabb3i>&);

} // namespace orrery::spatial
