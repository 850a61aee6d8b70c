#include "rigid/objects/carrier.hpp"
#include "rigid/objects/gluing.hpp"
#include "rigid/objects/rigid_motion.hpp"
#include "rigid/shape/convex_parts.hpp"

#include <orrery/rigid/shapes/mass_properties.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// Assemblies that nobody has any more are looked for when there are so many more than carriers, so that
// looking costs little for each of them.
constexpr std::size_t spare_assemblies = 32;

struct member {
    entity_key key;
    entity id;
    transform3 where; // its shape's frame in that of the carrier's
};

// All of a body that changes when others are glued to it.
struct assembly {
    std::optional<shape> form;
    mass_properties mechanics;
};

[[nodiscard]] std::vector<member> members_of(const registry_state& state, entity carrier) {
    std::vector<member> found;
    state.view<glued_to>().each([&](entity id, const glued_to& glue) {
        if (glue.carrier == carrier) {
            found.push_back({state.key_of(id), id, {glue.position, glue.orientation}});
        }
    });
    std::ranges::sort(found, {}, &member::key); // total order: keys differ
    return found;
}

// A body as it is by itself.
[[nodiscard]] carries own_of(const registry_state& state, entity id) {
    if (const carries* own = state.try_get<carries>(id)) {
        return *own;
    }
    const shape* form = state.try_get<shape>(id);
    return {.form = form != nullptr ? *form : shape{},
            .mass = state.get<mass>(id).value,
            .inertia = state.get<inertia>(id),
            .center_of_mass = center_of(state, id),
            .has_form = form != nullptr ? 1u : 0u};
}

[[nodiscard]] assembly assembly_of(const carries& own) {
    return {own.has_form != 0 ? std::optional(own.form) : std::nullopt,
            {own.mass, own.center_of_mass, own.inertia.tensor()}};
}

// The carrier's own part first, then the others in the order of keys, so that most parts keep their number
// when one comes or goes.
[[nodiscard]] result<assembly> assemble(const registry_state& state, shape_store& shapes, const carries& own,
                                        std::span<const member> members) {
    std::vector<compound::child> children;
    const auto add = [&](const shape& form, const transform3& where) {
        for_each_convex_part(form, shapes,
                             [&](const shape& what, const convex_hull*, const transform3& place) {
                                 children.push_back({what, where * place});
                             });
    };
    assembly made = assembly_of(own);
    if (made.form) {
        add(*made.form, {});
    }
    for (const member& each : members) {
        if (!has_mechanics(state, each.id)) {
            continue; // somebody has taken away what it needs
        }
        const carries part = own_of(state, each.id);
        made.mechanics = together(made.mechanics, moved(assembly_of(part).mechanics, each.where));
        // A sensor keeps its shape to itself.
        if (part.has_form != 0 && state.all_of<material>(each.id)) {
            add(part.form, each.where);
        }
    }
    if (!children.empty()) {
        const result<shape> form = shapes.add_assembly(children);
        if (!form) {
            return form.reason();
        }
        made.form = *form;
    }
    return made;
}

// Moves the centre of mass of a body that goes on as the same turning body about it.
void move_center(orrery::registry& registry, entity id, vector3 center) {
    std::optional<vector3> where;
    std::optional<vector3> velocity;
    if (registry.all_of<position, orientation>(id)) {
        const transform3 frame = frame_of(registry, id);
        where = frame.position + rotate(frame.rotation, center);
        velocity = motion_of(registry, id).velocity_at(*where);
    }
    registry.remove<center_of_mass>(id);
    if (center != vector3{}) {
        registry.emplace<center_of_mass>(id, center);
    }
    if (where) {
        registry.replace<position>(id, *where);
    }
    if (velocity && registry.all_of<linear_velocity, angular_velocity>(id)) {
        registry.replace<linear_velocity>(id, *velocity);
    }
}

