// Timelines, recordings and forecasts of rigid worlds, compiled once for all applications, in
// rigid_timeline.cpp.
#pragma once

#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/forecaster.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>
#include <orrery/timeline/world_codec.hpp>

namespace orrery {

extern template class forecaster<rigid::world>;
extern template class timeline<rigid::world>;
extern template class time::history<rigid::world>;
extern template class time::world_codec_of<rigid::world>;
extern template class time::recorder<rigid::world>;
extern template class time::recording<rigid::world>;

} // namespace orrery
