// Definitions of bodies from a document that has passed the schema: each source once, however many bodies are
// made after it.
#pragma once

#include "apps/scene/rigid/body_list.hpp"
#include "apps/scene/rigid/material_list.hpp"
#include "apps/scene/rigid/settings_reader.hpp"
#include "apps/scene/rigid/shape_reader.hpp"

#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/world.hpp>

#include <optional>
#include <vector>

namespace orrery::scene_format {

class body_reader {
public:
    // The layers are those that read_layers found.
    body_reader(const body_list& list, const layer_names& layers, rigid::world& world, reading& notes);

    struct definition {
        rigid::body_definition what{};
        std::optional<rigid::steady_force> push{};
        std::optional<rigid::character> walker{};
    };

    // What a source defines, at the place and with the velocities that the source itself gives.
    [[nodiscard]] const definition& read(std::uint32_t source);

    // Of a body of the list: where it is and how it moves as well.
    [[nodiscard]] definition place(const listed_body& which);

    // For inputs and fractures.
    [[nodiscard]] std::optional<rigid::blueprint_id> blueprint(std::uint32_t source);

    [[nodiscard]] const material_list& materials() const noexcept { return materials_; }

    // What a body of this source breaks into.
    [[nodiscard]] rigid::fracture_id fracture(const json::cursor& what, const rigid::body_definition& whole);

private:
    void read_surface(const json::cursor& body, rigid::body_definition& into);
    static void read_mass(const json::cursor& body, rigid::body_definition& into);
    static void read_fields(const json::cursor& body, rigid::body_definition& into);
    void read_filter(const json::cursor& body, rigid::body_definition& into);
    void read_walker(const json::cursor& walker, definition& into);
    void read_rules(const json::cursor& body, rigid::body_definition& into);
    [[nodiscard]] rigid::fracture_id fragments(const json::cursor& what);

    const body_list& list_;
    rigid::world& world_;
    reading& notes_;
    material_list materials_;
    shape_reader shapes_;
    const layer_names& layers_;
    std::vector<std::optional<definition>> known_; // by source
    std::vector<bool> is_open_;                    // sources that are being read
    std::size_t depth_ = 0;                        // how many those are
};

} // namespace orrery::scene_format
