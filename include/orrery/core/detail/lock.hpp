// A mutex where there are threads, nothing where there are none (WebAssembly).
#pragma once

#include <orrery/build_settings.hpp>

#if ORRERY_THREADS
#include <mutex>
#endif

namespace orrery::detail {

#if ORRERY_THREADS
using lock = std::mutex;
using lock_guard = std::lock_guard<std::mutex>;
#else
struct lock {};

struct [[maybe_unused]] lock_guard {
    explicit lock_guard(lock&) noexcept {}
};
#endif

} // namespace orrery::detail
