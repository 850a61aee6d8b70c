#include "rigid/movers/character_step.hpp"

#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

// What it stands on, or climbs.
struct footing {
    vector3 normal;
    vector3 velocity;
    scalar gap = 0; // below its feet, m
    bool is_climbed = false;
};

class decision {
public:
    decision(const walker& who, const character& can, const walk_state& before,
             std::span<const foot_touch> touches, surroundings& around, const walk_rules& rules)
        : who_(who)
        , can_(can)
        , before_(before)
        , touches_(touches)
        , around_(around)
        , rules_(rules)
        , flattest_(cos(can.steepest_slope))
        , was_on_ground_(before.is_on_ground() && !who.is_thrown)
        , wish_(across(before.wish))
        , slim_(who.radius * clamp(scalar(0.9) * sin(can.steepest_slope), scalar(0.05), scalar(0.5))) {}

    [[nodiscard]] stride make() {
        std::optional<footing> ground = touched_ground();
        if (!ground && was_on_ground_) {
            ground = ground_below();
        }
        if (ground || was_on_ground_) {
            if (const std::optional<footing> step = step_ahead()) {
                ground = step;
            }
        }
        return ground ? walk(*ground) : fall();
    }

private:
    [[nodiscard]] vector3 across(vector3 v) const noexcept { return v - who_.up * dot(v, who_.up); }

    [[nodiscard]] bool is_walkable(vector3 normal) const noexcept {
        return dot(normal, who_.up) >= flattest_;
    }

    [[nodiscard]] bool is_near(const foot_touch& each) const noexcept {
        return each.separation <= rules_.nearness;
    }

    // How steeply the way leads up there; of those that touch, the steepest is the one that must be walked.
    [[nodiscard]] scalar rise_of(vector3 normal) const noexcept {
        return wish_ == vector3{} ? dot(normal, who_.up) : -dot(wish_, normal) / dot(normal, who_.up);
    }

    [[nodiscard]] std::optional<footing> touched_ground() const noexcept {
        const foot_touch* best = nullptr;
        for (const foot_touch& each : touches_) {
            if (!is_walkable(each.normal)) {
                continue;
            }
            // Who falls lands on what stops it; who walks stays on what is near.
            const scalar leaving = dot(who_.velocity - each.velocity, each.normal);
            if (was_on_ground_ ? each.separation > can_.step_height : !is_near(each) || leaving > leaves) {
                continue;
            }
            if (best == nullptr) {
                best = &each;
            } else if (is_near(each) && is_near(*best)) {
                best = rise_of(each.normal) > rise_of(best->normal) ? &each : best;
            } else {
                best = each.separation < best->separation ? &each : best;
            }
        }
        if (best == nullptr) {
            return {};
        }
        return footing{best->normal, best->velocity, max(best->separation, scalar(0))};
    }

    // What a slim ball meets below a place of the lower end's centre, and how far the capsule could sink
    // there.
    [[nodiscard]] std::optional<footing> look_down(vector3 end, scalar farthest) {
        const scalar way = farthest + (who_.radius - slim_) / flattest_ + rules_.slop;
        const auto hit = around_.cast(sphere(slim_), end, who_.up * -way);
        if (!hit || !is_walkable(hit->normal)) {
            return {};
        }
        const scalar tilt = dot(hit->normal, who_.up);
        const scalar gap = hit->fraction * way + (rules_.slop + slim_ - who_.radius) / tilt;
        return footing{hit->normal, hit->velocity, gap};
    }

    [[nodiscard]] vector3 lower_end() const noexcept { return who_.center - who_.up * who_.half_length; }

    [[nodiscard]] std::optional<footing> ground_below() {
        std::optional<footing> found = look_down(lower_end(), can_.step_height + before_.climbed);
        if (!found || found->gap > can_.step_height + before_.climbed) {
            return {};
        }
        found->gap = max(found->gap, scalar(0));
        return found;
    }

    // What is too steep and most in the way, if it is the front of a step that the character can stand on.
    [[nodiscard]] std::optional<footing> step_ahead() {
        if (wish_ == vector3{} || can_.step_height <= 0) {
            return {};
        }
        const foot_touch* best = nullptr;
        scalar most = 0;
        const scalar soon = rules_.nearness + length(wish_) * rules_.time_step;
        for (const foot_touch& each : touches_) {
            const bool is_front = !is_walkable(each.normal) && dot(each.normal, who_.up) > -least_overhang;
            const scalar against = -dot(wish_, normalize_or(across(each.normal), vector3{}));
            if (is_front && !each.can_be_pushed && each.separation <= soon && against > most) {
                best = &each;
                most = against;
            }
        }
        if (best == nullptr || !leads_up(*best)) {
            return {};
        }
        return footing{best->normal, best->velocity, 0, true};
    }

    // Goes up as high as a step may be, over its edge and down on it, to see whether it can.
    [[nodiscard]] bool leads_up(const foot_touch& front) {
        const scalar highest = can_.step_height - before_.climbed;
        if (highest <= least_step) {
            return false;
        }
        const shape body =
            capsule(max(who_.radius - 2 * rules_.slop, slim_), max(who_.half_length, least_step));
        const vector3 up = who_.up * highest;
        const auto roof = around_.cast(body, who_.center, up);
        const scalar raised = highest * (roof ? roof->fraction : scalar(1));
        const vector3 ahead =
            across(front.normal) * (-(who_.radius * over_the_edge + max(front.separation, scalar(0))) /
                                    length(across(front.normal)));
        const auto wall = around_.cast(body, who_.center + who_.up * raised, ahead);
        const vector3 over = ahead * (wall ? wall->fraction : scalar(1));
        const auto landing = look_down(lower_end() + who_.up * raised + over, raised);
        return landing && raised - landing->gap > least_step && landing->gap > -rules_.nearness;
    }

