// All components of one type: a sparse set over shared pages. `dense` lists the entities that have one, in
// the order in which they got it; the values lie in the same order; `sparse` finds an entity's place. Taking
// one out moves the last into its place, so the values stay packed. Insert, erase and look-up are O(1).
//
// The pool knows its type only by its description, so it is one class for all components.
#pragma once

#include <orrery/core/paged_array.hpp>
#include <orrery/core/registry/component_type.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace orrery {

class component_pool {
public:
    // Components to a page. Large enough that a loop over a page runs at full speed, small enough that
    // rewriting a few entities copies little; the same for all types, so that pages of different pools line
    // up.
    static constexpr std::size_t page_elements = 128;
    static constexpr std::uint32_t no_position = std::numeric_limits<std::uint32_t>::max();

    component_pool(page_pool& pages, const component_type& type);

    [[nodiscard]] const component_type& type() const noexcept { return *type_; }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] std::size_t page_count() const noexcept { return dense_.page_count(); }

    // Elements in a page: page_elements, except in the last.
    [[nodiscard]] std::size_t page_size(std::size_t page) const noexcept {
        return std::min(page_elements, size_ - page * page_elements);
    }

    // The place of an entity, by its index; no_position if it has no such component.
    [[nodiscard]] std::uint32_t position_of(std::uint32_t index) const noexcept {
        return index < sparse_.size() ? sparse_[index] : no_position;
    }

    [[nodiscard]] bool contains(std::uint32_t index) const noexcept {
        return position_of(index) != no_position;
    }

    [[nodiscard]] std::uint32_t entity_at(std::size_t position) const noexcept {
        return entities(position / page_elements)[position % page_elements];
    }

    // The entity indices of a page.
    [[nodiscard]] const std::uint32_t* entities(std::size_t page) const noexcept {
        return reinterpret_cast<const std::uint32_t*>(dense_.read(page));
    }

    // A value, followed by those after it up to the end of its page. A tag has none.
    [[nodiscard]] const std::byte* read(std::size_t position) const noexcept {
        return values_.read(position / page_elements) + position % page_elements * stride_;
    }

    [[nodiscard]] std::byte* write(std::size_t position) {
        return values_.write(position / page_elements) + position % page_elements * stride_;
    }

    // How often somebody was given values for writing: as long as it stays the same, nobody has changed one.
    [[nodiscard]] std::uint64_t write_count() const noexcept { return write_count_; }

    void count_write() noexcept { ++write_count_; }

    // After this, the page of a position may be written while other threads write other such pages.
    void own_lists(std::size_t position) { values_.own_lists(position / page_elements); }

    // Adds a component for an entity that has none and returns where; its value is not yet written.
    std::uint32_t insert(std::uint32_t index);
    // Takes the component of an entity away; it must have one.
    void erase(std::uint32_t index);
    // Takes all components away.
    void clear() noexcept;

    // Where the entities that `lead` lists from `lead_position` on, `count` of them in one page, have their
    // components here, and how many of them side by side in one page; none if the first has no component.
    struct stretch {
        std::uint32_t position;
        std::size_t length;
    };

    [[nodiscard]] stretch side_by_side(const component_pool& lead, std::size_t lead_position,
                                       std::size_t count) const noexcept;
    // Whether the page's values and entities are shared with the other pool, and so surely equal.
    [[nodiscard]] bool shares_page(const component_pool& other, std::size_t page) const noexcept;
    // The same of all pages, at once; false only says that a page may have been written.
    [[nodiscard]] bool shares_all(const component_pool& other) const noexcept;
    // A place to remember the hash of a full page until it is written. The last page can lose elements
    // without being written, so a page that is not full has no place.
    [[nodiscard]] std::atomic<std::uint64_t>* cached_hash(std::size_t page) const noexcept;

private:
    void set_entity(std::size_t position, std::uint32_t index);

    const component_type* type_;
    std::size_t stride_;
    std::size_t size_ = 0;
    std::uint64_t write_count_ = 0;
    paged_array<std::uint32_t, 1024> sparse_;
    page_directory dense_;
    page_directory values_;
};

} // namespace orrery
