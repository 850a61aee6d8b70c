#include "apps/world/rigid/rigid_timeline.hpp"

namespace orrery {

template class forecaster<rigid::world>;
template class timeline<rigid::world>;
template class time::history<rigid::world>;
template class time::world_codec_of<rigid::world>;
template class time::recorder<rigid::world>;
template class time::recording<rigid::world>;

} // namespace orrery
