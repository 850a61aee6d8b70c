// A ship on its way among planets. A forecaster runs ahead of it and says how near it will come to the planet
// that it wants to see, and when. Burns of its engine are tried on the future, which changes for the ship
// alone, and the one that brings it to where it wants to be is made.
#include <orrery/math/elementary.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/forecaster.hpp>

#include <chrono>
#include <cstdio>
#include <utility>

using namespace orrery;
using rigid_timeline = timeline<rigid::world>;

namespace {

constexpr entity_key sun{1};
constexpr entity_key home{2};
constexpr entity_key goal{3};
constexpr entity_key ship{4};
constexpr std::uint64_t horizon = 3600; // frames: a minute
constexpr scalar sun_strength = 400'000;
constexpr scalar wanted_distance = 140; // near enough to see it

struct orbit {
    entity_key key;
    scalar radius;    // of the orbit
    scalar angle;     // where on it
    scalar size;      // radius of the ball
    scalar attractor; // how strongly it pulls
};

// On a circle about the sun, at the speed that keeps it there.
void add_planet(rigid::world& world, const orbit& what) {
    const auto [sine, cosine] = sin_cos(what.angle);
    const scalar speed = sqrt(sun_strength / what.radius);
    (void)make_body(world, {.position = {what.radius * cosine, 0, what.radius * sine},
                            .linear_velocity = {-speed * sine, 0, speed * cosine},
                            .shape = rigid::sphere(what.size),
                            .gravity = vector3{},
                            .feels_fields = true,
                            .attractor = what.attractor,
                            .key = what.key});
}

rigid::world make_system(engine& machine) {
    rigid::world world(machine);
    (void)make_body(world, {.kind = rigid::body_kind::fixed,
                            .shape = rigid::sphere(scalar(30)),
                            .attractor = sun_strength,
                            .key = sun});
    add_planet(world, {.key = home, .radius = 250, .angle = 0, .size = 6, .attractor = 300});
    add_planet(world, {.key = goal, .radius = 420, .angle = scalar(1.6), .size = 8, .attractor = 500});
    // It has left home, somewhat faster than it, on an ellipse that reaches out to the other orbit.
    (void)make_body(world, {.position = {270, 0, 0},
                            .linear_velocity = {0, 0, 42},
                            .shape = rigid::sphere(scalar(1)),
                            .gravity = vector3{},
                            .feels_fields = true,
                            .key = ship});
    return world;
}

struct burn {
    time::frame_range when;
    rigid::input what;
};

// Two seconds of the engine, straight ahead.
burn burn_at(const rigid_timeline::history& known, std::uint64_t frame) {
    constexpr std::uint64_t frames = 120;
    constexpr scalar thrust = 5; // m/s2
    const vector3 ahead = normalize(known.at(ship, frame)->motion.linear_velocity);
    return {{frame, frame + frames},
            {.target = ship, .kind = rigid::input_kind::acceleration, .value = ahead * thrust}};
}

time::nearest_pass pass_of(const rigid_timeline::history& known) {
    return *known.closest_approach(ship, goal, {0, horizon});
}

double seconds(std::uint64_t frame) {
    return static_cast<double>(frame) / 60;
}

} // namespace

int main() {
    using namespace std::chrono_literals;
    engine machine({.thread_count = 1});

    // The future comes by itself, in the background.
    forecaster<rigid::world> future(rigid_timeline(make_system(machine)),
                                    {.horizon = horizon, .cpu_share = 1});
    if (!future.wait_for(horizon, 60s)) {
        return 1;
    }
    const auto alone = future.known();
    const time::nearest_pass unaided = pass_of(*alone);
    std::printf("left alone the ship passes its goal after %.1f s, %.1f m away\n", seconds(unaided.frame),
                static_cast<double>(unaided.distance));

    // When should the engine be fired? Each try changes the future and is taken back.
    std::uint64_t best_frame = 0;
    scalar smallest_error = abs(unaided.distance - wanted_distance);
    for (std::uint64_t frame = 0; frame < unaided.frame; frame += 90) {
        const burn tried = burn_at(*alone, frame);
        future.post_add(tried.when, tried.what);
        future.wait_for(horizon, 60s);
        const scalar error = abs(pass_of(*future.known()).distance - wanted_distance);
        if (error < smallest_error) {
            smallest_error = error;
            best_frame = frame;
        }
        future.post_undo();
    }
    future.wait_for(horizon, 60s);

    // Both futures, which share their past.
    rigid_timeline time = std::move(future).take();
    const rigid_timeline without = time.branch(time.head());
    const burn chosen = burn_at(*alone, best_frame);
    time.add(chosen.when, chosen.what);
    const auto known = time.known();
    const time::nearest_pass aided = pass_of(*known);
    std::printf("fired after %.1f s it passes after %.1f s, %.1f m away\n", seconds(best_frame),
                seconds(aided.frame), static_cast<double>(aided.distance));
    std::printf("for that, %llu motions of %llu were computed again\n",
                static_cast<unsigned long long>(time.last_rewrite().entity_frames),
                static_cast<unsigned long long>(4 * horizon));

    const auto is_near = [](const rigid::motion& a, const rigid::motion& b) {
        return length(a.position - b.position) < 150;
    };
    if (const auto arrival = known->first(ship, goal, known->frames(), is_near)) {
        std::printf("it is within 150 m after %.1f s", seconds(*arrival));
        const vector3 here = known->at(ship, *arrival)->motion.position;
        const vector3 there = without.known()->at(ship, *arrival)->motion.position;
        std::printf(", when without the engine it would have been %.0f m from there\n",
                    static_cast<double>(length(here - there)));
    }
    const bool has_planet_changed = known->at(goal, horizon)->motion != alone->at(goal, horizon)->motion;
    const bool is_better = abs(aided.distance - wanted_distance) < abs(unaided.distance - wanted_distance);
    return is_better && !has_planet_changed ? 0 : 1;
}
