// Timelines and recordings of rigid worlds are compiled once, in rigid_time.cpp, instead of in every
// sub-command.
#pragma once

#include <orrery/rigid/parts.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>

namespace orrery {

extern template class timeline<rigid::world>;
extern template class time::history<rigid::world>;
extern template class time::recorder<rigid::world>;
extern template class time::recording<rigid::world>;

} // namespace orrery
