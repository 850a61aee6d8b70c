// Draws boxes on a floor as SVG, several moments side by side: seen from above and aside in parallel
// projection, with a lamp at the upper left, each box hidden by those nearer to the eye.
#pragma once

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

struct drawn_box {
    orrery::transform3 where;
    orrery::vector3 half_extents;
    int hue = -1; // in degrees; none: like wood
};

struct domino_panel {
    std::string_view caption;
    std::vector<drawn_box> boxes;
};

class domino_picture {
public:
    void add(domino_panel panel) {
        std::ranges::sort(panel.boxes, {}, [](const drawn_box& each) { // total order: no two are at one place
            return dot(each.where.position, to_eye);
        });
        std::string shadows;
        std::string boxes;
        for (const drawn_box& each : panel.boxes) {
            for (const face& side : faces_of(each)) {
                if (dot(side.normal, to_lamp) > 0) {
                    shadows += text_of(side, &on_floor);
                }
                if (dot(side.normal, to_eye) > 0) {
                    boxes += orrery::text("<path fill='", color_of(each.hue, side.normal), "' d='",
                                          text_of(side, &itself), "'/>\n");
                }
            }
        }
        body_ += orrery::text("<g transform='translate(", panel_width * panels_, " 0)'>\n<text x='",
                              panel_width / 2, "' y='", height - 22, "'>", panel.caption, "</text>\n",
                              "<path fill='#101a2c' d='", shadows, "'/>\n", boxes, "</g>\n");
        ++panels_;
    }

    [[nodiscard]] bool write(const char* path) const {
        const int width = panel_width * panels_;
        const std::string svg =
            orrery::text("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ", width, ' ', height,
                         "' font-family='sans-serif' font-size='20'>\n<style>path{stroke-linejoin:round}"
                         "text{fill:#c9d4e5;text-anchor:middle}</style>\n<rect width='",
                         width, "' height='", height, "' rx='18' fill='#1c2a44'/>\n", body_, "</svg>\n");
        std::FILE* file = std::fopen(path, "wb");
        if (file == nullptr) {
            return false;
        }
        const bool is_written = std::fwrite(svg.data(), 1, svg.size(), file) == svg.size();
        return std::fclose(file) == 0 && is_written;
    }

private:
    using vector3 = orrery::vector3;
    using scalar = orrery::scalar;

    struct face {
        vector3 normal;
        std::array<vector3, 4> corners;
    };

    static constexpr int panel_width = 560;
    static constexpr int height = 430;
    static constexpr int center_x = 266;
    static constexpr int center_y = 228;
    // The eye looks down by about 40 degrees.
    static constexpr vector3 to_right{scalar(0.8), 0, scalar(-0.6)};
    static constexpr vector3 to_eye{scalar(0.4596), scalar(0.6428), scalar(0.6128)};
    static constexpr vector3 to_top = cross(to_eye, to_right);
    static constexpr vector3 to_lamp{scalar(-0.62), scalar(0.74), scalar(0.26)};

    static std::array<face, 6> faces_of(const drawn_box& what) {
        std::array<face, 6> made;
        for (int axis = 0; axis < 3; ++axis) {
            for (const int side : {0, 1}) {
                const auto sign = static_cast<scalar>(2 * side - 1);
                vector3 out{};
                vector3 u{};
                vector3 v{};
                out[axis] = what.half_extents[axis] * sign;
                u[(axis + 1) % 3] = what.half_extents[(axis + 1) % 3] * sign; // all are walked one way round
                v[(axis + 2) % 3] = what.half_extents[(axis + 2) % 3];
                face& each = made[static_cast<std::size_t>(axis * 2 + side)];
                const std::array<vector3, 4> corners{out + u + v, out - u + v, out - u - v, out + u - v};
                for (std::size_t corner = 0; corner < 4; ++corner) {
                    each.corners[corner] = transform_point(what.where, corners[corner]);
                }
                each.normal = normalize(rotate(what.where.rotation, out));
            }
        }
        return made;
    }

    static vector3 itself(vector3 point) { return point; }

    // Where the shadow of a point falls.
    static vector3 on_floor(vector3 point) { return point - to_lamp * (point.y / to_lamp.y); }

    static std::string color_of(int hue, vector3 normal) {
        const scalar light = scalar(0.45) + scalar(0.55) * std::max(dot(normal, to_lamp), scalar(0));
        const int percent = static_cast<int>(light * scalar(67));
        return hue < 0 ? orrery::text("hsl(36 38% ", percent, "%)")
                       : orrery::text("hsl(", hue, " 72% ", percent, "%)");
    }

    static std::string text_of(const face& what, vector3 (*put)(vector3)) {
        std::string line;
        for (const vector3& corner : what.corners) {
            const vector3 point = put(corner);
            constexpr scalar scale = 29;
            line += orrery::text(line.empty() ? 'M' : 'L', tenths(center_x + scale * dot(point, to_right)),
                                 ' ', tenths(center_y - scale * dot(point, to_top)));
        }
        return line + 'Z';
    }

    static std::string tenths(scalar pixels) {
        const auto rounded = static_cast<int>(pixels * 10 + scalar(0.5));
        return orrery::text(rounded / 10, '.', rounded % 10);
    }

    std::string body_;
    int panels_ = 0;
};
