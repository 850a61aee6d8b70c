#include "apps/scene/rigid/body_reader.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/fracture.hpp>

namespace orrery::scene_format {
namespace {

constexpr std::size_t max_fragment_depth = 16;

[[nodiscard]] std::optional<scalar> maybe_number(const json::cursor& what) {
    return what ? std::optional(number_of(what)) : std::nullopt;
}

[[nodiscard]] std::optional<vector3> maybe_vector(const json::cursor& what) {
    return what ? std::optional(vector_of(what)) : std::nullopt;
}

[[nodiscard]] rigid::body_kind kind_of(const json::cursor& what) {
    if (!what || what->string() == "dynamic") {
        return rigid::body_kind::dynamic;
    }
    return what->string() == "fixed" ? rigid::body_kind::fixed : rigid::body_kind::kinematic;
}

[[nodiscard]] std::uint32_t locked_axes_of(const json::cursor& what) {
    constexpr std::string_view names[] = {"move_x", "move_y", "move_z", "turn_x", "turn_y", "turn_z"};
    std::uint32_t bits = 0;
    for (std::size_t number = 0; number < what.size(); ++number) {
        for (std::uint32_t bit = 0; bit < std::size(names); ++bit) {
            bits |= what.item(number)->string() == names[bit] ? 1u << bit : 0u;
        }
    }
    return bits;
}

} // namespace

body_reader::body_reader(const body_list& list, const layer_names& layers, rigid::world& world,
                         reading& notes)
    : list_(list)
    , world_(world)
    , notes_(notes)
    , materials_(notes)
    , shapes_(notes.scene(), world.shapes(), notes)
    , layers_(layers)
    , known_(list.sources().size())
    , is_open_(list.sources().size()) {}

void body_reader::read_surface(const json::cursor& body, rigid::body_definition& into) {
    if (const json::cursor shape = body["shape"]) {
        into.shape = shapes_.read(shape, notes_);
    }
    if (const json::cursor surface = body["material"]) {
        into.material = materials_.read(surface);
    }
    if (flag_of(body["is_sensor"], false)) {
        into.material.reset();
        if (body["material"]) {
            notes_.refuse(body["material"], "none, since the body is a sensor");
        }
    }
}

void body_reader::read_mass(const json::cursor& body, rigid::body_definition& into) {
    into.density = number_of(body["density"], into.density);
    into.mass = maybe_number(body["mass"]);
    into.center_of_mass = maybe_vector(body["center_of_mass"]);
    if (const json::cursor inertia = body["inertia"]) {
        const rigid::inertia given{vector_of(inertia["diagonal"]), vector_of(inertia["off_diagonal"], {})};
        into.inertia = given.tensor();
    }
}

void body_reader::read_fields(const json::cursor& body, rigid::body_definition& into) {
    into.gravity = maybe_vector(body["gravity"]);
    into.feels_fields = flag_of(body["feels_fields"], false);
    into.attractor = maybe_number(body["attractor"]);
    const json::cursor damping = body["damping"];
    into.damping = {number_of(damping["linear"], 0), number_of(damping["angular"], 0)};
    if (const json::cursor drag = body["drag"]) {
        into.drag = rigid::drag{number_of(drag["linear"], 0), number_of(drag["quadratic"], 0),
                                vector_of(drag["medium"], {})};
    }
}

void body_reader::read_filter(const json::cursor& body, rigid::body_definition& into) {
    into.filter.groups = static_cast<std::uint32_t>(whole_number(body["groups"], into.filter.groups));
    into.filter.mask = static_cast<std::uint32_t>(whole_number(body["mask"], into.filter.mask));
    const json::cursor layer = body["layer"];
    if (!layer) {
        return;
    }
    if (const auto place = layers_.find(layer->string()); place != layers_.end()) {
        into.filter.layer = place->second;
        return;
    }
    json::closest_name meant(layer->string());
    for (const auto& [name, number] : layers_) {
        meant.consider(name);
    }
    notes_.refuse(layer, text("the name of a layer", meant.question()));
}

void body_reader::read_rules(const json::cursor& body, rigid::body_definition& into) {
    into.breaks_at = maybe_number(body["breaks_at"]);
    into.destroyed_at = maybe_number(body["destroyed_at"]);
    into.sticks_at = maybe_number(body["sticks_at"]);
    const json::cursor pieces = body["fracture"];
    if (!pieces && into.breaks_at) {
        notes_.refuse(pieces, "what the body breaks into, because it has breaks_at");
    }
    if (pieces && notes_.is_ok()) {
        into.fracture = fracture(pieces, into);
    }
}

// It stands upright whatever happens to it.
void body_reader::read_walker(const json::cursor& walker, definition& into) {
    rigid::character made;
    made.steepest_slope = number_of(walker["steepest_slope"], made.steepest_slope);
    made.step_height = number_of(walker["step_height"], made.step_height);
    made.acceleration = number_of(walker["acceleration"], made.acceleration);
    made.air_acceleration = number_of(walker["air_acceleration"], made.air_acceleration);
    made.push_force = number_of(walker["push_force"], made.push_force);
    made.descent_speed = number_of(walker["descent_speed"], made.descent_speed);
    const bool is_round = into.what.shape && (into.what.shape->kind == rigid::shape_kind::capsule ||
                                              into.what.shape->kind == rigid::shape_kind::sphere);
    if (!is_round || into.what.kind != rigid::body_kind::dynamic) {
        notes_.refuse_whole(walker, "only a dynamic capsule or sphere can walk");
    } else if (const status answer = component_type::of<rigid::character>().validate(&made); !answer) {
        notes_.refuse_whole(walker, answer.reason().message);
    }
    into.what.locked_axes |= rigid::locked_axes::all_turns;
    into.walker = made;
}

rigid::fracture_id body_reader::fracture(const json::cursor& what, const rigid::body_definition& whole) {
    if (what["kind"]->string() == "fragments") {
        return fragments(what["fragments"]);
    }
    if (!whole.shape) {
        notes_.refuse_whole(what, "a body without a shape cannot be cut");
        return rigid::fracture_id::none;
    }
    const std::vector<rigid::shape_piece> pieces = shapes_.shatter(what, *whole.shape, notes_);
    if (!notes_.is_ok()) {
        return rigid::fracture_id::none;
    }
    const result<rigid::fracture_id> made = rigid::add_fracture(world_, whole, pieces);
    if (!made) {
        notes_.refuse_whole(what, made.reason().message);
        return rigid::fracture_id::none;
    }
    return *made;
}

rigid::fracture_id body_reader::fragments(const json::cursor& what) {
    std::vector<rigid::fragment> all;
    for (std::size_t number = 0; number < what.size() && notes_.is_ok(); ++number) {
        const json::cursor each = what.item(number);
        const std::optional<std::uint32_t> source = list_.find_blueprint(each["blueprint"], notes_);
        if (!source) {
            break;
        }
        if (is_open_[*source] || depth_ > max_fragment_depth) {
            notes_.refuse(each["blueprint"],
                          text("fragments of fragments that end after ", max_fragment_depth, " levels"));
            break;
        }
        if (const std::optional<rigid::blueprint_id> made = blueprint(*source)) {
            all.push_back({*made, place_of(each, notes_)});
        }
    }
    if (!notes_.is_ok()) {
        return rigid::fracture_id::none;
    }
    const result<rigid::fracture_id> made = rigid::add_fracture(world_, all);
    if (!made) {
        notes_.refuse_whole(what, made.reason().message);
        return rigid::fracture_id::none;
    }
    return *made;
}

const body_reader::definition& body_reader::read(std::uint32_t source) {
    std::optional<definition>& known = known_[source];
    if (known) {
        return *known;
    }
    is_open_[source] = true;
    ++depth_;
    const json::cursor body = list_.sources()[source].at();
    const transform3 where = place_of(body, notes_);
    definition made{.what = {.kind = kind_of(body["kind"]),
                             .position = where.position,
                             .orientation = where.rotation,
                             .linear_velocity = vector_of(body["velocity"], {}),
                             .angular_velocity = vector_of(body["spin"], {})}};
    read_surface(body, made.what);
    read_mass(body, made.what);
    read_fields(body, made.what);
    read_filter(body, made.what);
    made.what.locked_axes = locked_axes_of(body["locked"]);
    made.what.may_sleep = flag_of(body["may_sleep"], true);
    made.what.reports_contacts = flag_of(body["reports_contacts"], false);
    read_rules(body, made.what);
    if (const json::cursor push = body["steady_force"]) {
        made.push = rigid::steady_force{vector_of(push["force"], {}), vector_of(push["torque"], {})};
    }
    if (const json::cursor walker = body["character"]) {
        read_walker(walker, made);
    }
    if (notes_.is_ok()) {
        if (const status answer = check(made.what, world_); !answer) {
            notes_.refuse_whole(body, answer.reason().message);
        }
    }
    is_open_[source] = false;
    --depth_;
    return known.emplace(made);
}

body_reader::definition body_reader::place(const listed_body& which) {
    definition made = read(which.source);
    const transform3 where = which.where * transform3{made.what.position, made.what.orientation};
    made.what.position = where.position;
    made.what.orientation = where.rotation;
    made.what.linear_velocity = which.velocity + rotate(which.where.rotation, made.what.linear_velocity);
    made.what.angular_velocity = rotate(which.where.rotation, made.what.angular_velocity);
    return made;
}

std::optional<rigid::blueprint_id> body_reader::blueprint(std::uint32_t source) {
    const definition& found = read(source);
    const json::cursor body = list_.sources()[source].at();
    for (const std::string_view name : {"steady_force", "character"}) {
        if (body[name]) {
            notes_.refuse(body[name], "none, because the body is not there from the beginning");
        }
    }
    if (!notes_.is_ok()) {
        return std::nullopt;
    }
    const result<rigid::blueprint_id> made = rigid::add_blueprint(world_, found.what);
    if (!made) {
        notes_.refuse_whole(body, made.reason().message);
        return std::nullopt;
    }
    return *made;
}

} // namespace orrery::scene_format
