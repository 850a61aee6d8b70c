#include "bench/spatial/peers.hpp"
#include "bench/spatial/queries.hpp"
#include "bench/spatial/race.hpp"
#include "bench/spatial/scenarios.hpp"
#include "bench/spatial/structures.hpp"
#include "tests/spatial/box_list.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace bench {
namespace {

constexpr std::size_t box_count = 80'000;
constexpr std::size_t query_count = 4096;
constexpr std::size_t checked_count = 100; // so many queries are compared with looking at every box
constexpr std::size_t neighbor_count = 10;
constexpr double hits_wanted = 10;

// A kind of query: answers those from the first on, so many of them.
struct question {
    std::string name;
    std::function<double(const contender<aabb2f>&, std::size_t count)> ask; // returns the sum of the answers
    std::function<bool(const contender<aabb2f>&)> is_understood_by;
    std::optional<double> required_ratio = {}; // against Boost
    std::optional<double> required_value = {}; // in microseconds
    std::optional<double> goal = {};
};

struct query_set {
    std::vector<aabb2f> areas;
    std::vector<vector2f> points;
    std::vector<ray2f> rays;
};

query_set make_queries(double box_width) {
    // An area of width a meets all boxes whose centre is at most (a + width) / 2 from its own, on both axes.
    const double share = hits_wanted / static_cast<double>(box_count);
    const auto half = static_cast<float>((world_size * std::sqrt(share) - box_width) / 2);
    const aabb2f world{{}, vector2f::filled(static_cast<float>(world_size))};
    xoshiro256 source(1);
    query_set queries;
    for (std::size_t i = 0; i < query_count; ++i) {
        const vector2f center = uniform_point(source, world);
        queries.areas.push_back(aabb2f::from_center(center, vector2f::filled(half)));
        queries.points.push_back(uniform_point(source, world));
        const vector2f origin = uniform_point(source, world);
        queries.rays.push_back({origin, unit_vector<vector2f>(source)});
    }
    return queries;
}

std::vector<question> make_questions(const query_set& queries) {
    const auto some = [](const auto& list, std::size_t count) { return std::span(list).first(count); };
    return {
        {.name = "boxes in an area, 10 on average",
         .ask = [&queries,
                 some](const auto& who,
                       std::size_t count) { return who.count_intersecting(some(queries.areas, count)); },
         .is_understood_by = [](const auto& who) { return who.count_intersecting != nullptr; },
         .required_ratio = 1.5,
         .goal = 0.4},
        {.name = "10 nearest boxes",
         .ask =
             [&queries, some](const auto& who, std::size_t count) {
                 return who.sum_distances(some(queries.points, count), neighbor_count);
             },
         .is_understood_by = [](const auto& who) { return who.sum_distances != nullptr; },
         .required_ratio = 1.5,
         .goal = 0.9},
        {.name = "first box on a ray",
         .ask = [&queries, some](const auto& who,
                                 std::size_t count) { return who.sum_first_hits(some(queries.rays, count)); },
         .is_understood_by = [](const auto& who) { return who.sum_first_hits != nullptr; },
         .required_value = 1.1}};
}

// Ends the program if the answers are wrong. Others may round distances otherwise.
void check_answers(const question& asked, const contender<aabb2f>& who, double expected) {
    const double answer = asked.ask(who, checked_count);
    if (!(std::abs(answer - expected) <= 1e-4 * expected)) {
        give_up(text("queries, ", asked.name, ": ", who.name, " comes to ", answer,
                     ", looking at every box to ", expected));
    }
}

void measure_question(report& out, const question& asked, const contender<aabb2f>& reference,
                      const std::vector<contender<aabb2f>>& contenders) {
    const double expected = asked.ask(reference, checked_count);
    std::vector<const contender<aabb2f>*> taking_part;
    std::vector<racer> racers;
    for (const contender<aabb2f>& each : contenders) {
        if (asked.is_understood_by(each)) {
            check_answers(asked, each, expected);
            taking_part.push_back(&each);
            racers.push_back({.run = [&] { asked.ask(each, query_count); }});
        }
    }
    const std::vector<double> times = race(racers, {.patience = 4}); // they are short

    std::optional<double> best;
    std::optional<double> peer;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double microseconds = times[i] / 1000 / static_cast<double>(query_count);
        if (taking_part[i]->kind == contender_kind::structure) {
            best = std::min(best.value_or(microseconds), microseconds);
        } else if (taking_part[i]->kind == contender_kind::peer) {
            peer = microseconds; // Boost, the only one that answers queries
        }
        out.add({.name = text("query, ", asked.name, ": ", taking_part[i]->name),
                 .value = microseconds,
                 .unit = "us"});
    }
    out.add({.name = text("query, ", asked.name, ": best of ours", peer ? " against Boost" : ""),
             .value = *best,
             .unit = "us",
             .peer = peer,
             .required_ratio = peer ? asked.required_ratio : std::nullopt,
             .required_value = asked.required_value,
             .goal = asked.goal});
}

} // namespace

void measure_queries(report& out) {
    const crowd<2> places(layout::uniform, box_count);
    const double width = places.widths_for(std::array{0.8})[0];
    const std::vector<aabb2f> boxes = places.frames<aabb2f>(width).front();
    const query_set queries = make_queries(width);

    std::vector<contender<aabb2f>> contenders = our_structures<aabb2f>();
    for (contender<aabb2f>& peer : peers<aabb2f>()) {
        contenders.push_back(std::move(peer));
    }
    for (const contender<aabb2f>& each : contenders) {
        if (each.build) {
            each.build(boxes);
        }
    }
    const auto reference = contender_of<spatial::test::box_list<aabb2f>>("looking at every box");
    reference.build(boxes);
    for (const question& asked : make_questions(queries)) {
        measure_question(out, asked, reference, contenders);
    }
}

} // namespace bench
