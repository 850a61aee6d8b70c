#include "apps/studio/session/page_values.hpp"
#include "apps/studio/session/rigid/rigid_joints.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/debug_draw.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/null_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

#include <algorithm>
#include <numbers>

namespace orrery::studio {
namespace {

constexpr int arc_pieces = 16;
constexpr scalar pi = std::numbers::pi_v<scalar>;

// What the engine itself draws: from the centres of the bodies to where they are joined.
class plain_lines final : public rigid::debug_drawer {
public:
    explicit plain_lines(json::writer& out)
        : out_(out) {}

    void draw_line(vector3 from, vector3 to, rigid::color32) override {
        append_vector(out_, from);
        append_vector(out_, to);
    }

    void draw_point(vector3, scalar, rigid::color32) override {}

private:
    json::writer& out_;
};

[[nodiscard]] vector3 direction(const transform3& frame, vector3 what) {
    return rotate(frame.rotation, normalize_or(what, vector3{0, 1, 0}));
}

// A direction turned about an axis that it is across.
[[nodiscard]] vector3 turned(vector3 what, vector3 axis, scalar angle) {
    return what * cos(angle) + cross(axis, what) * sin(angle);
}

// One joint, with where its bodies are.
class joint_artist {
public:
    joint_artist(const rigid::world& there, entity a, entity b, json::writer& out)
        : out_(out)
        , frame_a_(a ? rigid::placement(there, a) : transform3{})
        , frame_b_(b ? rigid::placement(there, b) : transform3{}) {}

    template <typename Joint>
    void draw(const Joint& joint) {
        if constexpr (requires {
                          joint.pivot_a;
                          joint.pivot_b;
                      }) {
            at_a_ = transform_point(frame_a_, joint.pivot_a);
            at_b_ = transform_point(frame_b_, joint.pivot_b);
        } else {
            at_a_ = frame_a_.position;
            at_b_ = frame_b_.position;
        }
        // As long as the bodies are large, about, and never endless.
        const scalar far = std::max(length(frame_a_.position - at_a_), length(frame_b_.position - at_b_));
        size_ = std::clamp(far / 2, scalar(0.1), scalar(1));
        mark(joint);
    }

private:
    template <typename Joint>
    void mark(const Joint&) {}

    void mark(const rigid::hinge_joint& joint) {
        const vector3 axis = direction(frame_a_, joint.axis_a);
        cross_at(at_a_, axis);
        if (joint.turn.highest - joint.turn.lowest < 2 * pi) {
            const vector3 zero = direction(frame_a_, joint.reference_a);
            arc(axis, zero, joint.turn.lowest, joint.turn.highest);
            line(at_a_, at_a_ + direction(frame_b_, joint.reference_b) * size_);
        }
    }

    void mark(const rigid::prismatic_joint& joint) {
        const vector3 axis = direction(frame_a_, joint.axis);
        constexpr scalar most = 3; // m: what has no limit is drawn no further
        line(at_a_ + axis * std::max(joint.slide.lowest, -most),
             at_a_ + axis * std::min(joint.slide.highest, most));
    }

    void mark(const rigid::wheel_joint& joint) {
        const vector3 up = direction(frame_a_, joint.up);
        cross_at(at_b_, direction(frame_b_, joint.axle_b));
        line(at_a_ + up * std::max(joint.suspension.lowest, -size_),
             at_a_ + up * std::min(joint.suspension.highest, size_));
    }

    void mark(const rigid::six_dof_joint& joint) {
        for (const vector3 axis : {vector3{1, 0, 0}, vector3{0, 1, 0}, vector3{0, 0, 1}}) {
            line(at_a_, at_a_ + rotate(frame_a_.rotation * joint.frame_a, axis) * size_);
        }
    }

    void mark(const rigid::cone_joint& joint) { cone(joint); }

    void mark(const rigid::cone_twist_joint& joint) { cone(joint); }

    void mark(const rigid::cv_joint& joint) { both_axes(joint); }

    void mark(const rigid::gear_joint& joint) { both_axes(joint); }

    void mark(const rigid::rack_joint& joint) {
        cross_at(at_a_, direction(frame_a_, joint.axis_a));
        cross_at(at_b_, direction(frame_b_, joint.direction_b));
    }

    void mark(const rigid::pulley_joint& joint) {
        line(at_a_, joint.anchor_a);
        line(joint.anchor_a, joint.anchor_b);
        line(joint.anchor_b, at_b_);
    }

    template <typename Joint>
    void both_axes(const Joint& joint) {
        cross_at(at_a_, direction(frame_a_, joint.axis_a));
        cross_at(at_b_, direction(frame_b_, joint.axis_b));
    }

    // The rim within which b's axis stays, and that axis.
    template <typename Joint>
    void cone(const Joint& joint) {
        const vector3 axis = direction(frame_a_, joint.axis_a);
        const vector3 side = direction(frame_a_, joint.side_a);
        const auto rim = [&](int piece) {
            const scalar around = 2 * pi * static_cast<scalar>(piece) / arc_pieces;
            const scalar towards = cos(around) / std::min(joint.side_angle, pi);
            const scalar aside = sin(around) / std::min(joint.other_angle, pi);
            const scalar lean = 1 / sqrt(towards * towards + aside * aside);
            return at_a_ + (axis * cos(lean) + turned(side, axis, around) * sin(lean)) * size_;
        };
        for (int piece = 0; piece < arc_pieces; ++piece) {
            line(rim(piece), rim(piece + 1));
        }
        line(at_a_, at_a_ + direction(frame_b_, joint.axis_b) * size_);
    }

