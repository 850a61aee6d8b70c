// Who is in a scene of a hex world: every object that the document and its generators name, with its key, its
// name and its colour, before any world is made of it.
#pragma once

#include "apps/scene/entity_list.hpp"
#include "apps/scene/hex/hex_book.hpp"
#include "apps/scene/plane_values.hpp"

#include <orrery/hex/object_definition.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::scene_format {

class hex_object_list : public entity_list {
public:
    // Fields and fleets add to the book what they bring along.
    hex_object_list(const scene_file& scene, hex_book& book, reading& notes);

    // Those that are there from the beginning, with the keys 1, 2, 3 ...
    [[nodiscard]] const std::vector<hex::object_definition>& objects() const noexcept { return objects_; }

private:
    // An object as it stands in the document; places of generators turn and move it.
    struct hex_template {
        hex::object_definition what{};
        vector2d position{};
        double degrees = 0;
        vector2d velocity{};
        vector2d acceleration{};
        std::optional<std::uint32_t> color{};
    };

    [[nodiscard]] hex_template read(const json::cursor& object, reading& notes) const;
    [[nodiscard]] hex_template from_blueprint(std::uint8_t number) const;
    [[nodiscard]] hex::object_definition place(const hex_template& what, const plane_place& where,
                                               const json::cursor& at, reading& notes) const;
    entity_key add_object(hex::object_definition what, std::uint32_t source);
    void add_objects(const json::cursor& objects, reading& notes);
    void add_copies(const json::cursor& generator, std::uint32_t source, reading& notes);
    void add_field(const json::cursor& generator, std::uint32_t source, reading& notes);

    hex_book& book_;
    std::vector<hex::object_definition> objects_;
};

} // namespace orrery::scene_format
