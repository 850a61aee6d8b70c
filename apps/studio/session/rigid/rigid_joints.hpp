// Joints as a page shows them: lines in the picture that tell what each does (its axis, how far it may go,
// the way of its rope), and numbers in the panel (its angle, what it bears).
#pragma once

#include "apps/json/json_writer.hpp"

#include <orrery/rigid/world.hpp>

namespace orrery::studio {

// The members "joints", "jointMarks" and "jointValues" of a page's details.
void write_joints(const rigid::world& there, json::writer& out);

} // namespace orrery::studio
