#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <utility>

namespace orrery {

engine::engine(const engine_settings& settings)
    : log_(std::make_shared<logger>(settings.sink, settings.level))
    , jobs_(settings.custom_scheduler)
    , simd_level_(settings.simd_level) {
    if (jobs_ == nullptr) {
        own_scheduler_ = std::make_unique<thread_pool>(settings.thread_count);
        jobs_ = own_scheduler_.get();
    }
}

engine::engine(std::shared_ptr<logger> log, simd::level simd_level)
    : log_(std::move(log))
    , own_scheduler_(std::make_unique<thread_pool>(1))
    , jobs_(own_scheduler_.get())
    , simd_level_(simd_level) {}

std::unique_ptr<engine> engine::make_single_threaded() const {
    return std::unique_ptr<engine>(new engine(log_, simd_level_));
}

} // namespace orrery
