#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/gltf.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace orrery::command {
namespace {

// Numbers of the specification.
constexpr int component_float = 5126;
constexpr int component_uint32 = 5125;
constexpr int target_vertices = 34962;
constexpr int target_indices = 34963;

[[nodiscard]] std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t place = 0; place < bytes.size(); place += 3) {
        const auto byte = [&](std::size_t offset) -> std::uint32_t {
            return place + offset < bytes.size() ? static_cast<unsigned char>(bytes[place + offset]) : 0;
        };
        const std::uint32_t three = byte(0) << 16U | byte(1) << 8U | byte(2);
        out += letters[three >> 18U];
        out += letters[(three >> 12U) & 63U];
        out += place + 1 < bytes.size() ? letters[(three >> 6U) & 63U] : '=';
        out += place + 2 < bytes.size() ? letters[three & 63U] : '=';
    }
    return out;
}

// What a screen shows as this share of full brightness, in the linear light that renderers compute with.
[[nodiscard]] float linear_light(std::uint32_t color, unsigned shift) {
    const double share = ((color >> shift) & 0xffU) / 255.0;
    return static_cast<float>(share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4));
}

void append_uint32(std::string& out, std::uint32_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out += static_cast<char>((number >> shift) & 0xffU);
    }
}

[[nodiscard]] std::array<float, 3> floats(vector3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

} // namespace

std::size_t gltf_writer::add_body(std::string name, drawn_shape shape, std::uint32_t color) {
    auto known = std::ranges::find(shapes_, shape.name, &drawn_shape::name);
    const vector3 scale = shape.scale;
    if (known == shapes_.end()) {
        shapes_.push_back(std::move(shape));
        known = shapes_.end() - 1;
    }
    bodies_.push_back({.name = std::move(name),
                       .shape = static_cast<std::size_t>(known - shapes_.begin()),
                       .color = color,
                       .scale = scale});
    return bodies_.size() - 1;
}

void gltf_writer::add_pose(std::size_t number, double seconds, const transform3& where) {
    body& of = bodies_[number];
    // Of unit length to the last bit that a float has, and on the side of the one before, so that what lies
    // between the two is right.
    const quaternion& q = where.rotation;
    std::array<double, 4> turn{static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z),
                               static_cast<double>(q.w)};
    double length = 0;
    double along = 0;
    for (std::size_t place = 0; place < 4; ++place) {
        length += turn[place] * turn[place];
        along += of.rotations.empty() ? 1 : turn[place] * static_cast<double>(of.rotations.back()[place]);
    }
    const double factor = (along < 0 ? -1 : 1) / std::sqrt(length);
    of.times.push_back(static_cast<float>(seconds));
    of.translations.push_back(floats(where.position));
    of.rotations.push_back({static_cast<float>(turn[0] * factor), static_cast<float>(turn[1] * factor),
                            static_cast<float>(turn[2] * factor), static_cast<float>(turn[3] * factor)});
}

// Puts the parts of the document together: the lists that refer to each other by number, and the bytes.
class gltf_document {
public:
    explicit gltf_document(const gltf_writer& from)
        : from_(from) {
        for (const gltf_writer::body& each : from.bodies_) {
            first_ = std::min(first_, each.times.empty() ? first_ : each.times.front());
            last_ = std::max(last_, each.times.empty() ? last_ : each.times.back());
        }
        nodes_.begin_array();
        channels_.begin_array();
        samplers_.begin_array();
        meshes_.begin_array();
        materials_.begin_array();
        for (const gltf_writer::body& each : from.bodies_) {
            if (!each.times.empty()) {
                add_node(each);
            }
        }
        nodes_.end_array();
        channels_.end_array();
        samplers_.end_array();
        meshes_.end_array();
        materials_.end_array();
    }

