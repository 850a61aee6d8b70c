#include "apps/scene/input_time.hpp"
#include "apps/scene/scene_values.hpp"

namespace orrery::scene_format {

time::frame_range read_when(const json::cursor& input, reading& notes) {
    const json::cursor frame = input["frame"];
    const json::cursor frames = input["frames"];
    if (frame && frames) {
        notes.refuse(frames, "none, because 'frame' says when");
    } else if (frame) {
        return time::frame_range::one(whole_number(frame));
    } else if (!frames) {
        notes.refuse(frame, "the frame, or 'frames' with the first and the last");
    } else if (whole_number(frames.item(0)) > whole_number(frames.item(1))) {
        notes.refuse(frames.item(1), "a last frame that is not before the first");
    } else {
        return {whole_number(frames.item(0)), whole_number(frames.item(1)) + 1};
    }
    return {};
}

} // namespace orrery::scene_format
