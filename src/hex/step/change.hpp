// Copies of objects that fates and inputs change before anything moves in a tick. The frame before is never
// touched, so each object concerned is copied, changed, and written in place of the other when all others
// are.
#pragma once

#include "hex/step/record_stage.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/object.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::hex::detail {

struct change {
    std::uint32_t index = 0; // in the frame before
    entity_key key = entity_key::none;
    object what{};
    std::vector<tile> tiles{}; // if they are loaded; in the order of their cells
    std::uint32_t record = record_stage::none;
    bool are_tiles_loaded = false;
    bool are_tiles_changed = false;
    bool is_gone = false;
};

// The changes of a tick. A look-up by index costs one look into an array that is never cleared.
class change_list {
public:
    void clear() noexcept { count_ = 0; }

    [[nodiscard]] std::uint32_t size() const noexcept { return count_; }

    [[nodiscard]] change& operator[](std::uint32_t place) noexcept { return all_[place]; }

    [[nodiscard]] std::span<change> all() noexcept { return {all_.data(), count_}; }

    // Null if the object is not changed.
    [[nodiscard]] change* find(std::uint32_t index) noexcept {
        if (count_ == 0 || index >= place_of_.size()) {
            return nullptr;
        }
        const std::uint32_t place = place_of_[index];
        return place < count_ && all_[place].index == index ? &all_[place] : nullptr;
    }

    // Of an object that has none yet. Room for tiles is used again.
    [[nodiscard]] change& add(std::uint32_t index) {
        if (place_of_.size() <= index) {
            place_of_.resize(index + 1);
        }
        place_of_[index] = count_;
        if (all_.size() == count_) {
            all_.emplace_back();
        }
        change& made = all_[count_++];
        made.tiles.clear();
        made = {.index = index, .tiles = std::move(made.tiles)};
        return made;
    }

private:
    std::vector<change> all_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> place_of_;
};

} // namespace orrery::hex::detail
