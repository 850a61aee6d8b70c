// The planets, an asteroid belt and a comet on the registry: wound forward twelve years, wound back, wound
// forward again to the same bits, and then with the comet pushed a little in the past. Usage: solar_system
// [PICTURE.svg]
#include "solar_system_picture.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/parallel_each.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <cstdio>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

using namespace orrery;

// Lengths are astronomical units, times days, masses those of the Sun.
struct course {
    vector3d position;
    vector3d velocity;
};

struct attractor {
    double mass = 0;
};

template <>
inline constexpr auto orrery::description<course> =
    describe<course>("course", field<&course::position>("position", {.about = "au"}),
                     field<&course::velocity>("velocity", {.about = "au/day"}));
template <>
inline constexpr auto orrery::description<attractor> = describe<attractor>(
    "attractor", field<&attractor::mass>("mass", {.about = "solar masses", .minimum = 0}));

namespace {

constexpr double gravitation = 0.01720209895 * 0.01720209895; // Gauss
constexpr double degree = std::numbers::pi / 180;
constexpr int days = 12 * 365;
constexpr int days_between_snapshots = 5;
constexpr entity_key comet{100};

struct orbit {
    double semi_major_axis;
    double eccentricity;
    double perihelion; // longitude, degrees
    double longitude;  // mean, degrees
};

// Where a body on an undisturbed orbit around the Sun is, in the plane of the ecliptic: Kepler's equation by
// Newton's method.
course on_orbit(const orbit& path) {
    const double anomaly = (path.longitude - path.perihelion) * degree;
    double eccentric = anomaly;
    for (int iteration = 0; iteration < 12; ++iteration) {
        eccentric -= (eccentric - path.eccentricity * orrery::sin(eccentric) - anomaly) /
                     (1 - path.eccentricity * orrery::cos(eccentric));
    }
    const auto [sine, cosine] = sin_cos(eccentric);
    const double minor = orrery::sqrt(1 - path.eccentricity * path.eccentricity);
    const double a = path.semi_major_axis;
    const double rate = orrery::sqrt(gravitation / (a * a * a)) / (1 - path.eccentricity * cosine);
    const auto turned = [turn = sin_cos(path.perihelion * degree)](double x, double y) {
        return vector3d{x * turn.cos - y * turn.sin, x * turn.sin + y * turn.cos, 0};
    };
    return {turned(a * (cosine - path.eccentricity), a * minor * sine),
            turned(-a * rate * sine, a * rate * minor * cosine)};
}

void add_planets(registry& world) {
    struct planet {
        double mass;
        orbit path;
    };

    // Elements of the year 2000.
    constexpr planet planets[] = {
        {1.660e-7, {0.38710, 0.20563, 77.456, 252.251}},  {2.448e-6, {0.72333, 0.00677, 131.533, 181.980}},
        {3.040e-6, {1.00000, 0.01671, 102.947, 100.464}}, {3.227e-7, {1.52366, 0.09341, 336.041, 355.432}},
        {9.546e-4, {5.20336, 0.04839, 14.754, 34.404}},   {2.858e-4, {9.53707, 0.05415, 92.432, 49.944}},
    };
    const entity sun = world.create(entity_key{1});
    world.emplace<course>(sun);
    world.emplace<attractor>(sun, 1.0);
    std::uint64_t key = 2;
    for (const planet& each : planets) {
        const entity id = world.create(static_cast<entity_key>(key++));
        world.emplace<course>(id, on_orbit(each.path));
        world.emplace<attractor>(id, each.mass);
    }
}

void add_small_bodies(registry& world) {
    world.emplace<course>(world.create(comet), on_orbit({3.05, 0.72, 205, 330}));
    xoshiro256 random(2000);
    for (std::uint64_t number = 0; number < 700; ++number) {
        const orbit path{2.15 + 1.1 * uniform_real<double>(random), 0.12 * uniform_real<double>(random),
                         360 * uniform_real<double>(random), 360 * uniform_real<double>(random)};
        world.emplace<course>(world.create(static_cast<entity_key>(1000 + number)), on_orbit(path));
    }
}

struct source {
    vector3d position;
    double mass;
};

void kick(engine& machine, registry& world, double time) {
    std::vector<source> sources;
    world.view<const course, const attractor>().each(
        [&](const course& where, const attractor& what) { sources.push_back({where.position, what.mass}); });
    parallel_each(machine.jobs(), world.view<course>(), [&](course& body) {
        for (const source& each : sources) {
            const vector3d away = each.position - body.position;
            const double distance_squared = length_squared(away);
            if (distance_squared > 0) { // nothing attracts itself
                const double strength =
                    gravitation * each.mass / (distance_squared * orrery::sqrt(distance_squared));
                body.velocity += away * (strength * time);
            }
        }
    });
}

void drift(engine& machine, registry& world, double time) {
    parallel_each(machine.jobs(), world.view<course>(),
                  [=](course& body) { body.position += body.velocity * time; });
}

// One day by the leapfrog, which keeps orbits closed for ages.
void step(engine& machine, registry& world) {
    kick(machine, world, 0.5);
    drift(machine, world, 1);
    kick(machine, world, 0.5);
}

// Steps up to a day and keeps a snapshot of every fifth.
void wind(engine& machine, registry& world, int from, int to, std::vector<snapshot>& frames) {
    for (int day = from; day < to; ++day) {
        if (day % days_between_snapshots == 0) {
            frames.push_back(world.snapshot());
        }
        step(machine, world);
    }
}

std::vector<vector3d> path_of(std::span<const snapshot> frames, entity_key key) {
    std::vector<vector3d> path;
    for (const snapshot& frame : frames) {
        path.push_back(frame.get<course>(frame.find(key)).position);
    }
    return path;
}

// The frames of a body's last revolution around the Sun, as far as they go.
std::span<const snapshot> last_revolution(std::span<const snapshot> frames, entity_key key) {
    const double radius = length(frames.back().get<course>(frames.back().find(key)).position);
    const double period = 2 * std::numbers::pi * radius * orrery::sqrt(radius / gravitation); // days, Kepler
    const auto count = static_cast<std::size_t>(period / days_between_snapshots) + 1;
    return frames.last(std::min(count, frames.size()));
}

} // namespace

