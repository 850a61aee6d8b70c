// A world that steps by itself, on a thread of its own, at the fixed rate of its time_step. The application
// draws at its own pace from a registry of its own, which update() brings up to the newest frame: it never
// waits for a step, and a step never waits for it.
//
//   my_clock clock;
//   async_world simulation(engine, clock);
//   simulation.send([](world& where, std::vector<input>&) {
//       (void)make_body(where, {.shape = sphere(0.5f), .key = entity_key{7}});
//   });
//   orrery::registry scene; // also holds the application's meshes and sounds
//   register_body_components(scene);
//   for (;;) {
//       simulation.update(scene);
//       draw(scene.view<const present_position, const present_orientation, const mesh>());
//   }
//
// Given the same inputs and changes at the same frames, the frames are the same bits as those of a world that
// is stepped by hand. Steps use the engine's threads as in any world: one thread of the engine makes this
// world sequential, more make it parallel.
//
// When the simulation ends, what it brought into the application's registry goes: entities that stand for
// those of the world, with all components that they have. The application's own entities stay. Either may end
// first.
//
// In a build without threads, or when asked to, update() makes the steps that are due. All functions are for
// one thread, the application's.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/rigid/mirror.hpp>
#include <orrery/rigid/presentation.hpp>
#include <orrery/rigid/step_timer.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::rigid {

// Where the time comes from: seconds since any moment, never going back. Asked on both threads.
class time_source {
public:
    time_source() = default;
    time_source(const time_source&) = delete;
    time_source& operator=(const time_source&) = delete;
    virtual ~time_source() = default;

    [[nodiscard]] virtual double seconds() = 0;
};

struct async_settings {
    world_settings world{};
    // When the machine falls behind: more steps are not made up for, and the world's time stands still for as
    // long. Statistics count them, and the log tells of the first.
    std::uint32_t max_steps_at_once = 4;
    // Events that wait for update(); later ones are lost, and counted.
    std::uint32_t max_waiting_events = 65536;
    presentation shows = presentation::interpolated;
    // Of a step, 0 to 1: how much later still interpolated bodies are shown. A step that takes longer than
    // this to compute makes them halt.
    scalar extra_delay = scalar(0.5);
    bool starts_paused = false;
    bool has_thread = true; // false: update() makes the steps
};

struct async_statistics {
    std::uint64_t steps = 0;
    std::uint64_t dropped_steps = 0;
    std::uint64_t dropped_events = 0;
};

class async_world {
public:
    async_world(engine& machine, time_source& clock, const async_settings& settings = {});
    ~async_world();

    async_world(const async_world&) = delete;
    async_world& operator=(const async_world&) = delete;

    // Runs between two steps on the world's thread, in the order sent, also while the world is paused. What
    // it adds to the inputs goes into the next step.
    using change = unique_function<void(world&, std::vector<input>&)>;
    void send(change what);
    void send(const input& what);

    void pause();
    void resume();
    // Asks a paused world for one more step.
    void step_once();
    // Returns when no step is made any more, and none will be; what was sent and has not run never does.
    void stop();

    // Brings the application's registry up to the newest frame, with present_position and present_orientation
    // for this moment. One registry at a time: with another than before, that one is detached from first.
    void update(orrery::registry& mine);

    // Takes everything out of the application's registry that update() has brought, as the end of this object
    // does. The world goes on, and update() brings it back, into this or another registry.
    void detach();

    // What happened in the frames that the last update() brought, with the entities of the application's
    // registry; none for those that have come and gone in between.
    [[nodiscard]] std::span<const event> events() const noexcept { return events_; }

    // Of the last update().
    [[nodiscard]] std::uint64_t frame() const noexcept { return shown_.frame; }

    // The frame itself, which may be kept and read anywhere.
    [[nodiscard]] const snapshot& state() const noexcept { return shown_.newest; }

    // The application's entity for a key of the world, or none.
    [[nodiscard]] entity local_of(entity_key key) const noexcept {
        return mirror_.local_of(shown_.newest.find(key));
    }

    [[nodiscard]] const async_statistics& statistics() const noexcept { return shown_.counts; }

    // Calls ask(world) between two steps and returns its answer: for ray casts and other questions. The world
    // waits for as long, and the caller for the steps that are being made.
    template <typename Ask>
    auto between_steps(Ask&& ask) {
        const asking_guard asking(*this);
        return std::forward<Ask>(ask)(world_);
    }

private:
    // What the world's thread leaves for the application.
    struct bulletin {
        snapshot earlier; // the frame before the one before
        snapshot before;
        snapshot newest;
        std::uint64_t frame = 0;
        double moment = 0; // when the newest frame was due
        bool is_paused = false;
        async_statistics counts;
    };

    struct controls {
        std::vector<change> changes;
        std::uint32_t single_steps = 0;
        bool is_paused = false;
        bool is_stopped = false;
        bool is_asking = false;
    };

    // Holds up the world's thread, also one that is late and would lock again at once.
    class asking_guard {
    public:
        explicit asking_guard(async_world& whom);
        asking_guard(const asking_guard&) = delete;
        asking_guard& operator=(const asking_guard&) = delete;
        ~asking_guard();

    private:
        async_world& whom_;
    };

    void present(orrery::registry& mine);

    // On the world's thread.
    void wait_for_next_step();
    [[nodiscard]] double seconds_to_wait();
    bool make_due_steps();                                        // false when the world has been stopped
    [[nodiscard]] std::optional<std::uint32_t> count_due_steps(); // nothing when it has been stopped
    bool make_changes();                                          // false when there were none
    void step(double moment);
    void publish_changes();
    void publish_events();
    void warn_when_late();

    async_settings settings_;
    engine& machine_;
    time_source& clock_;

    orrery::detail::mutex stepping_; // guards these
    world world_;
    step_timer timer_;
    double last_seconds_;
    std::vector<change> changes_;
    std::vector<input> inputs_;
    snapshot spare_; // its memory is used again
    bool has_warned_ = false;

    orrery::detail::mutex exchange_; // guards these, and is never held for long
    controls sent_;
    bulletin published_;
    std::vector<event> waiting_events_;

    // The application's.
    bulletin shown_;
    mirror mirror_;
    std::vector<event> events_;
    std::vector<event> worlds_events_; // with the entities of the world

    background_jobs jobs_; // last: it ends before what it uses
};

} // namespace orrery::rigid
