#include "apps/scene/place_name.hpp"
#include "apps/scene/rigid/body_list.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

#include <limits>

namespace orrery::scene_format {
namespace {

// Of a body that comes later, while its number is not known yet.
constexpr std::size_t later = std::numeric_limits<std::size_t>::max();

} // namespace

body_list::body_list(const scene_file& scene, reading& notes) {
    const json::cursor root(scene.document);
    add_blueprints(root);
    add_bodies(root["bodies"], notes);
    const json::cursor generators = root["generators"];
    for (std::size_t number = 0; number < generators.size() && notes.is_ok(); ++number) {
        generators_.push_back(bodies_.size());
        add_generator(generators.item(number), notes);
    }
    generators_.push_back(bodies_.size());
    first_count_ = bodies_.size();
    for (listed_body& each : later_) {
        const std::size_t number = bodies_.size();
        if (!each.name.empty()) {
            names_[each.name] = number;
        }
        bodies_.push_back(std::move(each));
    }
    later_.clear();
    generated_count_ = bodies_.size();
    add_creations(root["inputs"], notes);
}

std::uint32_t body_list::add_source(const json::cursor& what) {
    sources_.push_back({&*what, what.path()});
    return static_cast<std::uint32_t>(sources_.size() - 1);
}

void body_list::add_blueprints(const json::cursor& root) {
    const json::cursor blueprints = root["blueprints"];
    if (!blueprints) {
        return;
    }
    for (const json::member& each : blueprints->members()) {
        blueprints_[each.name] = add_source(blueprints.at_member(each));
    }
}

void body_list::add(listed_body what, const json::cursor& name, reading& notes) {
    const std::size_t number = what.frame ? later : bodies_.size();
    if (!what.name.empty() && !names_.try_emplace(what.name, number).second) {
        notes.refuse(name, "a name that no other body has");
    }
    (what.frame ? later_ : bodies_).push_back(std::move(what));
}

void body_list::add_bodies(const json::cursor& bodies, reading& notes) {
    for (std::size_t number = 0; number < bodies.size() && notes.is_ok(); ++number) {
        const json::cursor each = bodies.item(number);
        const json::cursor name = each["name"];
        listed_body made{.source = add_source(each), .color = read_color(each["color"], notes)};
        made.name = name ? name->string() : std::string{};
        add(std::move(made), name, notes);
    }
}

void body_list::add_generator(const json::cursor& generator, reading& notes) {
    const double count = count_of(generator);
    if (static_cast<double>(bodies_.size() + later_.size()) + count > static_cast<double>(max_bodies)) {
        notes.refuse_whole(generator,
                           text("it makes about ", count, " bodies, but a scene has at most ", max_bodies));
        return;
    }
    std::vector<std::uint32_t> sources;
    const json::cursor templates = generator["bodies"];
    for (std::size_t index = 0; index < templates.size(); ++index) {
        const json::cursor each = templates.item(index);
        sources.push_back(each->is(json::kind::string) ? find_blueprint(each, notes).value_or(0)
                                                       : add_source(each));
    }
    const std::vector<generated_body> generated = generate(
        generator, notes, [&](const json::cursor& reference) { return center_of(reference, notes); });
    if (!notes.is_ok()) {
        return;
    }
    const json::cursor colors = generator["colors"];
    const json::cursor name = generator["name"];
    const bool comes_later = generator["kind"]->string() == "rain";
    for (std::size_t index = 0; index < generated.size() && notes.is_ok(); ++index) {
        const generated_body& each = generated[index];
        const std::uint32_t source = sources[each.choice];
        listed_body made{.source = source, .where = each.where, .velocity = each.velocity};
        made.color =
            read_color(colors ? colors.item(index % colors.size()) : sources_[source].at()["color"], notes);
        made.name = name ? text(name->string(), " ", index + 1) : std::string{};
        if (comes_later) {
            made.frame = each.frame;
        }
        add(std::move(made), name, notes);
    }
}

void body_list::add_creations(const json::cursor& inputs, reading& notes) {
    for (std::size_t number = 0; number < inputs.size() && notes.is_ok(); ++number) {
        const json::cursor each = inputs.item(number);
        if (each["kind"]->string() != "create") {
            continue;
        }
        if (bodies_.size() == max_bodies) {
            notes.refuse_whole(each, text("a scene has at most ", max_bodies, " bodies"));
            return;
        }
        const json::cursor name = each["name"];
        listed_body made{.source = find_blueprint(each["blueprint"], notes).value_or(0),
                         .where = place_of(each, notes),
                         .velocity = vector_of(each["velocity"], {}),
                         .frame = whole_number(each["frame"])};
        made.color = read_color(each["color"], notes);
        made.name = name ? name->string() : std::string{};
        if (!notes.is_ok()) {
            return;
        }
        if (!made.color) {
            made.color = read_color(sources_[made.source].at()["color"], notes);
        }
        created_[number] = bodies_.size();
        if (!made.name.empty() && !names_.try_emplace(made.name, bodies_.size()).second) {
            notes.refuse(name, "a name that no other body has");
        }
        bodies_.push_back(std::move(made));
    }
}

std::optional<std::size_t> body_list::find(const json::cursor& reference, reading& notes) const {
    if (const auto place = names_.find(reference->string()); place != names_.end()) {
        return place->second;
    }
    if (const std::optional<std::size_t> place = find_by_place(reference->string(), "bodies", generators_)) {
        return place;
    }
    json::closest_name meant(reference->string());
    for (const auto& [name, number] : names_) {
        meant.consider(name);
    }
    notes.refuse(reference, text("the name of a body", meant.question()));
    return std::nullopt;
}

std::optional<std::size_t> body_list::find_first(const json::cursor& reference, reading& notes) const {
    const std::optional<std::size_t> found = find(reference, notes);
    if (found && *found >= first_count_) {
        notes.refuse(reference, "a body that is there from the beginning");
        return std::nullopt;
    }
    return found;
}

std::optional<std::uint32_t> body_list::find_blueprint(const json::cursor& name, reading& notes) const {
    if (const auto place = blueprints_.find(name->string()); place != blueprints_.end()) {
        return place->second;
    }
    json::closest_name meant(name->string());
    for (const auto& [known, source] : blueprints_) {
        meant.consider(known);
    }
    notes.refuse(name, text("the name of a blueprint", meant.question()));
    return std::nullopt;
}

orbit_center body_list::center_of(const json::cursor& reference, reading& notes) const {
    const std::optional<std::size_t> number = find(reference, notes);
    if (!number) {
        return {};
    }
    if (*number >= bodies_.size()) {
        notes.refuse(reference, "a body that is there from the beginning");
        return {};
    }
    const json::cursor body = sources_[bodies_[*number].source].at();
    const json::cursor strength = body["attractor"];
    if (!strength) {
        notes.refuse(reference, "a body with an attractor");
        return {};
    }
    const listed_body& center = bodies_[*number];
    return {.position = transform_point(center.where, vector_of(body["position"], {})),
            .velocity = center.velocity + rotate(center.where.rotation, vector_of(body["velocity"], {})),
            .strength = number_of(strength)};
}

} // namespace orrery::scene_format
