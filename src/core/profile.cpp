#include "core/trace_format.hpp"

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/core/text.hpp>
#include <orrery/core/zone_totals.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace orrery {
namespace {

enum class entry_kind : std::uint32_t { zone, counter };

struct entry {
    const char* name = nullptr;
    std::uint64_t start = 0;
    std::uint64_t payload = 0; // a zone's duration, or the bits of a counter's value
    entry_kind kind = entry_kind::zone;
};

// What one thread has recorded. The lock is taken by that thread for each entry, and by others only to read
// or to clear: it is practically always free.
class thread_recording {
public:
    explicit thread_recording(std::uint32_t number)
        : number_(number)
        , name_(text("thread ", number)) {}

    void rename(std::string_view name) {
        const detail::lock_guard guard(access_);
        name_ = name;
    }

    void restart(std::uint64_t start, std::size_t capacity) {
        const detail::lock_guard guard(access_);
        entries_ = {};
        start_ = start;
        capacity_ = capacity;
        recorded_ = 0;
    }

    // An entry that began before the recording did is not part of it.
    void record(const entry& added) {
        const detail::lock_guard guard(access_);
        if (!is_profiling() || added.start < start_ || capacity_ == 0) {
            return;
        }
        if (entries_.empty()) {
            entries_.resize(capacity_);
        }
        entries_[recorded_ % capacity_] = added;
        ++recorded_;
    }

    // Returns how many entries have been overwritten.
    std::uint64_t write(detail::trace_format& out) {
        const detail::lock_guard guard(access_);
        out.thread_name(number_, name_);
        const std::uint64_t kept = std::min<std::uint64_t>(recorded_, entries_.size());
        for (std::uint64_t i = recorded_ - kept; i < recorded_; ++i) {
            const entry& each = entries_[i % entries_.size()];
            if (each.kind == entry_kind::zone) {
                out.zone(number_, each.name, each.start - start_, each.payload);
            } else {
                out.counter(number_, each.name, each.start - start_, std::bit_cast<double>(each.payload));
            }
        }
        return recorded_ - kept;
    }

    void add_to(std::vector<zone_total>& totals) {
        const detail::lock_guard guard(access_);
        const std::uint64_t kept = std::min<std::uint64_t>(recorded_, entries_.size());
        for (std::uint64_t i = recorded_ - kept; i < recorded_; ++i) {
            const entry& each = entries_[i % entries_.size()];
            if (each.kind == entry_kind::zone) {
                const std::string_view name = each.name;
                auto place = std::ranges::lower_bound(totals, name, {}, &zone_total::name);
                if (place == totals.end() || place->name != name) {
                    place = totals.insert(place, {.name = name});
                }
                ++place->count;
                place->seconds += static_cast<double>(each.payload) * 1e-9;
            }
        }
    }

private:
    detail::mutex access_;
    std::uint32_t number_;
    std::string name_;
    std::vector<entry> entries_;
    std::uint64_t start_ = 0;
    std::size_t capacity_ = 0;
    std::uint64_t recorded_ = 0;
};

// The threads that have recorded or been named. A thread that has ended keeps its place until the next start.
class recorder {
public:
    void start(const profile_settings& settings) {
        const detail::lock_guard guard(access_);
        std::erase_if(threads_, [](const auto& thread) { return thread.use_count() == 1; });
        start_ = detail::profile_clock();
        capacity_ = settings.entries_per_thread;
        for (const std::shared_ptr<thread_recording>& thread : threads_) {
            thread->restart(start_, capacity_);
        }
        detail::is_profiling.store(true, std::memory_order_relaxed);
    }

    [[nodiscard]] thread_recording& this_thread() {
#if ORRERY_THREADS
        thread_local const std::shared_ptr<thread_recording> recording = add_thread();
#else
        static const std::shared_ptr<thread_recording> recording = add_thread();
#endif
        return *recording;
    }

    [[nodiscard]] std::string text() {
        const detail::lock_guard guard(access_);
        detail::trace_format out;
        std::uint64_t lost = 0;
        for (const std::shared_ptr<thread_recording>& thread : threads_) {
            lost += thread->write(out);
        }
        return out.finish(lost);
    }

    [[nodiscard]] std::vector<zone_total> totals() {
        const detail::lock_guard guard(access_);
        std::vector<zone_total> found;
        for (const std::shared_ptr<thread_recording>& thread : threads_) {
            thread->add_to(found);
        }
        return found;
    }

    [[nodiscard]] const char* keep(std::string_view name) {
        const detail::lock_guard guard(access_);
        return names_.emplace(name).first->c_str();
    }

private:
    std::shared_ptr<thread_recording> add_thread() {
        const detail::lock_guard guard(access_);
        auto added = std::make_shared<thread_recording>(++last_number_);
        added->restart(start_, capacity_);
        threads_.push_back(added);
        return added;
    }

    detail::mutex access_;
    std::vector<std::shared_ptr<thread_recording>> threads_;
    std::set<std::string, std::less<>> names_;
    std::uint64_t start_ = 0;
    std::size_t capacity_ = 0;
    std::uint32_t last_number_ = 0;
};

// Never destroyed: threads may still record while the process ends.
recorder& the_recorder() {
    static recorder& instance = *new recorder;
    return instance;
}

} // namespace

void start_profiling(const profile_settings& settings) {
    the_recorder().start(settings);
}

void stop_profiling() noexcept {
    detail::is_profiling.store(false, std::memory_order_relaxed);
}

void name_this_thread(std::string_view name) {
    the_recorder().this_thread().rename(name);
}

std::string trace_text() {
    return the_recorder().text();
}

std::vector<zone_total> zone_totals() {
    return the_recorder().totals();
}

status write_trace(const std::string& path) {
#if ORRERY_PROFILING
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return error{text("the trace cannot be written: '", path, "' cannot be opened")};
    }
    const std::string content = trace_text();
    const bool is_written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    const bool is_closed = std::fclose(file) == 0;
    if (!is_written || !is_closed) {
        return error{
            text("the trace cannot be written: '", path, "' did not take all ", content.size(), " bytes")};
    }
    return {};
#else
    return error{text("no trace for '", path, "': this copy of Orrery was built with ORRERY_PROFILING=0")};
#endif
}

const char* permanent_name(std::string_view name) {
    return the_recorder().keep(name);
}

namespace detail {

std::uint64_t profile_clock() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()) | 1;
}

void record_zone(const char* name, std::uint64_t start) noexcept {
    const std::uint64_t duration = profile_clock() - start;
    the_recorder().this_thread().record({name, start, duration, entry_kind::zone});
}

void record_counter(const char* name, double value) noexcept {
    the_recorder().this_thread().record(
        {name, profile_clock(), std::bit_cast<std::uint64_t>(value), entry_kind::counter});
}

} // namespace detail
} // namespace orrery
