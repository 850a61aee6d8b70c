// Worlds of all kinds, to find one in which something goes wrong: a number gives a world.
#pragma once

#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/math/closest_point.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/rotation2.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::circles::test {

class random_world {
public:
    // Circles are apart from each other and from walls, or wherever they happen to be.
    explicit random_world(std::uint64_t seed, bool is_apart = true)
        : random_(seed) {
        choose_kind();
        make_walls();
        make_circles(is_apart);
    }

    rules by;
    std::vector<circle_definition> circles;

    // What is done to the world before an update: now and then a push, and a rare end.
    [[nodiscard]] std::vector<input> inputs() {
        std::vector<input> all;
        if (one_in(20)) {
            const auto who = entity_key{below(circles.size()) + 1};
            const scalar speed = speed_ * within(0, 1);
            all.push_back({.target = who,
                           .kind = one_in(2) ? input_kind::push : input_kind::launch,
                           .velocity = speed * direction(),
                           .spin = within(-20, 20)});
        }
        if (one_in(300)) {
            all.push_back({.target = entity_key{below(circles.size()) + 1}, .kind = input_kind::destroy});
        }
        return all;
    }

private:
    [[nodiscard]] std::uint64_t below(std::uint64_t end) { return uniform_below(random_, end); }

    [[nodiscard]] bool one_in(std::uint64_t count) { return below(count) == 0; }

    [[nodiscard]] scalar within(scalar lowest, scalar highest) {
        return uniform_real<scalar>(random_, lowest, highest);
    }

    [[nodiscard]] vector2 direction() { return rotate(rotation2::from_angle(within(-3, 3)), vector2{1, 0}); }

    [[nodiscard]] vector2 place() { return origin_ + vector2{within(0, width_), within(0, width_)}; }

    void choose_kind() {
        const scalar far[] = {0, 0, 0, 100, 1000, 10'000};
        origin_ = far[below(6)] * direction();
        width_ = one_in(2) ? within(10, 25) : within(25, 120);
        largest_ = within(scalar(0.3), 3);
        smallest_ = one_in(4) ? largest_ / 100 : largest_ / within(1, 5);
        // In diameters of a large one an update.
        const scalar speeds[] = {0, scalar(0.1), 1, 4, 50};
        speed_ = speeds[below(5)] * largest_ * 120;
        by.max_speed = 100'000;
        by.gravity = one_in(2) ? vector2{} : within(1, 60) * direction();
        by.damping = one_in(2) ? scalar(0) : within(0, 2);
        by.max_impacts = one_in(2) ? 32 : static_cast<std::uint32_t>(1 + below(8));
        by.contact_rounds = static_cast<std::uint32_t>(1 + below(8));
        by.rest_speed = one_in(4) ? scalar(0) : within(0, 1);
        by.skin = one_in(4) ? scalar(0.001) : scalar(0.005);
        is_frictional_ = one_in(2);
        bounce_ = one_in(3) ? scalar(1) : one_in(2) ? scalar(0) : within(0, 1);
    }

    [[nodiscard]] surface any_surface() {
        return {.friction = is_frictional_ ? within(0, 1) : scalar(0),
                .restitution = one_in(4) ? within(0, 1) : bounce_};
    }

    void add_wall(std::vector<vector2> points, bool is_closed, scalar radius = 0) {
        wall made{.points = std::move(points),
                  .radius = radius,
                  .is_closed = is_closed,
                  .surface = any_surface(),
                  .kick = one_in(10) ? within(0, 30) : scalar(0)};
        if (check(made)) {
            by.walls.push_back(std::move(made));
        }
    }

    // Points around a middle, by angle: convex or a star.
    [[nodiscard]] std::vector<vector2> around(vector2 middle, scalar size, bool is_star) {
        const auto corners = 3 + below(8);
        std::vector<vector2> points;
        for (std::uint64_t corner = 0; corner < corners; ++corner) {
            const auto angle =
                static_cast<scalar>(6.2831 * static_cast<double>(corner) / static_cast<double>(corners));
            const scalar out = is_star && corner % 2 == 0 ? size * within(scalar(0.3), 1) : size;
            points.push_back(middle + out * rotate(rotation2::from_angle(angle), vector2{1, 0}));
        }
        return points;
    }

    void make_walls() {
        if (!one_in(4)) {
            const scalar high = width_;
            add_wall({origin_, origin_ + vector2{width_, 0}, origin_ + vector2{width_, high},
                      origin_ + vector2{0, high}},
                     !one_in(4));
        }
        for (std::uint64_t count = below(6); count > 0; --count) {
            const vector2 middle = place();
            switch (below(4)) {
            case 0:
                add_wall({middle}, false, within(scalar(0.05), width_ / 6));
                break;
            case 1:
                add_wall({middle, middle + within(scalar(0.1), width_) * direction()}, false);
                break;
            case 2: { // a zigzag with sharp corners
                std::vector<vector2> points;
                const vector2 along = within(scalar(0.2), 3) * direction();
                const vector2 across = within(scalar(0.2), 6) * vector2{-along.y, along.x};
                for (int corner = 0; corner < 7; ++corner) {
                    points.push_back(middle + static_cast<scalar>(corner) * along +
                                     (corner % 2 == 0 ? vector2{} : across));
                }
                add_wall(points, false);
                break;
            }
            default:
                add_wall(around(middle, within(scalar(0.2), width_ / 4), one_in(2)), true);
            }
        }
    }

    [[nodiscard]] bool is_free(vector2 where, scalar radius) const {
        const scalar needed = radius + scalar(0.01);
        for (const circle_definition& each : circles) {
            if (length(where - each.motion.position) < needed + each.form.radius) {
                return false;
            }
        }
        for (const wall& each : by.walls) {
            const std::size_t count = each.points.size();
            for (std::size_t place = 0; place < count; ++place) {
                const vector2 a = each.points[place];
                const vector2 b =
                    each.points[each.is_closed ? (place + 1) % count : std::min(place + 1, count - 1)];
                if (length(where - closest_on_segment(where, a, b).point) < needed + each.radius) {
                    return false;
                }
            }
        }
        return true;
    }

    void make_circles(bool is_apart) {
        const std::uint64_t count = 1 + below(60);
        for (std::uint64_t key = 1; key <= count; ++key) {
            const scalar radius = one_in(3) ? smallest_ : within(smallest_, largest_);
            vector2 where = place();
            for (int attempt = 0; is_apart && attempt < 30 && !is_free(where, radius); ++attempt) {
                where = place();
            }
            if (is_apart && !is_free(where, radius)) {
                continue;
            }
            circle_definition made = make(key, where, speed_ * within(0, 1) * direction(), radius);
            made.motion.spin = is_frictional_ ? within(-20, 20) : scalar(0);
            made.form.mass = one_in(5) ? within(scalar(0.01), 100) : scalar(0);
            made.form.surface = any_surface();
            made.form.filter.family = one_in(10) ? 1 : 0;
            circles.push_back(made);
        }
    }

    xoshiro256 random_;
    vector2 origin_{};
    scalar width_ = 0;
    scalar smallest_ = 0;
    scalar largest_ = 0;
    scalar speed_ = 0;
    scalar bounce_ = 0;
    bool is_frictional_ = false;
};

} // namespace orrery::circles::test
