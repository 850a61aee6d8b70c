#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/movers/ragdoll.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::rigid {
namespace {

// A limb of somebody one metre tall: a capsule from the joint it hangs on to its other end.
struct limb_plan {
    limb parent;
    vector3 from;
    vector3 to;
    scalar radius;
    scalar share;    // of the mass
    scalar strength; // of the strongest
};

// A joint with three freedoms bends within an ellipse about a direction, more towards `side` than across it,
// and twists as much either way; a hinge turns about x between two angles.
struct joint_plan {
    bool is_hinge;
    vector3 center;
    vector3 side;
    scalar low;  // hinge: the lowest angle; otherwise the bend towards the side
    scalar high; // hinge: the highest angle; otherwise the bend across
    scalar twist;
};

constexpr vector3 up{0, 1, 0};
constexpr vector3 down{0, -1, 0};
constexpr vector3 ahead{0, 0, 1};

constexpr scalar s(double value) {
    return static_cast<scalar>(value);
}

// In the order of limbs.
constexpr std::array<limb_plan, limb_count> plans{{
    {limb::pelvis, {s(-0.09), s(0.53), 0}, {s(0.09), s(0.53), 0}, s(0.06), s(0.2), 0},
    {limb::pelvis, {0, s(0.6), 0}, {0, s(0.82), 0}, s(0.085), s(0.22), 1},
    {limb::chest, {0, s(0.84), 0}, {0, 1, 0}, s(0.058), s(0.07), s(0.2)},
    {limb::chest, {s(0.129), s(0.818), 0}, {s(0.129), s(0.632), 0}, s(0.028), s(0.033), s(0.4)},
    {limb::left_upper_arm, {s(0.129), s(0.632), 0}, {s(0.129), s(0.4), 0}, s(0.023), s(0.027), s(0.25)},
    {limb::chest, {s(-0.129), s(0.818), 0}, {s(-0.129), s(0.632), 0}, s(0.028), s(0.033), s(0.4)},
    {limb::right_upper_arm, {s(-0.129), s(0.632), 0}, {s(-0.129), s(0.4), 0}, s(0.023), s(0.027), s(0.25)},
    {limb::pelvis, {s(0.055), s(0.53), 0}, {s(0.055), s(0.285), 0}, s(0.045), s(0.1), 1},
    {limb::left_thigh, {s(0.055), s(0.285), 0}, {s(0.055), s(0.039), 0}, s(0.03), s(0.06), s(0.8)},
    {limb::left_shin, {s(0.055), s(0.02), s(-0.04)}, {s(0.055), s(0.02), s(0.11)}, s(0.02), s(0.035), s(0.4)},
    {limb::pelvis, {s(-0.055), s(0.53), 0}, {s(-0.055), s(0.285), 0}, s(0.045), s(0.1), 1},
    {limb::right_thigh, {s(-0.055), s(0.285), 0}, {s(-0.055), s(0.039), 0}, s(0.03), s(0.06), s(0.8)},
    {limb::right_shin,
     {s(-0.055), s(0.02), s(-0.04)},
     {s(-0.055), s(0.02), s(0.11)},
     s(0.02),
     s(0.035),
     s(0.4)},
}};

constexpr std::array<joint_plan, limb_count> joints{{
    {},
    {false, up, ahead, s(0.7), s(0.4), s(0.5)},
    {false, up, ahead, s(0.7), s(0.5), s(0.9)},
    {false, {s(0.6), s(-0.6), s(0.5)}, ahead, s(1.5), s(1.3), 1},
    {true, {}, {}, s(-2.5), 0, 0},
    {false, {s(-0.6), s(-0.6), s(0.5)}, ahead, s(1.5), s(1.3), 1},
    {true, {}, {}, s(-2.5), 0, 0},
    {false, {s(0.15), s(-0.8), s(0.5)}, ahead, s(1.2), s(0.6), s(0.5)},
    {true, {}, {}, 0, s(2.4), 0},
    {true, {}, {}, s(-0.4), s(0.8), 0},
    {false, {s(-0.15), s(-0.8), s(0.5)}, ahead, s(1.2), s(0.6), s(0.5)},
    {true, {}, {}, 0, s(2.4), 0},
    {true, {}, {}, s(-0.4), s(0.8), 0},
}};

// Where a limb hangs on its parent: the ankle is above the foot.
[[nodiscard]] constexpr vector3 pivot_of(std::size_t number) {
    const bool is_foot = plans[number].from.z != 0;
    return is_foot ? vector3{plans[number].from.x, s(0.039), 0} : plans[number].from;
}

[[nodiscard]] quaternion upright(std::size_t number) {
    return rotation_between(up, normalize(plans[number].to - plans[number].from));
}

[[nodiscard]] vector3 middle(std::size_t number) {
    return (plans[number].from + plans[number].to) * s(0.5);
}

[[nodiscard]] std::size_t parent(std::size_t number) {
    return static_cast<std::size_t>(plans[number].parent);
}

class builder {
public:
    builder(world& where, const ragdoll_definition& what)
        : world_(where)
        , what_(what) {}

