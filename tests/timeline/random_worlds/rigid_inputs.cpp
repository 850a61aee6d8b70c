// What people do to a random world of rigid bodies.
#include "tests/timeline/random_worlds/rigid_scene.hpp"

#include <orrery/rigid/movers/character.hpp>

#include <algorithm>

namespace orrery::test::random_worlds {

using namespace rigid;

namespace {

constexpr std::uint64_t first_created_key = 5000;

[[nodiscard]] vector3 random_vector(xoshiro256& dice, scalar size) {
    const auto one = [&] { return uniform_real<scalar>(dice, -size, size); };
    const scalar x = one();
    const scalar y = one();
    return {x, y, one()};
}

} // namespace

entity_key rigid_scene::any(xoshiro256& dice, const std::vector<entity_key>& of) const {
    return of[uniform_below(dice, of.size())];
}

input rigid_scene::push(xoshiro256& dice, entity_key target) const {
    constexpr input_kind kinds[] = {input_kind::force,           input_kind::force_at,   input_kind::torque,
                                    input_kind::impulse,         input_kind::impulse_at, input_kind::wake,
                                    input_kind::angular_impulse, input_kind::velocity,   input_kind::spin,
                                    input_kind::acceleration};
    const input_kind kind = kinds[uniform_below(dice, std::size(kinds))];
    const bool is_speed = kind == input_kind::velocity || kind == input_kind::spin;
    const bool is_force = kind == input_kind::force || kind == input_kind::force_at;
    const scalar size = is_speed ? scalar(8) : is_force ? scalar(4000) : scalar(120);
    return {.target = target,
            .kind = kind,
            .value = random_vector(dice, size),
            .point = sites_[uniform_below(dice, sites_.size())]};
}

input rigid_scene::drive(xoshiro256& dice, entity_key target) const {
    const std::uint64_t choice = uniform_below(dice, 3);
    if (choice == 0 && !characters_.empty()) {
        return walk(any(dice, characters_), random_vector(dice, 4), uniform_real<scalar>(dice, 0, 4));
    }
    if (choice == 1 && !vehicles_.empty()) {
        const vehicle_controls how{.throttle = uniform_real<scalar>(dice, -1, 1),
                                   .steering = uniform_real<scalar>(dice, -1, 1)};
        const std::vector<input> all = drive_vehicle(vehicles_.front(), how);
        return all[uniform_below(dice, all.size())];
    }
    if (joints_.empty()) {
        return push(dice, target);
    }
    const auto& [body, joint] = joints_[uniform_below(dice, joints_.size())];
    return input::drive(body, joint, random_vector(dice, 3), {random_vector(dice, 3), {}});
}

vector3 rigid_scene::place_for_input(xoshiro256& dice) const {
    return sites_[uniform_below(dice, sites_.size())] + random_vector(dice, 1) + vector3{0, 2, 0};
}

input rigid_scene::glue(xoshiro256& dice, entity_key target) const {
    return input::glue(target, any(dice, chance(dice, 0.1)   ? bodiless_
                                         : chance(dice, 0.5) ? dynamic_
                                                             : others_));
}

input rigid_scene::create(xoshiro256& dice) const {
    // Now and then with a key that a joint has for as long as its bodies are there.
    const bool is_of_joint = !joints_.empty() && chance(dice, 0.15);
    const entity_key key = is_of_joint ? joints_[uniform_below(dice, joints_.size())].second
                                       : entity_key{first_created_key + uniform_below(dice, 8)};
    return input::create(key, blueprints_[uniform_below(dice, blueprints_.size())],
                         {place_for_input(dice), {}}, random_vector(dice, 3));
}

std::pair<std::vector<definition>, input> rigid_scene::defined_input(xoshiro256& dice) const {
    const std::vector<definition>& all = unknown_[uniform_below(dice, unknown_.size())];
    const auto fracture = std::ranges::find(all, definition_kind::fracture, &definition::kind);
    if (fracture != all.end() && chance(dice, 0.3)) {
        return {all, input::break_up(any(dice, dynamic_), fracture_id{fracture->id()})};
    }
    const entity_key key{first_created_key + uniform_below(dice, 8)};
    return {all, input::create(key, blueprint_id{all.back().id()}, {place_for_input(dice), {}},
                               random_vector(dice, 3))};
}

std::vector<input> rigid_scene::first_inputs(xoshiro256& dice) const {
    std::vector<input> made;
    if (has(rigid_feature::glue)) {
        made.push_back(glue(dice, any(dice, dynamic_)));
    }
    if (has(rigid_feature::create)) {
        made.push_back(create(dice));
    }
    return made;
}

input rigid_scene::change_materials(xoshiro256& dice) {
    return chance(dice, 0.3) ? input::remove_material_pair(1, 2)
                             : input::set_material_pair(2, 1, {.friction = uniform_real<scalar>(dice)});
}

input rigid_scene::place_input(xoshiro256& dice) const {
    const entity_key target = any(dice, chance(dice, 0.4) ? dynamic_ : others_);
    const vector3 down{0, chance(dice, 0.3) ? scalar(-4) : scalar(0), 0};
    return input::place(target, {place_for_input(dice) + down, {}});
}

input rigid_scene::holder_input(xoshiro256& dice) const {
    const entity_key target = any(dice, holders_.empty() ? others_ : holders_);
    switch (uniform_below(dice, 4)) {
    case 0:
        return input::destroy(target);
    case 1:
        return input::set_material(target, {.friction = scalar(0.1), .restitution = scalar(0.5)});
    case 2:
        return {.target = target, .kind = input_kind::velocity, .value = random_vector(dice, 3)};
    default:
        return input::place(target, {place_for_input(dice), {}});
    }
}

input rigid_scene::refused_input(xoshiro256& dice) const {
    return input::unglue(any(dice, chance(dice, 0.8) ? dynamic_ : bodiless_));
}

std::pair<input, input> rigid_scene::second_life(xoshiro256& dice) const {
    const entity_key key = any(dice, chance(dice, 0.7) ? dynamic_ : others_);
    return {input::destroy(key), input::create(key, blueprints_[uniform_below(dice, blueprints_.size())],
                                               {place_for_input(dice), {}}, random_vector(dice, 3))};
}

input rigid_scene::random_input(xoshiro256& dice) const {
    entity_key target = any(dice, dynamic_);
    if (!holders_.empty() && chance(dice, 0.1)) {
        target = any(dice, holders_);
    } else if (chance(dice, 0.15)) {
        target = any(dice, others_);
    } else if (has(rigid_feature::create) && chance(dice, 0.1)) {
        target = entity_key{first_created_key + uniform_below(dice, 8)};
    } else if (chance(dice, 0.15)) {
        target = any(dice, bodiless_);
    }
    switch (uniform_below(dice, 16)) {
    case 0:
    case 1:
        return drive(dice, target);
    case 2:
        return input::destroy(target);
    case 3:
        return input::place(target, {place_for_input(dice), {}});
    case 4:
        return input::set_material(target, {.friction = scalar(0.1), .restitution = scalar(0.5)});
    case 5:
    case 6:
        return has(rigid_feature::glue) ? glue(dice, target) : push(dice, target);
    case 7:
        return has(rigid_feature::glue) ? input::unglue(target) : push(dice, target);
    case 8:
        return brittle_.empty() ? push(dice, target) : input::break_up(any(dice, brittle_));
    case 11:
        return has(rigid_feature::material_table) ? change_materials(dice) : push(dice, target);
    case 9:
    case 10:
        return has(rigid_feature::create) ? create(dice) : push(dice, target);
    default:
        return push(dice, target);
    }
}

} // namespace orrery::test::random_worlds
