// What changes when bodies, shapes and joints come and go.
#include "rigid/step/pipeline.hpp"

#include <orrery/rigid/breakable.hpp>
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
#include <orrery/rigid/movers/character.hpp>

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace orrery::rigid::detail {
namespace {

// A contact that no candidate knows of yet, as after going back: between which colliders it is.
struct loose_contact {
    std::uint32_t a;
    std::uint32_t b;
    std::uint8_t patch;
    entity id;
};

[[nodiscard]] std::vector<loose_contact> loose_contacts(const registry_state& state, const roster& who) {
    std::vector<loose_contact> found;
    const auto number_of = [&](entity id, std::uint32_t child) {
        const std::uint32_t row = who.row_of(id);
        const bool is_there = row != no_row && child < who.bodies()[row].collider_count;
        return is_there ? who.bodies()[row].first_collider + child : no_row;
    };
    state.view<contact>().each([&](entity id, const contact& memory) {
        const std::uint32_t a = number_of(memory.a, memory.child_a);
        const std::uint32_t b = number_of(memory.b, memory.child_b);
        if (a != no_row && b != no_row) {
            found.push_back({a, b, memory.patch, id});
        }
    });
    // total order: two colliders have one contact for each patch
    std::ranges::sort(found, {},
                      [](const loose_contact& each) { return std::tuple(each.a, each.b, each.patch); });
    return found;
}

} // namespace

pipeline::pipeline(engine& engine_to_use, const world_settings& world_rules)
    : machine(&engine_to_use)
    , settings(world_rules) {
    register_components();
    listen();
}

void pipeline::register_components() {
    const auto make_known = [&]<typename... T>(std::type_identity<T>...) {
        (static_cast<void>(registry.register_component<T>()), ...);
    };
    make_known(
        std::type_identity<body>{}, std::type_identity<position>{}, std::type_identity<orientation>{},
        std::type_identity<linear_velocity>{}, std::type_identity<angular_velocity>{},
        std::type_identity<mass>{}, std::type_identity<inertia>{}, std::type_identity<center_of_mass>{},
        std::type_identity<gravity>{}, std::type_identity<damping>{}, std::type_identity<steady_force>{},
        std::type_identity<locked_axes>{}, std::type_identity<collision_filter>{},
        std::type_identity<excluded_pair>{}, std::type_identity<stillness>{}, std::type_identity<asleep>{},
        std::type_identity<never_sleeps>{}, std::type_identity<reports_contacts>{},
        std::type_identity<attractor>{}, std::type_identity<drag>{}, std::type_identity<feels_fields>{},
        std::type_identity<shape>{}, std::type_identity<material>{}, std::type_identity<material_pair>{},
        std::type_identity<contact>{}, std::type_identity<constraint_impulses>{},
        std::type_identity<constraint_memory>{}, std::type_identity<breakable>{},
        std::type_identity<fracture_pattern>{}, std::type_identity<destroyed_at>{},
        std::type_identity<breaks_at>{}, std::type_identity<sticks_at>{}, std::type_identity<fate>{},
        std::type_identity<glued_to>{}, std::type_identity<carries>{}, std::type_identity<character>{},
        std::type_identity<walk_state>{});
}

void pipeline::listen() {
    const auto keep = [&](auto sink, auto listener) { connections_.emplace_back(sink.connect(listener)); };
    const auto come = [this](orrery::registry&, entity) { has_structure_changed = true; };
    const auto leave = [this](orrery::registry&, entity id) {
        has_structure_changed = true;
        wake_neighbors(id);
    };
    // Whoever is changed from outside is awake, and so is what it touches.
    const auto change = [this](orrery::registry&, entity id) {
        are_rows_stale = true;
        wake_changed(id);
    };
    const auto reshape = [this](orrery::registry&, entity id) {
        has_structure_changed = true;
        wake_changed(id);
        forget_contacts(id);
    };
    const auto refilter = [this](orrery::registry&, entity id) { reconsider(id); };
    const auto stale = [this](orrery::registry&, entity) { are_rows_stale = true; };
    const auto exclude = [this](orrery::registry&, entity) { have_exclusions_changed = true; };
    // A recording knows nothing yet of a body that no step has seen, and so cannot be mistaken about it.
    const auto be_placed = [this](orrery::registry&, entity id) {
        has_structure_changed = true;
        are_motions_known_ = are_motions_known_ && derived->who.row_of(id) == no_row;
    };
    const auto displace = [this](orrery::registry&, entity id) {
        are_rows_stale = true;
        are_motions_known_ = false;
        wake_changed(id);
    };
    const auto listen_to_place = [&]<typename T>(std::type_identity<T>) {
        keep(registry.on_construct<T>(), be_placed);
        keep(registry.on_destroy<T>(), leave);
        keep(registry.on_update<T>(), displace);
    };
    const auto listen_to_change = [&]<typename T>(std::type_identity<T>) {
        keep(registry.on_construct<T>(), change);
        keep(registry.on_destroy<T>(), change);
        keep(registry.on_update<T>(), change);
    };
    const auto listen_to_any = [&]<typename T>(std::type_identity<T>, auto listener) {
        keep(registry.on_construct<T>(), listener);
        keep(registry.on_destroy<T>(), listener);
        keep(registry.on_update<T>(), listener);
    };
    keep(registry.on_construct<body>(), come);
    keep(registry.on_destroy<body>(), [this](orrery::registry&, entity id) { depart(id); });
    keep(registry.on_update<body>(), refilter);
    listen_to_place(std::type_identity<position>{});
    listen_to_place(std::type_identity<orientation>{});
    keep(registry.on_construct<shape>(), come);
    keep(registry.on_destroy<shape>(), [this](orrery::registry&, entity id) {
        has_structure_changed = true;
        wake_neighbors(id);
        forget_contacts(id);
    });
    keep(registry.on_update<shape>(), reshape);
    // Without velocities nothing moves, so their coming and going decides whom a body can meet.
    const auto come_to_move = [this](orrery::registry&, entity id) {
        are_motions_known_ = are_motions_known_ && derived->who.row_of(id) == no_row;
        reconsider(id);
    };
    const auto hurl = [this](orrery::registry&, entity id) {
        are_rows_stale = true;
        // Whoever can move is recorded as the step leaves it.
        const std::uint32_t row = derived->who.row_of(id);
        are_motions_known_ =
            are_motions_known_ && !are_rows_gathered_ && row != no_row && rows[row].kind != body_kind::fixed;
        wake_changed(id);
    };
    const auto listen_to_velocity = [&]<typename T>(std::type_identity<T>) {
        keep(registry.on_construct<T>(), come_to_move);
        keep(registry.on_destroy<T>(), come_to_move);
        keep(registry.on_update<T>(), hurl);
    };
    listen_to_velocity(std::type_identity<linear_velocity>{});
    listen_to_velocity(std::type_identity<angular_velocity>{});
    listen_to_change(std::type_identity<steady_force>{});
    // Whether a body has these decides whom it can meet.
    listen_to_any(std::type_identity<material>{}, refilter);
    listen_to_any(std::type_identity<mass>{}, refilter);
    listen_to_change(std::type_identity<inertia>{});
    listen_to_change(std::type_identity<center_of_mass>{});
    listen_to_change(std::type_identity<gravity>{});
    listen_to_change(std::type_identity<damping>{});
    listen_to_change(std::type_identity<locked_axes>{});
    listen_to_change(std::type_identity<never_sleeps>{});
    listen_to_change(std::type_identity<drag>{});
    listen_to_change(std::type_identity<feels_fields>{});
    listen_to_any(std::type_identity<collision_filter>{}, refilter);
    // What is glued touches others as a part of its carrier, and stops when that is fixed.
    listen_to_any(std::type_identity<glued_to>{}, [this](orrery::registry&, entity id) {
        are_motions_known_ = false;
        reconsider(id);
    });
    listen_to_any(std::type_identity<asleep>{}, stale);
    listen_to_any(std::type_identity<excluded_pair>{}, exclude);
    // Contacts that come or go without the step, as with an island from elsewhere, are looked for again.
    const auto look_again = [this](orrery::registry&, entity) { are_contacts_known &= is_stepping_; };
    keep(registry.on_construct<contact>(), look_again);
    keep(registry.on_destroy<contact>(), look_again);
    // A dynamic body has one, and a joint these.
    keep(registry.on_destroy<stillness>(), come);
    const auto join_again = [this](orrery::registry&, entity) { have_constraints_changed = true; };
    keep(registry.on_destroy<constraint_impulses>(), join_again);
    keep(registry.on_destroy<constraint_memory>(), join_again);
    listen_for_mending();
    listen_to_materials();
    keep(registry.on_restore(), [this](orrery::registry&) { forget_derived(); });
    add_constraint_type(make_constraint_type<ball_joint>(registry));
    add_constraint_type(make_constraint_type<distance_joint>(registry));
    add_constraint_type(make_constraint_type<fixed_joint>(registry));
    add_constraint_type(make_constraint_type<hinge_joint>(registry));
    add_constraint_type(make_constraint_type<prismatic_joint>(registry));
    add_constraint_type(make_constraint_type<six_dof_joint>(registry));
    add_constraint_type(make_constraint_type<wheel_joint>(registry));
    add_constraint_type(make_constraint_type<cone_joint>(registry));
    add_constraint_type(make_constraint_type<cone_twist_joint>(registry));
    add_constraint_type(make_constraint_type<cv_joint>(registry));
    add_constraint_type(make_constraint_type<gear_joint>(registry));
    add_constraint_type(make_constraint_type<rack_joint>(registry));
    add_constraint_type(make_constraint_type<pulley_joint>(registry));
    add_constraint_type(make_constraint_type<motor_joint>(registry));
    add_constraint_type(make_constraint_type<gravity_joint>(registry));
    add_constraint_type(make_constraint_type<null_joint>(registry));
}

// Whatever a step may find incomplete when such a component has come, gone or changed without it.
void pipeline::listen_for_mending() {
    const auto listen_to = [&]<typename... T>(std::type_identity<T>...) {
        const auto touch = [this](orrery::registry&, entity) { is_mending_due |= !is_stepping_; };
        (connections_.emplace_back(registry.on_construct<T>().connect(touch)), ...);
        (connections_.emplace_back(registry.on_update<T>().connect(touch)), ...);
        (connections_.emplace_back(registry.on_destroy<T>().connect(touch)), ...);
    };
    listen_to(std::type_identity<body>{}, std::type_identity<position>{}, std::type_identity<orientation>{},
              std::type_identity<linear_velocity>{}, std::type_identity<angular_velocity>{},
              std::type_identity<mass>{}, std::type_identity<inertia>{}, std::type_identity<shape>{},
              std::type_identity<asleep>{}, std::type_identity<glued_to>{}, std::type_identity<carries>{},
              std::type_identity<contact>{});
}

void pipeline::forget_derived() {
    are_motions_known_ = false;
    moving_rows_.clear();
    departed_.clear();
    derived = copy_on_write<broad_phase_state>::make();
    has_structure_changed = true;
    is_roster_known = false;
    have_constraints_changed = true;
    reconsidered_.clear();
    are_contacts_known = false;
    is_mending_due = true;
    are_materials_stale_ = true;
}

void pipeline::go_on_from(std::uint64_t number, const copy_on_write<broad_phase_state>& belonging,
                          bool belongs_exactly, std::span<const entity> changed) {
    frame = number;
    events.clear();
    pending_events_.clear();
    departed_.clear();
    if (!belonging) {
        return;
    }
    derived = belonging;
    if (belongs_exactly) {
        has_structure_changed = false;
        is_roster_known = true;
        are_contacts_known = true;
        is_mending_due = false;
    } else {
        // Most leaves of the tree and most pairs are still right. The next step looks where everything is.
        for (candidate& each : derived.write().candidates) {
            each.contact = {};
        }
        reconsidered_.assign(changed.begin(), changed.end());
    }
    follow_new_rows();
}

void pipeline::share_rules(const pipeline& other) {
    shapes = other.shapes;
    blueprints = other.blueprints;
    pair_filter = other.pair_filter;
    constraint_warnings_ = other.constraint_warnings_;
    for (std::size_t known = constraint_types_.size(); known < other.constraint_types_.size(); ++known) {
        add_constraint_type(other.constraint_types_[known]);
    }
}

void pipeline::reconsider(entity which) {
    has_structure_changed = true;
    reconsidered_.push_back(which);
    wake_changed(which);
    forget_contacts(which);
}

// Between steps at once, so that a frame that is saved or gone back to knows of it. A body that no step has
// seen touches nothing.
void pipeline::forget_contacts(entity which) {
    if (!is_stepping_ && (!is_roster_known || derived->who.row_of(which) != no_row)) {
        end_contacts_of(which);
    }
}

void pipeline::follow_new_rows() {
    ++roster_version_;
    are_rows_stale = true;
    have_constraints_changed = true;
    have_exclusions_changed = true;
    rows.assign(derived->who.bodies().size(), {});
    briefs_.assign(rows.size(), {});
    placed.resize(derived->who.colliders().size());
}

void pipeline::follow_structure() {
    if (!has_structure_changed) {
        return;
    }
    has_structure_changed = false;
    const std::vector<loose_contact> loose = is_roster_known && !are_contacts_known
                                                 ? loose_contacts(registry, derived->who)
                                                 : std::vector<loose_contact>{};
    is_roster_known = true;
    std::ranges::sort(reconsidered_); // total order: handles of one registry
    broad_phase_state& state = derived.write();
    state.shapes = shapes;
    state.who.rebuild(registry, shapes, reconsidered_, new_numbers_);
    reconsidered_.clear();
    lost_contacts_.clear();
    broad_phase::follow_roster(state, new_numbers_, lost_contacts_);
    for (const loose_contact& each : loose) {
        if (new_numbers_[each.a] == no_row || new_numbers_[each.b] == no_row) {
            lost_contacts_.push_back(each.id);
        }
    }
    for (const entity contact : lost_contacts_) {
        end_contact(contact);
    }
    follow_new_rows();
    for (const roster::body_entry& each : state.who.bodies()) {
        if (registry.get<const body>(each.id).kind == body_kind::dynamic &&
            !registry.all_of<stillness>(each.id)) {
            registry.emplace<stillness>(each.id);
        }
    }
}

} // namespace orrery::rigid::detail
