#include "apps/scene/rigid/generator.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <numbers>

namespace orrery::scene_format {
namespace {

constexpr scalar pi = std::numbers::pi_v<scalar>;
constexpr scalar radians = pi / 180;

// What the random numbers of a body are for: each use has a part of its stream.
constexpr std::uint64_t draws_of_places = 0;
constexpr std::uint64_t draws_of_jitter = 16;
constexpr std::uint64_t draws_of_turns = 32;
constexpr std::uint64_t draws_of_choices = 48;

struct amount {
    std::uint64_t x = 1;
    std::uint64_t y = 1;
    std::uint64_t z = 1;
};

[[nodiscard]] amount amount_of(const json::cursor& what) {
    if (!what) {
        return {};
    }
    return {whole_number(what.item(0)), whole_number(what.item(1)), whole_number(what.item(2))};
}

// From the middle of a row.
[[nodiscard]] scalar offset(std::uint64_t number, std::uint64_t count) noexcept {
    return static_cast<scalar>(number) - static_cast<scalar>(count - 1) / 2;
}

// Places of one copy of a generator, in its frame.
class layout {
public:
    layout(const json::cursor& generator, scalar strength) noexcept
        : what_(generator)
        , strength_(strength) {}

    [[nodiscard]] std::vector<generated_body> make(std::uint64_t first_stream) {
        first_stream_ = first_stream;
        const std::string& kind = what_["kind"]->string();
        if (kind == "grid") {
            add_grid(amount_of(what_["count"]), vector_of(what_["spacing"]), 0);
        } else if (kind == "wall") {
            add_wall();
        } else if (kind == "pyramid") {
            add_pyramid();
        } else if (kind == "ring") {
            add_ring();
        } else if (kind == "spiral") {
            add_spiral();
        } else if (kind == "pile") {
            const std::uint64_t columns = whole_number(what_["columns"]);
            const scalar spacing = number_of(what_["spacing"]);
            const scalar height = number_of(what_["layer_height"]);
            add_grid({columns, whole_number(what_["layers"]), columns}, {spacing, height, spacing},
                     height / 2);
        } else if (kind == "orbits") {
            add_orbits();
        } else {
            add_scattered();
        }
        return std::move(made_);
    }

private:
    void add(vector3 position, quaternion turn = {}) { made_.push_back({.where = {position, turn}}); }

    void add_grid(amount count, vector3 spacing, scalar lowest) {
        for (std::uint64_t y = 0; y < count.y; ++y) {
            for (std::uint64_t z = 0; z < count.z; ++z) {
                for (std::uint64_t x = 0; x < count.x; ++x) {
                    add({spacing.x * offset(x, count.x), lowest + spacing.y * static_cast<scalar>(y),
                         spacing.z * offset(z, count.z)});
                }
            }
        }
    }

    void add_wall() {
        const std::uint64_t bricks = whole_number(what_["length"]);
        const scalar width = number_of(what_["spacing"].item(0));
        const scalar height = number_of(what_["spacing"].item(1));
        for (std::uint64_t row = 0; row < whole_number(what_["height"]); ++row) {
            // Rows differ by a third of a brick: with half of one, those at the ends would lie on the edge.
            const scalar shift = scalar(row % 2 == 0 ? -1 : 1) / 6;
            for (std::uint64_t brick = 0; brick < bricks; ++brick) {
                add({width * (offset(brick, bricks) + shift),
                     height * (static_cast<scalar>(row) + scalar(0.5)), 0});
            }
        }
    }

    void add_pyramid() {
        const vector3 spacing = vector_of(what_["spacing"]);
        std::uint64_t length = whole_number(what_["base"].item(0));
        std::uint64_t depth = whole_number(what_["base"].item(1));
        const bool is_flat_x = length == 1;
        const bool is_flat_z = depth == 1;
        for (scalar height = spacing.y / 2; length > 0 && depth > 0; height += spacing.y) {
            add_grid({length, 1, depth}, spacing, height);
            if (is_flat_x && is_flat_z) {
                break;
            }
            length -= is_flat_x ? 0 : 1;
            depth -= is_flat_z ? 0 : 1;
        }
    }

    // X points outwards and z along the ring.
    void add_around(scalar angle, scalar radius, scalar height) {
        const auto [sine, cosine] = sin_cos(angle);
        add({radius * cosine, height, radius * sine}, quaternion::from_axis_angle({0, 1, 0}, -angle));
    }

    void add_ring() {
        const std::uint64_t count = whole_number(what_["count"]);
        const scalar radius = number_of(what_["radius"]);
        const scalar height = number_of(what_["layer_height"], 1);
        const scalar step = 2 * pi / static_cast<scalar>(count);
        for (std::uint64_t layer = 0; layer < whole_number(what_["layers"], 1); ++layer) {
            const scalar shift = layer % 2 == 0 ? scalar(0) : scalar(0.5);
            for (std::uint64_t number = 0; number < count; ++number) {
                add_around(step * (static_cast<scalar>(number) + shift), radius,
                           height * static_cast<scalar>(layer));
            }
        }
    }

    void add_spiral() {
        const scalar first = number_of(what_["radius"]);
        const scalar gap_of_radian = number_of(what_["gap"]) / (2 * pi);
        const scalar spacing = number_of(what_["spacing"]);
        scalar angle = 0;
        for (std::uint64_t number = 0; number < whole_number(what_["count"]); ++number) {
            const scalar radius = first + gap_of_radian * angle;
            add_around(angle, radius, 0);
            angle += spacing / radius;
        }
    }

