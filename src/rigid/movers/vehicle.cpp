#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>
#include <orrery/rigid/movers/vehicle.hpp>
#include <orrery/rigid/world.hpp>

#include <numbers>

namespace orrery::rigid {
namespace {

constexpr vector3 axle{1, 0, 0};
constexpr vector3 forward{0, 0, 1};

// What each wheel carries, as shares of the chassis: level (planar in x and z) and in balance about its
// centre of mass. Nothing when the wheels stand in one line.
[[nodiscard]] std::vector<scalar> shares_of_load(const std::vector<vehicle_wheel>& wheels, vector3 center) {
    matrix3 sums{};
    for (const vehicle_wheel& each : wheels) {
        const vector3 row{1, each.position.x - center.x, each.position.z - center.z};
        for (int i = 0; i < 3; ++i) {
            sums[i] += row * row[i];
        }
    }
    const auto plane = solve(sums, vector3{1, 0, 0});
    std::vector<scalar> shares;
    if (plane) {
        for (const vehicle_wheel& each : wheels) {
            shares.push_back(dot(*plane, {1, each.position.x - center.x, each.position.z - center.z}));
        }
    }
    return shares;
}

class vehicle_builder {
public:
    vehicle_builder(world& where, const vehicle_definition& what)
        : world_(where)
        , what_(what) {}

    [[nodiscard]] result<vehicle> make() {
        if (const status answer = check(); !answer) {
            return error{text("A vehicle is refused: ", answer.reason().message, ".")};
        }
        body_definition chassis = what_.chassis;
        if (what_.first_key != entity_key::none) {
            chassis.key = what_.first_key;
        }
        const result<entity> made = make_body(world_, chassis);
        if (!made) {
            return give_up(made.reason());
        }
        chassis_ = made.value();
        made_.push_back(chassis_);
        car_.chassis = world_.registry().key_of(chassis_);
        car_.largest_steering = what_.largest_steering;
        if (const status answer = weigh(); !answer) {
            return give_up(answer.reason());
        }
        find_axles();
        for (std::size_t number = 0; number < what_.wheels.size(); ++number) {
            if (const status answer = add_wheel(number); !answer) {
                return give_up(answer.reason());
            }
        }
        return car_;
    }

private:
    [[nodiscard]] status check() const {
        const auto check_number = [](const char* name, scalar value, bool may_be_zero) -> status {
            if (!is_finite(value) || value < 0 || (value == 0 && !may_be_zero)) {
                return error{text("its ", name, " is ", value, ", but it must be finite and ",
                                  may_be_zero ? "not below 0" : "above 0")};
            }
            return {};
        };
        status answer;
        const auto demand = [&](const char* name, scalar value, bool may_be_zero) {
            if (answer) {
                answer = check_number(name, value, may_be_zero);
            }
        };
        demand("frequency", what_.frequency, false);
        demand("damping", what_.damping, true);
        demand("travel", what_.travel, false);
        demand("engine torque", what_.engine_torque, true);
        demand("top speed", what_.top_speed, true);
        demand("brake torque", what_.brake_torque, true);
        demand("largest steering", what_.largest_steering, true);
        for (const vehicle_wheel& each : what_.wheels) {
            demand("wheels' radius", each.radius, false);
            demand("wheels' width", each.width, false);
            demand("wheels' mass", each.mass, false);
            if (answer && !is_finite(each.position)) {
                answer = error{"the place of a wheel must be finite"};
            }
        }
        if (answer && what_.largest_steering > most_steering) {
            answer = error{text("its largest steering is ", what_.largest_steering,
                                " rad, but it must be at most ", most_steering)};
        }
        if (answer && what_.chassis.kind != body_kind::dynamic) {
            answer = error{"its chassis must be a dynamic body"};
        }
        return answer;
    }

    // Springs that carry the chassis where the definition has it.
    [[nodiscard]] status weigh() {
        const registry& state = world_.registry();
        const vector3 center = what_.chassis.center_of_mass.value_or(
            state.all_of<center_of_mass>(chassis_) ? state.get<center_of_mass>(chassis_).value : vector3{});
        shares_ = shares_of_load(what_.wheels, center);
        if (shares_.empty()) {
            return error{
                text("A vehicle needs three wheels or more that do not stand in one line, but it has ",
                     what_.wheels.size(), ".")};
        }
        for (const scalar share : shares_) {
            if (!(share > 0)) {
                return error{
                    "The chassis of a vehicle must be heavy between its wheels, or it topples over."};
            }
        }
        mass_ = state.get<rigid::mass>(chassis_).value;
        weight_ = state.all_of<gravity>(chassis_) ? length(state.get<gravity>(chassis_).value) : scalar(0);
        return {};
    }

