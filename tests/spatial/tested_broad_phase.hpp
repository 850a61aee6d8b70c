// A broad phase behind virtual functions: the tests of what all promise are compiled once for each type of
// boxes, and a structure adds only what it computes itself.
#pragma once

#include "tests/spatial/brute_force.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace orrery::spatial::test {

template <any_box Box>
class tested_broad_phase {
public:
    using real = real_of<Box>;
    using indices = std::vector<std::uint32_t>;
    using pair_vector = std::vector<index_pair>;
    using hits = std::vector<ray_hit<real>>;
    using boxes = std::span<const Box>;
    using element_visit = std::function<void(std::uint32_t, const Box&)>;
    using element_hit = std::function<std::optional<real>(std::uint32_t, const Box&, real)>;
    using element_distance = std::function<real(std::uint32_t, const Box&, real)>;

    virtual ~tested_broad_phase() = default;

    virtual void build(boxes all) = 0;
    virtual void build(boxes all, scheduler& jobs) = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    virtual void visit_all(const element_visit& visit) const = 0;

    [[nodiscard]] virtual pair_vector all_pairs() const = 0;
    [[nodiscard]] virtual pair_vector all_pairs(scheduler& jobs) const = 0;
    [[nodiscard]] virtual pair_vector visited_pairs() const = 0;
    [[nodiscard]] virtual pair_vector visited_pairs(scheduler& jobs) const = 0; // in the order of the tasks
    [[nodiscard]] virtual pair_vector pairs_with(boxes others) const = 0;
    [[nodiscard]] virtual pair_vector pairs_with(boxes others, scheduler& jobs) const = 0;

    [[nodiscard]] virtual indices intersecting(const Box& area) const = 0;
    [[nodiscard]] virtual indices inside(const Box& area) const = 0;
    [[nodiscard]] virtual indices containing(const Box& area) const = 0;

    [[nodiscard]] virtual hits ray_hits(const ray_of<Box>& ray) const = 0;
    [[nodiscard]] virtual hits first_ray_hits(const ray_of<Box>& ray) const = 0;
    [[nodiscard]] virtual hits ray_hits(const ray_of<Box>& ray, const element_hit& fine,
                                        real farthest) const = 0;
    [[nodiscard]] virtual hits first_ray_hits(const ray_of<Box>& ray, const element_hit& fine,
                                              real farthest) const = 0;

    [[nodiscard]] virtual std::vector<neighbor<real>> nearest(const point_of<Box>& point,
                                                              std::size_t count) const = 0;
    [[nodiscard]] virtual std::vector<neighbor<real>> nearest(const point_of<Box>& point, std::size_t count,
                                                              const element_distance& distance) const = 0;
};

template <broad_phase Structure>
class tested_structure final : public tested_broad_phase<box_of<Structure>> {
    using box = box_of<Structure>;
    using base = tested_broad_phase<box>;
    using typename base::boxes;
    using typename base::element_distance;
    using typename base::element_hit;
    using typename base::element_visit;
    using typename base::hits;
    using typename base::indices;
    using typename base::pair_vector;
    using typename base::real;

public:
    void build(boxes all) override { structure_.build(all); }

    void build(boxes all, scheduler& jobs) override { structure_.build(all, jobs); }

    [[nodiscard]] std::size_t size() const override { return structure_.size(); }

    void visit_all(const element_visit& visit) const override {
        traverse(
            structure_, [](const box&) { return true; },
            [&](std::uint32_t index, auto&& own) {
                static_assert(std::is_const_v<std::remove_reference_t<decltype(own)>>,
                              "a query must not be able to change a box");
                visit(index, own);
            });
    }

    [[nodiscard]] pair_vector all_pairs() const override { return as_vector(pairs(structure_)); }

    [[nodiscard]] pair_vector all_pairs(scheduler& jobs) const override {
        return as_vector(pairs(structure_, jobs));
    }

    [[nodiscard]] pair_vector visited_pairs() const override {
        pair_vector visited;
        for_each_pair(structure_, [&](std::uint32_t a, std::uint32_t b) { visited.push_back({a, b}); });
        return visited;
    }

    [[nodiscard]] pair_vector visited_pairs(scheduler& jobs) const override {
        std::vector<pair_vector> by_task(structure_.pair_tasks());
        for_each_pair(structure_, jobs, [&](std::uint32_t task, std::uint32_t a, std::uint32_t b) {
            by_task[task].push_back({a, b});
        });
        pair_vector visited;
        for (const pair_vector& part : by_task) {
            visited.insert(visited.end(), part.begin(), part.end());
        }
        return visited;
    }

    [[nodiscard]] pair_vector pairs_with(boxes others) const override {
        return as_vector(pairs_between(structure_, others));
    }

    [[nodiscard]] pair_vector pairs_with(boxes others, scheduler& jobs) const override {
        return as_vector(pairs_between(structure_, others, jobs));
    }

    [[nodiscard]] indices intersecting(const box& area) const override {
        return spatial::intersecting(structure_, area);
    }

    [[nodiscard]] indices inside(const box& area) const override { return spatial::inside(structure_, area); }

    [[nodiscard]] indices containing(const box& area) const override {
        return spatial::containing(structure_, area);
    }

    [[nodiscard]] hits ray_hits(const ray_of<box>& ray) const override {
        return spatial::ray_hits(structure_, ray);
    }

    [[nodiscard]] hits first_ray_hits(const ray_of<box>& ray) const override {
        return spatial::first_ray_hits(structure_, ray);
    }

    [[nodiscard]] hits ray_hits(const ray_of<box>& ray, const element_hit& fine,
                                real farthest) const override {
        return spatial::ray_hits(structure_, ray, fine, farthest);
    }

    [[nodiscard]] hits first_ray_hits(const ray_of<box>& ray, const element_hit& fine,
                                      real farthest) const override {
        return spatial::first_ray_hits(structure_, ray, fine, farthest);
    }

    [[nodiscard]] std::vector<neighbor<real>> nearest(const point_of<box>& point,
                                                      std::size_t count) const override {
        return spatial::nearest(structure_, point, count);
    }

    [[nodiscard]] std::vector<neighbor<real>> nearest(const point_of<box>& point, std::size_t count,
                                                      const element_distance& distance) const override {
        return spatial::nearest(structure_, point, count, distance);
    }

private:
    Structure structure_;
};

template <any_box Box>
using tested_pointer = std::unique_ptr<tested_broad_phase<Box>>;

template <broad_phase Structure>
[[nodiscard]] tested_pointer<box_of<Structure>> make_tested() {
    return std::make_unique<tested_structure<Structure>>();
}

} // namespace orrery::spatial::test