    void arc(vector3 axis, vector3 zero, scalar from, scalar to) {
        const auto at = [&](int piece) {
            const scalar share = static_cast<scalar>(piece) / arc_pieces;
            return at_a_ + turned(zero, axis, from + (to - from) * share) * size_;
        };
        line(at_a_, at(0));
        for (int piece = 0; piece < arc_pieces; ++piece) {
            line(at(piece), at(piece + 1));
        }
        line(at(arc_pieces), at_a_);
    }

    void cross_at(vector3 where, vector3 axis) { line(where - axis * size_, where + axis * size_); }

    void line(vector3 from, vector3 to) {
        append_vector(out_, from);
        append_vector(out_, to);
    }

    json::writer& out_;
    transform3 frame_a_;
    transform3 frame_b_;
    vector3 at_a_{};
    vector3 at_b_{};
    scalar size_ = 0;
};

// Of one joint: what is measured of it, beside what it bears.
class joint_reader {
public:
    joint_reader(const rigid::world& there, json::writer& out)
        : there_(there)
        , out_(out) {}

    template <typename Joint>
    void write(entity id, const Joint& joint) {
        const std::string_view name = component_type::of<Joint>().name;
        out_.begin_object();
        out_.member("kind", name.substr(0, name.rfind("_joint")));
        write_end("a", joint.a);
        write_end("b", joint.b);
        out_.key("values").begin_array();
        measure(id, joint);
        if (const auto* const borne = there_.registry().try_get<rigid::constraint_impulses>(id)) {
            scalar most = 0;
            for (const scalar row : borne->rows) {
                most = std::max(most, abs(row));
            }
            value("largest impulse", most, "N s");
        }
        out_.end_array();
        out_.end_object();
    }

private:
    template <typename Joint>
    void measure(entity, const Joint&) {}

    void measure(entity id, const rigid::hinge_joint& joint) {
        value("angle", rigid::hinge_angle(there_, id), "rad");
        write_motor(joint.turn, "rad/s");
    }

    void measure(entity, const rigid::prismatic_joint& joint) {
        value("travel", along(joint, joint.axis), "m");
        write_motor(joint.slide, "m/s");
    }

    void measure(entity, const rigid::wheel_joint& joint) {
        value("travel", along(joint, joint.up), "m");
        value("steering", joint.steering, "rad");
        value("torque", joint.motor_torque, "N m");
        value("brake", joint.brake_torque, "N m");
    }

    void measure(entity, const rigid::distance_joint& joint) {
        value("distance", length(point(joint.b, joint.pivot_b) - point(joint.a, joint.pivot_a)), "m");
    }

    void write_motor(const rigid::joint_axis& axis, std::string_view unit) {
        if (axis.motor_force > 0) {
            value("motor", axis.motor_speed, unit);
        }
    }

    template <typename Joint>
    [[nodiscard]] scalar along(const Joint& joint, vector3 axis_in_a) const {
        const transform3 frame = joint.a ? rigid::placement(there_, joint.a) : transform3{};
        return dot(direction(frame, axis_in_a),
                   point(joint.b, joint.pivot_b) - point(joint.a, joint.pivot_a));
    }

    [[nodiscard]] vector3 point(entity body, vector3 pivot) const {
        return body ? transform_point(rigid::placement(there_, body), pivot) : pivot;
    }

    void write_end(std::string_view name, entity body) {
        out_.key(name);
        if (body) {
            write_key(out_, there_.registry().key_of(body));
        } else {
            out_.null();
        }
    }

    void value(std::string_view name, scalar what, std::string_view unit) {
        out_.begin_object();
        out_.member("name", name);
        out_.member("value", what);
        out_.member("unit", unit);
        out_.end_object();
    }

    const rigid::world& there_;
    json::writer& out_;
};

// Of the engine's own kinds; those of users have lines, and no numbers.
template <typename Visit>
void for_each_joint(const rigid::world& there, Visit&& visit) {
    const registry_state& state = there.registry();
    const auto is_there = [&](entity end) { return !end || state.all_of<rigid::position>(end); };
    const auto each = [&]<typename Joint>() {
        state.view<Joint>().each([&](entity id, const Joint& joint) {
            if (is_there(joint.a) && is_there(joint.b)) {
                visit(id, joint);
            }
        });
    };
    const auto all = [&]<typename... Joints>() { (each.template operator()<Joints>(), ...); };
    all.template
    operator()<rigid::ball_joint, rigid::fixed_joint, rigid::distance_joint, rigid::hinge_joint,
               rigid::prismatic_joint, rigid::six_dof_joint, rigid::wheel_joint, rigid::cone_joint,
               rigid::cone_twist_joint, rigid::cv_joint, rigid::gear_joint, rigid::rack_joint,
               rigid::pulley_joint, rigid::motor_joint, rigid::gravity_joint, rigid::null_joint>();
}

} // namespace

void write_joints(const rigid::world& there, json::writer& out) {
    out.key("joints").begin_array();
    plain_lines lines(out);
    rigid::draw(there, lines, {.draws_shapes = false});
    out.end_array();
    out.key("jointMarks").begin_array();
    for_each_joint(
        there, [&](entity, const auto& joint) { joint_artist(there, joint.a, joint.b, out).draw(joint); });
    out.end_array();
    out.key("jointValues").begin_array();
    joint_reader values(there, out);
    for_each_joint(there, [&](entity id, const auto& joint) { values.write(id, joint); });
    out.end_array();
}

} // namespace orrery::studio
