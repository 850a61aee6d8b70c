// What all worlds of an application share: the threads and the log. Nothing in Orrery is global, so several
// engines with different settings can live in one process.
#pragma once

#include <orrery/core/log.hpp>
#include <orrery/core/scheduler.hpp>

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

    log_sink sink = stderr_sink();
    log_level level = log_level::info;
};

class engine {
public:
    explicit engine(const engine_settings& settings = {});

    [[nodiscard]] scheduler& jobs() noexcept { return *jobs_; }

    [[nodiscard]] logger& log() noexcept { return log_; }

private:
    logger log_;
    std::unique_ptr<scheduler> own_scheduler_; // empty when the user brought one
    scheduler* jobs_;
};

} // namespace orrery
