#include <orrery/timeline/world_codec.hpp>

namespace orrery::time {

result<world_codec::frame_state> world_codec::decode_frame(const simulation_interface& world,
                                                           byte_reader& in) const {
    const std::unique_ptr<engine> own_engine = world.machine().make_single_threaded();
    const std::unique_ptr<simulation_interface> there = world.fork(*own_engine);
    if (const status answer = decode_into(*there, in); !answer) {
        return answer.reason();
    }
    return there->snapshot();
}

} // namespace orrery::time
