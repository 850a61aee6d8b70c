#include "hex/world/frame_pool.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/hex/frame.hpp>

#include <cstring>
#include <new>

namespace orrery::hex {

namespace {

constexpr std::align_val_t cache_line{64};

// Rooms are a little larger than asked for, so that births seldom need another one.
constexpr std::size_t room_step = 256;

[[nodiscard]] std::uint64_t hash_object(const frame& in, std::uint32_t index) noexcept {
    object what = in.at(index);
    what.motion.set_id(0);
    std::uint64_t sum = static_cast<std::uint64_t>(in.key_of(index));
    if (in.is_composite(index)) {
        what.place.extended = 0;
        sum = hash_bytes(in.composite(index).bytes(), sum);
    }
    return hash_value(what.motion, hash_value(what.place, sum));
}

} // namespace

namespace detail {

void object_buffer::free_memory::operator()(void* bytes) const noexcept {
    ::operator delete(bytes, cache_line);
}

template <typename T>
void object_buffer::enlarge(memory<T>& what, std::size_t capacity, std::size_t kept) {
    memory<T> larger(static_cast<T*>(::operator new(capacity * sizeof(T), cache_line)));
    if (kept != 0) {
        std::memcpy(larger.get(), what.get(), kept * sizeof(T));
    }
    what = std::move(larger);
}

void object_buffer::make_room(std::size_t count, std::size_t kept) {
    if (count <= capacity_) {
        return;
    }
    const std::size_t capacity = (count + room_step - 1) / room_step * room_step;
    enlarge(places_, capacity, kept);
    enlarge(motions_, capacity, kept);
    capacity_ = capacity;
}

void frame_reference::release() noexcept {
    if (frame_ != nullptr && frame_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        const std::shared_ptr<frame_pool> home = frame_->home;
        // Frames are made as ordinary objects and seen as constant ones; nobody sees this one any more.
        home->give_back(const_cast<frame*>(frame_));
    }
}

frame* frame_pool::take(std::size_t room) {
    std::unique_ptr<frame> taken = spares_.take();
    taken->objects.make_room(room, 0);
    taken->home = shared_from_this();
    return taken.release();
}

void frame_pool::give_back(frame* what) noexcept {
    std::unique_ptr<frame> back(what);
    back->home.reset();
    back->roster.reset();
    back->arena.reset();
    back->fates.clear();
    spares_.keep(std::move(back));
}

} // namespace detail

std::uint64_t world_snapshot::hash() const {
    const hex::frame& of = *frame_;
    // A sum, so that the order does not count.
    std::uint64_t sum = hash_value(of.number);
    for (std::uint32_t index = 0; index < of.count; ++index) {
        sum += hash_object(of, index);
    }
    for (const fate& each : of.fates) {
        fate named = each;
        named.object = 0;
        sum += hash_value(named, static_cast<std::uint64_t>(of.key_of(each.object)));
    }
    return sum;
}

} // namespace orrery::hex
