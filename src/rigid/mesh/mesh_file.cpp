#include "rigid/mesh/mesh_builder.hpp"
#include "rigid/mesh/mesh_cleaning.hpp"
#include "rigid/surface/triangle_normal.hpp"

#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>
#include <orrery/spatial/static_tree_archive.hpp>

#include <algorithm>
#include <cstring>

namespace orrery::rigid {
namespace {

constexpr content_kind mesh_content("MESH");
constexpr std::string_view mesh_section = "mesh";
// Twice what the largest mesh takes.
constexpr std::uint64_t max_mesh_bytes = std::uint64_t{1} << 31;

// Their bytes in memory are their bytes in files.
static_assert(sizeof(vector3) == 3 * sizeof(scalar) && sizeof(vertex_material) == 2 * sizeof(scalar));

template <typename Item>
[[nodiscard]] std::vector<Item> read_items(byte_reader& in, std::size_t count) {
    const std::span<const std::byte> bytes = in.read_bytes(count * sizeof(Item));
    std::vector<Item> items(bytes.size() / sizeof(Item));
    if (!items.empty()) {
        std::memcpy(items.data(), bytes.data(), bytes.size());
    }
    return items;
}

} // namespace

class mesh_reader {
public:
    explicit mesh_reader(byte_reader& in) noexcept
        : in_(in) {}

    static void save(byte_writer& out, const triangle_mesh& mesh) {
        const std::size_t count = mesh.triangles_.size();
        const std::span neighbours_elsewhere = std::span(mesh.normals_).subspan(count);
        out.values(mesh_file_version, static_cast<std::uint8_t>(sizeof(scalar)), mesh.has_materials(),
                   mesh.first_number_);
        out.write_variable(mesh.vertices_.size());
        out.write_variable(count);
        out.write_variable(neighbours_elsewhere.size());
        out.write_bytes(std::as_bytes(std::span(mesh.vertices_)));
        out.write_bytes(std::as_bytes(std::span(mesh.materials_)));
        out.write_bytes(std::as_bytes(std::span(mesh.triangles_)));
        out.write_bytes(std::as_bytes(std::span(mesh.neighbours_)));
        out.write_bytes(std::as_bytes(neighbours_elsewhere));
        spatial::save_tree(out, mesh.tree_);
        out.write(mesh.id_);
    }

    [[nodiscard]] result<std::shared_ptr<const triangle_mesh>> load() {
        read_arrays();
        check_vertices();
        check_triangles();
        check_neighbours();
        if (in_.ok()) {
            if (const status loaded = spatial::load_tree(in_, mesh_->tree_); !loaded) {
                return loaded.reason();
            }
            check_tree();
        }
        mesh_->id_ = in_.read<shape_id>();
        if (in_.ok() && mesh_->id_ != mesh_builder::id_of(*mesh_)) {
            in_.fail("the id is not that of the mesh");
        }
        if (!in_.ok()) {
            return in_.failure();
        }
        return std::shared_ptr<const triangle_mesh>(std::move(mesh_));
    }

private:
    using corner_numbers = std::array<std::uint32_t, 3>;

    template <typename... Parts>
    void refuse(const Parts&... parts) {
        in_.fail(text(parts...));
    }

    void read_arrays() {
        const auto version = in_.read<std::uint32_t>();
        const auto scalar_bytes = in_.read<std::uint8_t>();
        const bool has_materials = in_.read<bool>();
        mesh_->first_number_ = in_.read<std::uint32_t>();
        if (in_.ok() && version != mesh_file_version) {
            refuse("the mesh has version ", version, ", this program reads ", mesh_file_version);
            return;
        }
        if (in_.ok() && scalar_bytes != sizeof(scalar)) {
            refuse("the mesh was saved with numbers of ", scalar_bytes, " bytes, but this build has ",
                   sizeof(scalar));
            return;
        }
        const std::size_t vertices = in_.read_count(sizeof(vector3));
        const std::size_t triangles = in_.read_count(2 * sizeof(corner_numbers));
        const std::size_t elsewhere = in_.read_count(sizeof(vector3));
        if (in_.ok() && (triangles == 0 || triangles > triangle_mesh::max_triangles ||
                         triangles > triangle_mesh::no_triangle - mesh_->first_number_)) {
            refuse("the mesh has ", triangles, " triangles from number ", mesh_->first_number_,
                   " on, expected 1 to ", triangle_mesh::max_triangles, " below 4294967295");
            return;
        }
        if (in_.ok() && (vertices > triangles * 3 || elsewhere > triangles * 3)) {
            refuse("the mesh has more vertices or neighbours than corners");
            return;
        }
        mesh_->vertices_ = read_items<vector3>(in_, vertices);
        mesh_->materials_ = read_items<vertex_material>(in_, has_materials ? vertices : 0);
        mesh_->triangles_ = read_items<corner_numbers>(in_, triangles);
        mesh_->neighbours_ = read_items<corner_numbers>(in_, triangles);
        elsewhere_ = read_items<vector3>(in_, elsewhere);
    }

    void check_vertices() {
        for (std::size_t number = 0; number < mesh_->vertices_.size() && in_.ok(); ++number) {
            if (!all_less_equal(abs(mesh_->vertices_[number]), vector3::filled(largest_measure))) {
                refuse("vertex ", number, " does not lie within 1e6 m of the origin along each axis");
            }
        }
        for (std::size_t number = 0; number < mesh_->materials_.size() && in_.ok(); ++number) {
            const auto sentence = detail::check_vertex_material(mesh_->materials_[number]);
            if (!sentence.empty()) {
                refuse("the material of vertex ", number, " is refused. ", sentence);
            }
        }
    }

