#include <orrery/build_settings.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/obj_file.hpp>

#if ORRERY_OBJ
#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

// Under a name of our own, so that a program may have the library itself, too.
#define tinyobj orrery_tinyobj // NOLINT(readability-identifier-naming): the library's name
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h> // and streams, which it reads from
#endif

namespace orrery::rigid {

#if ORRERY_OBJ
namespace {

constexpr std::string_view blanks = " \t\r";

// The next word of a line, which becomes shorter; empty at its end.
[[nodiscard]] std::string_view next_word(std::string_view& line) noexcept {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

// Fit to stand in a message.
[[nodiscard]] std::string quoted(std::string_view word) {
    constexpr std::size_t most = 40;
    return text("'", printable(word.substr(0, most)), word.size() > most ? "...'" : "'");
}

// Reads the vertices and checks all that the other library would take silently. What is left for it are the
// faces, written anew with nothing in them but numbers of vertices that there are.
class obj_scanner {
public:
    obj_scanner(std::string_view characters, std::string_view file_name, const obj_options& options)
        : rest_(characters)
        , file_name_(file_name)
        , options_(options) {}

    [[nodiscard]] status scan() {
        while (!rest_.empty() && answer_) {
            ++line_;
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            std::string_view line = rest_.substr(0, end);
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            const std::string_view word = next_word(line);
            if (word == "v" || word == "f") {
                line = line.substr(0, line.find('#'));
                const std::size_t last = line.find_last_not_of(blanks);
                if (last != std::string_view::npos && line[last] == '\\') {
                    refuse("it goes on in the next line, which is not read");
                } else if (word == "v") {
                    read_vertex(line);
                } else {
                    read_face(line);
                }
            }
        }
        check_highest();
        return answer_;
    }

    [[nodiscard]] mesh_definition& made() noexcept { return made_; }

    // All vertices, then all faces.
    [[nodiscard]] std::string polygons() const {
        std::string all;
        for (const vector3 p : made_.vertices) {
            all += text("v ", p.x, ' ', p.y, ' ', p.z, '\n');
        }
        std::size_t first = 0;
        for (const std::size_t end : ends_) {
            const std::span corners = std::span(corners_).subspan(first, end - first);
            if (corners.size() == 4 && is_outside(corners, 0) != is_outside(corners, 1)) {
                const std::size_t from = is_outside(corners, 0) ? 1 : 0;
                append_face(all, std::array{corners[from], corners[from + 1], corners[from + 2]});
                append_face(all, std::array{corners[from], corners[from + 2], corners[(from + 3) % 4]});
            } else {
                append_face(all, corners);
            }
            first = end;
        }
        return all;
    }

private:
    static void append_face(std::string& all, std::span<const std::uint32_t> corners) {
        all += 'f';
        for (const std::uint32_t corner : corners) {
            all += text(' ', corner);
        }
        all += '\n';
    }

    // Whether the diagonal of a quadrilateral that begins at a corner lies outside, beside a corner that
    // points inwards. The library cuts along the shorter one, wherever it lies.
    [[nodiscard]] bool is_outside(std::span<const std::uint32_t> corners, std::size_t from) const noexcept {
        const auto at = [&](std::size_t place) {
            return vector_cast<double>(made_.vertices[corners[(from + place) % 4] - 1]);
        };
        const vector3d one = cross(at(1) - at(0), at(2) - at(0));
        const vector3d other = cross(at(2) - at(0), at(3) - at(0));
        return dot(one, other) < 0;
    }

    template <typename... Parts>
    void refuse_line(std::size_t line, const Parts&... parts) {
        if (answer_) {
            answer_ = error{text(file_name_, ", line ", line, ": ", parts..., ".")};
        }
    }

    template <typename... Parts>
    void refuse(const Parts&... parts) {
        refuse_line(line_, parts...);
    }

    // Only where there is the library's header, and there the compiler's library has from_chars for numbers
    // with a point, which is exact and the same everywhere.
    [[nodiscard]] double read_number(std::string_view word) {
        const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
        double value = 0;
        const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (trouble != std::errc() || end != digits.data() + digits.size()) {
            refuse(quoted(word), " is not a number");
        }
        return value;
    }

    void read_vertex(std::string_view line) {
        std::array<double, 6> numbers{};
        std::size_t count = 0;
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line), ++count) {
            if (count < numbers.size()) {
                numbers[count] = read_number(word);
            }
        }
        if (count != 3 && count != 4 && count != 6) { // the fourth alone is a weight
            refuse("a vertex has ", count, " numbers, expected 3, 4 or 6");
            return;
        }
        const auto metres = [&](std::size_t axis) {
            return static_cast<scalar>(numbers[axis] * static_cast<double>(options_.scale));
        };
        const vector3 where{metres(0), metres(1), metres(2)};
        if (!all_less_equal(abs(where), vector3::filled(largest_measure))) {
            refuse("a vertex does not lie within 1e6 m of the origin along each axis");
            return;
        }
        made_.vertices.push_back(where);
        if (count == 6 && options_.reads_materials) {
            read_colour(numbers[3], numbers[4]);
        }
    }

