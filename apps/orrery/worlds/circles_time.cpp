#include "apps/orrery/worlds/circles_time.hpp"

namespace orrery {

template class timeline<circles::world>;
template class time::history<circles::world>;
template class time::recorder<circles::world>;
template class time::recording<circles::world>;

} // namespace orrery
