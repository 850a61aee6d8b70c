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

// The spare that was given back last, which is the most likely to be near.
template <typename T>
[[nodiscard]] std::unique_ptr<T> take_last(std::vector<std::unique_ptr<T>>& from,
                                           orrery::detail::mutex& with) noexcept {
    const orrery::detail::lock_guard lock(with);
    if (from.empty()) {
        return nullptr;
    }
    std::unique_ptr<T> taken = std::move(from.back());
    from.pop_back();
    return taken;
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
    std::unique_ptr<frame> taken = take_last(spares_, mutex_);
    if (taken == nullptr) {
        taken = std::make_unique<frame>();
    }
    return {taken.release(), give_back{shared_from_this()}, count_allocator<frame>(shared_from_this())};
}

void frame_pool::keep(frame* what) noexcept {
    std::unique_ptr<frame> back(what);
    back->roster.reset();
    const orrery::detail::lock_guard lock(mutex_);
    if (spares_.size() < most_spares) {
        spares_.push_back(std::move(back));
    }
}

frame_pool::count_block* frame_pool::take_block() {
    std::unique_ptr<count_block> taken = take_last(spare_blocks_, mutex_);
    return taken != nullptr ? taken.release() : std::make_unique<count_block>().release();
}

void frame_pool::keep_block(count_block* what) noexcept {
    std::unique_ptr<count_block> back(what);
    const orrery::detail::lock_guard lock(mutex_);
    if (spare_blocks_.size() < most_spares) {
        spare_blocks_.push_back(std::move(back));
    }
}

} // namespace detail

} // namespace orrery::circles
