// A world as bytes: its frame number, its blueprints, the hulls, compounds and meshes that they and its
// bodies use, and the image of its registry (core/registry/registry_archive.hpp). A world that is loaded goes
// on with the same bits as the one that was saved.
//
//   byte_writer out;
//   save_world(out, world);
//   file_archive file("WRLD", world_archive_version);
//   file.add("world", out.take());
//
// Settings are not state, but a world goes on alike only under the same ones: they are written down, and a
// world with others refuses to load. The pair filter is the program's, and not in the bytes. Compressed by a
// file_archive, a pile of 2048 boxes at rest takes 104 bytes a body.
//
// A triangle_mesh is written in full. Surfaces that are not all in memory, paged ones above all, are written
// as an id and a name: whoever loads the world has added them to its shapes before, or opens them by name.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace orrery::rigid {

inline constexpr std::uint32_t world_archive_version = 3;

// Finds a surface that bytes only name (surface::name). The name comes from the bytes, so look it up among
// those you know rather than opening whatever file it says.
using mesh_opener =
    unique_function<result<std::shared_ptr<const surface>>(shape_id id, std::string_view name)>;

void save_world(byte_writer& out, const world& what);

// The same on any thread, while the world goes on.
void save_world(byte_writer& out, const world_snapshot& what, const world_settings& settings);

// Puts the saved world in place of what is there. Component types that are not Orrery's own must have been
// registered. Bytes that are not a sound world are refused with one sentence, and the world is as it was.
// Surfaces that are only named are looked for among the world's shapes, and then opened.
status load_world(byte_reader& in, world& into, mesh_opener open = {});

// What is the same in all frames of a world: what whoever opens a file needs to make a world that can load
// the frames.
//
//   const auto rules = load_rules(in);
//   world copy(machine, rules->settings);
//   copy.shapes().merge(rules->shapes);
struct world_rules {
    world_settings settings;
    shape_store shapes; // meshes alone; the rest is with the frames
};

void save_rules(byte_writer& out, const world& what);

// Without an opener surfaces that are only named are left out, and frames that need them are refused.
[[nodiscard]] result<world_rules> load_rules(byte_reader& in, mesh_opener open = {});

// What files of timelines are made of. `rules` is the world that the frame is of, or a fork of it; meshes
// that it has are not written again, so only a world with the same ones can load the frame.
void save_frame(byte_writer& out, const world& rules, const world_snapshot& frame);
status load_frame(byte_reader& in, world& into);
[[nodiscard]] result<std::vector<std::shared_ptr<const entity_form>>> load_forms(byte_reader& in,
                                                                                 const world& rules);

} // namespace orrery::rigid
