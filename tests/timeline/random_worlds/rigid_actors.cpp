// What acts in a random world by itself: rules, fields, characters, cars, kinematic and swift bodies.
#include "tests/timeline/random_worlds/rigid_scene.hpp"

#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/shapes/shatter.hpp>

#include <array>

namespace orrery::test::random_worlds {

using namespace rigid;

void rigid_scene::add_rules() {
    if (has(rigid_feature::sticks_at)) {
        for (int count = 0; count < 2; ++count) {
            body_definition what = random_body();
            what.sticks_at = within(1, 100);
            (void)add_body(what);
        }
        if (chance(dice_, 0.5)) { // one that others stick to
            const bool is_moving = chance(dice_, 0.5);
            (void)add_body({.kind = is_moving ? body_kind::kinematic : body_kind::fixed,
                            .position = somewhere(),
                            .linear_velocity = is_moving ? vector_within(1) : vector3{},
                            .shape = box({1, scalar(0.2), 1}),
                            .sticks_at = within(1, 60)});
        }
    }
    if (has(rigid_feature::destroyed_at)) {
        body_definition what = random_body();
        what.destroyed_at = within(50, 400);
        (void)add_body(what);
    }
    if (has(rigid_feature::breaks_at)) {
        body_definition brittle = random_body();
        brittle.shape = box({scalar(0.4), scalar(0.3), scalar(0.3)});
        const std::array<vector3, 3> seeds{vector3{scalar(-0.2), 0, 0}, vector3{scalar(0.2), scalar(0.1), 0},
                                           vector3{0, scalar(-0.2), scalar(0.1)}};
        const auto pieces = shatter(*brittle.shape, seeds, world_->shapes()).value();
        brittle.fracture = add_fracture(*world_, brittle, pieces).value();
        brittle.breaks_at = within(50, 400);
        brittle_.push_back(entity_key{next_key_});
        (void)add_body(brittle);
    }
    // For second lives, in every world.
    body_definition block{.kind = body_kind::fixed, .shape = box({1, scalar(0.2), 1})};
    blueprints_.push_back(add_blueprint(*world_, chance(dice_, 0.4) ? block : random_body()).value());
    if (has(rigid_feature::create)) {
        blueprints_.push_back(add_blueprint(*world_, random_body()).value());
        body_definition sticky = random_body();
        if (has(rigid_feature::sticks_at)) {
            sticky.sticks_at = 10;
        }
        blueprints_.push_back(add_blueprint(*world_, sticky).value());
    }
}

// Each list ends with what bodies are created from.
void rigid_scene::add_unknown() {
    if (!has(rigid_feature::definitions)) {
        return;
    }
    world scratch = make();
    const std::array<vector3, 3> seeds{vector3{scalar(-0.2), 0, 0}, vector3{scalar(0.2), scalar(0.1), 0},
                                       vector3{0, scalar(-0.1), scalar(0.1)}};
    for (int count = 0; count < 3; ++count) {
        body_definition body = random_body();
        if (count > 0) {
            body.shape = box({within(scalar(0.3), scalar(0.5)), scalar(0.3), scalar(0.3)});
            const auto pieces = shatter(*body.shape, seeds, scratch.shapes()).value();
            body.fracture = add_fracture(scratch, body, pieces).value();
            body.breaks_at = within(50, 400);
        }
        unknown_.push_back(definitions_for(scratch, add_blueprint(scratch, body).value()));
    }
}

void rigid_scene::add_actors() {
    if (has(rigid_feature::attractor)) {
        const bool is_fixed = chance(dice_, 0.5);
        (void)add_body({.kind = is_fixed ? body_kind::fixed : body_kind::dynamic,
                        .position = {-40, 10, 0},
                        .linear_velocity = is_fixed ? vector3{} : vector3{0, 1, 0},
                        .shape = sphere(1),
                        .gravity = vector3{},
                        .attractor = within(100, 2000)});
    }
    if (has(rigid_feature::steady_force)) {
        const entity pushed = add_body(random_body());
        world_->registry().emplace<steady_force>(pushed, vector3{within(-50, 50), 0, within(-50, 50)},
                                                 vector3{0, within(-5, 5), 0});
    }
    if (has(rigid_feature::character)) {
        const entity_key key{next_key_++};
        (void)make_character(*world_, {.position = somewhere() + vector3{0, 1, 0}, .key = key}).value();
        characters_.push_back(key);
        dynamic_.push_back(key);
    }
    if (has(rigid_feature::vehicle)) {
        vehicle_definition plan{.chassis = {.position = sites_.front() + vector3{0, 3, 0},
                                            .shape = box({scalar(0.7), scalar(0.25), scalar(1.2)}),
                                            .mass = scalar(600)}};
        plan.wheels = four_wheels({.half_track = scalar(0.7), .front = 1, .rear = -1});
        plan.first_key = entity_key{next_key_};
        next_key_ += 20;
        vehicles_.push_back(make_vehicle(*world_, plan).value());
        dynamic_.push_back(vehicles_.back().chassis);
        dynamic_.push_back(vehicles_.back().wheels.front().body);
    }
    if (has(rigid_feature::sensor)) {
        for (int count = 0; count < 2; ++count) {
            body_definition what = random_body();
            what.material.reset();
            what.kind = static_cast<body_kind>(uniform_below(dice_, 3));
            (void)add_body(what);
        }
    }
    if (has(rigid_feature::kinematic)) {
        (void)add_body({.kind = body_kind::kinematic,
                        .position = somewhere(),
                        .linear_velocity = vector_within(1),
                        .angular_velocity = {0, 2, 0},
                        .shape = box({2, scalar(0.1), scalar(0.3)})});
    }
    if (has(rigid_feature::swift_body)) {
        for (int count = 0; count < 2; ++count) {
            const vector3 from = somewhere();
            const vector3 to = somewhere();
            (void)add_body({.position = from + vector3{0, 1, 0},
                            .linear_velocity = (to - from) * within(2, 20) + vector3{0, 2, 0},
                            .shape = sphere(scalar(0.1))});
        }
    }
    if (has(rigid_feature::swift_kinematic)) {
        const vector3 from = somewhere();
        (void)add_body({.kind = body_kind::kinematic,
                        .position = from,
                        .linear_velocity = (somewhere() - from) * within(1, 6),
                        .angular_velocity = {0, within(0, 20), 0},
                        .shape = box({scalar(0.1), scalar(0.4), 1})});
    }
}

void rigid_scene::add_relations() {
    if (has(rigid_feature::excluded_pair)) {
        registry& all = world_->registry();
        for (int count = 0; count < 3; ++count) {
            const entity a = all.find(dynamic_[uniform_below(dice_, dynamic_.size())]);
            const entity b = all.find(chance(dice_, 0.5) ? dynamic_[uniform_below(dice_, dynamic_.size())]
                                                         : others_[uniform_below(dice_, others_.size())]);
            const entity pair = all.create(entity_key{next_key_++});
            all.emplace<excluded_pair>(pair, a, b);
        }
    }
    if (has(rigid_feature::sleep)) { // a pile that soon rests
        const vector3 place = sites_[uniform_below(dice_, sites_.size())];
        for (int count = 0; count < 3; ++count) {
            (void)add_body(
                {.position = place + vector3{3, scalar(0.3) + scalar(0.61) * static_cast<scalar>(count), 3},
                 .shape = box({scalar(0.3), scalar(0.3), scalar(0.3)})});
        }
    }
}

} // namespace orrery::test::random_worlds
