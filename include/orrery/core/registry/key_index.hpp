// Finds an entity by its key: an open-addressing hash table over shared pages, so that it is part of a
// snapshot at no cost. The order of its cells never leaves it.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/paged_array.hpp>

#include <cstddef>
#include <cstdint>

namespace orrery {

class key_index {
public:
    static constexpr std::uint32_t not_found = 0xffffffffU;

    explicit key_index(page_pool& pages) noexcept
        : cells_(pages) {}

    [[nodiscard]] std::size_t size() const noexcept { return used_; }

    // The value stored for the key, or not_found.
    [[nodiscard]] std::uint32_t find(entity_key key) const noexcept;
    // Stores a value for a key that is not yet there.
    void insert(entity_key key, std::uint32_t value);
    // Forgets a key that is there.
    void erase(entity_key key);

    void clear() noexcept {
        cells_.clear();
        used_ = 0;
    }

private:
    struct cell {
        entity_key key = entity_key::none;
        std::uint32_t value = 0;
        std::uint32_t unused = 0;
    };

    [[nodiscard]] std::size_t home_of(entity_key key) const noexcept;
    // The cell that holds the key, or the empty one where it belongs.
    [[nodiscard]] std::size_t locate(entity_key key) const noexcept;
    void rebuild(std::size_t capacity);

    paged_array<cell, 256> cells_; // as many as a power of two
    std::size_t used_ = 0;
};

} // namespace orrery
