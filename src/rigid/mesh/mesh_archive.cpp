#include "rigid/mesh/mesh_archive.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>

#include <algorithm>
#include <string>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t longest_surface_name = 4096;

// How a surface is written.
enum class surface_form : std::uint8_t { whole, name };

[[nodiscard]] std::shared_ptr<const surface> shared_surface(const shape_store& store, shape_id id) {
    const auto all = store.surfaces();
    const auto place = std::ranges::lower_bound(all, id, {}, [](const auto& each) { return each->id(); });
    return place != all.end() && (*place)->id() == id ? *place : nullptr;
}

void keep_surface(byte_reader& in, shape_store& into, std::shared_ptr<const surface> what) {
    if (const auto added = into.add_mesh(std::move(what)); !added) {
        in.fail(added.reason().message);
    }
}

void find_named_surface(byte_reader& in, shape_store& into, const shape_store& known, mesh_opener& open,
                        missing_surface then) {
    const auto id = in.read<shape_id>();
    const std::string_view name = in.read_string(longest_surface_name);
    if (!in.ok()) {
        return;
    }
    if (auto found = shared_surface(known, id)) {
        keep_surface(in, into, std::move(found));
        return;
    }
    if (open) {
        auto opened = open(id, name);
        if (!opened) {
            in.fail(text("the mesh '", printable(name),
                         "' cannot be opened: ", printable(opened.reason().message)));
        } else if (*opened == nullptr || (*opened)->id() != id) {
            in.fail(text("the mesh that was opened as '", printable(name), "' is not the one with the id ",
                         static_cast<std::uint64_t>(id)));
        } else {
            keep_surface(in, into, std::move(*opened));
        }
    } else if (then == missing_surface::is_refused) {
        in.fail(text("the mesh '", printable(name), "' with the id ", static_cast<std::uint64_t>(id),
                     " is neither in the bytes nor among the world's shapes"));
    }
}

} // namespace

void save_surfaces(byte_writer& out, std::span<const surface* const> all, const shape_store& known) {
    out.write_variable(all.size());
    for (const surface* each : all) {
        const triangle_mesh* whole = each->whole();
        if (whole != nullptr && known.find_surface(each->id()) == nullptr) {
            out.write(surface_form::whole);
            save_mesh(out, *whole);
        } else {
            out.values(surface_form::name, each->id());
            out.write_string(each->name().substr(0, longest_surface_name));
        }
    }
}

void load_surfaces(byte_reader& in, shape_store& into, const shape_store& known, mesh_opener& open,
                   missing_surface then) {
    const std::size_t count = in.read_count(1 + sizeof(shape_id) + 1);
    for (std::size_t number = 0; number < count && in.ok(); ++number) {
        if (in.read_enum(surface_form::name) == surface_form::name) {
            find_named_surface(in, into, known, open, then);
        } else if (auto loaded = load_mesh(in)) { // says by itself what is wrong
            keep_surface(in, into, std::move(*loaded));
        }
    }
}

} // namespace orrery::rigid::detail
