#include "apps/studio/session/rigid/rigid_page.hpp"
#include "apps/studio/session/world/world_opening.hpp"

namespace orrery::studio {

template result<opening> open_scene_as<rigid::world>(const scene_format::scene_file&,
                                                     const session_settings&);
template result<opening> open_recording_as<rigid::world>(time::recording_reader, const session_settings&);

} // namespace orrery::studio
