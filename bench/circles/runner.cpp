#include "bench/circles/runner.hpp"

#include <orrery/core/engine.hpp>

#include <cstdio>
#include <cstdlib>

namespace bench {
namespace {

namespace circles = orrery::circles;
using orrery::vector2d;

class orrery_runner final : public circles_runner {
public:
    explicit orrery_runner(const orrery::scenes::circle_scene& what)
        : machine_({.thread_count = 1})
        , world_(machine_, what.rules) {
        if (const orrery::status added = world_.add(what.circles); !added) {
            std::fprintf(stderr, "%s\n", added.reason().message.c_str());
            std::exit(1);
        }
    }

    // By a frame with other velocities, which costs an update nothing.
    void set_velocities(std::span<const orrery::vector2> all) override {
        const circles::world_snapshot now = world_.snapshot();
        auto changed = std::make_shared<circles::frame>(now.state());
        for (std::size_t i = 0; i < all.size(); ++i) {
            changed->motions[i].velocity = all[i];
        }
        world_.restore({std::move(changed), now.terrain()});
    }

    void step() override { world_.step(); }

    [[nodiscard]] std::vector<vector2d> centers() const override {
        std::vector<vector2d> all;
        for (const circles::motion& each : world_.current().motions) {
            all.push_back(orrery::vector_cast<double>(each.position));
        }
        return all;
    }

    [[nodiscard]] const circles::update_statistics* statistics() const override {
        return &world_.statistics();
    }

protected:
    void step_through(circle_paths& paths) override {
        world_.step();
        for (const circles::event& each : world_.events()) {
            if (each.kind == circles::event_kind::impact) {
                add(paths, each.key_a, each, 1);
                add(paths, each.key_b, each, -1);
            }
        }
    }

private:
    // Where the center was that touched something there. The normal points towards it if `side` is 1.
    void add(circle_paths& paths, orrery::entity_key key, const circles::event& what, int side) const {
        if (key == orrery::entity_key::none) {
            return;
        }
        const auto place = static_cast<std::size_t>(key) - 1; // keys of a scene count from 1
        const auto radius = static_cast<double>(world_.current().roster->forms[place].radius);
        paths[place].push_back(orrery::vector_cast<double>(what.point) +
                               orrery::vector_cast<double>(what.normal) * (side * radius));
    }

    orrery::engine machine_;
    circles::world world_;
};

} // namespace

circle_paths circles_runner::step_and_watch() {
    circle_paths paths;
    for (const vector2d place : centers()) {
        paths.push_back({place});
    }
    step_through(paths);
    const std::vector<vector2d> ended = centers();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        paths[i].push_back(ended[i]);
    }
    return paths;
}

std::unique_ptr<circles_runner> run_in_orrery(const orrery::scenes::circle_scene& what) {
    return std::make_unique<orrery_runner>(what);
}

} // namespace bench
