// What all worlds of an application share: the threads, the SIMD width and the log. Nothing in Orrery is
// global, so several engines with different settings can live in one process.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/log.hpp>
#include <orrery/math/simd/level.hpp>

#include <cstdint>
#include <memory>

namespace orrery {

struct engine_settings {
    // Threads that compute, the calling thread included; 0 means as many as the machine has. The results are
    // the same for any number.
    std::uint32_t thread_count = 0;

    // Runs the work instead of the engine's own threads; must outlive the engine. thread_count is then
    // ignored.
    scheduler* custom_scheduler = nullptr;

    // How wide kernels compute; the results are the same at any width.
    simd::level simd_level = simd::best_level();

    log_sink sink = stderr_sink();
    log_level level = log_level::info;
};

class engine {
public:
    explicit engine(const engine_settings& settings = {});

    [[nodiscard]] scheduler& jobs() noexcept { return *jobs_; }

    [[nodiscard]] logger& log() noexcept { return *log_; }

    [[nodiscard]] simd::level simd_level() const noexcept { return simd_level_; }

    // Another engine that has one thread, computes at the same width and writes to the log of this one: for
    // copies of a world that are stepped beside it. It may outlive this engine; the sink must outlive both.
    [[nodiscard]] std::unique_ptr<engine> make_single_threaded() const;

private:
    engine(std::shared_ptr<logger> log, simd::level simd_level);

    std::shared_ptr<logger> log_;              // shared by the engines made of this one
    std::unique_ptr<scheduler> own_scheduler_; // empty when the user brought one
    scheduler* jobs_;
    simd::level simd_level_;
};

} // namespace orrery