int main(int count, char** arguments) {
    engine machine;
    registry world;
    add_planets(world);
    add_small_bodies(world);

    std::vector<snapshot> frames;
    wind(machine, world, 0, days, frames);
    const std::uint64_t hash = world.hash();
    const snapshot end = world.snapshot();
    std::printf("%zu bodies, %d days forward:  state %016llx\n", world.size(), days,
                static_cast<unsigned long long>(hash));

    constexpr int turning_day = 1400; // the comet has just passed the Sun
    constexpr std::size_t turning_point = turning_day / days_between_snapshots;
    world.restore(frames[turning_point]);
    std::printf("wound back to day %d:       state %016llx\n", turning_day,
                static_cast<unsigned long long>(world.hash()));
    std::vector<snapshot> again;
    wind(machine, world, turning_day, days, again);
    std::printf("forward again:              state %016llx (%s)\n",
                static_cast<unsigned long long>(world.hash()),
                world.hash() == hash ? "the same bits" : "DIFFERENT");
    if (world.hash() != hash) {
        return 1;
    }

    // Change the past: two per cent more speed for the comet.
    world.restore(frames[turning_point]);
    world.patch<course>(world.find(comet), [](course& body) { body.velocity *= 1.02; });
    std::vector<snapshot> other_future;
    wind(machine, world, turning_day, days, other_future);
    const vector3d here = end.get<course>(end.find(comet)).position;
    const vector3d there = std::as_const(world).get<course>(world.find(comet)).position;
    std::printf("comet pushed on day %d:     %.3f au away from where it was, after %d days\n", turning_day,
                length(there - here), days - turning_day);

    solar_system_picture picture;
    for (std::uint64_t planet = 2; planet <= 7; ++planet) {
        const auto key = static_cast<entity_key>(planet);
        picture.add_orbit(path_of(last_revolution(frames, key), key));
    }
    end.view<course>().each([&](entity id, const course& body) {
        if (end.key_of(id) >= entity_key{1000}) {
            picture.add_asteroid(body.position);
        }
    });
    picture.add_courses(path_of(frames, comet), path_of(other_future, comet), turning_point);
    if (count > 1) {
        if (!picture.write(arguments[1])) {
            std::fprintf(stderr, "the picture could not be written to '%s'\n", arguments[1]);
            return 1;
        }
        std::printf("the picture is in %s\n", arguments[1]);
    }
    return 0;
}
