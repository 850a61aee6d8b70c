// Records that were written in this tick and have no place in an arena yet.
#pragma once

#include <orrery/hex/composite.hpp>
#include <orrery/hex/extended_arena.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex::detail {

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

    [[nodiscard]] composite_view at(std::uint32_t record) const noexcept {
        return composite_view(grains_[record].bytes);
    }

private:
    struct alignas(extended_arena::grain) grain_bytes {
        std::byte bytes[extended_arena::grain];
    };

    std::vector<grain_bytes> grains_;
};

} // namespace orrery::hex::detail