    [[nodiscard]] philox next_random() const noexcept {
        return philox(whole_number(what_["seed"], 1), first_stream_ + made_.size(), draws_of_places);
    }

    void add_scattered() {
        const vector3 half = vector_of(what_["half_extents"]);
        const std::uint64_t start = whole_number(what_["from"], 0);
        const std::uint64_t every = whole_number(what_["every"], 10);
        for (std::uint64_t number = 0; number < whole_number(what_["count"]); ++number) {
            philox random = next_random();
            add(uniform_point(random, aabb3{-half, half}));
            made_.back().frame = start + every * number;
        }
    }

    // At the speed of a circle.
    void add_orbits() {
        const scalar nearest = number_of(what_["radii"].item(0));
        const scalar farthest = number_of(what_["radii"].item(1));
        const scalar lean = number_of(what_["lean"], 0) * radians;
        for (std::uint64_t number = 0; number < whole_number(what_["count"]); ++number) {
            philox random = next_random();
            const scalar radius = uniform_real<scalar>(random, nearest, farthest);
            const auto [sine, cosine] = sin_cos(uniform_real<scalar>(random, 0, 2 * pi));
            const auto [lean_sine, lean_cosine] = sin_cos(uniform_real<scalar>(random, -lean, lean));
            const scalar speed = sqrt(strength_ / radius);
            add({radius * cosine, 0, radius * sine});
            made_.back().velocity = {speed * sine * lean_cosine, speed * lean_sine,
                                     -speed * cosine * lean_cosine};
        }
    }

    const json::cursor& what_;
    scalar strength_; // of what orbits go around
    std::uint64_t first_stream_ = 0;
    std::vector<generated_body> made_;
};

// What is the same for all kinds: each body a little out of place.
class disorder {
public:
    explicit disorder(const json::cursor& generator)
        : jitter_(vector_of(generator["jitter"], {}))
        , largest_turn_(number_of(generator["turn"], 0) * radians)
        , seed_(whole_number(generator["seed"], 1))
        , choices_(generator["bodies"].size())
        , is_random_(generator["order"] && generator["order"]->string() == "random") {}

    void apply(generated_body& to, std::uint64_t number) const noexcept {
        if (jitter_ != vector3{}) {
            philox random(seed_, number, draws_of_jitter);
            const vector3 size{abs(jitter_.x), abs(jitter_.y), abs(jitter_.z)};
            to.where.position += uniform_point(random, aabb3{-size, size});
        }
        if (largest_turn_ > 0) {
            philox random(seed_, number, draws_of_turns);
            const vector3 axis = unit_vector<vector3>(random);
            const scalar angle = uniform_real<scalar>(random, 0, largest_turn_);
            to.where.rotation = normalize(to.where.rotation * quaternion::from_axis_angle(axis, angle));
        }
        philox random(seed_, number, draws_of_choices);
        const std::uint64_t chosen = is_random_ ? uniform_below(random, choices_) : number % choices_;
        to.choice = static_cast<std::uint32_t>(chosen);
    }

private:
    vector3 jitter_;
    scalar largest_turn_;
    std::uint64_t seed_;
    std::uint64_t choices_;
    bool is_random_;
};

[[nodiscard]] double product(const json::cursor& of) {
    double made = 1;
    for (std::size_t axis = 0; axis < of.size(); ++axis) {
        made *= of.item(axis)->number();
    }
    return made;
}

} // namespace

double count_of(const json::cursor& generator) {
    const std::string& kind = generator["kind"]->string();
    const auto number = [&](std::string_view name) {
        const json::cursor found = generator[name];
        return found ? found->number() : 1;
    };
    double count = number("layers");
    if (kind == "grid") {
        count = product(generator["count"]);
    } else if (kind == "wall") {
        count = number("length") * number("height");
    } else if (kind == "pyramid") {
        // As if it were a box; a pyramid has between a third and the half of that.
        count = product(generator["base"]) *
                std::max(generator["base"].item(0)->number(), generator["base"].item(1)->number());
    } else if (kind == "pile") {
        count *= number("columns") * number("columns");
    } else {
        count *= number("count");
    }
    return count * product(generator["repeat"]["count"]);
}

std::vector<generated_body> generate(const json::cursor& generator, reading& notes,
                                     const orbit_center_of& find_center) {
    const json::cursor around = generator["around"];
    const orbit_center center = around ? find_center(around) : orbit_center{};
    transform3 frame = place_of(generator, notes);
    frame.position += center.position;
    const amount copies = amount_of(generator["repeat"]["count"]);
    const vector3 spacing = vector_of(generator["repeat"]["spacing"], {});
    const disorder out_of_place(generator);
    std::vector<generated_body> all;
    for (std::uint64_t y = 0; y < copies.y; ++y) {
        for (std::uint64_t z = 0; z < copies.z; ++z) {
            for (std::uint64_t x = 0; x < copies.x; ++x) {
                const vector3 moved{spacing.x * offset(x, copies.x), spacing.y * static_cast<scalar>(y),
                                    spacing.z * offset(z, copies.z)};
                for (generated_body& each : layout(generator, center.strength).make(all.size())) {
                    out_of_place.apply(each, all.size());
                    each.where.position += moved;
                    each.where = frame * each.where;
                    each.velocity = center.velocity + rotate(frame.rotation, each.velocity);
                    all.push_back(each);
                }
            }
        }
    }
    return all;
}

} // namespace orrery::scene_format
