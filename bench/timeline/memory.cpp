// How much memory a past takes with everything that belongs to it: tracks, events, keyframes and the world at
// the head, as the allocator counts it. Where bodies never rest, the tracks are compared with zstd on the
// motions of all frames.
#include "bench/process_meter.hpp"
#include "bench/timeline/scenarios.hpp"
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"
#include "scenes/builders/space.hpp"
#include "scenes/builders/stirred.hpp"

#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <zstd.h>

#include <memory>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using rigid_timeline = orrery::timeline<rigid::world>;

constexpr int zstd_level = 3;
constexpr double megabyte = 1e6;

// A world with this scene on a timeline that keeps everything.
rigid_timeline make_timeline(orrery::engine& machine, const orrery::scenes::scene& what,
                             const rigid::world_settings& settings = {}) {
    rigid::world world(machine, settings);
    orrery::scenes::add_to_world(what, world);
    return rigid_timeline(std::move(world), {.track_bytes = std::size_t{1} << 32});
}

void measure_whole(report& report, const std::string& name, const orrery::scenes::scene& what,
                   std::uint64_t frames, double required_megabytes) {
    orrery::engine machine({.thread_count = 1});
    const std::size_t before = bytes_in_use();
    rigid_timeline time = make_timeline(machine, what);
    time.advance(frames);
    time.seal();
    const auto megabytes_of = [](std::size_t bytes) { return static_cast<double>(bytes) / megabyte; };
    const std::size_t raw = frames * what.bodies.size() * sizeof(rigid::motion);
    report.add({.name = name + ", memory",
                .value = megabytes_of(bytes_in_use() - before),
                .unit = "MB",
                .peer = megabytes_of(raw),
                .required_value = required_megabytes});
    const auto known = time.known();
    report.add(
        {.name = name + ", of that events", .value = megabytes_of(known->events.bytes()), .unit = "MB"});
    report.add({.name = name + ", of that tracks",
                .value = megabytes_of(known->bytes() - known->events.bytes()),
                .unit = "MB"});
}

// Counts what zstd makes of all that it is given.
class zstd_counter {
public:
    zstd_counter() { ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, zstd_level); }

    void add(std::span<const std::byte> bytes) { run({bytes.data(), bytes.size(), 0}, ZSTD_e_continue); }

    void end_block() { run({nullptr, 0, 0}, ZSTD_e_end); }

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    void run(ZSTD_inBuffer in, ZSTD_EndDirective how) {
        bool is_done = false;
        while (!is_done) {
            ZSTD_outBuffer out{room_.data(), room_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, how);
            bytes_ += out.pos;
            is_done = how == ZSTD_e_end ? left == 0 : in.pos == in.size;
        }
    }

    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_{ZSTD_createCCtx(), &ZSTD_freeCCtx};
    std::vector<std::byte> room_ = std::vector<std::byte>(ZSTD_CStreamOutSize());
    std::size_t bytes_ = 0;
};

void measure_tracks(report& report, const std::string& name, const orrery::scenes::scene& what,
                    std::uint64_t frames, std::optional<double> required_ratio) {
    orrery::engine machine({.thread_count = 1});
    rigid_timeline time = make_timeline(machine, what, {.may_sleep = false});
    time.advance(frames);
    time.seal();
    const auto known = time.known();
    zstd_counter stream;
    zstd_counter blocks;
    orrery::time::frame_view<rigid::world> view;
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        (void)known->seek(frame, view);
        const std::span<const std::byte> raw = std::as_bytes(view.motions());
        stream.add(raw);
        blocks.add(raw);
        if (frame % 60 == 59) {
            blocks.end_block();
        }
    }
    stream.end_block();
    blocks.end_block();
    const double states = static_cast<double>(frames * what.bodies.size());
    const double ours = static_cast<double>(known->bytes() - known->events.bytes()) / states;
    report.add({.name = name + ", tracks to zstd",
                .value = ours,
                .unit = "bytes a body a frame",
                .peer = static_cast<double>(stream.bytes()) / states,
                .required_ratio = required_ratio});
    report.add({.name = name + ", tracks to zstd on 60 frames",
                .value = ours,
                .unit = "bytes a body a frame",
                .peer = static_cast<double>(blocks.bytes()) / states,
                .required_ratio = required_ratio});
}

} // namespace

void measure_memory(report& report, const options& chosen) {
    measure_whole(report, "space, an hour", orrery::scenes::space(),
                  chosen.amount<std::uint64_t>(216'000, 120), 100);
    measure_whole(report, "pile of boxes, 10 minutes", orrery::scenes::pile_of_boxes(),
                  chosen.amount<std::uint64_t>(36'000, 20), 150);
    measure_tracks(report, "stirred, a minute", orrery::scenes::stirred(),
                   chosen.amount<std::uint64_t>(3600, 20), 2);
}

} // namespace bench