// What somebody has taken away stays away.
void put_on(orrery::registry& registry, entity id, const assembly& what) {
    move_center(registry, id, what.mechanics.center_of_mass);
    // Without a word to listeners: whoever hears of a mass ends all contacts of the body.
    if (mass* weight = registry.try_get<mass>(id)) {
        weight->value = what.mechanics.mass;
    }
    if (inertia* spread = registry.try_get<inertia>(id)) {
        *spread = inertia::from_tensor(what.mechanics.inertia);
    }
    if (what.form) {
        registry.emplace_or_replace<shape>(id, *what.form);
    } else {
        registry.remove<shape>(id);
    }
}

[[nodiscard]] transform3 relative(const transform3& frame, const transform3& carrier) noexcept {
    return {inverse_transform_point(carrier, frame.position),
            normalize(inverse(carrier.rotation) * frame.rotation)};
}

} // namespace

status gluing::glue(entity which, entity onto) {
    if (!has_mechanics(registry_, which)) {
        return error{"only a dynamic body can be glued to another"};
    }
    if (registry_.all_of<glued_to>(which)) {
        return error{"the body is glued to another already"};
    }
    const entity carrier = carrier_of(registry_, onto);
    if (!registry_.all_of<body, position, orientation>(carrier)) {
        return error{"there is no body to glue it to"};
    }
    const bool is_pushed = has_mechanics(registry_, carrier);
    if (!is_pushed && is_pushable(registry_, carrier)) {
        return error{"a body without an inertia cannot carry others"};
    }
    if (carrier == which) {
        return error{"a body cannot be glued to itself, nor to what is glued to it"};
    }
    const transform3 place = relative(frame_of(registry_, which), frame_of(registry_, carrier));
    std::vector<member> added = members_of(registry_, which);
    for (member& each : added) {
        each.where = {transform_point(place, each.where.position),
                      normalize(place.rotation * each.where.rotation)};
    }
    added.push_back({registry_.key_of(which), which, place});
    assembly whole;
    if (is_pushed) {
        std::vector<member> members = members_of(registry_, carrier);
        members.insert(members.end(), added.begin(), added.end());
        std::ranges::sort(members, {}, &member::key); // total order: keys differ
        result<assembly> made = assemble(registry_, shapes_, own_of(registry_, carrier), members);
        if (!made) {
            return made.reason();
        }
        whole = *made;
    }

    waker_.wake(which);
    waker_.wake(carrier);
    const rigid_motion motion_a = motion_of(registry_, which);
    const rigid_motion motion_b = motion_of(registry_, carrier);
    if (registry_.all_of<carries>(which)) {
        put_on(registry_, which, assembly_of(own_of(registry_, which)));
        registry_.remove<carries>(which);
    }
    for (const member& each : added) {
        if (each.id != which) {
            events_.add(registry_, {.kind = event_kind::unglued, .a = each.id, .b = which});
        }
        registry_.emplace_or_replace<glued_to>(each.id, carrier, each.where.position, each.where.rotation);
        events_.add(registry_, {.kind = event_kind::glued, .a = each.id, .b = carrier});
    }
    if (is_pushed) {
        registry_.emplace_or_replace<carries>(carrier, own_of(registry_, carrier));
        put_on(registry_, carrier, whole);
        const rigid_motion now = motion_of(registry_, carrier);
        const vector3 turning =
            motion_a.angular_momentum_about(now.position) + motion_b.angular_momentum_about(now.position);
        registry_.replace<linear_velocity>(carrier, (motion_a.momentum() + motion_b.momentum()) / now.mass);
        registry_.replace<angular_velocity>(carrier, solve(now.inertia, turning).value_or(now.spin));
    }
    return {};
}

status gluing::unglue(entity which) {
    const glued_to* glue = registry_.try_get<const glued_to>(which);
    if (glue == nullptr) {
        return error{"the body is not glued to another"};
    }
    const entity carrier = glue->carrier;
    waker_.wake(carrier);
    carry(which, *glue);
    if (registry_.all_of<carries>(carrier)) {
        if (status answer = reassemble(carrier, which); !answer) {
            return answer;
        }
    }
    let_go(which, carrier);
    return {};
}

