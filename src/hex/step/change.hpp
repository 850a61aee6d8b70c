// What fates and inputs do to objects before anything moves in a tick. The frame before is never touched, so
// each object concerned is copied, changed, and written in place of the other when all others are.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/extended_arena.hpp>
#include <orrery/hex/object.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex::detail {

// Records that were written in this tick and have no place in an arena yet.
class record_stage {
public:
    static constexpr std::uint32_t none = 0xffff'ffff;

    void clear() noexcept { grains_.clear(); }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(grains_.size()); }

    // Where it is, counted in grains.
    std::uint32_t add(std::span<const tile> tiles, const rules& types) {
        const auto at = size();
        grains_.resize(grains_.size() + record_size(tiles) / extended_arena::grain);
        write_record(tiles, types, grains_[at].bytes);
        return at;
    }

    [[nodiscard]] composite_view at(std::uint32_t place) const noexcept {
        return composite_view(grains_[place].bytes);
    }

private:
    struct alignas(extended_arena::grain) grain_bytes {
        std::byte bytes[extended_arena::grain];
    };

    std::vector<grain_bytes> grains_;
};

// An object that comes into being.
struct birth {
    object what{};
    entity_key key = entity_key::none;
    entity_key creator = entity_key::none; // none: an input
    std::uint32_t record = record_stage::none;
    std::uint32_t change = 0; // of a part: what it comes from, in the list of changes
    bool is_composite = false;
    bool is_part = false;
};

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
