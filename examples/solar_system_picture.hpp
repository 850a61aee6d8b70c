// Draws the inner solar system as SVG, seen from above the ecliptic: orbits, asteroids and the two courses of
// a comet, the one it took and the one it takes after being pushed in the past.
#pragma once

#include <orrery/core/text.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdio>
#include <span>
#include <string>

class solar_system_picture {
public:
    // A planet: where it was, up to where it is.
    void add_orbit(std::span<const orrery::vector3d> path) {
        constexpr double largest = 6.2; // au; what is farther out would not fit
        const orrery::vector3d now = path.back();
        if (dot(now, now) > largest * largest) {
            return;
        }
        body_ += orrery::text("<g class='orbit'>", line(path, "path"), dot_at(now, 5, "planet"), "</g>\n");
    }

    void add_asteroid(orrery::vector3d position) { body_ += dot_at(position, 1.3, "asteroid") + "\n"; }

    // The push came at point `push` of the first course.
    void add_courses(std::span<const orrery::vector3d> taken, std::span<const orrery::vector3d> pushed,
                     std::size_t push) {
        body_ +=
            orrery::text(line(taken.first(push + 1).last(90), "past"), line(taken.subspan(push), "taken"),
                         line(pushed, "pushed"), dot_at(taken[push], 4, "push"),
                         dot_at(taken.back(), 5, "taken"), dot_at(pushed.back(), 5, "pushed"), "\n");
    }

    [[nodiscard]] bool write(const char* path) const {
        const std::string svg = orrery::text(head, body_, dot_at({}, 10, "sun"), legend, "</svg>\n");
        std::FILE* file = std::fopen(path, "wb");
        if (file == nullptr) {
            return false;
        }
        const bool is_written = std::fwrite(svg.data(), 1, svg.size(), file) == svg.size();
        return std::fclose(file) == 0 && is_written;
    }

private:
    static constexpr std::string_view head =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000' font-family='sans-serif' "
        "font-size='19'>\n"
        "<style>path{fill:none;stroke-linejoin:round}.path{stroke:#33507a;stroke-width:1.4}"
        ".planet{fill:#9fc2f2}.asteroid{fill:#6d7788}.sun{fill:#ffd166}.past{stroke:#e8e8e8;stroke-width:2.4}"
        "path.taken{stroke:#ff7b54;stroke-width:2.4}circle.taken,text.taken{fill:#ff7b54}"
        "path.pushed{stroke:#4ee0b5;stroke-width:2.4;stroke-dasharray:7 "
        "5}circle.pushed,text.pushed{fill:#4ee0b5}"
        ".push{fill:#fff}text{fill:#c9d4e5}</style>\n"
        "<rect width='1000' height='1000' rx='18' fill='#0b1220'/>\n";
    static constexpr std::string_view legend =
        "<text x='30' y='46'>twelve years of the inner solar system, and the comet's two futures</text>\n"
        "<text x='30' y='940' class='taken'>the course it took</text>\n"
        "<text x='30' y='968' class='pushed'>wound back, pushed by two per cent, wound forward</text>\n";

    static std::string coordinate(double au) {
        constexpr double scale = 78;
        const auto tenths = static_cast<int>(5000 + au * scale * 10 + (au < 0 ? -0.5 : 0.5));
        return orrery::text(tenths / 10, '.', tenths % 10);
    }

    static std::string point(orrery::vector3d position) {
        return orrery::text(coordinate(position.x), ' ', coordinate(-position.y));
    }

    static std::string line(std::span<const orrery::vector3d> path, std::string_view style) {
        std::string points;
        for (const orrery::vector3d& each : path) {
            points += orrery::text(points.empty() ? 'M' : 'L', point(each));
        }
        return orrery::text("<path class='", style, "' d='", points, "'/>");
    }

    static std::string dot_at(orrery::vector3d position, double radius, std::string_view style) {
        return orrery::text("<circle class='", style, "' cx='", coordinate(position.x), "' cy='",
                            coordinate(-position.y), "' r='", radius, "'/>");
    }

    std::string body_;
};
