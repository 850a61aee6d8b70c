// A scene that ships, running: the inputs of its document come when they are due.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/timeline/journal.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace orrery::scene_format {

// Built is what `build` makes of a scene: a world, its inputs, and more.
template <typename Built, result<Built> (*build)(const scene_file&, engine&)>
class running_scene_of {
public:
    using world_type = decltype(Built::world);
    using input_type = typename world_type::input_type;

    explicit running_scene_of(const std::string& name)
        : file_(load_scene(ORRERY_SCENES + name + ".json").value())
        , built_(build(file_, machine_).value()) {
        for (const auto& each : built_.inputs) {
            journal_.add(each);
        }
    }

    // Calls after_step() after each step.
    template <typename AfterStep>
    void run(std::uint64_t until, AfterStep after_step) {
        std::vector<time::journal_entry<input_type>> due;
        std::vector<input_type> inputs;
        while (world().frame() < until) {
            journal_.inputs_at(world().frame(), due);
            inputs.clear();
            for (const auto& each : due) {
                inputs.push_back(each.input);
            }
            world().step(inputs);
            after_step();
        }
    }

    void run(std::uint64_t until) {
        run(until, [] {});
    }

    // Without the inputs.
    void run_undisturbed(std::uint64_t until) {
        journal_ = {};
        run(until);
    }

    [[nodiscard]] world_type& world() noexcept { return built_.world; }

    [[nodiscard]] const scene_file& file() const noexcept { return file_; }

    [[nodiscard]] const Built& built() const noexcept { return built_; }

private:
    engine machine_{engine_settings{.thread_count = 1}};
    scene_file file_;
    Built built_;
    time::journal<input_type> journal_;
};

} // namespace orrery::scene_format