    [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

    // Without a place for its bytes they are in the second part of a .glb.
    [[nodiscard]] std::string text(const std::optional<std::string>& uri) const {
        json::writer out;
        out.begin_object()
            .key("asset")
            .begin_object()
            .member("version", "2.0")
            .member("generator", "orrery")
            .end_object();
        if (node_count_ > 0) {
            out.member("scene", 0).key("scenes").begin_array().begin_object().key("nodes").begin_array();
            for (std::size_t node = 0; node < node_count_; ++node) {
                out.value(node);
            }
            out.end_array().end_object().end_array();
            out.key("nodes")
                .raw(nodes_.text())
                .key("meshes")
                .raw(meshes_.text())
                .key("materials")
                .raw(materials_.text());
        }
        if (sampler_count_ > 0) {
            out.key("animations").begin_array().begin_object().member("name", "motion");
            out.key("channels")
                .raw(channels_.text())
                .key("samplers")
                .raw(samplers_.text())
                .end_object()
                .end_array();
        }
        if (accessor_count_ > 0) {
            out.key("accessors").raw("[" + accessors_ + "]").key("bufferViews").raw("[" + views_ + "]");
            out.key("buffers").begin_array().begin_object().member("byteLength", bytes_.size());
            if (uri) {
                out.member("uri", *uri);
            }
            out.end_object().end_array();
        }
        out.end_object();
        return out.take();
    }

private:
    // The bytes of a list of floats or integers, and how to read them. Answers with the number of the
    // accessor.
    template <typename Row>
    std::size_t add_rows(std::span<const Row> rows, std::string_view type, int component,
                         std::optional<int> target, const std::string& range = {}) {
        const std::size_t offset = bytes_.size();
        for (const Row& row : rows) {
            if constexpr (requires { row.size(); }) {
                for (const auto number : row) {
                    append_uint32(bytes_, std::bit_cast<std::uint32_t>(number));
                }
            } else {
                append_uint32(bytes_, std::bit_cast<std::uint32_t>(row));
            }
        }
        views_ += orrery::text(views_.empty() ? "" : ",", R"({"buffer":0,"byteOffset":)", offset,
                               R"(,"byteLength":)", bytes_.size() - offset,
                               target ? orrery::text(R"(,"target":)", *target) : std::string(), "}");
        accessors_ += orrery::text(accessors_.empty() ? "" : ",", R"({"bufferView":)", accessor_count_,
                                   R"(,"componentType":)", component, R"(,"count":)", rows.size(),
                                   R"(,"type":")", type, "\"", range, "}");
        return accessor_count_++;
    }

    [[nodiscard]] std::size_t times_of(const std::vector<float>& times) {
        const auto known = times_.find(times);
        if (known != times_.end()) {
            return known->second;
        }
        const std::string range =
            orrery::text(R"(,"min":[)", times.front(), R"(],"max":[)", times.back(), "]");
        const std::size_t accessor =
            add_rows(std::span<const float>(times), "SCALAR", component_float, {}, range);
        times_.emplace(times, accessor);
        return accessor;
    }

    struct geometry {
        std::size_t corners = 0;
        std::size_t normals = 0;
        std::vector<std::pair<std::size_t, std::optional<std::uint32_t>>> parts; // their indices and colours
    };

