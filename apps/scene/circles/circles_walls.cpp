// Walls of a document: circles and chains as they are, and boxes, polygons and arcs, which become chains.
#include "apps/scene/circles/circles_book.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>

#include <array>
#include <string_view>
#include <utility>

namespace orrery::scene_format {
namespace {

using wall_points = std::vector<vector2d>;

// Points nearer than this to the one before are left out: arcs begin where a line has ended.
constexpr double same_place = 0.001; // units

[[nodiscard]] bool is_same_place(vector2d a, vector2d b) noexcept {
    return length_squared(a - b) < same_place * same_place;
}

void add_point(wall_points& to, vector2d what) {
    if (to.empty() || !is_same_place(to.back(), what)) {
        to.push_back(what);
    }
}

void add_arc(wall_points& to, const json::cursor& what) {
    const vector2d middle = plane_vector_of(what["position"]);
    const vector2d out{what["radius"]->number(), 0};
    const double from = what["from"]->number();
    const double turn = what["to"]->number() - from;
    const std::uint64_t segments = whole_number(what["segments"], 16);
    for (std::uint64_t number = 0; number <= segments; ++number) {
        const double share = static_cast<double>(number) / static_cast<double>(segments);
        add_point(to, middle + turned_in_plane(out, from + turn * share));
    }
}

[[nodiscard]] wall_points chain_of(const json::cursor& what) {
    const json::cursor given = what["points"];
    wall_points made;
    for (std::size_t number = 0; number < given.size() && made.size() <= max_wall_points; ++number) {
        const json::cursor each = given.item(number);
        each->is(json::kind::array) ? add_point(made, plane_vector_of(each)) : add_arc(made, each);
    }
    if (flag_of(what["is_closed"], false) && made.size() > 1 && is_same_place(made.front(), made.back())) {
        made.pop_back();
    }
    return made;
}

[[nodiscard]] wall_points box_of(const json::cursor& what) {
    const vector2d middle = plane_vector_of(what["position"]);
    const vector2d half = plane_vector_of(what["size"]) / 2.0;
    const double turn = degrees_of(what["angle"]);
    wall_points made;
    for (const vector2d corner : std::array<vector2d, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}) {
        made.push_back(middle + turned_in_plane({half.x * corner.x, half.y * corner.y}, turn));
    }
    return made;
}

[[nodiscard]] wall_points polygon_of(const json::cursor& what) {
    const vector2d middle = plane_vector_of(what["position"]);
    const vector2d out{what["radius"]->number(), 0};
    const std::uint64_t corners = whole_number(what["corners"]);
    wall_points made;
    for (std::uint64_t number = 0; number < corners; ++number) {
        const double degrees = 360.0 * static_cast<double>(number) / static_cast<double>(corners);
        made.push_back(middle + turned_in_plane(out, degrees_of(what["angle"]) + degrees));
    }
    return made;
}

struct wall_outline {
    wall_points points{};
    scalar radius = 0;
    bool is_closed = false;
};

[[nodiscard]] wall_outline outline_of(const json::cursor& what) {
    const std::string& kind = what["kind"]->string();
    if (kind == "circle") {
        return {.points = {plane_vector_of(what["position"])}, .radius = number_of(what["radius"])};
    }
    if (kind == "chain") {
        return {.points = chain_of(what), .is_closed = flag_of(what["is_closed"], false)};
    }
    if (kind == "arc") {
        wall_outline made;
        add_arc(made.points, what);
        return made;
    }
    return {.points = kind == "box" ? box_of(what) : polygon_of(what), .is_closed = true};
}

class wall_reader {
public:
    wall_reader(circles_book& book, reading& notes) noexcept
        : book_(book)
        , notes_(notes) {}

    void add(const json::cursor& what) {
        const wall_outline outline = outline_of(what);
        if (outline.points.size() == 1 && outline.radius == 0) {
            notes_.refuse_whole(what, "its points are all in one place");
            return;
        }
        const circles::wall made{.radius = outline.radius,
                                 .is_closed = outline.is_closed,
                                 .surface = circles_book::read_surface(what),
                                 .kick = number_of(what["kick"], 0),
                                 .filter = book_.read_filter(what, notes_),
                                 .is_sensor = flag_of(what["is_sensor"], false),
                                 .user_data = whole_number(what["user_data"], 0)};
        add_copies(what, made, outline.points);
    }

private:
    // How often, and how far from each other.
    struct repetition {
        std::uint64_t columns = 1;
        std::uint64_t rows = 1;
        vector2d spacing{};
        double shift = 0;
    };

    [[nodiscard]] static repetition repetition_of(const json::cursor& what) {
        if (!what) {
            return {};
        }
        const json::cursor count = what["count"];
        const json::cursor shift = what["shift"];
        return {whole_number(count.item(0)), whole_number(count.item(1)), plane_vector_of(what["spacing"]),
                shift ? shift->number() : 0};
    }

    void add_copies(const json::cursor& what, const circles::wall& like, const wall_points& points) {
        const json::cursor repeat = what["repeat"];
        const repetition copies = repetition_of(repeat);
        const std::uint64_t count = copies.columns * copies.rows;
        if (book_.rules.walls.size() + count > max_walls ||
            point_count_ + count * points.size() > max_wall_points) {
            notes_.refuse_whole(what, text("a scene has at most ", max_walls, " walls with ", max_wall_points,
                                           " points in all"));
            return;
        }
        point_count_ += count * points.size();
        const json::cursor name = what["name"];
        const std::optional<std::uint32_t> color = read_color(what["color"], notes_);
        for (std::uint64_t row = 0; row < copies.rows && notes_.is_ok(); ++row) {
            for (std::uint64_t column = 0; column < copies.columns && notes_.is_ok(); ++column) {
                const vector2d way{copies.spacing.x * static_cast<double>(column) +
                                       (row % 2 == 1 ? copies.shift : 0),
                                   copies.spacing.y * static_cast<double>(row)};
                circles::wall made = like;
                for (const vector2d& each : points) {
                    made.points.push_back(rounded(each + way));
                }
                if (name) {
                    made.name = repeat ? text(name->string(), " ", row * copies.columns + column + 1)
                                       : name->string();
                }
                if (const status answer = check(made); !answer) {
                    notes_.refuse_whole(what, answer.reason().message);
                }
                book_.rules.walls.push_back(std::move(made));
                book_.wall_colors.push_back(color);
            }
        }
    }

    circles_book& book_;
    reading& notes_;
    std::size_t point_count_ = 0;
};

} // namespace

void read_walls(const json::cursor& walls, circles_book& book, reading& notes) {
    wall_reader reader(book, notes);
    for (std::size_t number = 0; number < walls.size() && notes.is_ok(); ++number) {
        reader.add(walls.item(number));
    }
}

} // namespace orrery::scene_format