    [[nodiscard]] result<ragdoll> make() {
        if (const status answer = check(); !answer) {
            return error{text("A ragdoll is refused: ", answer.reason().message, ".")};
        }
        for (std::size_t number = 0; number < limb_count; ++number) {
            const result<entity> made = make_body(world_, body(number));
            if (!made) {
                return give_up(made.reason());
            }
            ids_[number] = made.value();
            made_.push_back(made.value());
            ragdoll_.limbs[number] = world_.registry().key_of(made.value());
            ragdoll_.upright[number] = upright(number);
        }
        for (std::size_t number = 1; number < limb_count; ++number) {
            const result<entity> joint = joints[number].is_hinge
                                             ? make_joint(world_, hinge(number), joint_key(number))
                                             : make_joint(world_, cone(number), joint_key(number));
            if (!joint) {
                return give_up(joint.reason());
            }
            made_.push_back(joint.value());
            ragdoll_.joints[number] = world_.registry().key_of(joint.value());
            if (what_.strength > 0) {
                const result<entity> motor = make_joint(world_, muscle(number), motor_key(number));
                if (!motor) {
                    return give_up(motor.reason());
                }
                made_.push_back(motor.value());
                ragdoll_.motors[number] = world_.registry().key_of(motor.value());
            }
        }
        return ragdoll_;
    }

private:
    [[nodiscard]] status check() const {
        const auto is_sound = [](scalar number) { return is_finite(number) && number > 0; };
        if (!is_sound(what_.height)) {
            return error{text("its height is ", what_.height, " m, but it must be finite and above 0")};
        }
        if (!is_sound(what_.mass)) {
            return error{text("its mass is ", what_.mass, " kg, but it must be finite and above 0")};
        }
        if (!is_finite(what_.strength) || what_.strength < 0) {
            return error{
                text("its strength is ", what_.strength, " N m, but it must be finite and not below 0")};
        }
        if (what_.first_key != entity_key::none) {
            for (std::uint64_t number = 0; number < ragdoll_keys; ++number) {
                if (world_.registry().find(key_at(number))) {
                    return error{text("the key ", static_cast<std::uint64_t>(key_at(number)), " is taken")};
                }
            }
        }
        return {};
    }

    [[nodiscard]] error give_up(const error& reason) {
        for (const entity id : made_) {
            world_.registry().destroy(id);
        }
        return {text("A ragdoll is refused: ", reason.message)};
    }

    [[nodiscard]] entity_key key_at(std::uint64_t number) const noexcept {
        return what_.first_key == entity_key::none
                   ? entity_key::none
                   : entity_key{static_cast<std::uint64_t>(what_.first_key) + number};
    }

    [[nodiscard]] entity_key joint_key(std::size_t number) const noexcept {
        return key_at(limb_count + number - 1);
    }

    [[nodiscard]] entity_key motor_key(std::size_t number) const noexcept {
        return key_at(2 * limb_count + number - 2);
    }

