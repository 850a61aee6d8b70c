#include "apps/world/hex/hex_timeline.hpp"

namespace orrery {

template class forecaster<hex::world>;
template class timeline<hex::world>;
template class time::history<hex::world>;
template class time::world_codec_of<hex::world>;
template class time::recorder<hex::world>;
template class time::recording<hex::world>;

} // namespace orrery
