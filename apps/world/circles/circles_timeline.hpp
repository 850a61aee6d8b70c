// Timelines, recordings and forecasts of worlds of circles, compiled once for all applications, in
// circles_timeline.cpp.
#pragma once

#include <orrery/circles/world.hpp>
#include <orrery/circles/world_archive.hpp>
#include <orrery/timeline/forecaster.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>
#include <orrery/timeline/world_codec.hpp>

namespace orrery {

extern template class forecaster<circles::world>;
extern template class timeline<circles::world>;
extern template class time::history<circles::world>;
extern template class time::world_codec_of<circles::world>;
extern template class time::recorder<circles::world>;
extern template class time::recording<circles::world>;

} // namespace orrery
