#include "apps/orrery/worlds/rigid_time.hpp"

namespace orrery {

template class timeline<rigid::world>;
template class time::history<rigid::world>;
template class time::recorder<rigid::world>;
template class time::recording<rigid::world>;

} // namespace orrery