    void read_colour(double red, double green) {
        if (!(red >= 0 && red <= 1 && green >= 0 && green <= 1)) {
            refuse("a vertex has the colour ", red, " ", green, ", expected numbers from 0 to 1");
            return;
        }
        made_.materials.resize(made_.vertices.size());
        made_.materials.back() = {.friction = static_cast<scalar>(red) * options_.friction_scale,
                                  .restitution = static_cast<scalar>(green) * options_.restitution_scale};
    }

    // The number of a vertex, from 1 on; those that count back from the last one are turned round.
    [[nodiscard]] std::int64_t read_corner(std::string_view word) {
        const std::string_view digits = word.substr(0, word.find('/'));
        std::int64_t number = 0;
        const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        const bool is_number = trouble == std::errc() && end == digits.data() + digits.size();
        if (!is_number || word.find_first_not_of("0123456789-/") != std::string_view::npos) {
            refuse(quoted(word), " is not the corner of a face");
            return 0;
        }
        const auto count = static_cast<std::int64_t>(made_.vertices.size());
        if (number == 0 || number < -count) {
            refuse("a face names vertex ", number, ", expected -", count, " to -1, or from 1 on");
            return 0;
        }
        return number < 0 ? count + 1 + number : number;
    }

    void read_face(std::string_view line) {
        const std::size_t before = corners_.size();
        for (std::string_view word = next_word(line); !word.empty() && answer_; word = next_word(line)) {
            const std::int64_t number = read_corner(word);
            if (number > highest_) {
                highest_ = number;
                highest_line_ = line_;
            }
            corners_.push_back(static_cast<std::uint32_t>(number));
        }
        ends_.push_back(corners_.size());
        const std::size_t count = corners_.size() - before;
        if (count < 3 || count > max_obj_corners) {
            refuse("a face has ", count, " corners, expected 3 to ", max_obj_corners);
            return;
        }
        triangles_ += count - 2;
        if (triangles_ > triangle_mesh::max_triangles) {
            refuse("there are more than ", triangle_mesh::max_triangles, " triangles");
        }
    }

    // Vertices may come after the faces that name them.
    void check_highest() {
        if (highest_ > static_cast<std::int64_t>(made_.vertices.size())) {
            refuse_line(highest_line_, "a face names vertex ", highest_, ", expected 1 to ",
                        made_.vertices.size());
        }
        if (answer_ && triangles_ == 0) {
            answer_ = error{text(file_name_, ": there are no faces, expected at least one.")};
        }
        if (!made_.materials.empty()) {
            made_.materials.resize(made_.vertices.size());
        }
    }

    std::string_view rest_;
    std::string_view file_name_;
    const obj_options& options_;
    std::size_t line_ = 0;
    mesh_definition made_;
    std::vector<std::uint32_t> corners_; // of all faces, from 1 on
    std::vector<std::size_t> ends_;      // of the faces in that list
    std::size_t triangles_ = 0;
    std::int64_t highest_ = 0;
    std::size_t highest_line_ = 0;
    status answer_;
};

[[nodiscard]] status check_options(const obj_options& options) {
    if (!(options.scale > 0 && options.scale <= largest_measure)) {
        return error{text("The scale of an .obj file is ", options.scale, ", expected above 0 to 1e6.")};
    }
    if (!(options.friction_scale >= 0 && options.friction_scale <= largest_measure)) {
        return error{text("The friction of full red is ", options.friction_scale, ", expected 0 to 1e6.")};
    }
    if (!(options.restitution_scale >= 0 && options.restitution_scale <= 1)) {
        return error{
            text("The restitution of full green is ", options.restitution_scale, ", expected 0 to 1.")};
    }
    return {};
}

} // namespace

result<mesh_definition> parse_obj(std::string_view characters, std::string_view file_name,
                                  const obj_options& options) {
    if (const status checked = check_options(options); !checked) {
        return checked.reason();
    }
    obj_scanner scanner(characters, file_name, options);
    if (const status scanned = scanner.scan(); !scanned) {
        return scanned.reason();
    }
    std::istringstream polygons(scanner.polygons());
    orrery_tinyobj::attrib_t vertices;
    std::vector<orrery_tinyobj::shape_t> groups;
    std::vector<orrery_tinyobj::material_t> looks;
    std::string warning;
    std::string trouble;
    if (!orrery_tinyobj::LoadObj(&vertices, &groups, &looks, &warning, &trouble, &polygons, nullptr, true)) {
        return error{text(file_name, ": the faces cannot be cut into triangles: ", printable(trouble))};
    }
    mesh_definition& made = scanner.made();
    for (const auto& group : groups) {
        const auto& corners = group.mesh.indices;
        for (std::size_t first = 0; first + 2 < corners.size(); first += 3) {
            made.triangles.push_back({static_cast<std::uint32_t>(corners[first].vertex_index),
                                      static_cast<std::uint32_t>(corners[first + 1].vertex_index),
                                      static_cast<std::uint32_t>(corners[first + 2].vertex_index)});
        }
    }
    return std::move(made);
}

#else

result<mesh_definition> parse_obj(std::string_view, std::string_view file_name, const obj_options&) {
    return error{text(file_name, ": this build does not read .obj files (ORRERY_OBJ is off).")};
}

#endif

result<mesh_definition> load_obj(const std::string& path, const obj_options& options) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 31;
    const auto bytes = read_file(path, most_bytes);
    if (!bytes) {
        return bytes.reason();
    }
    return parse_obj({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path, options);
}

} // namespace orrery::rigid
