// Blueprints and fractures as bytes: what their ids are hashes of, and what saved worlds hold.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/rigid/blueprint_store.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

void save_body_definition(byte_writer& out, const body_definition& what);
void save_fragments(byte_writer& out, std::span<const fragment> fragments);

// Nothing but the form of the bytes is checked.
[[nodiscard]] body_definition load_body_definition(byte_reader& in);
[[nodiscard]] std::vector<fragment> load_fragments(byte_reader& in);

} // namespace orrery::rigid::detail
