// Who is in a scene of a hex world: every object that the document and its generators name, with its key, its
// name and its colour, before any world is made of it.
#pragma once

#include "apps/scene/body_list.hpp"
#include "apps/scene/hex_book.hpp"

#include <orrery/hex/object_definition.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery::scene_format {

class hex_object_list {
public:
    // Fields and fleets add to the book what they bring along.
    hex_object_list(const scene_file& scene, hex_book& book, reading& notes);

    // Those that are there from the beginning, with the keys 1, 2, 3 ...
    [[nodiscard]] const std::vector<hex::object_definition>& objects() const noexcept { return objects_; }

    // Where in the document an object comes from.
    [[nodiscard]] json::cursor source_of(std::size_t object) const noexcept {
        return sources_[source_numbers_[object]].at();
    }

    // By key.
    [[nodiscard]] const std::vector<look>& looks() const noexcept { return looks_; }

    // The key of the object that a reference names; what names none is refused.
    [[nodiscard]] entity_key find(const json::cursor& reference, reading& notes) const;

    // The key of the object that an input creates, by the place of the input in the document.
    [[nodiscard]] entity_key created_by(std::size_t input) const { return created_.find(input)->second; }

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

    // Where a generator puts one.
    struct hex_place {
        vector2d position{};
        double degrees = 0;
    };

    [[nodiscard]] hex_template read(const json::cursor& object, reading& notes) const;
    [[nodiscard]] hex_template from_blueprint(std::uint8_t number) const;
    [[nodiscard]] hex::object_definition place(const hex_template& what, const hex_place& where,
                                               const json::cursor& at, reading& notes) const;
    void add(hex::object_definition what, std::uint32_t source);
    void add_look(entity_key key, std::string name, std::optional<std::uint32_t> color,
                  const json::cursor& named_by, reading& notes);
    void add_objects(const json::cursor& objects, reading& notes);
    void add_generator(const json::cursor& generator, reading& notes);
    void add_copies(const json::cursor& generator, std::uint32_t source, reading& notes);
    void add_field(const json::cursor& generator, std::uint32_t source, reading& notes);
    void add_creations(const json::cursor& inputs, reading& notes);
    [[nodiscard]] std::uint32_t add_source(const json::cursor& what);

    hex_book& book_;
    std::vector<hex::object_definition> objects_;
    std::vector<std::uint32_t> source_numbers_; // of objects
    std::vector<body_source> sources_;
    std::vector<look> looks_;
    std::map<std::string, entity_key, std::less<>> names_;
    std::vector<std::size_t> generators_; // the first object of each, and the end
    std::map<std::size_t, entity_key> created_;
};

} // namespace orrery::scene_format