    [[nodiscard]] body_definition body(std::size_t number) const {
        const limb_plan& plan = plans[number];
        const scalar length = distance(plan.from, plan.to) * what_.height;
        const scalar radius = plan.radius * what_.height;
        const quaternion turn = what_.where.rotation;
        return {.position = transform_point(what_.where, middle(number) * what_.height),
                .orientation = normalize(turn * upright(number)),
                .linear_velocity = what_.velocity,
                .shape = capsule(radius, length * s(0.5) - radius),
                .material = what_.material,
                .mass = plan.share * what_.mass,
                .filter = what_.filter,
                .key = key_at(number)};
    }

    // A point or a direction of the body in the frame of a limb.
    [[nodiscard]] vector3 point(std::size_t number, vector3 where) const {
        return inverse_rotate(upright(number), where - middle(number)) * what_.height;
    }

    [[nodiscard]] static vector3 direction(std::size_t number, vector3 where) {
        return inverse_rotate(upright(number), where);
    }

    [[nodiscard]] hinge_joint hinge(std::size_t number) const {
        constexpr vector3 left{1, 0, 0};
        const std::size_t on = parent(number);
        return {.a = ids_[on],
                .b = ids_[number],
                .pivot_a = point(on, pivot_of(number)),
                .pivot_b = point(number, pivot_of(number)),
                .axis_a = direction(on, left),
                .axis_b = direction(number, left),
                .reference_a = direction(on, up),
                .reference_b = direction(number, up),
                .turn = {.lowest = joints[number].low,
                         .highest = joints[number].high,
                         .friction = what_.stiffness * plans[number].strength}};
    }

    [[nodiscard]] cone_twist_joint cone(std::size_t number) const {
        const std::size_t on = parent(number);
        const joint_plan& plan = joints[number];
        const vector3 center = normalize(plan.center);
        const vector3 side = normalize(plan.side - center * dot(plan.side, center));
        // Upright is not twisted: its bend is undone on the shortest way.
        const vector3 bone = plan.center.y > 0 ? up : down;
        const vector3 own_side = rotate(rotation_between(center, bone), side);
        return {.a = ids_[on],
                .b = ids_[number],
                .pivot_a = point(on, pivot_of(number)),
                .pivot_b = point(number, pivot_of(number)),
                .axis_a = direction(on, center),
                .side_a = direction(on, side),
                .axis_b = direction(number, bone),
                .side_b = direction(number, own_side),
                .side_angle = plan.low,
                .other_angle = plan.high,
                .lowest_twist = -plan.twist,
                .highest_twist = plan.twist,
                .friction = what_.stiffness * plans[number].strength};
    }

    static constexpr scalar quickness = 5; // Hz, of muscles

    [[nodiscard]] motor_joint muscle(std::size_t number) const {
        const std::size_t on = parent(number);
        return {.a = ids_[on],
                .b = ids_[number],
                .pivot = point(number, pivot_of(number)),
                .target_position = point(on, pivot_of(number)),
                .target_orientation = normalize(inverse(upright(on)) * upright(number)),
                .largest_force = 0,
                .largest_torque = what_.strength * plans[number].strength,
                .frequency = quickness};
    }

    world& world_;
    const ragdoll_definition& what_;
    ragdoll ragdoll_;
    std::array<entity, limb_count> ids_{};
    std::vector<entity> made_;
};

} // namespace

limb parent_of(limb which) noexcept {
    return plans[static_cast<std::size_t>(which)].parent;
}

result<ragdoll> make_ragdoll(world& where, const ragdoll_definition& what) {
    return builder(where, what).make();
}

std::array<input, limb_count - 1> pose_ragdoll(const ragdoll& who, const ragdoll_pose& pose) noexcept {
    std::array<input, limb_count - 1> inputs{};
    for (std::size_t number = 1; number < limb_count; ++number) {
        const quaternion turn =
            normalize(inverse(who.upright[parent(number)]) * pose[number] * who.upright[number]);
        inputs[number - 1] = input::drive(who.limbs[number], who.motors[number], {}, {{}, turn});
    }
    return inputs;
}

} // namespace orrery::rigid
