// A liquid of particles in the plane: they repel each other when close and attract each other at a distance,
// so every box overlaps many others. The kd_tree finds the pairs anew in each step. First a dam breaks in a
// basin, then a bar of liquid that floats freely draws itself together to a drop. The program checks that the
// basin fills to the level that the volume demands and that the drop is round, and fails if not.
//
// The method is double density relaxation (Clavet, Beaudoin, Poulin: Particle-based viscoelastic fluid
// simulation, 2005), with sums over pairs so that momentum is kept to rounding. The same numbers come out on
// every machine.
#include <orrery/math/elementary.hpp>
#include <orrery/math/units.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ranges>
#include <utility>
#include <vector>

using namespace orrery;

namespace {

constexpr double reach = 1;         // m, beyond which particles do not feel each other
constexpr double spacing = 0.35;    // m, between neighbours at rest, in a lattice of triangles
constexpr double stiffness = 400;   // 1/s^2, of the pressure
constexpr double repulsion = 400;   // 1/s^2, of the second pressure, which keeps them apart
constexpr double viscosity = 12;    // 1/s
constexpr double time_step = 0.005; // s
constexpr double row_height = 0.8660254037844386 * spacing;

struct particle {
    vector2d position;
    vector2d velocity{};
    vector2d change{};       // of the position or velocity in this pass
    double density = 0;      // sum of (1 - r / reach)^2
    double near_density = 0; // sum of (1 - r / reach)^3
};

// The lattice at rest: how dense it is, and the density in the law of pressure at which it neither shrinks
// nor grows, because both pressures cancel.
struct rest {
    double density = 0;
    double pressureless_density = 0;
};

rest find_rest() {
    double density = 0;
    double near_density = 0;
    double pull = 0;
    double push = 0;
    for (int row = -3; row <= 3; ++row) {
        for (int column = -3; column <= 3; ++column) {
            const vector2d offset{(column + 0.5 * (row & 1)) * spacing, row * row_height};
            const double distance = length(offset);
            if (distance > 0 && distance < reach) {
                const double weight = 1 - distance / reach;
                density += weight * weight;
                near_density += weight * weight * weight;
                pull += weight * distance;
                push += weight * weight * distance;
            }
        }
    }
    return {density, density + repulsion / stiffness * near_density * push / pull};
}

// A rectangle full of particles, its lower left corner at a place.
std::vector<particle> fill(vector2d corner, int columns, int rows) {
    std::vector<particle> made;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            made.push_back(
                {.position = corner + vector2d{(column + 0.5 * (row & 1)) * spacing, row * row_height}});
        }
    }
    return made;
}

class liquid {
public:
    liquid(std::vector<particle> particles, vector2d gravity, aabb2d basin)
        : particles_(std::move(particles))
        , gravity_(gravity)
        , basin_(basin) {}

    void step() {
        std::vector<vector2d> before;
        for (particle& each : particles_) {
            each.velocity += gravity_ * time_step;
            before.push_back(each.position);
            each.position += each.velocity * time_step;
        }
        find_pairs();
        relax();
        for (std::size_t i = 0; i < particles_.size(); ++i) {
            particle& each = particles_[i];
            each.position = max(basin_.min, min(each.position, basin_.max));
            each.velocity = (each.position - before[i]) / time_step;
        }
        slow_down();
    }

    [[nodiscard]] const std::vector<particle>& particles() const { return particles_; }

    [[nodiscard]] std::size_t pair_count() const { return pairs_.size(); }

private:
    // Boxes as wide as the reach: those of particles in each other's reach overlap.
    void find_pairs() {
        boxes_.clear();
        for (const particle& each : particles_) {
            boxes_.push_back(aabb2d::from_center(each.position, vector2d::filled(reach / 2)));
        }
        tree_.build(boxes_);
        spatial::find_pairs(tree_, pairs_);
    }

    // Calls visit(a, b, direction from a to b, weight) for all that feel each other, and then adds the
    // changes.
    template <typename Visit>
    void for_each_pair(Visit visit) {
        for (const auto [first, second] : pairs_) {
            particle& a = particles_[first];
            particle& b = particles_[second];
            const vector2d offset = b.position - a.position;
            const double distance = length(offset);
            if (distance < reach && distance > 0) {
                visit(a, b, offset / distance, 1 - distance / reach);
            }
        }
    }

    // Moves particles apart where it is too dense, and together where it is too thin.
    void relax() {
        for (particle& each : particles_) {
            each.density = each.near_density = 0;
            each.change = {};
        }
        for_each_pair([](particle& a, particle& b, vector2d, double weight) {
            for (particle* each : {&a, &b}) {
                each->density += weight * weight;
                each->near_density += weight * weight * weight;
            }
        });
        for_each_pair([&](particle& a, particle& b, vector2d direction, double weight) {
            const double pressure = stiffness * (a.density + b.density - 2 * pressureless_density_);
            const double near_pressure = repulsion * (a.near_density + b.near_density);
            const double distance =
                time_step * time_step / 2 * (pressure * weight + near_pressure * weight * weight);
            a.change -= direction * distance;
            b.change += direction * distance;
        });
        for (particle& each : particles_) {
            each.position += each.change;
            each.change = {};
        }
    }

