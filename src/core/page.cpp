#include <orrery/core/check.hpp>
#include <orrery/core/page.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

namespace orrery {
namespace detail {
namespace {

constexpr std::align_val_t cache_line{64};
// Slabs double up to this size: small worlds stay small, and large ones lie in few pieces.
constexpr std::size_t largest_slab_bytes = std::size_t{1} << 20;

} // namespace

page_stream::~page_stream() {
    ORRERY_CHECK(free_.size() == total_, "a page pool was destroyed while pages of it were in use");
    for (const slab& block : slabs_) {
        ::operator delete(block.data, cache_line);
    }
}

void page_stream::add_slab() {
    const std::size_t most = std::max<std::size_t>(largest_slab_bytes / page_bytes_, 1);
    const std::size_t pages = std::min(std::max<std::size_t>(total_, 4), most);
    slab block{static_cast<std::byte*>(::operator new(pages * page_bytes_, cache_line)),
               std::make_unique<page_header[]>(pages), pages};
    total_ += pages;
    // Room for every page to come back, so that dropping never allocates.
    free_.reserve(std::max(total_, free_.capacity()));
    for (std::size_t index = pages; index-- > 0;) { // the first is handed out first
        free_.push_back({block.data + index * page_bytes_, &block.headers[index]});
    }
    slabs_.push_back(std::move(block));
}

page page_stream::allocate() {
    const lock_guard guard(mutex_);
    if (free_.empty()) {
        add_slab();
    }
    const page made = free_.back();
    free_.pop_back();
    made.header->references.store(1, std::memory_order_relaxed);
    made.header->cached_hash.store(0, std::memory_order_relaxed);
    made.header->note = 0;
    return made;
}

void page_stream::recycle(page unused) noexcept {
    const lock_guard guard(mutex_);
    free_.push_back(unused);
}

std::size_t page_stream::reserved_bytes() const noexcept {
    const lock_guard guard(mutex_);
    return total_ * (page_bytes_ + sizeof(page_header));
}

} // namespace detail

detail::page_stream& page_pool::make_stream(std::size_t page_bytes) {
    const detail::lock_guard guard(mutex_);
    return streams_.emplace_back(std::max<std::size_t>(page_bytes, 1));
}

detail::page_stream& page_pool::list_stream(std::size_t capacity) {
    const detail::lock_guard guard(mutex_);
    const auto size_class = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(capacity, 8) - 1));
    if (size_class >= list_streams_.size()) {
        list_streams_.resize(size_class + 1, nullptr);
    }
    if (list_streams_[size_class] == nullptr) {
        list_streams_[size_class] =
            &streams_.emplace_back((std::size_t{1} << size_class) * sizeof(detail::page));
    }
    return *list_streams_[size_class];
}

std::size_t page_pool::reserved_bytes() const noexcept {
    const detail::lock_guard guard(mutex_);
    std::size_t sum = 0;
    for (const detail::page_stream& stream : streams_) {
        sum += stream.reserved_bytes();
    }
    return sum;
}

page_directory::page_directory(const page_directory& other) noexcept
    : pool_(other.pool_)
    , stream_(other.stream_)
    , node_stream_(other.node_stream_)
    , root_stream_(other.root_stream_)
    , root_(other.root_)
    , count_(other.count_) {
    if (root_.header != nullptr) {
        root_.header->references.fetch_add(1, std::memory_order_relaxed);
    }
}

page_directory::page_directory(page_directory&& other) noexcept
    : pool_(other.pool_)
    , stream_(other.stream_)
    , node_stream_(other.node_stream_)
    , root_stream_(other.root_stream_)
    , root_(std::exchange(other.root_, {}))
    , count_(std::exchange(other.count_, 0)) {}

page_directory& page_directory::operator=(const page_directory& other) noexcept {
    if (this != &other) {
        *this = page_directory(other);
    }
    return *this;
}

page_directory& page_directory::operator=(page_directory&& other) noexcept {
    if (this != &other) {
        release();
        pool_ = other.pool_;
        stream_ = other.stream_;
        node_stream_ = other.node_stream_;
        root_stream_ = other.root_stream_;
        root_ = std::exchange(other.root_, {});
        count_ = std::exchange(other.count_, 0);
    }
    return *this;
}

// A shared list is never changed, so all who hold it agree on how many entries it has. Whoever gives it up
// last also gives up its references to what it lists. Backwards, so that whoever writes the next frame from
// front to back gets the pages in the order in which they lie in memory.
void page_directory::drop_node(std::size_t node_index) noexcept {
    const detail::page list = entries_of(root_)[node_index];
    if (detail::page_stream::give_up(list)) {
        for (std::size_t index = pages_in_node(node_index); index-- > 0;) {
            stream_->drop(entries_of(list)[index]);
        }
        node_stream_->recycle(list);
    }
}

void page_directory::release() noexcept {
    if (root_.header != nullptr && detail::page_stream::give_up(root_)) {
        for (std::size_t index = node_count(); index-- > 0;) {
            drop_node(index);
        }
        root_stream_->recycle(root_);
    }
    root_ = {};
    count_ = 0;
}

namespace {

// The entries in a new list, which then also refers to what they refer to.
void copy_entries(detail::page* target, const detail::page* source, std::size_t count) noexcept {
    for (std::size_t index = 0; index < count; ++index) {
        target[index] = source[index];
        source[index].header->references.fetch_add(1, std::memory_order_relaxed);
    }
}

} // namespace

void page_directory::copy_root(std::size_t capacity) {
    detail::page_stream& stream = pool_->list_stream(capacity);
    const detail::page copy = stream.allocate();
    const std::size_t count = count_;
    copy_entries(entries_of(copy), entries_of(root_), node_count());
    release();
    root_ = copy;
    root_stream_ = &stream;
    count_ = count;
}

void page_directory::copy_node(std::size_t node_index) {
    const detail::page copy = node_stream_->allocate();
    copy_entries(entries_of(copy), entries_of(entries_of(root_)[node_index]), pages_in_node(node_index));
    drop_node(node_index);
    entries_of(root_)[node_index] = copy;
}

void page_directory::copy_page(detail::page& shared) {
    const detail::page copy = stream_->allocate();
    std::memcpy(copy.data, shared.data, stream_->page_bytes());
    copy.header->note = shared.header->note;
    stream_->drop(shared);
    shared = copy;
}

void page_directory::make_room() {
    const std::size_t nodes = node_count();
    if (count_ % fan_out != 0) {
        own_lists(count_ - 1);
        return;
    }
    if (root_.header == nullptr || (nodes + 1) * sizeof(detail::page) > root_stream_->page_bytes() ||
        is_shared(root_)) {
        copy_root(nodes + 1);
    }
    entries_of(root_)[nodes] = node_stream_->allocate();
}

std::byte* page_directory::append() {
    make_room();
    const detail::page added = stream_->allocate();
    entry(count_++) = added;
    return added.data;
}

void page_directory::append_last_again() {
    const detail::page last = entry(count_ - 1);
    last.header->references.fetch_add(1, std::memory_order_relaxed);
    make_room();
    entry(count_++) = last;
}

void page_directory::remove_last() noexcept {
    own_lists(count_ - 1);
    stream_->drop(entry(count_ - 1));
    --count_;
    if (count_ % fan_out == 0) {
        node_stream_->drop(entries_of(root_)[count_ / fan_out]);
    }
}

} // namespace orrery
