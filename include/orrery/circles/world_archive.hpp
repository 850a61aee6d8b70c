// A world of circles as bytes: its rules, its frames and the forms of its circles. A world that is loaded
// goes on with the same bits as the one that was saved. Bytes that are not sound are refused with one
// sentence, and the world is as it was.
#pragma once

#include <orrery/circles/world.hpp>
#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>

#include <memory>
#include <vector>

namespace orrery::circles {

// Rules are not state, but a world goes on alike only under the same ones: a frame names those it was saved
// under, and a world with others refuses it.
void save_rules(byte_writer& out, const rules& what);
void save_rules(byte_writer& out, const world& what);
[[nodiscard]] result<rules> load_rules(byte_reader& in);

// `by` is the world that the frame is of, or a fork of it.
void save_frame(byte_writer& out, const world& by, const world_snapshot& snapshot);
status load_frame(byte_reader& in, world& into);

void save_forms(byte_writer& out, const std::vector<std::shared_ptr<const form>>& forms);
[[nodiscard]] result<std::vector<std::shared_ptr<const form>>> load_forms(byte_reader& in, const world& by);

} // namespace orrery::circles
