// Memory that snapshots share. A page is a block of plain bytes with a reference count; a page_directory is a
// growing list of equally large pages. Copying a directory costs one increment whatever its size, and after
// that a write copies the page that is written and the two short lists that lead to it. So two copies never
// see each other's writes and share everything else.
//
// Pages of one directory lie side by side in memory and their counts lie elsewhere, so that a loop over them
// runs nearly as fast as over an array. Pages are kept for reuse, so a world that has run for a while steps
// without allocating.
//
// A directory belongs to one thread at a time; copies of it may be read, written and destroyed on other
// threads.
#pragma once

#include <orrery/core/detail/mutex.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace orrery {

namespace detail {

struct page_header {
    std::atomic<std::uint32_t> references{0};
    // Hash of the contents as their owner defines it; zero when not known. Every write access forgets it.
    std::atomic<std::uint64_t> cached_hash{0};
    // Something the owner knows of the contents; copied with them.
    std::uint64_t note = 0;
};

struct page {
    std::byte* data = nullptr;
    page_header* header = nullptr;
};

// Pages of one size, for directories that should lie together. Safe to use from several threads.
class page_stream {
public:
    explicit page_stream(std::size_t page_bytes) noexcept
        : page_bytes_(page_bytes) {}

    page_stream(const page_stream&) = delete;
    page_stream& operator=(const page_stream&) = delete;
    ~page_stream();

    [[nodiscard]] std::size_t page_bytes() const noexcept { return page_bytes_; }

    // A page with one reference; its contents are undefined.
    [[nodiscard]] page allocate();

    // Gives up a reference and says whether it was the last; the page is then ours to recycle.
    [[nodiscard]] static bool give_up(page unwanted) noexcept {
        return unwanted.header->references.fetch_sub(1, std::memory_order_acq_rel) == 1;
    }

    void recycle(page unused) noexcept;

    void drop(page unwanted) noexcept {
        if (give_up(unwanted)) {
            recycle(unwanted);
        }
    }

    [[nodiscard]] std::size_t reserved_bytes() const noexcept;

private:
    struct slab {
        std::byte* data;
        std::unique_ptr<page_header[]> headers;
        std::size_t pages;
    };

    void add_slab();

    std::size_t page_bytes_;
    mutable mutex mutex_;
    std::vector<slab> slabs_;
    std::vector<page> free_;
    std::size_t total_ = 0;
};

} // namespace detail

// All the pages of a world and its snapshots. It must outlive them.
class page_pool {
public:
    page_pool() = default;
    page_pool(const page_pool&) = delete;
    page_pool& operator=(const page_pool&) = delete;
    ~page_pool() = default;

    // Bytes of all pages that are in use or kept for reuse.
    [[nodiscard]] std::size_t reserved_bytes() const noexcept;

private:
    friend class page_directory;

    [[nodiscard]] detail::page_stream& make_stream(std::size_t page_bytes);
    // Where lists of at least `capacity` pages come from; lists of equal capacity share a stream.
    [[nodiscard]] detail::page_stream& list_stream(std::size_t capacity);

    mutable detail::mutex mutex_;
    std::deque<detail::page_stream> streams_; // a deque, so that they stay where they are
    std::vector<detail::page_stream*> list_streams_;
};

// A list of pages of one size that copies share until they write. Inside, it is a tree of two levels: a root
// that lists nodes, and nodes that list up to `fan_out` pages each.
class page_directory {
public:
    page_directory(page_pool& pool, std::size_t page_bytes)
        : pool_(&pool)
        , stream_(&pool.make_stream(page_bytes))
        , node_stream_(&pool.list_stream(fan_out)) {}

    page_directory(const page_directory& other) noexcept;
    page_directory(page_directory&& other) noexcept;
    page_directory& operator=(const page_directory& other) noexcept;
    page_directory& operator=(page_directory&& other) noexcept;

    ~page_directory() { release(); }

    [[nodiscard]] std::size_t page_count() const noexcept { return count_; }

    [[nodiscard]] std::size_t page_bytes() const noexcept { return stream_->page_bytes(); }

    [[nodiscard]] const std::byte* read(std::size_t index) const noexcept { return entry(index).data; }

    // The page for writing: copied first if somebody else holds it.
    [[nodiscard]] std::byte* write(std::size_t index) {
        own_lists(index);
        return write_owned(index);
    }

    // Makes the lists that lead to a page our own. After it, write_owned() may be called for that page while
    // other threads do so for other such pages.
    void own_lists(std::size_t index) {
        if (is_shared(root_)) [[unlikely]] {
            copy_root(node_count());
        }
        if (is_shared(node(index))) [[unlikely]] {
            copy_node(index / fan_out);
        }
    }

    [[nodiscard]] std::byte* write_owned(std::size_t index) {
        detail::page& found = entry(index);
        if (is_shared(found)) {
            copy_page(found);
        }
        // Asked first: a store would dirty a cache line that is mostly read.
        if (found.header->cached_hash.load(std::memory_order_relaxed) != 0) {
            found.header->cached_hash.store(0, std::memory_order_relaxed);
        }
        return found.data;
    }

    // Appends a page with undefined contents and returns it for writing.
    std::byte* append();
    // Appends another reference to the last page; the two are one until either is written.
    void append_last_again();
    void remove_last() noexcept;

    void clear() noexcept { release(); }

    [[nodiscard]] bool shares_page(std::size_t index, const page_directory& other) const noexcept {
        return read(index) == other.read(index);
    }

    // Whether all pages are shared, in one comparison; false only says that one may have been written.
    [[nodiscard]] bool shares_all(const page_directory& other) const noexcept {
        return root_.data == other.root_.data && count_ == other.count_;
    }

    // What the owner noted about the page. To change it, write the page first.
    [[nodiscard]] std::uint64_t note(std::size_t index) const noexcept { return entry(index).header->note; }

    void set_note(std::size_t index, std::uint64_t note) noexcept { entry(index).header->note = note; }

    // A place to remember the hash of a page until it is written.
    [[nodiscard]] std::atomic<std::uint64_t>& cached_hash(std::size_t index) const noexcept {
        return entry(index).header->cached_hash;
    }

private:
    static constexpr std::size_t fan_out = 16;

    // A list is itself a page, whose bytes are its entries.
    [[nodiscard]] static detail::page* entries_of(detail::page list) noexcept {
        return reinterpret_cast<detail::page*>(list.data);
    }

    [[nodiscard]] detail::page& node(std::size_t index) const noexcept {
        return entries_of(root_)[index / fan_out];
    }

    [[nodiscard]] detail::page& entry(std::size_t index) const noexcept {
        return entries_of(node(index))[index % fan_out];
    }

    [[nodiscard]] static bool is_shared(detail::page page) noexcept {
        return page.header->references.load(std::memory_order_acquire) != 1;
    }

    [[nodiscard]] std::size_t node_count() const noexcept { return (count_ + fan_out - 1) / fan_out; }

    [[nodiscard]] std::size_t pages_in_node(std::size_t node_index) const noexcept {
        return std::min(fan_out, count_ - node_index * fan_out);
    }

    void copy_root(std::size_t capacity);
    void copy_node(std::size_t node_index);
    void copy_page(detail::page& shared);
    void drop_node(std::size_t node_index) noexcept;
    // Makes room for one more page, in lists of our own.
    void make_room();
    void release() noexcept;

    page_pool* pool_;
    detail::page_stream* stream_;
    detail::page_stream* node_stream_;
    detail::page_stream* root_stream_ = nullptr;
    detail::page root_;
    std::size_t count_ = 0;
};

} // namespace orrery
