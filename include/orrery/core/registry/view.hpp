// The entities that have all of some components, and those components: what every system of a world loops
// over.
//
//     world.view<position, const velocity>().each([&](position& where, const velocity& how) { ... });
//     world.view<const position>(exclude<asleep>).each([](entity id, const position& where) { ... });
//
// A component is copied for writing, page by page, only if it is asked for without const, so say const where
// it is meant. Tags are conditions and are not passed on. Entities come in the order of the smallest pool.
// Wherever the pools hold a row of entities in the same order, which is the common case, the loop runs
// straight through memory.
//
// While a loop runs, components of the types it names must not be added or removed; others may.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/registry/component_pool.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {

template <component... T>
struct exclude_t {};

// Names the components an entity must not have to be in a view.
template <component... T>
inline constexpr exclude_t<T...> exclude{};

namespace detail {

// Entities as a view needs them: the live generation of an index.
struct entity_slot {
    entity_key key = entity_key::none; // none: the slot is free
    std::uint32_t generation = 0;
    std::uint32_t next_free = 0;
};

using slot_array = paged_array<entity_slot, 256>;
inline constexpr std::uint32_t no_slot = 0xffffffffU;

// The components from a position to the end of its page as a tuple with a pointer; a tag is an empty tuple.
template <typename T>
[[nodiscard]] auto column(auto& pool, std::size_t position) {
    if constexpr (std::is_empty_v<T>) {
        return std::tuple<>{};
    } else if constexpr (std::is_const_v<T>) {
        return std::tuple<T*>{reinterpret_cast<T*>(pool.read(position))};
    } else {
        return std::tuple<T*>{reinterpret_cast<T*>(pool.write(position))};
    }
}

} // namespace detail

// T: component types, const for reading. Made by registry::view and registry_state::view.
template <typename... T>
class basic_view {
public:
    static constexpr std::size_t max_excluded = 8;

    // An empty view: some component has no pool yet, so no entity has it.
    basic_view() = default;

    // The pools of a registry; a view that only reads can do with const ones.
    using pool_list = std::conditional_t<(std::is_const_v<T> && ...), const std::vector<component_pool>,
                                         std::vector<component_pool>>;

    basic_view(pool_list& pools, const detail::slot_array& slots,
               const std::array<std::uint8_t, sizeof...(T)>& included) noexcept
        : pools_(&pools)
        , slots_(&slots)
        , included_(included)
        , lead_(*std::min_element(included.begin(), included.end(),
                                  [&](auto a, auto b) { return pools[a].size() < pools[b].size(); })) {}

    void leave_out(std::uint8_t pool) noexcept { excluded_[excluded_count_++] = pool; }

    // Calls fn(components...) or fn(entity, components...) for each entity.
    template <typename Fn>
    void each(Fn fn) const {
        for (std::size_t page = 0; page < page_count(); ++page) {
            each_in_page(page, fn);
        }
    }

    // The loop cut into pages, for spreading it over threads; see parallel_each.hpp.
    [[nodiscard]] std::size_t page_count() const noexcept {
        return pools_ == nullptr ? 0 : lead().page_count();
    }

    template <typename Fn>
    void each_in_page(std::size_t page, Fn& fn) const;
    // After this, each_in_page() may run on several threads at once, each on pages of its own. Pages that no
    // entity of the view is in stay shared.
    void prepare_pages() const;

    // An upper bound of the number of entities.
    [[nodiscard]] std::size_t size_hint() const noexcept { return pools_ == nullptr ? 0 : lead().size(); }

    // Whether the entity with this index is in the view.
    [[nodiscard]] bool contains_index(std::uint32_t index) const noexcept {
        return std::all_of(included_.begin(), included_.end(),
                           [&](auto pool) { return pool_at(pool).contains(index); }) &&
               !is_excluded(index);
    }

    // The entities, for loops that need no components: for (entity id : view).
    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = entity;
        using difference_type = std::ptrdiff_t;
        using pointer = const entity*;
        using reference = entity;

        iterator() = default;

        iterator(const basic_view* view, std::size_t position) noexcept
            : view_(view)
            , position_(position) {
            skip();
        }

        [[nodiscard]] entity operator*() const noexcept {
            return view_->handle(view_->lead().entity_at(position_));
        }

        iterator& operator++() noexcept {
            ++position_;
            skip();
            return *this;
        }

        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }

        friend bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.position_ == b.position_;
        }

    private:
        void skip() noexcept {
            while (position_ < view_->size_hint() &&
                   !view_->contains_index(view_->lead().entity_at(position_))) {
                ++position_;
            }
        }

        const basic_view* view_ = nullptr;
        std::size_t position_ = 0;
    };

    [[nodiscard]] iterator begin() const noexcept { return {this, 0}; }

    [[nodiscard]] iterator end() const noexcept { return {this, size_hint()}; }

