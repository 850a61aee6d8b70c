// Timelines and recordings of hex worlds are compiled once, in hex_time.cpp, instead of in every sub-command.
#pragma once

#include <orrery/hex/world.hpp>
#include <orrery/hex/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>

namespace orrery {

extern template class timeline<hex::world>;
extern template class time::history<hex::world>;
extern template class time::recorder<hex::world>;
extern template class time::recording<hex::world>;

} // namespace orrery