status gluing::reassemble(entity carrier, entity except) {
    std::vector<member> others = members_of(registry_, carrier);
    std::erase_if(others, [&](const member& each) { return each.id == except; });
    const carries own = registry_.get<const carries>(carrier);
    const result<assembly> left =
        others.empty() ? assembly_of(own) : assemble(registry_, shapes_, own, others);
    if (!left) {
        return left.reason();
    }
    put_on(registry_, carrier, *left);
    if (others.empty()) {
        registry_.remove<carries>(carrier);
    }
    return {};
}

bool gluing::is_carrying(entity id) const {
    return !members_of(registry_, id).empty();
}

void gluing::release_members(entity carrier) {
    const std::vector<member> members = members_of(registry_, carrier);
    for (const member& each : members) {
        carry(each.id, registry_.get<const glued_to>(each.id));
        let_go(each.id, carrier);
    }
    if (registry_.all_of<carries>(carrier)) {
        put_on(registry_, carrier, assembly_of(own_of(registry_, carrier)));
        registry_.remove<carries>(carrier);
    }
}

void gluing::let_go(entity which, entity carrier) {
    registry_.remove<glued_to>(which);
    if (stillness* still = registry_.try_get<stillness>(which)) {
        still->seconds = 0;
    }
    events_.add(registry_, {.kind = event_kind::unglued, .a = which, .b = carrier});
}

void gluing::carry_all() {
    if (registry_.count<glued_to>() > 0) {
        registry_.view<const glued_to>().each([&](entity id, const glued_to& glue) { carry(id, glue); });
    }
}

void drop_assemblies(const registry_state& state, const blueprint_store& blueprints, shape_store& shapes) {
    if (shapes.assembly_count() <= 2 * state.count<carries>() + spare_assemblies) {
        return;
    }
    std::vector<shape_id> used;
    const auto use = [&](const shape& what) {
        if (what.kind == shape_kind::compound) {
            used.push_back(what.id);
        }
    };
    state.view<shape>().each([&](entity, const shape& what) { use(what); });
    state.view<carries>().each([&](entity, const carries& own) { use(own.form); });
    for (const auto& each : blueprints.blueprints()) {
        use(each->what.shape.value_or(shape{}));
    }
    std::ranges::sort(used); // total order: plain numbers
    shapes.keep_assemblies(used);
}

void gluing::carry(entity which, const glued_to& glue) {
    if (!registry_.all_of<body, position, orientation>(glue.carrier) || !has_mechanics(registry_, which)) {
        return; // one of them is about to leave
    }
    const transform3 place = frame_of(registry_, glue.carrier) * transform3{glue.position, glue.orientation};
    const rigid_motion carrier = motion_of(registry_, glue.carrier);
    const quaternion turn = normalize(place.rotation);
    const vector3 where = place.position + rotate(turn, center_of(registry_, which));
    const vector3 velocity = carrier.velocity_at(where);
    // What rests is not written, so that frames share it.
    const auto set = [&]<typename Component>(std::type_identity<Component>, const auto& value) {
        if (registry_.get<const Component>(which).value != value) {
            registry_.get<Component>(which).value = value;
        }
    };
    set(std::type_identity<position>{}, where);
    set(std::type_identity<orientation>{}, turn);
    set(std::type_identity<linear_velocity>{}, velocity);
    set(std::type_identity<angular_velocity>{}, carrier.spin);
    if (const std::uint32_t number = index_->who.row_of(which); number < bodies_.rows.size()) {
        body_row& row = bodies_.rows[number];
        row.position = registry_.get<const position>(which).value;
        row.orientation = registry_.get<const orientation>(which).value;
        row.linear_velocity = registry_.get<const linear_velocity>(which).value;
        row.angular_velocity = registry_.get<const angular_velocity>(which).value;
    }
}

} // namespace orrery::rigid::detail
