// Where pairs of intersecting boxes are collected. A pair_buffer is an array that grows without ever
// initialising what is going to be overwritten; a pair_list is the result of a search, in one piece, together
// with the memory that the next search will use again.
#pragma once

#include <orrery/core/check.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::spatial {

// Two elements whose boxes intersect. Within one set first < second; between two sets `first` is an element
// of the structure that is asked and `second` one of the other set.
struct index_pair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    friend auto operator<=>(const index_pair&, const index_pair&) = default;
};

// The pair of two elements of one set. In bit operations, because compilers make a branch of min and max
// here, which no processor can predict: that took more time than all the rest of a search with many pairs.
[[nodiscard]] constexpr index_pair ordered_pair(std::uint32_t a, std::uint32_t b) noexcept {
    const std::uint32_t difference = (a ^ b) & -static_cast<std::uint32_t>(a > b);
    return {a ^ difference, b ^ difference};
}

class pair_buffer {
public:
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    [[nodiscard]] std::span<const index_pair> pairs() const noexcept { return {storage_.get(), size_}; }

    // To be rewritten.
    [[nodiscard]] std::span<index_pair> pairs() noexcept { return {storage_.get(), size_}; }

    // Forgets the pairs and keeps the memory.
    void clear() noexcept {
        size_ = 0;
        tests_ = 0;
    }

    // How many times a box was compared with a box, as far as the structure counts it: sweep and hilbert_tree
    // do.
    [[nodiscard]] std::uint64_t tests() const noexcept { return tests_; }

    void add_tests(std::uint64_t count) noexcept { tests_ += count; }

    void push_back(index_pair pair) {
        *room(1) = pair;
        ++size_;
    }

    // Where at least `count` further pairs can be written; they count once `grow_to` has said how far.
    [[nodiscard]] index_pair* room(std::size_t count) {
        if (capacity_ - size_ < count) {
            enlarge(size_ + count);
        }
        return storage_.get() + size_;
    }

    void grow_to(const index_pair* end) noexcept { size_ = static_cast<std::size_t>(end - storage_.get()); }

private:
    void enlarge(std::size_t least);

    std::unique_ptr<index_pair[]> storage_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    std::uint64_t tests_ = 0;
};

class pair_list {
public:
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }

    [[nodiscard]] const index_pair* begin() const noexcept { return all_.pairs().data(); }

    [[nodiscard]] const index_pair* end() const noexcept { return begin() + size(); }

    [[nodiscard]] const index_pair& operator[](std::size_t place) const {
        ORRERY_CHECK(place < size(), "there is no pair at this place of the list");
        return begin()[place];
    }

    // See pair_buffer.
    [[nodiscard]] std::uint64_t tests() const noexcept { return all_.tests(); }

    // For searches (pairs.hpp): the list itself, and one buffer for each task that runs on its own.
    [[nodiscard]] pair_buffer& all() noexcept { return all_; }

    [[nodiscard]] std::span<pair_buffer> task_buffers(std::size_t count) {
        if (tasks_.size() < count) {
            tasks_.resize(count);
        }
        return {tasks_.data(), count};
    }

private:
    pair_buffer all_;
    std::vector<pair_buffer> tasks_;
};

} // namespace orrery::spatial
