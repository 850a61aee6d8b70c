#include "bench/spatial/n_body.hpp"
#include "bench/spatial/race.hpp"
#include "bench/spatial/scenarios.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/n_body.hpp>

#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace bench {
namespace {

constexpr std::size_t body_count = 80'000;
// A tenth of the side of the square that a body has for itself when all are spread evenly: enough to tame the
// closest pairs.
constexpr auto softening_squared = static_cast<float>(0.01 * world_size * world_size / body_count);

// As coarse as an error of 2 % allows.
constexpr spatial::n_body<aabb2f>::settings accuracy{.opening = 0.9f};

// Gravity of a unit mass, divided by the distance.
constexpr auto gravity = [](auto distance_squared) {
    const auto softened = distance_squared + softening_squared;
    return 1.0f / (softened * sqrt(softened));
};

struct bodies {
    std::vector<aabb2f> points;
    std::vector<float> masses;
};

bodies make_bodies(layout kind) {
    bodies result{.points = crowd<2>(kind, body_count).frames<aabb2f>(0).front(), .masses = {}};
    xoshiro256 source(1);
    for (std::size_t i = 0; i < body_count; ++i) {
        result.masses.push_back(uniform_real<float>(source, 0.5f, 1.5f));
    }
    return result;
}

// Gravity of all bodies on one, in double.
vector2d exact_acceleration(const bodies& all, std::size_t body) {
    const auto position = vector_cast<double>(all.points[body].min);
    vector2d sum;
    for (std::size_t i = 0; i < body_count; ++i) {
        const vector2d away = vector_cast<double>(all.points[i].min) - position;
        const double softened = length_squared(away) + static_cast<double>(softening_squared);
        sum += away * (static_cast<double>(all.masses[i]) / (softened * std::sqrt(softened)));
    }
    return sum;
}

// The root of the mean square of the errors of some bodies, in percent of that of their accelerations.
double error_of(const bodies& all, const std::vector<vector2f>& accelerations) {
    constexpr std::size_t sample_step = 160;
    double errors = 0;
    double all_exact = 0;
    for (std::size_t body = 0; body < body_count; body += sample_step) {
        const vector2d exact = exact_acceleration(all, body);
        errors += length_squared(vector_cast<double>(accelerations[body]) - exact);
        all_exact += length_squared(exact);
    }
    return 100 * std::sqrt(errors / all_exact);
}

} // namespace

void measure_n_body(report& out) {
    for (const layout kind : {layout::uniform, layout::clumps}) {
        const bool is_uniform = kind == layout::uniform;
        const std::string name =
            text("n_body, ", body_count, is_uniform ? " bodies, uniform" : " bodies, clumps");
        const bodies all = make_bodies(kind);
        spatial::kd_tree<aabb2f> tree;
        spatial::n_body<aabb2f> forces;
        std::vector<vector2f> accelerations(body_count);
        const std::array<racer, 2> racers{{{.run = [&] { tree.build(all.points); }}, {.run = [&] {
                                               forces.run(tree, all.masses, accuracy, gravity, accelerations);
                                           }}}};
        const std::vector<double> times = race(racers);
        out.add({.name = name + ", forces",
                 .value = times[1] / static_cast<double>(body_count),
                 .unit = "ns/body",
                 .required_value = is_uniform ? std::optional(400.0) : std::nullopt});
        out.add({.name = name + ", tree and forces",
                 .value = (times[0] + times[1]) / static_cast<double>(body_count),
                 .unit = "ns/body"});
        out.add({.name = name + ", error of the forces",
                 .value = error_of(all, accelerations),
                 .unit = "%",
                 .required_value = is_uniform ? std::optional(2.0) : std::nullopt});
    }
}

} // namespace bench