    void find_axles() {
        scalar steered = 0;
        scalar others = 0;
        scalar sum_steered = 0;
        scalar sum_others = 0;
        for (const vehicle_wheel& each : what_.wheels) {
            (each.is_steered ? steered : others) += 1;
            (each.is_steered ? sum_steered : sum_others) += each.position.z;
            driven_ += each.is_driven ? scalar(1) : scalar(0);
        }
        // All steered: about their middle.
        car_.pivot = others > 0 ? sum_others / others : sum_steered / steered;
        car_.base = steered > 0 ? sum_steered / steered - car_.pivot : scalar(0);
    }

    [[nodiscard]] status add_wheel(std::size_t number) {
        const vehicle_wheel& plan = what_.wheels[number];
        const body_definition& chassis = what_.chassis;
        const transform3 frame{chassis.position, chassis.orientation};
        const vector3 left = rotate(chassis.orientation, axle);
        const scalar speed = dot(chassis.linear_velocity, rotate(chassis.orientation, forward));
        const result<entity> wheel = make_body(
            world_, {.position = transform_point(frame, plan.position),
                     .orientation = normalize(chassis.orientation * rotation_between({0, 1, 0}, axle)),
                     .linear_velocity = chassis.linear_velocity,
                     .angular_velocity = chassis.angular_velocity + left * (speed / plan.radius),
                     .shape = cylinder(plan.radius, plan.width / 2),
                     .material = what_.tyres,
                     .mass = plan.mass,
                     .gravity = chassis.gravity,
                     .filter = chassis.filter,
                     .may_sleep = chassis.may_sleep,
                     .key = key_at(1 + number)});
        if (!wheel) {
            return wheel.reason();
        }
        made_.push_back(wheel.value());
        const scalar rate = 2 * std::numbers::pi_v<scalar> * what_.frequency;
        const scalar carried = mass_ * shares_[number];
        const result<entity> joint =
            make_joint(world_,
                       wheel_joint{.a = chassis_,
                                   .b = wheel.value(),
                                   .pivot_a = plan.position,
                                   .suspension = {.lowest = -what_.travel,
                                                  .highest = what_.travel,
                                                  .rest = -weight_ / (rate * rate),
                                                  .stiffness = carried * rate * rate,
                                                  .damping = 2 * what_.damping * carried * rate},
                                   .motor_speed = what_.top_speed / plan.radius},
                       key_at(1 + what_.wheels.size() + number));
        if (!joint) {
            return joint.reason();
        }
        made_.push_back(joint.value());
        car_.wheels.push_back({.body = world_.registry().key_of(wheel.value()),
                               .joint = world_.registry().key_of(joint.value()),
                               .position = plan.position,
                               .torque = plan.is_driven ? what_.engine_torque / driven_ : scalar(0),
                               .brake = plan.has_brake ? what_.brake_torque : scalar(0),
                               .is_steered = plan.is_steered});
        return {};
    }

    [[nodiscard]] error give_up(const error& reason) {
        for (const entity id : made_) {
            world_.registry().destroy(id);
        }
        return reason;
    }

    [[nodiscard]] entity_key key_at(std::uint64_t number) const noexcept {
        return what_.first_key == entity_key::none
                   ? entity_key::none
                   : entity_key{static_cast<std::uint64_t>(what_.first_key) + number};
    }

    static constexpr scalar most_steering = scalar(1.4); // rad

    world& world_;
    const vehicle_definition& what_;
    vehicle car_;
    entity chassis_{};
    std::vector<entity> made_;
    std::vector<scalar> shares_; // of the wheels
    scalar mass_ = 0;            // of the chassis
    scalar weight_ = 0;          // m/s2
    scalar driven_ = 0;          // wheels
};

} // namespace

std::vector<vehicle_wheel> four_wheels(const wheel_layout& where) {
    std::vector<vehicle_wheel> wheels;
    for (const bool is_front : {true, false}) {
        for (const scalar side : {where.half_track, -where.half_track}) {
            wheels.push_back({.position = {side, where.height, is_front ? where.front : where.rear},
                              .radius = where.radius,
                              .is_steered = is_front,
                              .is_driven = is_front ? where.has_front_drive : where.has_rear_drive});
        }
    }
    return wheels;
}

result<vehicle> make_vehicle(world& where, const vehicle_definition& what) {
    return vehicle_builder(where, what).make();
}

std::vector<input> drive_vehicle(const vehicle& car, const vehicle_controls& how) {
    const scalar throttle = clamp(how.throttle, scalar(-1), scalar(1));
    const scalar brake = clamp(how.brake, scalar(0), scalar(1));
    const scalar turn = tan(clamp(how.steering, scalar(-1), scalar(1)) * car.largest_steering);
    std::vector<input> inputs;
    inputs.reserve(car.wheels.size());
    for (const vehicle::wheel& each : car.wheels) {
        // The point that all roll about lies base / turn to the left, in line with the unsteered axle.
        const scalar steering =
            each.is_steered && car.base != 0
                ? atan((each.position.z - car.pivot) * turn / (car.base - each.position.x * turn))
                : scalar(0);
        inputs.push_back(
            input::drive(each.body, each.joint, {steering, throttle * each.torque, brake * each.brake}));
    }
    return inputs;
}

} // namespace orrery::rigid
