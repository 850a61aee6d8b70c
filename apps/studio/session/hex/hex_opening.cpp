#include "apps/studio/session/hex/hex_page.hpp"
#include "apps/studio/session/world/world_opening.hpp"

namespace orrery::studio {

template result<opening> open_scene_as<hex::world>(const scene_format::scene_file&, const session_settings&);
template result<opening> open_recording_as<hex::world>(time::recording_reader, const session_settings&);

} // namespace orrery::studio