private:
    static constexpr auto indices = std::index_sequence_for<T...>{};

    // Looked up each time, because a loop may bring a new component type into the registry.
    [[nodiscard]] auto& pool_at(std::uint8_t pool) const noexcept { return (*pools_)[pool]; }

    [[nodiscard]] const component_pool& lead() const noexcept { return (*pools_)[lead_]; }

    [[nodiscard]] entity handle(std::uint32_t index) const noexcept {
        return {index, (*slots_)[index].generation};
    }

    [[nodiscard]] bool is_excluded(std::uint32_t index) const noexcept {
        return std::any_of(excluded_.begin(), excluded_.begin() + excluded_count_,
                           [&](auto pool) { return pool_at(pool).contains(index); });
    }

    // Hands the components over, with the handle in front if fn takes one.
    template <typename Fn, typename... Components>
    void call(Fn& fn, std::uint32_t index, Components&... components) const {
        if constexpr (std::is_invocable_v<Fn&, entity, Components&...>) {
            fn(handle(index), components...);
        } else {
            fn(components...);
        }
    }

    // The places of an entity's components, and how many rows from `row` of the page on can be walked side by
    // side there; none if the entity at `row` is not in the view.
    struct stretch {
        std::array<std::uint32_t, sizeof...(T)> positions;
        std::size_t length;
    };

    [[nodiscard]] stretch find_stretch(std::size_t page, std::size_t row, std::size_t count) const noexcept;
    template <std::size_t... I>
    void prepare(const stretch& rows, std::index_sequence<I...>) const;
    template <typename Fn, std::size_t... I>
    void walk(const stretch& rows, const std::uint32_t* ids, Fn& fn, std::index_sequence<I...>) const;

    pool_list* pools_ = nullptr;
    const detail::slot_array* slots_ = nullptr;
    std::array<std::uint8_t, sizeof...(T)> included_{};
    std::array<std::uint8_t, max_excluded> excluded_{};
    std::uint8_t excluded_count_ = 0;
    std::uint8_t lead_ = 0;
};

template <typename... T>
template <typename Fn>
void basic_view<T...>::each_in_page(std::size_t page, Fn& fn) const {
    const std::size_t size = lead().size();
    const std::size_t count = lead().page_size(page);
    for (std::size_t row = 0; row < count;) {
        const stretch rows = find_stretch(page, row, count - row);
        walk(rows, lead().entities(page) + row, fn, indices);
        ORRERY_CHECK(lead().size() == size,
                     "a loop over a view added or removed components of its own types");
        row += std::max<std::size_t>(rows.length, 1);
    }
}

template <typename... T>
auto basic_view<T...>::find_stretch(std::size_t page, std::size_t row, std::size_t count) const noexcept
    -> stretch {
    const std::size_t lead_position = page * component_pool::page_elements + row;
    stretch found{{}, count};
    for (std::size_t number = 0; number < sizeof...(T); ++number) {
        const auto [position, length] =
            pool_at(included_[number]).side_by_side(lead(), lead_position, found.length);
        if (length == 0) {
            return {{}, 0};
        }
        found.positions[number] = position;
        found.length = length;
    }
    if (excluded_count_ != 0) {
        const std::uint32_t* ids = lead().entities(page) + row;
        const auto* stop =
            std::find_if(ids, ids + found.length, [this](auto index) { return is_excluded(index); });
        found.length = static_cast<std::size_t>(stop - ids);
    }
    return found;
}

template <typename... T>
template <typename Fn, std::size_t... I>
void basic_view<T...>::walk(const stretch& rows, const std::uint32_t* ids, Fn& fn,
                            std::index_sequence<I...>) const {
    if (rows.length == 0) {
        return;
    }
    std::apply(
        [&](auto*... columns) {
            for (std::size_t row = 0; row < rows.length; ++row) {
                call(fn, ids[row], columns[row]...);
            }
        },
        std::tuple_cat(detail::column<T>(pool_at(included_[I]), rows.positions[I])...));
}

template <typename... T>
void basic_view<T...>::prepare_pages() const {
    for (std::size_t page = 0; page < page_count(); ++page) {
        const std::size_t count = lead().page_size(page);
        for (std::size_t row = 0; row < count;) {
            const stretch rows = find_stretch(page, row, count - row);
            if (rows.length > 0) {
                prepare(rows, indices);
            }
            row += std::max<std::size_t>(rows.length, 1);
        }
    }
}

template <typename... T>
template <std::size_t... I>
void basic_view<T...>::prepare(const stretch& rows, std::index_sequence<I...>) const {
    const auto prepare_if_written = [&]<typename Component>(std::type_identity<Component>, auto number,
                                                            std::uint32_t position) {
        if constexpr (!std::is_const_v<Component> && !std::is_empty_v<Component>) {
            component_pool& pool = pool_at(number);
            pool.own_lists(position);
            // A page that the stretch fills has one writer, who can also copy it. Others are copied now.
            const bool is_filled = position % component_pool::page_elements == 0 &&
                                   rows.length == pool.page_size(position / component_pool::page_elements);
            if (!is_filled) {
                static_cast<void>(pool.write(position));
            }
        }
    };
    (prepare_if_written(std::type_identity<T>{}, included_[I], rows.positions[I]), ...);
}

} // namespace orrery