    // Computes the normals, too: they are not in the bytes, because they follow from the corners bit by bit.
    void check_triangles() {
        if (!in_.ok()) {
            return;
        }
        mesh_->normals_.reserve(mesh_->triangles_.size() + elsewhere_.size());
        for (std::size_t number = 0; number < mesh_->triangles_.size(); ++number) {
            const auto [a, b, c] = mesh_->triangles_[number];
            if (std::max({a, b, c}) >= mesh_->vertices_.size()) {
                refuse("triangle ", number, " names vertex ", std::max({a, b, c}), ", expected less than ",
                       mesh_->vertices_.size());
                return;
            }
            const auto& vertices = mesh_->vertices_;
            mesh_->normals_.push_back(detail::triangle_normal({vertices[a], vertices[b], vertices[c]}));
            if (mesh_->normals_.back() == vector3{}) {
                refuse("triangle ", number, " has no area");
                return;
            }
        }
        for (std::size_t number = 0; number < elsewhere_.size(); ++number) {
            const vector3 normal = elsewhere_[number];
            if (!(abs(dot(normal, normal) - scalar(1)) < scalar(1e-6))) {
                refuse("normal ", number, " of neighbours elsewhere is not of unit length");
                return;
            }
            mesh_->normals_.push_back(normal);
        }
    }

    // Whether two triangles walk along an edge of the first in opposite directions.
    [[nodiscard]] bool share_edge(const corner_numbers& first, std::size_t edge,
                                  const corner_numbers& second) const noexcept {
        const vector3 from = mesh_->vertices_[first[edge]];
        const vector3 to = mesh_->vertices_[first[(edge + 1) % 3]];
        for (std::size_t other = 0; other < 3; ++other) {
            if (mesh_->vertices_[second[other]] == to && mesh_->vertices_[second[(other + 1) % 3]] == from) {
                return true;
            }
        }
        return false;
    }

    void check_neighbours() {
        if (!in_.ok()) {
            return;
        }
        for (std::size_t number = 0; number < mesh_->triangles_.size(); ++number) {
            for (std::size_t edge = 0; edge < 3; ++edge) {
                const std::uint32_t neighbour = mesh_->neighbours_[number][edge];
                if (neighbour == triangle_mesh::no_triangle) {
                    continue;
                }
                if (neighbour >= mesh_->normals_.size()) {
                    refuse("triangle ", number, " has neighbour ", neighbour, ", expected less than ",
                           mesh_->normals_.size());
                    return;
                }
                if (neighbour < mesh_->triangles_.size() &&
                    !share_edge(mesh_->triangles_[number], edge, mesh_->triangles_[neighbour])) {
                    refuse("triangle ", number, " has neighbour ", neighbour, ", but they share no edge");
                    return;
                }
            }
        }
    }

    // It is a sound tree by now; whether it is one of these triangles, in their order, remains to be seen.
    void check_tree() {
        const auto& tree = mesh_->tree_;
        if (tree.size() != mesh_->triangles_.size()) {
            refuse("the tree has ", tree.size(), " triangles, expected ", mesh_->triangles_.size());
            return;
        }
        for (std::uint32_t number = 0; number < tree.node_count() && in_.ok(); ++number) {
            const auto& node = tree.packed(number);
            for (std::uint32_t each = 0; each < node.element_count && in_.ok(); ++each) {
                const std::uint32_t place = node.first_element + each;
                const auto [a, b, c] = mesh_->triangles_[place];
                const auto& vertices = mesh_->vertices_;
                const aabb3 around = merge(aabb3::around(vertices[a], vertices[b]), vertices[c]);
                if (tree.element(place) != place ||
                    node.boxes[node.child_count + static_cast<int>(each)] != around) {
                    refuse("the tree has another triangle or box than the mesh at place ", place);
                }
            }
        }
    }

    byte_reader& in_;
    std::shared_ptr<triangle_mesh> mesh_{new triangle_mesh};
    std::vector<vector3> elsewhere_; // normals of neighbours in other pages
};

void save_mesh(byte_writer& out, const triangle_mesh& mesh) {
    mesh_reader::save(out, mesh);
}

result<std::shared_ptr<const triangle_mesh>> load_mesh(byte_reader& in) {
    return mesh_reader(in).load();
}

std::vector<std::byte> encode_mesh(const triangle_mesh& mesh) {
    byte_writer out;
    save_mesh(out, mesh);
    file_archive file(mesh_content, mesh_file_version);
    file.add(mesh_section, out.take());
    return encode_archive(file);
}

result<std::shared_ptr<const triangle_mesh>> decode_mesh(std::span<const std::byte> bytes,
                                                         std::string_view file_name) {
    const auto file = decode_archive(
        bytes,
        {.kind = mesh_content, .newest_version = mesh_file_version, .max_content_bytes = max_mesh_bytes},
        file_name);
    if (!file) {
        return file.reason();
    }
    const auto section = file->section(mesh_section);
    if (!section) {
        return error{text(file_name, ": ", section.reason().message)};
    }
    byte_reader in(*section);
    auto loaded = load_mesh(in);
    if (!loaded) {
        return error{text(file_name, ": ", loaded.reason().message)};
    }
    if (const status finished = in.finish(); !finished) {
        return error{text(file_name, ": ", finished.reason().message)};
    }
    return loaded;
}

status write_mesh(const std::string& path, const triangle_mesh& mesh) {
    return write_file(path, encode_mesh(mesh));
}

result<std::shared_ptr<const triangle_mesh>> read_mesh(const std::string& path) {
    const auto bytes = read_file(path, max_mesh_bytes);
    if (!bytes) {
        return bytes.reason();
    }
    return decode_mesh(*bytes, path);
}

} // namespace orrery::rigid
