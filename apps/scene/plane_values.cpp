#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/math/elementary.hpp>

#include <numbers>

namespace orrery::scene_format {
namespace {

[[nodiscard]] double from_middle(std::uint64_t number, std::uint64_t count) noexcept {
    return static_cast<double>(number) - static_cast<double>(count - 1) / 2;
}

} // namespace

vector2d plane_vector_of(const json::cursor& what) {
    return what ? vector2d{what.item(0)->number(), what.item(1)->number()} : vector2d{};
}

double degrees_of(const json::cursor& what) {
    return what ? what->number() : 0;
}

vector2d turned_in_plane(vector2d what, double degrees) noexcept {
    const auto [sine, cosine] = sin_cos(degrees * (std::numbers::pi / 180));
    return {cosine * what.x - sine * what.y, sine * what.x + cosine * what.y};
}

double count_of_plane_places(const json::cursor& generator) {
    const json::cursor count = generator["count"];
    return count->is(json::kind::number) ? count->number()
                                         : count.item(0)->number() * count.item(1)->number();
}

std::vector<plane_place> plane_places_of(const json::cursor& generator) {
    const vector2d middle = plane_vector_of(generator["position"]);
    const double turn = degrees_of(generator["angle"]);
    std::vector<plane_place> places;
    if (generator["kind"]->string() == "ring") {
        const std::uint64_t count = whole_number(generator["count"]);
        const vector2d out{generator["radius"]->number(), 0};
        for (std::uint64_t number = 0; number < count; ++number) {
            const double degrees = turn + 360.0 * static_cast<double>(number) / static_cast<double>(count);
            places.push_back({middle + turned_in_plane(out, degrees), degrees});
        }
        return places;
    }
    const std::uint64_t columns = whole_number(generator["count"].item(0));
    const std::uint64_t rows = whole_number(generator["count"].item(1));
    const vector2d spacing = plane_vector_of(generator["spacing"]);
    for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t column = 0; column < columns; ++column) {
            const vector2d way{spacing.x * from_middle(column, columns), spacing.y * from_middle(row, rows)};
            places.push_back({middle + turned_in_plane(way, turn), turn});
        }
    }
    return places;
}

} // namespace orrery::scene_format
