#include <orrery/core/registry/component_pool.hpp>

#include <algorithm>
#include <cstring>

namespace orrery {

component_pool::component_pool(page_pool& pages, const component_type& type)
    : type_(&type)
    , stride_(type.size)
    , sparse_(pages)
    , dense_(pages, page_elements * sizeof(std::uint32_t))
    , values_(pages, page_elements * type.size) {}

namespace {

// Entities made in a row usually get their components in a row. A page of dense entities notes that its
// indices are consecutive, as the first of them plus one; pages that say so are compared without being read.
constexpr std::uint64_t run_from(std::uint32_t first) noexcept {
    return std::uint64_t{first} + 1;
}

constexpr std::uint64_t no_run = 0;

} // namespace

void component_pool::set_entity(std::size_t position, std::uint32_t index) {
    const std::size_t page = position / page_elements;
    const std::size_t row = position % page_elements;
    reinterpret_cast<std::uint32_t*>(dense_.write(page))[row] = index;
    if (row == 0 && page_size(page) <= 1) {
        dense_.set_note(page, run_from(index));
    } else if (index < row || dense_.note(page) != run_from(static_cast<std::uint32_t>(index - row))) {
        dense_.set_note(page, no_run);
    }
}

std::uint32_t component_pool::insert(std::uint32_t index) {
    sparse_.grow(std::size_t{index} + 1, no_position);
    const auto position = static_cast<std::uint32_t>(size());
    sparse_.write(index) = position;
    if (position % page_elements == 0) {
        dense_.append();
        if (stride_ != 0) {
            values_.append();
        }
    }
    ++size_;
    set_entity(position, index);
    return position;
}

void component_pool::erase(std::uint32_t index) {
    const std::uint32_t hole = sparse_[index];
    const auto last = static_cast<std::uint32_t>(size() - 1);
    if (hole != last) {
        const std::uint32_t moved = entity_at(last);
        set_entity(hole, moved);
        sparse_.write(moved) = hole;
        if (stride_ != 0) {
            std::byte* target = write(hole);
            std::memcpy(target, read(last), stride_);
        }
    }
    sparse_.write(index) = no_position;
    --size_;
    if (size_ % page_elements == 0) {
        dense_.remove_last();
        if (stride_ != 0) {
            values_.remove_last();
        }
    }
}

void component_pool::clear() noexcept {
    sparse_.clear();
    dense_.clear();
    values_.clear();
    size_ = 0;
}

component_pool::stretch component_pool::side_by_side(const component_pool& lead, std::size_t lead_position,
                                                     std::size_t count) const noexcept {
    const std::size_t lead_page = lead_position / page_elements;
    const std::uint64_t lead_run = lead.dense_.note(lead_page);
    if (lead_run != no_run && lead_position < size_ && dense_.note(lead_page) == lead_run) {
        // The same run at the same place: no entity has to be looked at.
        return {static_cast<std::uint32_t>(lead_position), std::min(count, size_ - lead_position)};
    }
    const std::uint32_t position = position_of(lead.entity_at(lead_position));
    if (position == no_position) {
        return {no_position, 0};
    }
    const std::size_t page = position / page_elements;
    const std::size_t row = position % page_elements;
    count = std::min(count, page_size(page) - row);
    if (dense_.note(page) != no_run && lead_run != no_run) {
        return {position, count}; // both count up by one from the same entity
    }
    const std::uint32_t* ours = entities(page) + row;
    const std::uint32_t* theirs = lead.entities(lead_page) + lead_position % page_elements;
    return {position, static_cast<std::size_t>(std::mismatch(ours, ours + count, theirs).first - ours)};
}

bool component_pool::shares_page(const component_pool& other, std::size_t page) const noexcept {
    return page < other.page_count() && page_size(page) == other.page_size(page) &&
           dense_.shares_page(page, other.dense_) &&
           (stride_ == 0 || values_.shares_page(page, other.values_));
}

bool component_pool::shares_all(const component_pool& other) const noexcept {
    return size_ == other.size_ && dense_.shares_all(other.dense_) && values_.shares_all(other.values_);
}

std::atomic<std::uint64_t>* component_pool::cached_hash(std::size_t page) const noexcept {
    if (page_size(page) != page_elements) {
        return nullptr;
    }
    // Whatever changes a full page writes its values, or, where there are none, its entities.
    return stride_ != 0 ? &values_.cached_hash(page) : &dense_.cached_hash(page);
}

} // namespace orrery
