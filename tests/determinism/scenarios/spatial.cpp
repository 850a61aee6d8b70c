// Boxes that drift through a room, some fast, some large, some without extent, in the plane and in space.
// Every broad phase is built over them each frame and asked everything; the hash is of all answers, in the
// order in which they come.
#include <orrery/core/hash.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/spatial/auto_broad_phase.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/dynamic_tree.hpp>
#include <orrery/spatial/grid.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/hilbert_tree.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/n_body.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/ray_query.hpp>
#include <orrery/spatial/static_tree.hpp>
#include <orrery/spatial/sweep.hpp>

#include <scenario.hpp>
#include <tuple>
#include <vector>

namespace orrery::determinism {
namespace {

// One line for each structure.
template <spatial::any_box Box>
using all_structures = std::tuple<  //
    spatial::auto_broad_phase<Box>, //
    spatial::dynamic_tree<Box>,     //
    spatial::grid<Box>,             //
    spatial::grid_hierarchy<Box>,   //
    spatial::hilbert_tree<Box>,     //
    spatial::kd_tree<Box>,          //
    spatial::static_tree<Box>,      //
    spatial::sweep<Box>>;

constexpr std::size_t box_count = 300; // more than are sorted by comparing
constexpr double room = 1000;          // from -room to room on each axis

// Those that have a SIMD level to choose get this one.
template <typename Structure>
Structure make_structure(simd::level level) {
    if constexpr (requires { Structure({.simd_level = level}); }) {
        return Structure({.simd_level = level});
    } else {
        return Structure();
    }
}

template <spatial::any_box Box>
class boxes_in_a_room {
public:
    explicit boxes_in_a_room(simd::level level)
        : structures_(make_all(level, std::type_identity<all_structures<Box>>{})) {
        for (std::size_t number = 0; number < box_count; ++number) {
            const vector middle = random_vector(room);
            const double size = number % 40 == 0 ? 300 : number % 3 == 0 ? 0 : 60;
            const vector corner = random_vector(size);
            boxes_.push_back(Box::around(middle, middle + corner));
            velocities_.push_back(random_vector(number % 16 == 0 ? 400 : 12));
        }
    }

    void step(hasher& seen, scheduler& jobs) {
        move();
        // Named, because the order in which arguments of a call are evaluated is the compiler's.
        const vector corner = random_vector(room);
        const Box area = Box::around(corner, random_vector(room));
        const ray ahead = random_ray();
        const point from = real_vector(random_vector(2 * room));
        std::apply([&](auto&... structure) { (ask(structure, seen, jobs, area, ahead, from), ...); },
                   structures_);
        if constexpr (real<typename Box::value_type>) {
            feel_forces(seen, jobs);
        }
    }

private:
    using vector = typename Box::vector_type;
    using point = spatial::point_of<Box>;
    using ray = spatial::ray_of<Box>;

    template <typename... Structures>
    static std::tuple<Structures...> make_all(simd::level level,
                                              std::type_identity<std::tuple<Structures...>>) {
        return {make_structure<Structures>(level)...};
    }

    vector random_vector(double reach) {
        vector result;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            result[axis] =
                static_cast<typename Box::value_type>(uniform_real<double>(random_, -reach, reach));
        }
        return result;
    }

    static point real_vector(vector whole) { return vector_cast<typename point::value_type>(whole); }

    ray random_ray() {
        const point origin = real_vector(random_vector(room));
        const point direction = real_vector(random_vector(8));
        return {origin, direction};
    }

    // Who leaves the room turns round.
    void move() {
        for (std::size_t number = 0; number < box_count; ++number) {
            Box& box = boxes_[number];
            vector& velocity = velocities_[number];
            box = translate(box, velocity);
            for (int axis = 0; axis < Box::dimension; ++axis) {
                const bool is_out = velocity[axis] > 0 ? box.min[axis] > room : box.max[axis] < -room;
                velocity[axis] = is_out ? -velocity[axis] : velocity[axis];
            }
        }
    }

    template <spatial::broad_phase Structure>
    void ask(Structure& structure, hasher& seen, scheduler& jobs, const Box& area, const ray& ahead,
             const point& from) {
        structure.build(boxes_, jobs);
        spatial::find_pairs(structure, jobs, pairs_);
        for (const auto [first, second] : pairs_) {
            seen.update_value(first);
            seen.update_value(second);
        }
        const auto note = [&](std::uint32_t index, const auto&) { seen.update_value(index); };
        spatial::for_each_intersecting(structure, area, note);
        spatial::for_each_inside(structure, area, note);
        spatial::for_each_containing(structure, boxes_[0], note);
        spatial::for_each_ray_hit(structure, ahead, [&](std::uint32_t index, auto t) {
            seen.update_value(index);
            seen.update_value(t);
        });
        for (const auto& hit : spatial::first_ray_hits(structure, ahead)) {
            seen.update_value(hit.index);
            seen.update_value(hit.t);
        }
        for (const auto& near : spatial::nearest(structure, from, 8)) {
            seen.update_value(near.index);
            seen.update_value(near.distance);
        }
    }

    // Gravity with all masses one, on the kd_tree of this frame.
    void feel_forces(hasher& seen, scheduler& jobs) {
        const auto law = [](auto squared) { return 1.0F / ((squared + 4.0F) * sqrt(squared + 4.0F)); };
        const std::vector<typename Box::value_type> masses(box_count, 1);
        std::vector<vector> accelerations(box_count);
        spatial::n_body<Box> gravity;
        gravity.run(std::get<spatial::kd_tree<Box>>(structures_), masses, {}, law, accelerations, jobs);
        for (const vector& each : accelerations) {
            for (int axis = 0; axis < Box::dimension; ++axis) {
                seen.update_value(each[axis]);
            }
        }
    }

    xoshiro256 random_{11};
    std::vector<Box> boxes_;
    std::vector<vector> velocities_;
    all_structures<Box> structures_;
    spatial::pair_list pairs_;
};

class spatial_queries final : public scenario {
public:
    explicit spatial_queries(const scenario_settings& settings)
        : jobs_(static_cast<std::uint32_t>(settings.thread_count))
        , plane_(settings.simd_level())
        , whole_plane_(settings.simd_level())
        , space_(settings.simd_level())
        , whole_space_(settings.simd_level()) {}

    std::uint64_t step() override {
        plane_.step(seen_, jobs_);
        whole_plane_.step(seen_, jobs_);
        space_.step(seen_, jobs_);
        whole_space_.step(seen_, jobs_);
        return seen_.finish();
    }

private:
    thread_pool jobs_;
    boxes_in_a_room<aabb2f> plane_;
    boxes_in_a_room<aabb2i> whole_plane_;
    boxes_in_a_room<aabb3f> space_;
    boxes_in_a_room<aabb3i> whole_space_;
    hasher seen_;
};

} // namespace

std::unique_ptr<scenario> make_spatial(const scenario_settings& settings) {
    return std::make_unique<spatial_queries>(settings);
}

} // namespace orrery::determinism