    // The way up along a step's front leads into no other that faces the same way.
    [[nodiscard]] bool is_front_of_step(vector3 normal, const footing* ground) const noexcept {
        constexpr scalar same_way = scalar(0.7);
        return ground != nullptr && ground->is_climbed &&
               dot(across(normal), across(ground->normal)) >
                   same_way * length(across(normal)) * length(across(ground->normal));
    }

    // Takes out of a velocity across up what would lead into walls within the step. Otherwise those that lean
    // back would turn it into a way up. Up is the ground's normal there.
    void slide(vector3& flat, quaternion tilt, const footing* ground) const noexcept {
        constexpr int most_corners = 4; // of walls that the way out of the one leads into
        for (int round = 0; round < most_corners; ++round) {
            for (const foot_touch& each : touches_) {
                if (is_walkable(each.normal) || each.can_be_pushed || is_front_of_step(each.normal, ground)) {
                    continue;
                }
                const vector3 wall = normalize_or(across(inverse_rotate(tilt, each.normal)), vector3{});
                const scalar nearest = -max(each.separation, scalar(0)) / rules_.time_step;
                flat -= wall * min(dot(flat, wall) - nearest, scalar(0));
            }
        }
    }

    // A change of velocity, without what would push others harder than it may.
    [[nodiscard]] vector3 limited(vector3 change, quaternion tilt) const noexcept {
        const scalar most = can_.push_force * who_.inverse_mass * rules_.time_step;
        for (const foot_touch& each : touches_) {
            if (each.can_be_pushed && is_near(each) && !is_walkable(each.normal)) {
                const vector3 other = normalize_or(across(inverse_rotate(tilt, each.normal)), vector3{});
                change += other * max(-dot(change, other) - most, scalar(0));
            }
        }
        return change;
    }

    // All velocities are thought of as if the ground were level, and turned onto it in the end.
    [[nodiscard]] stride walk(const footing& ground) const {
        const quaternion tilt = rotation_between(who_.up, ground.normal);
        const quaternion old_tilt =
            was_on_ground_ ? rotation_between(who_.up, before_.ground_normal) : quaternion{};
        const vector3 carried = was_on_ground_ ? before_.ground_velocity : ground.velocity;
        vector3 flat = across(inverse_rotate(old_tilt, who_.velocity - carried));
        vector3 wanted = wish_;
        slide(wanted, tilt, &ground);
        flat += limited(clamp_length(wanted - flat, can_.acceleration * rules_.time_step), tilt);
        slide(flat, tilt, &ground);
        stride next;
        next.state.wish = before_.wish;
        if (before_.jump > 0) {
            next.velocity = ground.velocity + flat + who_.up * before_.jump;
            return next;
        }
        const vector3 way = rotate(tilt, flat);
        const bool is_near_ground = ground.gap <= rules_.nearness;
        next.velocity = ground.velocity + way;
        next.state.ground_normal = ground.normal;
        next.state.ground_velocity = ground.velocity;
        if (ground.is_climbed) {
            next.state.climbed = max(before_.climbed + dot(way, who_.up) * rules_.time_step, scalar(0));
            next.what = stride::weight::hangs;
        } else if (is_near_ground) {
            next.what = stride::weight::stands;
        } else {
            next.velocity -= who_.up * min(ground.gap / rules_.time_step, can_.descent_speed);
            next.state.climbed = before_.climbed;
            next.what = stride::weight::hangs;
        }
        return next;
    }

    [[nodiscard]] stride fall() const {
        stride next;
        next.state.wish = before_.wish;
        next.velocity = who_.velocity;
        if (wish_ != vector3{}) {
            // Where it slides down it can neither climb nor hold itself.
            vector3 change =
                clamp_length(wish_ - across(who_.velocity), can_.air_acceleration * rules_.time_step);
            slide(change, {}, nullptr);
            next.velocity += limited(change, {});
        }
        return next;
    }

    static constexpr scalar leaves = scalar(0.01);        // m/s: who goes up does not land
    static constexpr scalar least_step = scalar(0.005);   // m
    static constexpr scalar least_overhang = scalar(0.1); // of the part of a normal that points down
    static constexpr scalar over_the_edge = scalar(1.05); // of the radius

    const walker& who_;
    const character& can_;
    const walk_state& before_;
    std::span<const foot_touch> touches_;
    surroundings& around_;
    const walk_rules& rules_;
    scalar flattest_; // the cosine of the steepest slope
    bool was_on_ground_;
    vector3 wish_;
    scalar slim_; // a smaller radius, so that a step's edge beside the foot does not count as ground
};

} // namespace

stride walk_on(const walker& who, const character& can, const walk_state& before,
               std::span<const foot_touch> touches, surroundings& around, const walk_rules& rules) {
    return decision(who, can, before, touches, around, rules).make();
}

} // namespace orrery::rigid::detail
