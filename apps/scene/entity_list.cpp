#include "apps/scene/entity_list.hpp"
#include "apps/scene/place_name.hpp"

#include <orrery/core/text.hpp>

#include <utility>

namespace orrery::scene_format {
namespace {

[[nodiscard]] entity_key key_of_number(std::size_t number) noexcept {
    return entity_key{number + 1};
}

} // namespace

std::uint32_t entity_list::add_source(const json::cursor& what) {
    sources_.push_back({&*what, what.path()});
    return static_cast<std::uint32_t>(sources_.size() - 1);
}

entity_key entity_list::add(std::uint32_t source) {
    source_numbers_.push_back(source);
    return key_of_number(count() - 1);
}

void entity_list::add_look(entity_key key, std::string name, std::optional<std::uint32_t> color,
                           const json::cursor& named_by, reading& notes) {
    if (name.empty() && !color) {
        return;
    }
    if (!name.empty() && !names_.try_emplace(name, key).second) {
        notes.refuse(named_by, text("a name that no other ", called_, " has"));
    }
    looks_.push_back({key, std::move(name), color});
}

bool entity_list::has_room_for(double more, const json::cursor& generator, reading& notes) const {
    const bool is_enough = static_cast<double>(count()) + more <= static_cast<double>(max_bodies);
    if (!is_enough) {
        notes.refuse_whole(generator, text("it makes about ", more, " ", called_,
                                           "s, but a scene has at most ", max_bodies));
    }
    return is_enough;
}

void entity_list::add_generated_look(const json::cursor& generator, entity_key key, std::size_t index,
                                     std::optional<std::uint32_t> usual_color, reading& notes) {
    const json::cursor name = generator["name"];
    const json::cursor colors = generator["colors"];
    add_look(key, name ? text(name->string(), " ", index + 1) : std::string{},
             colors ? read_color(colors.item(index % colors.size()), notes) : usual_color, name, notes);
}

void entity_list::add_generators(const json::cursor& generators, reading& notes,
                                 const generator_count& count_of, const generator_reader& add_one) {
    for (std::size_t number = 0; number < generators.size() && notes.is_ok(); ++number) {
        generators_.push_back(count());
        const json::cursor generator = generators.item(number);
        if (has_room_for(count_of(generator), generator, notes)) {
            add_one(generator, add_source(generator));
        }
    }
    generators_.push_back(count());
}

void entity_list::add_creations(const json::cursor& inputs, reading& notes, const blueprint_color& color_of) {
    std::size_t next = count();
    for (std::size_t number = 0; number < inputs.size() && notes.is_ok(); ++number) {
        const json::cursor each = inputs.item(number);
        if (each["kind"]->string() != "create") {
            continue;
        }
        if (next == max_bodies) {
            notes.refuse_whole(each, text("a scene has at most ", max_bodies, " ", called_, "s"));
            return;
        }
        const json::cursor name = each["name"];
        const std::optional<std::uint32_t> usual = color_of(each["blueprint"]);
        const std::optional<std::uint32_t> color = read_color(each["color"], notes);
        const entity_key key = key_of_number(next);
        created_[number] = key;
        add_look(key, name ? name->string() : std::string{}, color ? color : usual, name, notes);
        ++next;
    }
}

entity_key entity_list::find(const json::cursor& reference, reading& notes) const {
    if (const auto place = names_.find(reference->string()); place != names_.end()) {
        return place->second;
    }
    if (const std::optional<std::size_t> place =
            find_by_place(reference->string(), text(called_, "s"), generators_)) {
        return key_of_number(*place);
    }
    json::closest_name meant(reference->string());
    for (const auto& [name, key] : names_) {
        meant.consider(name);
    }
    const std::string_view article = called_.find_first_of("aeiou") == 0 ? "an " : "a ";
    notes.refuse(reference, text("the name of ", article, called_, meant.question()));
    return entity_key::none;
}

} // namespace orrery::scene_format
