#include "apps/orrery/worlds/hex_time.hpp"

namespace orrery {

template class timeline<hex::world>;
template class time::history<hex::world>;
template class time::recorder<hex::world>;
template class time::recording<hex::world>;

} // namespace orrery
