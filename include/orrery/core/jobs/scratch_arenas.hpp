// Arenas for tasks that run at the same time. A task borrows one, uses it as it likes, and gives it back
// empty; it does not matter which one it gets, or which thread it runs on, so this works with any scheduler.
// There are never more arenas than tasks that borrowed at the same time, and once they have grown borrowing
// allocates nothing. Borrowing takes a lock for some nanoseconds: borrow once a task, not once an element.
#pragma once

#include <orrery/core/arena.hpp>
#include <orrery/core/detail/mutex.hpp>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {

class scratch_arenas {
public:
    explicit scratch_arenas(std::size_t block_size = arena::default_block_size) noexcept
        : block_size_(block_size) {}

    // An arena for as long as this object lives.
    class [[nodiscard]] loan {
    public:
        ~loan() { owner_.take_back(std::move(arena_)); }

        loan(const loan&) = delete;
        loan& operator=(const loan&) = delete;

        [[nodiscard]] arena& operator*() noexcept { return *arena_; }

        [[nodiscard]] arena* operator->() noexcept { return arena_.get(); }

    private:
        friend class scratch_arenas;

        loan(scratch_arenas& owner, std::unique_ptr<arena> borrowed) noexcept
            : owner_(owner)
            , arena_(std::move(borrowed)) {}

        scratch_arenas& owner_;
        std::unique_ptr<arena> arena_;
    };

    // An empty arena. All loans must have ended before the owner does.
    loan borrow() { return {*this, take_out()}; }

    // What all arenas that are not lent have taken from the system.
    [[nodiscard]] std::size_t reserved_bytes();

private:
    std::unique_ptr<arena> take_out();
    void take_back(std::unique_ptr<arena> returned);

    detail::mutex access_;
    std::vector<std::unique_ptr<arena>> free_;
    std::size_t block_size_;
};

} // namespace orrery
