// A world as bytes: its frame number, its blueprints, the hulls and compounds that they and its bodies use,
// and the image of its registry (core/registry_archive.hpp). A world that is loaded goes on with the same
// bits as the one that was saved.
//
//   byte_writer out;
//   save_world(out, world);
//   file_archive file("WRLD", world_archive_version);
//   file.add("world", out.take());
//
// Settings are not state, but a world goes on alike only under the same ones: they are written down, and a
// world with others refuses to load. The material table and the pair filter are the program's, and not in the
// bytes. Compressed by a file_archive, a pile of 2048 boxes at rest takes 104 bytes a body.
#pragma once

#include <orrery/core/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::rigid {

inline constexpr std::uint32_t world_archive_version = 2;

void save_world(byte_writer& out, const world& what);

// The same on any thread, while the world goes on.
void save_world(byte_writer& out, const world_snapshot& what, const world_settings& settings);

// Puts the saved world in place of what is there. Component types that are not Orrery's own must have been
// registered. Bytes that are not a sound world are refused with one sentence, and the world is as it was.
status load_world(byte_reader& in, world& into);

// The settings of a world by themselves: what whoever opens a file needs to make a world that can load it.
void save_rules(byte_writer& out, const world& what);
[[nodiscard]] result<world_settings> load_rules(byte_reader& in);

// What files of timelines are made of. `rules` is the world that the frame is of, or a fork of it.
void save_frame(byte_writer& out, const world& rules, const world_snapshot& frame);
status load_frame(byte_reader& in, world& into);
[[nodiscard]] result<std::vector<std::shared_ptr<const entity_form>>> load_forms(byte_reader& in,
                                                                                 const world& rules);

} // namespace orrery::rigid
