// The past of a recording, for a timeline that goes on from it.
#include <orrery/core/text.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <algorithm>
#include <utility>

namespace orrery::time {

result<detail::history_parts> recording_core::past(const timeline_settings& settings) const {
    auto stretches = load_stretches();
    if (!stretches) {
        return stretches.reason();
    }
    const std::unique_ptr<simulation_interface> world = world_.simulation->fork(*world_.machine);
    detail::keyframe_log keyframes;
    // No more of them than the timeline would keep.
    const std::size_t stride = keyframes_.size() / std::max<std::size_t>(settings.most_keyframes, 1) + 1;
    for (std::size_t index = 0; index < keyframes_.size(); index += stride) {
        const std::uint64_t frame = keyframes_[index].frames.first;
        if (frame > frames().end) {
            return error{text("the recording cannot be gone on with: it has a keyframe of frame ", frame,
                              ", but its tracks end before frame ", frames().end)};
        }
        if (const status answer = revive(*world, frame); !answer) {
            return answer.reason();
        }
        keyframes.put(world->snapshot());
    }
    if ((*stretches)->empty() || keyframes.frames().empty()) {
        return error{"the recording has no frames to go on from"};
    }
    // With all that its frames have brought.
    auto past = detail::history_parts::of_world(world->fork(*world_.machine), world_.machine);
    past.journal = journal_;
    past.events = events();
    past.stretches = std::move(*stretches);
    past.keyframes = std::move(keyframes);
    return past;
}

result<std::shared_ptr<const stretch_list>> recording_core::load_stretches() const {
    const std::vector<recorded_block>& blocks = tracks_.blocks();
    auto stretches = std::make_shared<stretch_list>();
    for (std::size_t index = 0; index < blocks.size(); ++index) {
        const frame_range here = blocks[index].frames;
        if (index > 0 && here.first != blocks[index - 1].frames.end) {
            const frame_range before = blocks[index - 1].frames;
            return error{text("the recording cannot be gone on with: its tracks of frames ", before.first,
                              " to ", before.end, " are followed by those of frames ", here.first, " to ",
                              here.end)};
        }
        auto tracks = tracks_.of_block(index);
        if (!tracks) {
            return tracks.reason();
        }
        stretches->push_back({here, std::move(*tracks)});
    }
    return std::shared_ptr<const stretch_list>(std::move(stretches));
}

} // namespace orrery::time