    [[nodiscard]] const geometry& geometry_of(std::size_t shape) {
        const auto known = geometries_.find(shape);
        if (known != geometries_.end()) {
            return known->second;
        }
        const drawn_mesh& mesh = from_.shapes_[shape].mesh;
        std::vector<std::array<float, 3>> corners;
        std::vector<std::array<float, 3>> normals;
        std::array<float, 3> low = floats(mesh.corners.front());
        std::array<float, 3> high = low;
        for (std::size_t corner = 0; corner < mesh.corners.size(); ++corner) {
            corners.push_back(floats(mesh.corners[corner]));
            normals.push_back(floats(mesh.normals[corner]));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], corners.back()[axis]);
                high[axis] = std::max(high[axis], corners.back()[axis]);
            }
        }
        const std::string range = orrery::text(R"(,"min":[)", low[0], ",", low[1], ",", low[2],
                                               R"(],"max":[)", high[0], ",", high[1], ",", high[2], "]");
        const std::span<const std::array<float, 3>> all(corners);
        geometry made;
        made.corners = add_rows(all, "VEC3", component_float, target_vertices, range);
        made.normals = add_rows(std::span<const std::array<float, 3>>(normals), "VEC3", component_float,
                                target_vertices);
        const std::span<const std::uint32_t> indices(mesh.indices);
        const auto add_part = [&](std::span<const std::uint32_t> some, std::optional<std::uint32_t> color) {
            made.parts.emplace_back(add_rows(some, "SCALAR", component_uint32, target_indices), color);
        };
        for (const drawn_part& each : from_.shapes_[shape].parts) {
            add_part(indices.subspan(each.first_index, each.index_count), each.color);
        }
        if (made.parts.empty()) {
            add_part(indices, {});
        }
        return geometries_.emplace(shape, made).first->second;
    }

    [[nodiscard]] std::size_t material_of(std::uint32_t color) {
        const auto [place, is_new] = material_numbers_.try_emplace(color, material_numbers_.size());
        if (is_new) {
            materials_.begin_object()
                .key("pbrMetallicRoughness")
                .begin_object()
                .key("baseColorFactor")
                .begin_array();
            materials_.value(linear_light(color, 16))
                .value(linear_light(color, 8))
                .value(linear_light(color, 0))
                .value(1);
            materials_.end_array()
                .member("metallicFactor", 0)
                .member("roughnessFactor", 0.7)
                .end_object()
                .end_object();
        }
        return place->second;
    }

    [[nodiscard]] std::size_t mesh_of(std::size_t shape, std::uint32_t color) {
        const auto [place, is_new] = mesh_numbers_.try_emplace(std::pair(shape, color), mesh_numbers_.size());
        if (is_new) {
            const geometry& drawn = geometry_of(shape);
            meshes_.begin_object().member("name", from_.shapes_[shape].name).key("primitives").begin_array();
            for (const auto& [indices, own_color] : drawn.parts) {
                meshes_.begin_object().key("attributes").begin_object();
                meshes_.member("POSITION", drawn.corners).member("NORMAL", drawn.normals).end_object();
                meshes_.member("indices", indices).member("material", material_of(own_color.value_or(color)));
                meshes_.end_object();
            }
            meshes_.end_array().end_object();
        }
        return place->second;
    }

    void add_channel(std::size_t node, std::string_view path, std::size_t times, std::size_t values,
                     std::string_view interpolation) {
        samplers_.begin_object()
            .member("input", times)
            .member("output", values)
            .member("interpolation", interpolation);
        samplers_.end_object();
        channels_.begin_object().member("sampler", sampler_count_++).key("target").begin_object();
        channels_.member("node", node).member("path", path).end_object().end_object();
    }

    void add_node(const gltf_writer::body& of) {
        const std::size_t node = node_count_++;
        const std::array<float, 3> scale = floats(of.scale);
        const auto write = [&](std::string_view name, const auto& numbers) {
            nodes_.key(name).begin_array();
            for (const float number : numbers) {
                nodes_.value(number);
            }
            nodes_.end_array();
        };
        nodes_.begin_object().member("name", of.name).member("mesh", mesh_of(of.shape, of.color));
        write("translation", of.translations.front());
        write("rotation", of.rotations.front());
        write("scale", scale);
        nodes_.end_object();
        const auto moves = [](const auto& list) {
            return std::ranges::any_of(list, [&](const auto& each) { return each != list.front(); });
        };
        if (moves(of.translations)) {
            const auto values = add_rows(std::span(of.translations), "VEC3", component_float, {});
            add_channel(node, "translation", times_of(of.times), values, "LINEAR");
        }
        if (moves(of.rotations)) {
            const auto values = add_rows(std::span(of.rotations), "VEC4", component_float, {});
            add_channel(node, "rotation", times_of(of.times), values, "LINEAR");
        }
        add_presence(node, of, scale);
    }

    // For a body that comes later or goes earlier than the others.
    void add_presence(std::size_t node, const gltf_writer::body& of, const std::array<float, 3>& scale) {
        std::vector<float> times;
        std::vector<std::array<float, 3>> values;
        if (of.times.front() > first_) {
            times.push_back(first_);
            values.push_back({0, 0, 0});
        }
        times.push_back(of.times.front());
        values.push_back(scale);
        if (of.times.back() < last_) {
            // It is still there in the last frame that has it, also if that is its only one.
            times.push_back(std::nextafter(of.times.back(), last_));
            values.push_back({0, 0, 0});
        }
        if (times.size() > 1) {
            const auto rows =
                add_rows(std::span<const std::array<float, 3>>(values), "VEC3", component_float, {});
            add_channel(node, "scale", times_of(times), rows, "STEP");
        }
    }

    const gltf_writer& from_;
    float first_ = HUGE_VALF;
    float last_ = -HUGE_VALF;
    std::string bytes_;
    std::string views_;
    std::string accessors_;
    std::size_t accessor_count_ = 0; // each has a view of its own
    json::writer nodes_;
    json::writer meshes_;
    json::writer materials_;
    json::writer channels_;
    json::writer samplers_;
    std::size_t node_count_ = 0;
    std::size_t sampler_count_ = 0;
    std::map<std::vector<float>, std::size_t> times_;
    std::map<std::size_t, geometry> geometries_;
    std::map<std::uint32_t, std::size_t> material_numbers_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> mesh_numbers_;
};

std::string gltf_writer::text() const {
    const gltf_document document(*this);
    return document.text("data:application/octet-stream;base64," + base64(document.bytes()));
}

std::string gltf_writer::binary() const {
    const gltf_document document(*this);
    std::string json = document.text({});
    const std::string& bytes = document.bytes(); // of a whole number of words already
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string out = "glTF";
    append_uint32(out, 2);
    append_uint32(out,
                  static_cast<std::uint32_t>(12 + 8 + json.size() + (bytes.empty() ? 0 : 8 + bytes.size())));
    append_uint32(out, static_cast<std::uint32_t>(json.size()));
    out += "JSON" + json;
    if (!bytes.empty()) {
        append_uint32(out, static_cast<std::uint32_t>(bytes.size()));
        out += std::string_view("BIN\0", 4);
        out += bytes;
    }
    return out;
}

} // namespace orrery::command
