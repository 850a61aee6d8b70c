// Writes a timeline to one file while it runs: the first frame, the journal with its definitions, keyframes
// with their hashes, tracks and events. Each call of write() adds what has been sealed since, so a process
// that dies leaves all that was written before. When the past was changed, what is different is written
// again, and the later block holds. Tracks that were given up before they were written are computed again for
// it. Memory: the bytes of one segment at a time, and the tracks that the timeline had at the last write.
//
//   auto file = time::recorder<rigid::world>::create("fall.orrery", time.world());
//   for (int second = 0; second < 60; ++second) {
//       time.advance(60);
//       if (status written = file->write(time); !written) { ... }
//   }
//   file->close(time);
//
// recording.hpp opens it. This is the typed side of recorder_core.hpp, which does the work for all worlds.
#pragma once

#include <orrery/core/archive/compression.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/storable_simulation.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/timeline.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::time {

template <storable_simulation World>
class recorder {
public:
    // `scene` is for whoever opens the file: how the first frame was made. The rules of a world that can
    // write them down (save_rules) go into the header, too.
    [[nodiscard]] static result<recorder> create(const std::string& path, const World& world,
                                                 std::span<const std::byte> scene = {});

    // The same to a file that is open: see recording_writer::create_on().
    [[nodiscard]] static result<recorder> create_on(std::FILE* file, std::string name, const World& world,
                                                    std::span<const std::byte> scene = {});

    // The same into memory: see recording_writer::create_in_memory().
    [[nodiscard]] static result<recorder> create_in_memory(const World& world,
                                                           std::span<const std::byte> scene = {},
                                                           compression most = compression::fast);

    // Writes what is new, and what is no longer as it was written.
    status write(timeline<World>& time) { return core_.write(time.core()); }

    // Waits until it would survive a power failure.
    status flush() { return core_.flush(); }

    // Writes the rest, up to the head.
    status close(timeline<World>& time) { return core_.close(time.core()); }

    // The same for what is known of a timeline that goes on elsewhere.
    status close(const history<World>& known) { return core_.close(known); }

    [[nodiscard]] std::uint64_t bytes() const noexcept { return core_.bytes(); }

    // What was written into memory, once it is closed.
    [[nodiscard]] std::vector<std::byte> take_bytes() noexcept { return core_.take_bytes(); }

private:
    explicit recorder(recorder_core core)
        : core_(std::move(core)) {}

    [[nodiscard]] static result<recorder> around(result<recorder_core> core) {
        if (!core) {
            return core.reason();
        }
        return recorder(std::move(*core));
    }

    recorder_core core_;
};

// Not in the class, so that `extern template` saves users from compiling what they need of the world.

template <storable_simulation World>
result<recorder<World>> recorder<World>::create(const std::string& path, const World& world,
                                                std::span<const std::byte> scene) {
    return around(recorder_core::create(path, storable_copy_of(world), scene));
}

template <storable_simulation World>
result<recorder<World>> recorder<World>::create_on(std::FILE* file, std::string name, const World& world,
                                                   std::span<const std::byte> scene) {
    return around(recorder_core::create_on(file, std::move(name), storable_copy_of(world), scene));
}

template <storable_simulation World>
result<recorder<World>>
recorder<World>::create_in_memory(const World& world, std::span<const std::byte> scene, compression most) {
    return around(recorder_core::create_in_memory(storable_copy_of(world), scene, most));
}

} // namespace orrery::time
