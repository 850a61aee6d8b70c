#include "circles/walls/terrain.hpp"
#include "circles/world/frame_pool.hpp"

#include <orrery/circles/frame.hpp>
#include <orrery/core/hash.hpp>

#include <algorithm>

namespace orrery::circles {

namespace {

template <typename T>
[[nodiscard]] std::uint64_t hash_all(const std::vector<T>& what, std::uint64_t seed) noexcept {
    return hash_bytes(std::as_bytes(std::span(what)), seed);
}

} // namespace

std::optional<std::uint32_t> roster::find(entity_key key) const noexcept {
    const auto found = std::ranges::lower_bound(keys, key);
    if (found == keys.end() || *found != key) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(found - keys.begin());
}

const std::shared_ptr<const rules>& world_snapshot::rules() const noexcept {
    return terrain_->shared_rules();
}

// Everything stands in the order of keys, so places in contacts mean the same wherever the keys are the same.
std::uint64_t world_snapshot::hash() const {
    const circles::frame& of = *frame_;
    std::uint64_t sum = hash_value(of.number);
    sum = hash_all(of.roster->keys, sum);
    sum = hash_all(of.roster->forms, sum);
    sum = hash_all(of.motions, sum);
    return hash_all(of.contacts, sum);
}

namespace detail {

std::shared_ptr<frame> frame_pool::take() {
    return {spares_.take().release(), give_back{shared_from_this()},
            count_allocator<frame>(shared_from_this())};
}

void frame_pool::keep(frame* what) noexcept {
    std::unique_ptr<frame> back(what);
    back->roster.reset();
    spares_.keep(std::move(back));
}

frame_pool::count_block* frame_pool::take_block() {
    return spare_blocks_.take().release();
}

void frame_pool::keep_block(count_block* what) noexcept {
    spare_blocks_.keep(std::unique_ptr<count_block>(what));
}

} // namespace detail

} // namespace orrery::circles
