// The pages of a paged mesh that are in memory, those that are on their way, and the threads that bring them.
//
//     absent -> queued -> loading -> resident
//        ^         |         |          |
//        +---------+---------+----------+   the loader failed, or the page was given up
//
// A thread that needs a page loads it itself unless somebody else is at it, so nobody ever waits for a thread
// that has not begun; all threads of a program may wait here at once.
//
// Readers of a page that is there take the lock of that page alone, for as long as it takes to share it. The
// lock of the whole cache comes first where both are needed.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#if ORRERY_THREADS
#include <condition_variable>
#endif

namespace orrery::rigid::detail {

class page_cache {
public:
    using page_pointer = std::shared_ptr<const triangle_mesh>;

    // The directory must outlive the cache.
    page_cache(const page_directory& directory, std::unique_ptr<page_loader> loader,
               paging_settings settings);

    // The page, whatever has to be done for it; null if it cannot be had.
    [[nodiscard]] page_pointer take(std::uint32_t page);

    // The page is going to be needed soon.
    void expect(std::uint32_t page);

    [[nodiscard]] paged_mesh::counts statistics();
    [[nodiscard]] std::string last_error();

private:
    enum class page_state : std::uint8_t { absent, queued, loading, resident };

    struct page_slot {
        orrery::detail::mutex access; // for `mesh`
        page_pointer mesh;
        std::atomic<page_state> state{page_state::absent}; // changed under the lock of the cache
        std::atomic<std::uint64_t> last_use{0};
        // Under the lock of the cache: who waits until somebody else has loaded it, and how often that has
        // ended.
        std::uint32_t waiting = 0;
        std::uint64_t attempts = 0;
    };

    // The page if it is there.
    [[nodiscard]] page_pointer look(page_slot& slot);

    // How a thread that needs a page comes to it: somebody has brought it just now, has been waited for (and
    // may have failed), or the thread has to load it itself.
    enum class claim : std::uint8_t { there, waited, ours };

    [[nodiscard]] claim claim_or_wait(std::uint32_t page, page_pointer& mesh);

    // For a thread that loads what is expected: false if it is no longer to be loaded.
    [[nodiscard]] bool claim_queued(std::uint32_t page);

    // Loads a page in state `loading` and wakes those who wait for it.
    page_pointer load(std::uint32_t page);
    [[nodiscard]] result<page_pointer> load_checked(std::uint32_t page);
    [[nodiscard]] status check(std::uint32_t page, const triangle_mesh& mesh) const;

    // With the lock held.
    void publish(std::uint32_t page, const page_pointer& mesh);
    void make_room(std::uint64_t bytes);
    [[nodiscard]] bool give_up(std::size_t place);
    [[nodiscard]] std::size_t longest_unused();

    void tell_wait(std::uint32_t page);
    void tell_error(std::uint32_t page, const error& reason);

    const page_directory& directory_;
    const std::unique_ptr<page_loader> loader_;
    paging_settings settings_;
    std::vector<std::uint32_t> first_numbers_;
    std::vector<page_slot> slots_;
    // What pages were used last is told by how many had been loaded until then: no clock is needed, and
    // readers change nothing that they share.
    std::atomic<std::uint64_t> loads_{0};

    orrery::detail::mutex access_; // for all below
    std::vector<std::uint32_t> resident_;
    paged_mesh::counts counts_;
    std::string last_error_;
#if ORRERY_THREADS
    std::condition_variable arrived_;
#endif

    orrery::detail::mutex telling_;
    background_jobs jobs_; // the last, so that it ends first
};

} // namespace orrery::rigid::detail
