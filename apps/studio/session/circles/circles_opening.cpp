#include "apps/studio/session/circles/circles_page.hpp"
#include "apps/studio/session/world/world_opening.hpp"

namespace orrery::studio {

template result<opening> open_scene_as<circles::world>(const scene_format::scene_file&,
                                                       const session_settings&);
template result<opening> open_recording_as<circles::world>(time::recording_reader, const session_settings&);

} // namespace orrery::studio
