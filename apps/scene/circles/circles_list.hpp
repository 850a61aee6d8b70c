// Who is in a scene of circles: every circle that the document and its generators name, before any world is
// made of it.
#pragma once

#include "apps/scene/circles/circles_book.hpp"
#include "apps/scene/entity_list.hpp"
#include "apps/scene/plane_values.hpp"

#include <orrery/circles/circle.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::scene_format {

class circles_list : public entity_list {
public:
    // Fields add their walls to the book.
    circles_list(const scene_file& scene, circles_book& book, reading& notes);

    // Those that are there from the beginning, with the keys 1, 2, 3 ...
    [[nodiscard]] const std::vector<circles::circle_definition>& circles() const noexcept { return circles_; }

private:
    // A circle as it stands in the document; places of generators turn and move it.
    struct circle_template {
        circles::form form{};
        vector2d position{};
        double degrees = 0;
        vector2d velocity{};
        scalar spin = 0;
        std::optional<std::uint32_t> color{};
    };

    [[nodiscard]] circle_template read(const json::cursor& what, reading& notes) const;
    [[nodiscard]] circle_template from_blueprint(const json::cursor& name, reading& notes) const;
    [[nodiscard]] static circles::circle_definition place(const circle_template& what,
                                                          const plane_place& where) noexcept;
    entity_key add_circle(circles::circle_definition what, std::uint32_t source, reading& notes);
    void add_circles(const json::cursor& circles, reading& notes);
    void add_copies(const json::cursor& generator, std::uint32_t source, reading& notes);
    void add_field(const json::cursor& generator, std::uint32_t source, reading& notes);

    circles_book& book_;
    std::vector<circles::circle_definition> circles_;
};

} // namespace orrery::scene_format
