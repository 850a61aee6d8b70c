// Forces between all bodies, near ones one by one, far ones as a few point masses: gravity, repulsion, the
// attraction of liquids. The bodies are the boxes of a kd_tree, at their centers; points are boxes without
// extent. A law says how they pull: law(q) is the acceleration that a unit mass causes at a distance whose
// square is q, divided by that distance. Positive attracts, negative repels.
//
//   spatial::n_body<aabb2f> gravity; // keep it: the next frame uses its memory again
//   const auto law = [](auto q) {
//       using orrery::sqrt;
//       return 1.0f / ((q + 0.01f) * sqrt(q + 0.01f));
//   };
//   gravity.run(tree, masses, {.opening = 0.8f}, law, accelerations, engine.jobs());
//
// A law that takes `auto` is computed for eight pairs at once (lanes.hpp), one that takes a number for one
// pair after the other. Instead of a central law give any function of two point masses:
//
//   vector2f pull(const spatial::point_mass<vector2f>& on, const spatial::point_mass<vector2f>& from)
//
// the acceleration of `on`, proportional to the mass of `from` where far bodies are to be summed up.
//
// First masses are summed up the tree. Then pairs of cells are looked at: far ones act on each other's center
// of mass, with the slope of the field there (first order); of others the parts are looked at, down to pairs
// of bodies. Then what cells have felt is handed down to their bodies. Every pair is decided and computed
// alike from both sides, so momentum is kept up to rounding; every sum has one order, on any number of
// threads. 80 000 floats in the plane take about 380 ns a body at 1.5 % error (opening 0.8), n log n in all.
#pragma once

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/n_body_cells.hpp>
#include <orrery/spatial/detail/n_body_law.hpp>

#include <limits>
#include <span>

namespace orrery::spatial {

template <any_box Box>
    requires real<typename Box::value_type>
class n_body {
public:
    using vector = typename Box::vector_type;
    using real = typename Box::value_type;

    struct settings {
        // Two cells are far when their radii together are less than this part of their distance. 0 computes
        // every pair of bodies.
        real opening = real(0.8);

        // Bodies farther apart than this do not feel each other, and cells are passed by; the law must be
        // zero there.
        real reach = std::numeric_limits<real>::infinity();
    };

    // Replaces accelerations[i] by what the body of box i feels. Masses are not negative, positions finite.
    // Bodies at exactly the same position do not feel each other.
    template <typename Law>
    void run(const kd_tree<Box>& tree, std::span<const real> masses, const settings& how, Law&& law,
             std::span<vector> accelerations) {
        prepare(tree, masses, accelerations);
        for (const std::uint32_t start : cells_.starts) {
            cells_.gather(tree, masses, start);
        }
        for (const std::uint32_t start : cells_.starts) {
            interact_with_all(start, how, law);
            cells_.scatter(tree, start, accelerations);
        }
    }

    template <typename Law>
    void run(const kd_tree<Box>& tree, std::span<const real> masses, const settings& how, Law&& law,
             std::span<vector> accelerations, scheduler& jobs) {
        prepare(tree, masses, accelerations);
        const std::vector<std::uint32_t>& starts = cells_.starts;
        parallel_for(jobs, starts.size(), 1,
                     [&](std::size_t task) { cells_.gather(tree, masses, starts[task]); });
        parallel_for(jobs, starts.size(), 1, [&](std::size_t task) {
            interact_with_all(starts[task], how, law);
            cells_.scatter(tree, starts[task], accelerations);
        });
    }

    // What a body without mass would feel at any place, after run() and with the same settings and law: cells
    // that are far from it act as one mass each. Safe on many threads at once.
    template <typename Law>
        requires detail::central_law<Law, real>
    [[nodiscard]] vector at(vector position, const settings& how, Law&& law) const {
        vector sum{};
        const auto add = [&](vector from, real mass) {
            const vector offset = from - position;
            const real squared = dot(offset, offset);
            if (squared > real{0}) {
                sum += offset * (law(squared) * mass);
            }
        };
        for (const std::uint32_t start : cells_.starts) {
            for (std::uint32_t cell = start; cell < cells_.cells[start].next;) {
                const detail::n_body_cell<vector>& each = cells_.cells[cell];
                const real squared = distance_squared(position, each.center);
                const real range = each.radius + how.reach;
                if (squared <= range * range) {
                    if (each.radius * each.radius < how.opening * how.opening * squared) {
                        add(each.center, each.mass);
                    } else if (cells_.is_leaf(cell)) {
                        for (std::uint32_t place = each.bodies.begin; place < each.bodies.end; ++place) {
                            add(cells_.position(place), cells_.masses[place]);
                        }
                    } else {
                        ++cell; // to its parts
                        continue;
                    }
                }
                cell = each.next;
            }
        }
        return sum;
    }

private:
    void prepare(const kd_tree<Box>& tree, std::span<const real> masses, std::span<vector> accelerations) {
        ORRERY_CHECK(masses.size() == tree.size() && accelerations.size() == tree.size(),
                     "there must be one mass and one acceleration for each box of the tree");
        cells_.arrange(tree);
    }

    // What all bodies do to those of one start.
    template <typename Law>
    void interact_with_all(std::uint32_t target, const settings& how, Law& law) {
        for (const std::uint32_t source : cells_.starts) {
            interact(target, source, how, law);
        }
    }

    // What one cell does to another. All decisions are the same with the two exchanged.
    template <typename Law>
    void interact(std::uint32_t target, std::uint32_t source, const settings& how, Law& law) {
        const detail::n_body_cell<vector>& a = cells_.cells[target];
        const detail::n_body_cell<vector>& b = cells_.cells[source];
        const real squared = distance_squared(a.center, b.center);
        const real radii = a.radius + b.radius;
        const bool is_one_point = !(radii > real{0}) && !(squared > real{0});
        if (is_one_point || squared > (radii + how.reach) * (radii + how.reach)) {
            return;
        }
        if (radii * radii < how.opening * how.opening * squared) {
            detail::add_far_field(law, a, b, cells_.fields[target]);
        } else if (cells_.is_leaf(target) && cells_.is_leaf(source)) {
            detail::add_near_bodies(law, cells_, a.bodies, b.bodies);
        } else if (target == source) {
            for (std::uint32_t part = target + 1; part < a.next; part = cells_.cells[part].next) {
                interact_with_parts(part, source, how, law);
            }
        } else if (cells_.is_leaf(source) || (!cells_.is_leaf(target) && is_larger(target, source))) {
            for (std::uint32_t part = target + 1; part < a.next; part = cells_.cells[part].next) {
                interact(part, source, how, law);
            }
        } else {
            interact_with_parts(target, source, how, law);
        }
    }

    template <typename Law>
    void interact_with_parts(std::uint32_t target, std::uint32_t source, const settings& how, Law& law) {
        for (std::uint32_t part = source + 1; part < cells_.cells[source].next;
             part = cells_.cells[part].next) {
            interact(target, part, how, law);
        }
    }

    // Of two different cells exactly one is larger.
    [[nodiscard]] bool is_larger(std::uint32_t a, std::uint32_t b) const noexcept {
        const real radius_a = cells_.cells[a].radius;
        const real radius_b = cells_.cells[b].radius;
        return radius_a > radius_b || (radius_a == radius_b && a < b);
    }

    detail::n_body_cells<Box> cells_;
};

} // namespace orrery::spatial
