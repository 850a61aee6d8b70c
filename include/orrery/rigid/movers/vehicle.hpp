// A car, made of public parts only: a body for the chassis, a cylinder for each wheel, a wheel_joint between
// them, and inputs that turn pedals and a steering wheel into what the joints are to do.
//
//   vehicle_definition plan{.chassis = {.position = {0, 1, 0}, .shape = box({0.9f, 0.3f, 2}), .mass = 1200}};
//   plan.wheels = four_wheels({.half_track = 0.8f, .front = 1.3f, .rear = -1.3f, .height = -0.4f});
//   const vehicle car = make_vehicle(world, plan).value();
//   world.step(drive_vehicle(car, {.throttle = 1, .steering = 0.2f}));
//
// Ahead is z and up is y in the frame of the chassis' shape, so its left is where x grows. The car is named
// by keys: what make_vehicle answers is right in every copy of the world and after any going back.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/input.hpp>

#include <vector>

namespace orrery::rigid {

class world;

struct vehicle_wheel {
    vector3 position{}; // of its centre when the car stands, in the frame of the chassis' shape
    scalar radius = scalar(0.35);
    scalar width = scalar(0.2);
    scalar mass = 20; // kg
    bool is_steered = false;
    bool is_driven = false;
    bool has_brake = true;
};

struct vehicle_definition {
    body_definition chassis{};
    std::vector<vehicle_wheel> wheels{};
    material tyres{.friction = 1};
    // The chassis swings on its wheels like this. It stands so that all wheels are where the definition has
    // them.
    scalar frequency = scalar(1.5);        // Hz
    scalar damping = scalar(0.7);          // ratio
    scalar travel = scalar(0.15);          // m, of a wheel to its stops, up or down
    scalar engine_torque = 600;            // N m, of all driven wheels together
    scalar top_speed = 50;                 // m/s, at which the engine has no more torque
    scalar brake_torque = 1500;            // N m, of each wheel that has a brake
    scalar largest_steering = scalar(0.6); // rad, of a wheel in the middle of the axle
    // Of the chassis; then come the wheels and then their joints. None: new ones are found.
    entity_key first_key = entity_key::none;
};

struct vehicle {
    struct wheel {
        entity_key body = entity_key::none;
        entity_key joint = entity_key::none;
        vector3 position{};
        scalar torque = 0; // N m, at full throttle
        scalar brake = 0;  // N m
        bool is_steered = false;
    };

    entity_key chassis = entity_key::none;
    std::vector<wheel> wheels{};
    scalar largest_steering = 0;
    scalar pivot = 0; // of turns, along z: where the wheels are that are not steered
    scalar base = 0;  // from there to the steered ones, m
};

// What a driver does.
struct vehicle_controls {
    scalar throttle = 0; // -1 (backwards) to 1
    scalar steering = 0; // -1 (right) to 1 (left)
    scalar brake = 0;    // 0 to 1
};

// The usual four, steered in front.
struct wheel_layout {
    scalar half_track = scalar(0.75); // m, from the middle to either side
    scalar front = scalar(1.3);       // m, along z
    scalar rear = scalar(-1.3);
    scalar height = scalar(-0.4); // m, along y
    scalar radius = scalar(0.35);
    bool has_front_drive = false;
    bool has_rear_drive = true;
};

// Front left, front right, rear left, rear right.
[[nodiscard]] std::vector<vehicle_wheel> four_wheels(const wheel_layout& where);

// Refused with a sentence, and nothing is made: fewer than three wheels or all in one line, numbers that are
// not possible, a chassis that make_body refuses or that cannot fall, keys that are taken.
[[nodiscard]] result<vehicle> make_vehicle(world& where, const vehicle_definition& what);

// Inputs that let the car do this from now on, one for each wheel. Wheels are steered so that all of them
// roll about one point (Ackermann): at low speed the middle of the unsteered axle follows a circle of the
// radius base / tan(steering). Numbers beyond their range count as its ends.
[[nodiscard]] std::vector<input> drive_vehicle(const vehicle& car, const vehicle_controls& how);

} // namespace orrery::rigid
