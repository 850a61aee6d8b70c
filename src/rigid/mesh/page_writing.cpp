#include "rigid/mesh/mesh_builder.hpp"
#include "rigid/mesh/page_file.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>

#include <algorithm>
#include <utility>

namespace orrery::rigid {
namespace {

[[nodiscard]] status check_cutting(const cutting_settings& settings) {
    constexpr std::uint32_t least = 2;
    constexpr std::uint32_t most = 1u << 20;
    if (settings.page_triangles < least || settings.page_triangles > most) {
        return error{text("Pages of at most ", settings.page_triangles, " triangles are wanted, expected ",
                          least, " to ", most, ".")};
    }
    return {};
}

[[nodiscard]] status write_to_file(const std::string& path, const detail::mesh_cutter& cutter,
                                   const cutting_settings& settings) {
    auto file = large_file_writer::create(path);
    if (!file) {
        return file.reason();
    }
    const auto header = detail::write_pages(
        cutter, settings.packing, [&](std::span<const std::byte> bytes) { return file->append(bytes); });
    if (!header) {
        return header.reason();
    }
    if (const status replaced = file->replace(0, *header); !replaced) {
        return replaced;
    }
    return file->commit();
}

[[nodiscard]] result<std::vector<std::byte>> write_to_memory(const detail::mesh_cutter& cutter,
                                                             const cutting_settings& settings) {
    std::vector<std::byte> bytes;
    const auto header =
        detail::write_pages(cutter, settings.packing, [&](std::span<const std::byte> part) -> status {
            bytes.insert(bytes.end(), part.begin(), part.end());
            return {};
        });
    if (!header) {
        return header.reason();
    }
    std::copy(header->begin(), header->end(), bytes.begin());
    return bytes;
}

[[nodiscard]] status check_large_grid(const height_grid& grid) {
    const std::uint64_t columns = std::max(grid.columns, 1u) - 1;
    const std::uint64_t rows = std::max(grid.rows, 1u) - 1;
    if (columns * rows > paged_mesh::max_triangles / 2) {
        return error{text("A height grid has ", columns * rows, " cells, expected at most ",
                          paged_mesh::max_triangles / 2, ".")};
    }
    return detail::check_grid(grid);
}

// Gives the cutter to `write`, if there is one.
template <typename Answer, typename Write>
[[nodiscard]] Answer cut_mesh(const triangle_mesh& mesh, const cutting_settings& settings, Write&& write) {
    if (const status checked = check_cutting(settings); !checked) {
        return checked.reason();
    }
    return write(detail::triangle_cutter(mesh, settings.page_triangles));
}

template <typename Answer, typename Write>
[[nodiscard]] Answer cut_grid(const height_grid& grid, const cutting_settings& settings, Write&& write) {
    if (const status checked = check_cutting(settings); !checked) {
        return checked.reason();
    }
    if (const status checked = check_large_grid(grid); !checked) {
        return checked.reason();
    }
    return write(detail::grid_cutter(grid, settings.page_triangles));
}

} // namespace

status write_paged_mesh(const std::string& path, const triangle_mesh& what,
                        const cutting_settings& settings) {
    return cut_mesh<status>(what, settings, [&](const detail::mesh_cutter& cutter) {
        return write_to_file(path, cutter, settings);
    });
}

status write_paged_mesh(const std::string& path, const height_grid& what, const cutting_settings& settings) {
    return cut_grid<status>(what, settings, [&](const detail::mesh_cutter& cutter) {
        return write_to_file(path, cutter, settings);
    });
}

status write_paged_mesh(const std::string& path, const mesh_definition& what,
                        const cutting_settings& settings) {
    const auto mesh = triangle_mesh::from(what);
    return mesh ? write_paged_mesh(path, **mesh, settings) : status(mesh.reason());
}

result<std::vector<std::byte>> encode_paged_mesh(const triangle_mesh& what,
                                                 const cutting_settings& settings) {
    return cut_mesh<result<std::vector<std::byte>>>(
        what, settings, [&](const detail::mesh_cutter& cutter) { return write_to_memory(cutter, settings); });
}

result<std::vector<std::byte>> encode_paged_mesh(const height_grid& what, const cutting_settings& settings) {
    return cut_grid<result<std::vector<std::byte>>>(
        what, settings, [&](const detail::mesh_cutter& cutter) { return write_to_memory(cutter, settings); });
}

result<std::vector<std::byte>> encode_paged_mesh(const mesh_definition& what,
                                                 const cutting_settings& settings) {
    const auto mesh = triangle_mesh::from(what);
    return mesh ? encode_paged_mesh(**mesh, settings) : result<std::vector<std::byte>>(mesh.reason());
}

result<std::shared_ptr<const triangle_mesh>>
cut_page(const triangle_mesh& whole, std::span<const std::uint32_t> triangles, std::uint32_t first_number) {
    if (triangles.empty()) {
        return error{"A page has no triangles, expected at least one."};
    }
    std::vector<bool> is_there(whole.triangles().size());
    std::vector<std::uint32_t> places;
    places.reserve(triangles.size());
    for (const std::uint32_t number : triangles) {
        const std::uint32_t place = number - whole.first_number();
        if (place >= is_there.size()) {
            return error{text("A page has triangle ", number, " of a mesh, expected one from ",
                              whole.first_number(), " to ", whole.first_number() + is_there.size() - 1, ".")};
        }
        if (is_there[place]) {
            return error{text("A page has triangle ", number, " twice, expected each once.")};
        }
        is_there[place] = true;
        places.push_back(place);
    }
    return mesh_builder::page(whole, places, first_number);
}

} // namespace orrery::rigid
