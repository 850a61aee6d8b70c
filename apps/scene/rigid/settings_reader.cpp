#include "apps/scene/rigid/settings_reader.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

namespace orrery::scene_format {
namespace {

void read_pairs(const json::cursor& pairs, const layer_names& names, rigid::layer_matrix& into,
                reading& notes) {
    for (std::size_t number = 0; number < pairs.size(); ++number) {
        const json::cursor pair = pairs.item(number);
        const auto first = names.find(pair.item(0)->string());
        const auto second = names.find(pair.item(1)->string());
        if (first == names.end() || second == names.end()) {
            const json::cursor wrong = pair.item(first == names.end() ? 0 : 1);
            json::closest_name meant(wrong->string());
            for (const auto& [name, layer] : names) {
                meant.consider(name);
            }
            notes.refuse(wrong, text("the name of a layer", meant.question()));
            return;
        }
        into.set(first->second, second->second, false);
    }
}

} // namespace

layer_names read_layers(const scene_file& scene, reading& notes) {
    const json::cursor root(scene.document);
    const json::cursor layers = root["layers"];
    const json::cursor names = layers["names"];
    layer_names made;
    for (std::size_t number = 0; number < names.size(); ++number) {
        const json::cursor name = names.item(number);
        if (!made.try_emplace(name->string(), static_cast<std::uint32_t>(number)).second) {
            notes.refuse(name, "a name that no other layer has");
        }
    }
    return made;
}

rigid::world_settings read_settings(const scene_file& scene, const layer_names& layers, reading& notes) {
    const json::cursor root(scene.document);
    const json::cursor given = root["settings"];
    rigid::world_settings made;
    const auto number = [&](std::string_view name, scalar& into) { into = number_of(given[name], into); };
    const auto whole = [&](std::string_view name, std::uint32_t& into) {
        into = static_cast<std::uint32_t>(whole_number(given[name], into));
    };
    number("time_step", made.time_step);
    whole("substeps", made.substeps);
    made.gravity = vector_of(given["gravity"], made.gravity);
    number("speculative_margin", made.speculative_margin);
    number("contact_frequency", made.contact_frequency);
    number("contact_damping", made.contact_damping);
    number("push_speed", made.push_speed);
    number("joint_frequency", made.joint_frequency);
    number("joint_damping", made.joint_damping);
    number("bounce_speed", made.bounce_speed);
    made.may_sleep = flag_of(given["may_sleep"], made.may_sleep);
    number("sleep_speed", made.sleep_speed);
    number("sleep_seconds", made.sleep_seconds);
    made.is_continuous = flag_of(given["is_continuous"], made.is_continuous);
    number("max_speed", made.max_speed);
    number("field_softening", made.field_softening);
    whole("direct_attractors", made.direct_attractors);
    number("field_opening", made.field_opening);
    const json::cursor layer_rules = root["layers"];
    read_pairs(layer_rules["apart"], layers, made.layers, notes);
    if (const status answer = made.check(); !answer) {
        notes.refuse_whole(given, answer.reason().message);
    }
    return made;
}

} // namespace orrery::scene_format
