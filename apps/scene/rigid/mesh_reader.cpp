#include "apps/scene/rigid/mesh_reader.hpp"
#include "apps/scene/rigid/terrain.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>
#include <orrery/rigid/shapes/obj_file.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <algorithm>

namespace orrery::scene_format {
namespace {

// Of a landscape, in one piece and in pages: what is made in about a second.
constexpr std::uint64_t max_cells = 512 * 512;
constexpr std::uint64_t max_paged_cells = 2048 * 2048;

using surface_pointer = std::shared_ptr<const rigid::surface>;

[[nodiscard]] rigid::vertex_material material_of(const json::cursor& what) {
    const rigid::vertex_material usual;
    return {.friction = number_of(what["friction"], usual.friction),
            .restitution = number_of(what["restitution"], usual.restitution)};
}

// Materials by height: between two of the list they are mixed.
class material_layers {
public:
    material_layers(const json::cursor& what, reading& notes) {
        for (std::size_t number = 0; number < what.size(); ++number) {
            const json::cursor each = what.item(number);
            const scalar height = number_of(each["height"]);
            if (!layers_.empty() && !(height > layers_.back().height)) {
                notes.refuse(each["height"],
                             text("a height above that of the layer before, ", layers_.back().height));
                return;
            }
            layers_.push_back({height, material_of(each)});
        }
    }

    [[nodiscard]] std::vector<rigid::vertex_material> at(std::span<const scalar> heights) const {
        std::vector<rigid::vertex_material> made;
        if (!layers_.empty()) {
            std::ranges::transform(heights, std::back_inserter(made),
                                   [&](scalar height) { return at(height); });
        }
        return made;
    }

private:
    struct layer {
        scalar height = 0;
        rigid::vertex_material what{};
    };

    [[nodiscard]] rigid::vertex_material at(scalar height) const {
        const auto above =
            std::ranges::find_if(layers_, [&](const layer& each) { return each.height > height; });
        if (above == layers_.begin() || above == layers_.end()) {
            return above == layers_.end() ? layers_.back().what : layers_.front().what;
        }
        const layer& below = *std::prev(above);
        const scalar share = (height - below.height) / (above->height - below.height);
        const auto mixed = [&](scalar a, scalar b) { return a + (b - a) * share; };
        return {mixed(below.what.friction, above->what.friction),
                mixed(below.what.restitution, above->what.restitution)};
    }

    std::vector<layer> layers_;
};

class mesh_reader {
public:
    mesh_reader(const json::cursor& what, reading& notes) noexcept
        : what_(what)
        , notes_(notes) {}

    [[nodiscard]] surface_pointer read() {
        const std::string& kind = what_["kind"]->string();
        if (kind == "mesh") {
            return read_mesh();
        }
        if (kind == "mesh_file") {
            return read_file();
        }
        return kind == "heights" ? read_heights() : read_terrain();
    }

private:
    // The message of what the engine refuses is about the whole.
    template <typename T>
    [[nodiscard]] surface_pointer taken(const result<T>& made) {
        if (!made) {
            notes_.refuse_whole(what_, made.reason().message);
            return nullptr;
        }
        return *made;
    }

    // In pages if the scene says so.
    template <typename Definition>
    [[nodiscard]] surface_pointer made_of(const Definition& definition) {
        const json::cursor pages = what_["pages"];
        if (!pages) {
            return in_one_piece(definition);
        }
        rigid::cutting_settings cutting;
        cutting.page_triangles =
            static_cast<std::uint32_t>(whole_number(pages["triangles"], cutting.page_triangles));
        result<std::vector<std::byte>> bytes = rigid::encode_paged_mesh(definition, cutting);
        if (!bytes) {
            notes_.refuse_whole(what_, bytes.reason().message);
            return nullptr;
        }
        return taken(rigid::paged_mesh::open(std::move(*bytes), paging_of(pages)));
    }

    [[nodiscard]] static rigid::paging_settings paging_of(const json::cursor& pages) {
        rigid::paging_settings made;
        made.budget = whole_number(pages["budget"], made.budget >> 20) << 20;
        return made;
    }

    [[nodiscard]] surface_pointer in_one_piece(const rigid::mesh_definition& definition) {
        return taken(rigid::triangle_mesh::from(definition));
    }

    [[nodiscard]] surface_pointer in_one_piece(const rigid::height_grid& grid) {
        const result<rigid::mesh_definition> definition = rigid::mesh_of(grid);
        if (!definition) {
            notes_.refuse_whole(what_, definition.reason().message);
            return nullptr;
        }
        return in_one_piece(*definition);
    }

