#include "apps/world/circles/circles_timeline.hpp"

namespace orrery {

template class forecaster<circles::world>;
template class timeline<circles::world>;
template class time::history<circles::world>;
template class time::world_codec_of<circles::world>;
template class time::recorder<circles::world>;
template class time::recording<circles::world>;

} // namespace orrery
