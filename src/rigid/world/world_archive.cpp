#include "rigid/mesh/mesh_archive.hpp"
#include "rigid/objects/definition_archive.hpp"
#include "rigid/shape/shape_archive.hpp"
#include "rigid/step/pipeline.hpp"
#include "rigid/world/setting_list.hpp"
#include "rigid/world/state_check.hpp"

#include <orrery/core/registry/registry_archive.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/mirror.hpp>
#include <orrery/rigid/rules.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <algorithm>
#include <limits>

namespace orrery::rigid {
namespace {

constexpr std::size_t longest_name = 64;

// The ids of the shapes of one kind that a state needs.
void add_used(std::vector<shape_id>& used, const shape& what, shape_kind kind) {
    if (what.kind == kind) {
        used.push_back(what.id);
    }
}

void keep_each_once(std::vector<shape_id>& ids) {
    std::ranges::sort(ids); // total order: plain numbers
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void save_settings(byte_writer& out, const world_settings& settings) {
    detail::for_each_setting(settings, [&](std::string_view name, auto value) {
        out.write_string(name);
        out.write(static_cast<double>(value));
    });
}

[[nodiscard]] double read_setting(byte_reader& in, std::string_view name) {
    const std::string_view saved_name = in.read_string(longest_name);
    const auto saved = in.read<double>();
    if (in.ok() && saved_name != name) {
        in.fail(text("the setting '", printable(saved_name), "' stands where '", name, "' is expected"));
    }
    return saved;
}

void check_settings(byte_reader& in, const world_settings& settings) {
    detail::for_each_setting(settings, [&](std::string_view name, auto here) {
        const double saved = read_setting(in, name);
        if (in.ok() && saved != static_cast<double>(here)) {
            in.fail(text("the world was saved with the setting '", name, "' at ", saved,
                         ", but this world has ", static_cast<double>(here)));
        }
    });
}

// Only what the setting can hold, so that the conversion is one that exists.
template <typename Number>
void load_setting(byte_reader& in, std::string_view name, Number& into) {
    const double saved = read_setting(in, name);
    if (!in.ok()) {
        return;
    }
    if (saved >= static_cast<double>(std::numeric_limits<Number>::lowest()) &&
        saved <= static_cast<double>(std::numeric_limits<Number>::max())) {
        into = static_cast<Number>(saved);
    } else {
        in.fail(text("the setting '", name, "' is ", saved, ", which it cannot be"));
    }
}

// Shapes that the store does not have are left out: the world made nothing of them. Meshes that are known to
// whoever will read this are named.
void save_shapes(byte_writer& out, const registry_state& state, const shape_store& shapes,
                 const blueprint_store& blueprints, const shape_store& known) {
    std::vector<shape_id> hulls;
    std::vector<shape_id> compounds;
    std::vector<shape_id> meshes;
    const auto use = [&](const shape& what) {
        add_used(hulls, what, shape_kind::hull);
        add_used(compounds, what, shape_kind::compound);
        add_used(meshes, what, shape_kind::mesh);
    };
    state.view<shape>().each([&](entity, const shape& what) { use(what); });
    state.view<carries>().each([&](entity, const carries& own) { use(own.form); });
    for (const auto& blueprint : blueprints.blueprints()) {
        use(blueprint->what.shape.value_or(shape{}));
    }
    keep_each_once(compounds);
    std::erase_if(compounds, [&](shape_id id) { return shapes.find_compound(id) == nullptr; });
    for (const shape_id id : compounds) {
        for (const compound::child& child : shapes.find_compound(id)->children()) {
            add_used(hulls, child.what, shape_kind::hull);
        }
    }
    keep_each_once(hulls);
    std::erase_if(hulls, [&](shape_id id) { return shapes.find_hull(id) == nullptr; });
    out.write_variable(hulls.size());
    for (const shape_id id : hulls) {
        detail::save_hull(out, *shapes.find_hull(id));
    }
    out.write_variable(compounds.size());
    for (const shape_id id : compounds) {
        detail::save_children(out, shapes.find_compound(id)->children());
    }
    keep_each_once(meshes);
    std::vector<const surface*> surfaces;
    for (const shape_id id : meshes) {
        if (const surface* found = shapes.find_surface(id)) {
            surfaces.push_back(found);
        }
    }
    detail::save_surfaces(out, surfaces, known);
}

void load_hull(byte_reader& in, shape_store& into) {
    const std::vector<vector3> vertices = detail::load_hull_vertices(in);
    if (!in.ok()) {
        return;
    }
    if (const auto added = into.add_hull(vertices); !added) {
        in.fail(added.reason().message);
    }
}

void load_compound(byte_reader& in, shape_store& into) {
    const std::vector<compound::child> children = detail::load_children(in);
    if (!in.ok()) {
        return;
    }
    if (const auto added = into.add_compound(children); !added) {
        in.fail(added.reason().message);
    }
}

void load_shapes(byte_reader& in, shape_store& into, const shape_store& known, mesh_opener& open) {
    const std::size_t hulls = in.read_count(1);
    for (std::size_t number = 0; number < hulls && in.ok(); ++number) {
        load_hull(in, into);
    }
    const std::size_t compounds = in.read_count(1);
    for (std::size_t number = 0; number < compounds && in.ok(); ++number) {
        load_compound(in, into);
    }
    detail::load_surfaces(in, into, known, open, detail::missing_surface::is_refused);
}

// What is added before a refusal stays in the store, where nothing refers to it.
[[nodiscard]] status add_shapes(const shape_store& from, shape_store& into) {
    for (const auto& hull : from.hulls()) {
        if (const auto added = into.add_hull(hull->vertices()); !added) {
            return added.reason();
        }
    }
    for (const auto& parts : from.compounds()) {
        if (const auto added = into.add_compound(parts->children()); !added) {
            return added.reason();
        }
    }
    for (const auto& each : from.surfaces()) {
        if (const auto added = into.add_mesh(each); !added) {
            return added.reason();
        }
    }
    return {};
}

void save_blueprints(byte_writer& out, const blueprint_store& store) {
    out.write_variable(store.blueprints().size());
    for (const auto& blueprint : store.blueprints()) {
        detail::save_body_definition(out, blueprint->what);
    }
    out.write_variable(store.fractures().size());
    for (const auto& fracture : store.fractures()) {
        detail::save_fragments(out, fracture->fragments);
    }
}

void load_blueprints(byte_reader& in, blueprint_store& into) {
    const auto refuse = [&](const auto& added) {
        if (in.ok() && !added) {
            in.fail(added.reason().message);
        }
    };
    const std::size_t blueprints = in.read_count(1);
    for (std::size_t number = 0; number < blueprints && in.ok(); ++number) {
        refuse(into.insert(detail::load_body_definition(in)));
    }
    const std::size_t fractures = in.read_count(1);
    for (std::size_t number = 0; number < fractures && in.ok(); ++number) {
        refuse(into.insert(detail::load_fragments(in)));
    }
}

// A blueprint may name a fracture and a fracture blueprints, so all are put in before any is checked.
[[nodiscard]] status add_blueprints(const blueprint_store& from, world& into) {
    const blueprint_store before = into.blueprints();
    const auto add = [&]() -> status {
        for (const auto& blueprint : from.blueprints()) {
            if (const auto added = into.blueprints().insert(blueprint->what); !added) {
                return added.reason();
            }
        }
        for (const auto& fracture : from.fractures()) {
            if (const auto added = into.blueprints().insert(fracture->fragments); !added) {
                return added.reason();
            }
        }
        for (const auto& blueprint : from.blueprints()) {
            if (status answer = check(blueprint->what, into); !answer) {
                return answer;
            }
        }
        for (const auto& fracture : from.fractures()) {
            if (status answer = check(fracture->fragments, into); !answer) {
                return answer;
            }
        }
        return {};
    };
    status answer = add();
    if (!answer) {
        into.blueprints() = before;
    }
    return answer;
}

void check_build(byte_reader& in) {
    const auto version = in.read<std::uint32_t>();
    if (in.ok() && version != world_archive_version) {
        in.fail(
            text("version ", version, " of saved worlds is not known here, only ", world_archive_version));
    }
    const auto scalar_bytes = in.read<std::uint8_t>();
    if (in.ok() && scalar_bytes != sizeof(scalar)) {
        in.fail(text("the world was saved with numbers of ", scalar_bytes, " bytes, but this build has ",
                     sizeof(scalar)));
    }
}

void save_build(byte_writer& out) {
    out.write(world_archive_version);
    out.write(static_cast<std::uint8_t>(sizeof(scalar)));
}

void register_components_of_worlds(orrery::registry& registry) {
    register_body_components(registry);
    registry.register_component<excluded_pair>();
    registry.register_component<material_pair>();
    registry.register_component<stillness>();
    registry.register_component<contact>();
    registry.register_component<constraint_impulses>();
    registry.register_component<constraint_memory>();
    registry.register_component<breakable>();
    registry.register_component<carries>();
    registry.register_component<fate>();
}

void save(byte_writer& out, const world_snapshot& what, const shape_store& shapes,
          const blueprint_store& blueprints, const world_settings& settings, const shape_store& known) {
    save_build(out);
    save_settings(out, settings);
    out.write(what.frame());
    save_shapes(out, what.state(), shapes, blueprints, known);
    save_blueprints(out, blueprints);
    save_state(out, what.state());
}

} // namespace

void save_world(byte_writer& out, const world& what) {
    save_world(out, what.snapshot(), what.settings());
}

void save_world(byte_writer& out, const world_snapshot& what, const world_settings& settings) {
    save(out, what, what.shapes(), what.blueprints(), settings, {});
}

status load_world(byte_reader& in, world& into, mesh_opener open) {
    check_build(in);
    check_settings(in, into.settings());
    const auto frame = in.read<std::uint64_t>();
    shape_store shapes;
    load_shapes(in, shapes, into.shapes(), open);
    blueprint_store blueprints;
    load_blueprints(in, blueprints);
    if (!in.ok()) {
        return in.failure();
    }
    orrery::registry loaded(into.registry().snapshot());
    register_components_of_worlds(loaded);
    if (status answer = load_state(in, loaded); !answer) {
        return answer;
    }
    if (status answer = detail::check_state(loaded, shapes); !answer) {
        return answer;
    }
    if (status answer = add_shapes(shapes, into.shapes()); !answer) {
        return answer;
    }
    if (status answer = add_blueprints(blueprints, into); !answer) {
        return answer;
    }
    into.registry().restore(loaded.snapshot());
    into.stages().go_on_from(frame, {}, true, {});
    return {};
}

void save_rules(byte_writer& out, const world& what) {
    save_build(out);
    save_settings(out, what.settings());
    std::vector<const surface*> surfaces;
    for (const auto& each : what.shapes().surfaces()) {
        surfaces.push_back(each.get());
    }
    detail::save_surfaces(out, surfaces, {});
}

result<world_rules> load_rules(byte_reader& in, mesh_opener open) {
    check_build(in);
    world_rules rules;
    detail::for_each_setting(rules.settings,
                             [&](std::string_view name, auto& into) { load_setting(in, name, into); });
    detail::load_surfaces(in, rules.shapes, {}, open, detail::missing_surface::is_left_out);
    if (const status answer = in.finish(); !answer) {
        return answer.reason();
    }
    if (const status answer = rules.settings.check(); !answer) {
        return answer.reason();
    }
    return rules;
}

void save_frame(byte_writer& out, const world& rules, const world_snapshot& frame) {
    // Inputs of later frames may create what the frame itself does not know yet.
    shape_store shapes = frame.shapes();
    shapes.merge(rules.shapes());
    blueprint_store blueprints = frame.blueprints();
    blueprints.merge(rules.blueprints());
    save(out, frame, shapes, blueprints, rules.settings(), rules.shapes());
}

status load_frame(byte_reader& in, world& into) {
    return load_world(in, into);
}

result<std::vector<std::shared_ptr<const entity_form>>> load_forms(byte_reader& in, const world& rules) {
    return orrery::load_forms(in, rules.registry());
}

} // namespace orrery::rigid