    [[nodiscard]] surface_pointer read_mesh() {
        rigid::mesh_definition made;
        const json::cursor vertices = what_["vertices"];
        for (std::size_t number = 0; number < vertices.size(); ++number) {
            made.vertices.push_back(vector_of(vertices.item(number)));
        }
        const json::cursor triangles = what_["triangles"];
        for (std::size_t number = 0; number < triangles.size(); ++number) {
            const json::cursor each = triangles.item(number);
            std::array<std::uint32_t, 3>& corners = made.triangles.emplace_back();
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint64_t vertex = whole_number(each.item(corner));
                if (vertex >= made.vertices.size()) {
                    notes_.refuse(each.item(corner),
                                  text("the number of a vertex, below ", made.vertices.size()));
                    return nullptr;
                }
                corners[corner] = static_cast<std::uint32_t>(vertex);
            }
        }
        const json::cursor materials = what_["materials"];
        for (std::size_t number = 0; number < materials.size(); ++number) {
            made.materials.push_back(material_of(materials.item(number)));
        }
        if (materials && materials.size() != vertices.size()) {
            notes_.refuse(materials, text("one material for each of the ", vertices.size(), " vertices"));
            return nullptr;
        }
        return made_of(made);
    }

    [[nodiscard]] surface_pointer read_heights() {
        const json::cursor rows = what_["heights"];
        const std::size_t columns = rows.item(0).size();
        std::vector<scalar> heights;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const json::cursor each = rows.item(row);
            if (each.size() != columns) {
                notes_.refuse(each, text("as many heights as in the first row, ", columns));
                return nullptr;
            }
            for (std::size_t column = 0; column < columns; ++column) {
                heights.push_back(number_of(each.item(column)));
            }
        }
        return read_grid(static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows.size()),
                         number_of(what_["spacing"], 1), heights);
    }

    [[nodiscard]] surface_pointer read_terrain() {
        const json::cursor cells = what_["cells"];
        const std::uint64_t columns = whole_number(cells.item(0));
        const std::uint64_t rows = whole_number(cells.item(1));
        const bool is_paged = static_cast<bool>(what_["pages"]);
        if (columns * rows > (is_paged ? max_paged_cells : max_cells)) {
            notes_.refuse_whole(
                cells, text(columns, " times ", rows, " cells are ", columns * rows, ", expected at most ",
                            is_paged ? text(max_paged_cells, " in pages")
                                     : text(max_cells, ", or at most ", max_paged_cells, " with \"pages\"")));
            return nullptr;
        }
        const terrain_rules usual;
        const terrain_rules rules{.columns = static_cast<std::uint32_t>(columns + 1),
                                  .rows = static_cast<std::uint32_t>(rows + 1),
                                  .spacing = number_of(what_["spacing"], usual.spacing),
                                  .height = number_of(what_["height"], usual.height),
                                  .wavelength = number_of(what_["wavelength"], usual.wavelength),
                                  .roughness = number_of(what_["roughness"], usual.roughness),
                                  .clearing = number_of(what_["clearing"], usual.clearing),
                                  .seed = whole_number(what_["seed"], usual.seed)};
        if (rules.wavelength < 2 * rules.spacing) {
            notes_.refuse(what_["wavelength"], text("at least two cells, ", 2 * rules.spacing));
            return nullptr;
        }
        return read_grid(rules.columns, rules.rows, rules.spacing, terrain_heights(rules));
    }

    [[nodiscard]] surface_pointer read_grid(std::uint32_t columns, std::uint32_t rows, scalar spacing,
                                            std::span<const scalar> heights) {
        const material_layers layers(what_["layers"], notes_);
        if (!notes_.is_ok()) {
            return nullptr;
        }
        const std::vector<rigid::vertex_material> materials = layers.at(heights);
        return made_of(rigid::height_grid{columns, rows, spacing, heights, materials});
    }

    // Only a file beside the scene: a document that comes from elsewhere cannot look around.
    [[nodiscard]] surface_pointer read_file() {
        const json::cursor file = what_["file"];
        const std::string& name = file->string();
        if (name.find_first_of("/\\:") != std::string::npos || name.starts_with('.')) {
            notes_.refuse(file, "the name of a file beside the scene, without a folder");
            return nullptr;
        }
        const auto& folder = notes_.scene().folder;
        if (!folder) {
            notes_.refuse(file, "none, because the scene does not come from a folder");
            return nullptr;
        }
        const std::string path = *folder + name;
        if (name.ends_with(".obj")) {
            const result<rigid::mesh_definition> definition = rigid::load_obj(path);
            if (!definition) {
                notes_.refuse_whole(file, definition.reason().message);
                return nullptr;
            }
            return made_of(*definition);
        }
        if (name.ends_with(".mesh")) {
            return taken(rigid::read_mesh(path));
        }
        if (name.ends_with(".pages")) {
            return taken(rigid::paged_mesh::open(path, paging_of(what_["pages"])));
        }
        notes_.refuse(file, "a file that ends in .obj, .mesh or .pages");
        return nullptr;
    }

    const json::cursor& what_;
    reading& notes_;
};

} // namespace

bool is_surface(std::string_view kind) noexcept {
    return kind == "mesh" || kind == "mesh_file" || kind == "heights" || kind == "terrain";
}

std::optional<rigid::shape> read_surface(const json::cursor& what, rigid::shape_store& store,
                                         reading& notes) {
    const surface_pointer made = mesh_reader(what, notes).read();
    if (made == nullptr) {
        return std::nullopt;
    }
    const result<rigid::shape> added = store.add_mesh(made);
    if (!added) {
        notes.refuse_whole(what, added.reason().message);
        return std::nullopt;
    }
    return *added;
}

} // namespace orrery::scene_format
