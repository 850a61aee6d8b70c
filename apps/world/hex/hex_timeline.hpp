// Timelines, recordings and forecasts of hex worlds, compiled once for all applications, in hex_timeline.cpp.
#pragma once

#include <orrery/hex/world.hpp>
#include <orrery/hex/world_archive.hpp>
#include <orrery/timeline/forecaster.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>
#include <orrery/timeline/world_codec.hpp>

namespace orrery {

extern template class forecaster<hex::world>;
extern template class timeline<hex::world>;
extern template class time::history<hex::world>;
extern template class time::world_codec_of<hex::world>;
extern template class time::recorder<hex::world>;
extern template class time::recording<hex::world>;

} // namespace orrery