    // Takes away speed at which neighbours approach or leave each other.
    void slow_down() {
        for_each_pair([](particle& a, particle& b, vector2d direction, double weight) {
            const double speed = dot(a.velocity - b.velocity, direction);
            const vector2d impulse = direction * (time_step / 2 * viscosity * weight * speed);
            a.change -= impulse;
            b.change += impulse;
        });
        for (particle& each : particles_) {
            each.velocity += each.change;
        }
    }

    std::vector<particle> particles_;
    vector2d gravity_;
    aabb2d basin_;
    double pressureless_density_ = find_rest().pressureless_density;
    std::vector<aabb2d> boxes_;
    spatial::kd_tree<aabb2d> tree_; // kept, like the pairs: the next step uses their memory again
    spatial::pair_list pairs_;
};

template <typename Value>
double mean(const std::vector<particle>& particles, Value value) {
    double sum = 0;
    for (const particle& each : particles) {
        sum += value(each);
    }
    return sum / static_cast<double>(particles.size());
}

bool is_within(const char* name, double value, double low, double high) {
    const bool is_right = value >= low && value <= high;
    std::printf("  %-44s %8.3f   expected %.3f to %.3f%s\n", name, value, low, high,
                is_right ? "" : "   WRONG");
    return is_right;
}

// A column of liquid at the left wall collapses and fills the basin.
bool break_dam() {
    constexpr double width = 30;
    constexpr int columns = 40;
    constexpr int rows = 40;
    liquid water(fill({0, 0}, columns, rows), {0, -static_cast<double>(standard_gravity)},
                 {{0, 0}, {width, 1000}});
    double farthest = 0;
    for (int step = 0; step < 3000; ++step) {
        water.step();
        if (step == 400) {
            farthest = std::ranges::max(water.particles(), {}, [](const particle& each) {
                           return each.position.x;
                       }).position.x;
        }
    }
    const std::vector<particle>& all = water.particles();
    const auto level_between = [&](double left, double right) {
        std::vector<particle> part = all;
        std::erase_if(
            part, [&](const particle& each) { return each.position.x < left || each.position.x >= right; });
        return 2 * mean(part, [](const particle& each) { return each.position.y; });
    };
    // The outermost particles touch the walls and the bottom with their centres; the weight presses the lower
    // ones together a little.
    const double expected = columns * rows * spacing * row_height / (width + spacing) - row_height;
    std::printf("A dam of %zu particles breaks; after 15 s:\n", all.size());
    bool is_right = is_within("front after 2 s, m", farthest, 20, width);
    is_right &= is_within("level, m", level_between(0, width), 0.88 * expected, 1.05 * expected);
    is_right &= is_within("level at the left less that at the right, m",
                          level_between(0, width / 4) - level_between(width * 3 / 4, width), -0.5, 0.5);
    is_right &= is_within("root mean square speed, m/s",
                          sqrt(mean(all, [](const particle& each) { return length_squared(each.velocity); })),
                          0, 0.3);
    is_right &= is_within("density beside that at rest",
                          mean(all, [](const particle& each) { return each.density; }) / find_rest().density,
                          0.95, 1.08);
    is_right &= is_within("pairs of boxes for each particle",
                          static_cast<double>(water.pair_count()) / static_cast<double>(all.size()), 10, 20);
    return is_right;
}

// The mean square of the distance from the middle along the long axis, divided by that along the short one.
double elongation(const std::vector<particle>& all) {
    const double x = mean(all, [](const particle& each) { return each.position.x; });
    const double y = mean(all, [](const particle& each) { return each.position.y; });
    const double along_x =
        mean(all, [&](const particle& each) { return (each.position.x - x) * (each.position.x - x); });
    const double along_y =
        mean(all, [&](const particle& each) { return (each.position.y - y) * (each.position.y - y); });
    return along_x / along_y;
}

// A bar without gravity becomes a round drop: particles at the surface are drawn inwards.
bool draw_together() {
    liquid drop(fill({0, 0}, 40, 12), {}, {{-1000, -1000}, {1000, 1000}});
    const double before = elongation(drop.particles());
    for (int step = 0; step < 6000; ++step) {
        drop.step();
    }
    const std::vector<particle>& all = drop.particles();
    const double area = static_cast<double>(all.size()) * spacing * row_height;
    const double x = mean(all, [](const particle& each) { return each.position.x; });
    const double y = mean(all, [](const particle& each) { return each.position.y; });
    const double farthest = sqrt(std::ranges::max(all | std::views::transform([&](const particle& each) {
                                                      return length_squared(each.position - vector2d{x, y});
                                                  })));
    std::printf("A bar of %zu particles, %.1f times as long as wide, floats; after 30 s:\n", all.size(),
                sqrt(before));
    bool is_right = is_within("elongation", sqrt(elongation(all)), 0.8, 1.25);
    is_right &=
        is_within("radius beside that of a disc of this area", farthest / sqrt(area / 3.14159265), 0.9, 1.2);
    is_right &=
        is_within("drift of the middle, m",
                  length(vector2d{x - 39 * spacing / 2 - spacing / 4, y - 11 * row_height / 2}), 0, 1e-9);
    return is_right;
}

} // namespace

int main() {
    const bool has_level = break_dam();
    const bool is_round = draw_together();
    return has_level && is_round ? 0 : 1;
}
