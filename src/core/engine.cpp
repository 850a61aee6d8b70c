#include <orrery/core/engine.hpp>
#include <orrery/core/thread_pool.hpp>

namespace orrery {

engine::engine(const engine_settings& settings)
    : log_(settings.sink, settings.level)
    , jobs_(settings.custom_scheduler)
    , simd_level_(settings.simd_level) {
    if (jobs_ == nullptr) {
        own_scheduler_ = std::make_unique<thread_pool>(settings.thread_count);
        jobs_ = own_scheduler_.get();
    }
}

} // namespace orrery
