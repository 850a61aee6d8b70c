#include "tests/timeline/random_worlds/outcome.hpp"
#include "tests/timeline/random_worlds/random_course.hpp"
#include "tests/timeline/random_worlds/rigid_scene.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <algorithm>
#include <array>

namespace orrery::test::random_worlds {

using namespace rigid;

namespace {

constexpr scalar site_distance = 14; // m
constexpr std::uint32_t mesh_columns = 9;
constexpr scalar mesh_spacing = 2; // m
constexpr vector3 mesh_middle{0, 0, 60};
constexpr vector3 paged_mesh_middle{0, 0, -60};
constexpr std::uint64_t bare_key = 4999; // of an entity without components

} // namespace

rigid_scene::rigid_scene(xoshiro256& dice, feature_set& features)
    : dice_(dice)
    , features_(features)
    , machine_(std::make_unique<engine>(engine_settings{.thread_count = 1, .level = log_level::error})) {
    choose_features();
    make_world();
    add_ground();
    add_shapes();
    add_rules();
    add_actors();
    add_joints();
    add_held();
    add_relations();
    list_others();
    add_unknown();
}

// Entities that are no bodies, among them contacts that come into being in the first frames.
void rigid_scene::list_others() {
    (void)world_->registry().create(entity_key{bare_key});
    world ahead = make();
    for (const int steps : {0, 5, 20}) {
        for (int count = 0; count < steps; ++count) {
            ahead.step();
        }
        for (const entity id : ahead.registry().entities_by_key()) {
            if (!ahead.registry().all_of<body>(id)) {
                bodiless_.push_back(ahead.registry().key_of(id));
            }
        }
    }
}

void rigid_scene::choose_features() {
    for (auto number = static_cast<std::size_t>(rigid_feature::plane);
         number < static_cast<std::size_t>(rigid_feature::count); ++number) {
        features_.set(number, chance(dice_, 0.5));
    }
}

void rigid_scene::make_world() {
    world_settings settings;
    settings.may_sleep = has(rigid_feature::sleep);
    settings.sleep_seconds = scalar(0.15); // within the time there is
    world_ = std::make_unique<world>(*machine_, settings);
    if (has(rigid_feature::material_table)) {
        world_->materials().insert(1, 2, {.friction = scalar(0.05), .restitution = scalar(0.4)});
    }
    if (has(rigid_feature::pair_filter)) {
        world_->set_pair_filter([](const world& of, entity a, entity b) {
            const auto key = [&](entity id) { return static_cast<std::uint64_t>(of.registry().key_of(id)); };
            return (key(a) + key(b)) % 7 != 0;
        });
    }
}

void rigid_scene::add_ground() {
    const std::uint64_t count = 4 + uniform_below(dice_, 3);
    for (std::uint64_t number = 0; number < count; ++number) {
        sites_.push_back({static_cast<scalar>(number % 3) * site_distance, 0,
                          static_cast<scalar>(number / 3) * site_distance});
    }
    if (has(rigid_feature::plane)) {
        (void)add_body({.kind = body_kind::fixed, .shape = plane()});
    } else {
        for (const vector3& each : sites_) {
            (void)add_body({.kind = body_kind::fixed,
                            .position = each - vector3{0, scalar(0.5), 0},
                            .shape = box({4, scalar(0.5), 4})});
        }
    }
    if (has(rigid_feature::mesh)) {
        add_mesh(mesh_middle, false);
    }
    if (has(rigid_feature::paged_mesh)) {
        add_mesh(paged_mesh_middle, true);
    }
}

// Hilly, so that bodies touch it in several patches, and large enough for some that do not touch each other.
void rigid_scene::add_mesh(vector3 middle, bool is_paged) {
    std::vector<scalar> heights;
    for (std::uint32_t number = 0; number < mesh_columns * mesh_columns; ++number) {
        heights.push_back(within(scalar(-0.8), scalar(0.8)));
    }
    const height_grid land{
        .columns = mesh_columns, .rows = mesh_columns, .spacing = mesh_spacing, .heights = heights};
    std::shared_ptr<const surface> made;
    if (is_paged) {
        made = paged_mesh::open(encode_paged_mesh(land, {.page_triangles = 16}).value(),
                                {.budget = 4096, .thread_count = 0, .name = "land"})
                   .value();
    } else {
        made = triangle_mesh::from(mesh_of(land).value()).value();
    }
    const bool is_moving = chance(dice_, 0.25);
    (void)add_body({.kind = is_moving ? body_kind::kinematic : body_kind::fixed,
                    .position = middle,
                    .linear_velocity = is_moving ? vector3{scalar(0.4), scalar(0.1), 0} : vector3{},
                    .shape = world_->shapes().add_mesh(made).value()});
    for (int number = 0; number < 4; ++number) {
        const vector3 place = middle + vector3{static_cast<scalar>(number % 2) * 8 - 4, 1,
                                               static_cast<scalar>(number / 2) * 8 - 4};
        (void)add_body({.position = place + vector3{0, within(0, 1), 0}, .shape = sphere(scalar(0.4))});
        sites_.push_back(place);
    }
}

void rigid_scene::add_shapes() {
    if (has(rigid_feature::spheres)) {
        shapes_.push_back(sphere(scalar(0.35)));
    }
    if (has(rigid_feature::capsules)) {
        shapes_.push_back(capsule(scalar(0.25), scalar(0.3)));
    }
    if (has(rigid_feature::cylinders)) {
        shapes_.push_back(cylinder(scalar(0.35), scalar(0.25)));
    }
    if (has(rigid_feature::boxes)) {
        shapes_.push_back(box({scalar(0.3), scalar(0.4), scalar(0.25)}));
    }
    if (has(rigid_feature::hulls)) {
        std::vector<vector3> points;
        for (int number = 0; number < 9; ++number) {
            points.push_back(vector_within(scalar(0.45)));
        }
        shapes_.push_back(world_->shapes().add_hull(points).value());
    }
    if (has(rigid_feature::compounds)) {
        const std::array<compound::child, 2> children{
            compound::child{box({scalar(0.5), scalar(0.1), scalar(0.2)}), {}},
            compound::child{sphere(scalar(0.25)), {{scalar(0.4), scalar(0.2), 0}, {}}}};
        shapes_.push_back(world_->shapes().add_compound(children).value());
    }
    for (const shape& each : shapes_) {
        for (std::uint64_t count = 1 + uniform_below(dice_, 2); count > 0; --count) {
            body_definition what = random_body();
            what.shape = each;
            (void)add_body(what);
        }
    }
    // Something to do things to, whatever else there is.
    for (int number = 0; number < 3; ++number) {
        (void)add_body(random_body());
    }
}

vector3 rigid_scene::somewhere() {
    return sites_[uniform_below(dice_, sites_.size())] + vector3{within(scalar(-1.5), scalar(1.5)),
                                                                 within(scalar(0.5), 3),
                                                                 within(scalar(-1.5), scalar(1.5))};
}

body_definition rigid_scene::random_body() {
    body_definition made{.position = somewhere(),
                         .orientation = normalize(quaternion{within(-1, 1), within(-1, 1), within(-1, 1), 1}),
                         .linear_velocity = vector_within(2),
                         .angular_velocity = vector_within(2),
                         .shape = shapes_.empty() ? sphere(scalar(0.3))
                                                  : shapes_[uniform_below(dice_, shapes_.size())],
                         .density = 300};
    const auto sometimes = [&](rigid_feature which) { return has(which) && chance(dice_, 0.3); };
    if (sometimes(rigid_feature::bouncing)) {
        made.material->restitution = scalar(0.7);
    }
    if (sometimes(rigid_feature::material_table)) {
        made.material->id = 1 + static_cast<std::uint32_t>(uniform_below(dice_, 2));
    }
    if (sometimes(rigid_feature::filter)) {
        made.filter = chance(dice_, 0.5) ? collision_filter{.groups = 2} : collision_filter{.mask = ~2u};
    }
    made.reports_contacts = sometimes(rigid_feature::reports_contacts);
    if (sometimes(rigid_feature::locked_axes)) {
        made.locked_axes = static_cast<std::uint32_t>(uniform_below(dice_, 64));
    }
    made.feels_fields = sometimes(rigid_feature::attractor);
    if (sometimes(rigid_feature::drag)) {
        made.drag = drag{.linear = 20, .quadratic = 3, .medium = vector_within(4)};
    }
    return made;
}

entity rigid_scene::add_body(body_definition what) {
    what.key = entity_key{next_key_++};
    (what.kind == body_kind::dynamic ? dynamic_ : others_).push_back(what.key);
    return make_body(*world_, what).value();
}

vector3 rigid_scene::position_of_body(entity id) const {
    return placement(*world_, id).position;
}

void rigid_scene::read(const world& from, std::vector<std::pair<entity_key, motion>>& into) {
    into.clear();
    const registry_state& state = from.registry();
    state.view<body, position, orientation>().each(
        [&](entity id, const body&, const position& where, const orientation& turn) {
            const auto* velocity = state.try_get<linear_velocity>(id);
            const auto* spin = state.try_get<angular_velocity>(id);
            into.push_back({state.key_of(id),
                            {.position = where.value,
                             .orientation = turn.value,
                             .linear_velocity = velocity != nullptr ? velocity->value : vector3{},
                             .angular_velocity = spin != nullptr ? spin->value : vector3{}}});
        });
    std::ranges::sort(into, {}, &std::pair<entity_key, motion>::first);
}

std::string rigid_scene::difference(const world& a, const world& b) {
    const auto found = first_difference(a.registry(), b.registry());
    return found ? found->message() : "hashes differ, and nothing else";
}

world_kind rigid_kind() {
    return {"rigid", rigid_feature_names(), run_random_world<rigid_scene>};
}

} // namespace orrery::test::random_worlds
