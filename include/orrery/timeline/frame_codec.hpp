// Writes whole frames, and parts of them, of a world behind a simulation_interface as bytes, and reads them.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/simulation_adapter.hpp>
#include <orrery/timeline/simulation_interface.hpp>
#include <orrery/timeline/storable_simulation.hpp>

namespace orrery::time {

class frame_codec {
public:
    using frame_state = detail::frame_state;

    virtual ~frame_codec() = default;

    // The world says by which rules; its own frame does not matter.
    virtual void encode(const simulation_interface& world, const frame_state& state,
                        byte_writer& out) const = 0;
    // Bytes are taken for hostile: refused if they are not a frame from which such a world can go on.
    [[nodiscard]] virtual result<frame_state> decode(const simulation_interface& world,
                                                     byte_reader& in) const = 0;
};

// It is apart from simulation_adapter because a world need not be storable, and need not say how where it is
// put on a timeline.
template <storable_simulation World>
class frame_codec_of final : public frame_codec {
public:
    void encode(const simulation_interface& world, const frame_state& state,
                byte_writer& out) const override {
        save_frame(out, world_of(world), adapter::state_of(state));
    }

    // In a copy of the world, which stays in its frame.
    [[nodiscard]] result<frame_state> decode(const simulation_interface& world,
                                             byte_reader& in) const override {
        const auto own_engine = world.machine().make_single_threaded();
        adapter there(world_of(world).fork(*own_engine));
        if (const status answer = load_frame(in, there.world()); !answer) {
            return answer.reason();
        }
        return there.snapshot();
    }

private:
    using adapter = simulation_adapter<World>;

    [[nodiscard]] static const World& world_of(const simulation_interface& world) noexcept {
        return static_cast<const adapter&>(world).world();
    }
};

} // namespace orrery::time
