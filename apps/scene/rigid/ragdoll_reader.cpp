#include "apps/scene/rigid/ragdoll_reader.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/movers/ragdoll.hpp>

#include <array>
#include <string_view>

namespace orrery::scene_format {
namespace {

// In the order of rigid::limb.
constexpr std::array<std::string_view, rigid::limb_count> limb_names{
    "pelvis",          "chest",         "head",       "left upper arm", "left forearm",
    "right upper arm", "right forearm", "left thigh", "left shin",      "left foot",
    "right thigh",     "right shin",    "right foot"};

[[nodiscard]] entity_key first_key_of(std::size_t number) noexcept {
    return entity_key{first_ragdoll_key + number * rigid::ragdoll_keys};
}

} // namespace

void add_ragdolls(rigid::world& world, reading& notes) {
    const json::cursor root(notes.scene().document);
    const json::cursor all = root["ragdolls"];
    for (std::size_t number = 0; number < all.size() && notes.is_ok(); ++number) {
        const json::cursor each = all.item(number);
        rigid::ragdoll_definition what{.where = place_of(each, notes)};
        what.velocity = vector_of(each["velocity"], {});
        what.height = number_of(each["height"], what.height);
        what.mass = number_of(each["mass"], what.mass);
        what.stiffness = number_of(each["stiffness"], what.stiffness);
        what.material.friction = number_of(each["friction"], what.material.friction);
        what.first_key = first_key_of(number);
        if (!notes.is_ok()) {
            return;
        }
        if (const result<rigid::ragdoll> made = make_ragdoll(world, what); !made) {
            notes.refuse_whole(each, made.reason().message);
        }
    }
}

void add_ragdoll_looks(std::vector<look>& looks, reading& notes) {
    const json::cursor root(notes.scene().document);
    const json::cursor all = root["ragdolls"];
    for (std::size_t number = 0; number < all.size(); ++number) {
        const json::cursor each = all.item(number);
        const json::cursor name = each["name"];
        const std::optional<std::uint32_t> color = read_color(each["color"], notes);
        const std::optional<std::uint32_t> skin = read_color(each["skin"], notes);
        const auto first = static_cast<std::uint64_t>(first_key_of(number));
        for (std::size_t limb = 0; limb < rigid::limb_count && (name || color || skin); ++limb) {
            const bool is_bare = rigid::limb{static_cast<std::uint32_t>(limb)} == rigid::limb::head ||
                                 limb_names[limb].ends_with("forearm");
            looks.push_back({entity_key{first + limb},
                             name ? text(name->string(), " ", limb_names[limb]) : std::string{},
                             is_bare && skin ? skin : color});
        }
    }
}

} // namespace orrery::scene_format
