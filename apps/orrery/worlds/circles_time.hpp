// Timelines and recordings of worlds of circles are compiled once, in circles_time.cpp, instead of in every
// sub-command.
#pragma once

#include <orrery/circles/world.hpp>
#include <orrery/circles/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>

namespace orrery {

extern template class timeline<circles::world>;
extern template class time::history<circles::world>;
extern template class time::recorder<circles::world>;
extern template class time::recording<circles::world>;

} // namespace orrery
