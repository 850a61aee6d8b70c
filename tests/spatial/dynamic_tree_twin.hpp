// A dynamic tree and, beside it, the plain list of what it should hold, changed together at random.
#pragma once

#include "tests/spatial/distributions.hpp"

#include <orrery/spatial/dynamic_tree.hpp>

#include <optional>
#include <vector>

namespace orrery::spatial::test {

template <any_box Box>
struct moving_boxes {
    using vector_type = typename Box::vector_type;

    dynamic_tree<Box> tree;
    std::vector<std::optional<Box>> boxes; // by id
    std::vector<std::uint64_t> users;      // by id
    xoshiro256 source;

    explicit moving_boxes(std::uint64_t seed)
        : source(seed) {}

    void change(int times) {
        for (int time = 0; time < times; ++time) {
            change_one();
        }
        if (chance(source, 0.2)) {
            tree.rebuild();
        }
        if (chance(source, 0.2)) {
            tree.refit();
        }
        if (chance(source, 0.5)) {
            move_some();
        }
    }

    [[nodiscard]] std::vector<index_pair> all_pairs() const {
        return pairs_where(
            [&](std::uint32_t a, std::uint32_t b) { return intersects(*boxes[a], *boxes[b]); });
    }

    [[nodiscard]] std::vector<index_pair> all_moved_pairs() const {
        return pairs_where([&](std::uint32_t a, std::uint32_t b) {
            return (tree.has_moved(a) || tree.has_moved(b)) && intersects(tree.fat_box(a), tree.fat_box(b));
        });
    }

    template <typename Predicate>
    [[nodiscard]] std::vector<index_pair> pairs_where(Predicate&& predicate) const {
        std::vector<index_pair> found;
        for (std::uint32_t a = 0; a < boxes.size(); ++a) {
            for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
                if (boxes[a] && boxes[b] && predicate(a, b)) {
                    found.push_back({a, b});
                }
            }
        }
        return found;
    }

    template <typename Predicate>
    [[nodiscard]] std::vector<std::uint32_t> all_where(Predicate&& predicate) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t id = 0; id < boxes.size(); ++id) {
            if (boxes[id] && predicate(*boxes[id])) {
                found.push_back(id);
            }
        }
        return found;
    }

private:
    [[nodiscard]] Box random_box() {
        const distribution kind = chance(source, 0.3) ? distribution::lattice : distribution::uniform;
        return make_boxes<Box>(kind, 1, source())[0];
    }

    // Near or far.
    [[nodiscard]] vector_type random_step() {
        const double reach = chance(source, 0.5) ? 3 : 200;
        vector_type step;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            step[axis] = static_cast<typename Box::value_type>(uniform_real<double>(source, -reach, reach));
        }
        return step;
    }

    void change_one() {
        const std::uint64_t what = uniform_below(source, 10);
        if (what < 4 || boxes.empty()) {
            const Box box = shrunk(random_box());
            const std::uint64_t user = source();
            const std::uint32_t id = tree.insert(box, user);
            if (id >= boxes.size()) {
                boxes.resize(id + 1);
                users.resize(id + 1);
            }
            boxes[id] = box;
            users[id] = user;
            return;
        }
        const auto id = static_cast<std::uint32_t>(uniform_below(source, boxes.size()));
        if (!boxes[id]) {
            return;
        }
        if (what < 7) {
            tree.remove(id);
            boxes[id].reset();
        } else {
            const vector_type step = random_step();
            boxes[id] = translate(*boxes[id], step);
            tree.move(id, *boxes[id], step);
        }
    }

    void move_some() {
        std::vector<std::uint32_t> ids;
        std::vector<Box> moved;
        for (std::uint32_t id = 0; id < boxes.size(); ++id) {
            if (boxes[id] && chance(source, 0.3)) {
                boxes[id] = translate(*boxes[id], random_step());
                ids.push_back(id);
                moved.push_back(*boxes[id]);
            }
        }
        tree.move_all(ids, moved);
    }

    // A set of one box fills the world; a tenth of that leaves room between them.
    [[nodiscard]] static Box shrunk(Box box) {
        for (int axis = 0; axis < Box::dimension; ++axis) {
            box.max[axis] = box.min[axis] + (box.max[axis] - box.min[axis]) / 10;
        }
        return box;
    }
};

} // namespace orrery::spatial::test
