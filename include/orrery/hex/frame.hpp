// A frame of a hex world: all objects, composites first, in an order that means nothing. Immutable, and kept
// alive by whoever holds a snapshot of it, which is a reference; the world writes the next one elsewhere,
// into memory of a frame that nobody holds any more.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/extended_arena.hpp>
#include <orrery/hex/object.hpp>
#include <orrery/hex/rules.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::hex {

// Who there is: the key of each id that is in use, and the ids that are not. Shared by frames for as long as
// nobody comes or goes.
struct roster {
    std::vector<entity_key> keys; // none where the id is free
    std::vector<std::uint32_t> free_ids;
};

// What one tick has done to an object and the next one carries out.
enum class fate_kind : std::uint32_t {
    damage,  // a tile loses hit points
    block,   // a virtual tile has met something, and vanishes
    confirm, // the virtual tiles that nothing has blocked become real
    spend,   // a particle ceases to be
};

struct fate {
    std::uint32_t object = 0; // in the order of the frame
    fate_kind kind = fate_kind::damage;
    cell at{}; // of its record
    std::uint32_t amount = 0;
    entity_key by = entity_key::none;

    friend constexpr auto operator<=>(const fate&, const fate&) = default;
};

namespace detail {

class frame_pool;

// Places and motions side by side. What is written there is not initialised before.
class object_buffer {
public:
    // Room for so many at least; what is there stays.
    void make_room(std::size_t count, std::size_t kept);

    [[nodiscard]] place* places() noexcept { return places_.get(); }

    [[nodiscard]] const place* places() const noexcept { return places_.get(); }

    [[nodiscard]] motion* motions() noexcept { return motions_.get(); }

    [[nodiscard]] const motion* motions() const noexcept { return motions_.get(); }

    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    struct free_memory {
        void operator()(void* bytes) const noexcept;
    };

    template <typename T>
    using memory = std::unique_ptr<T, free_memory>;

    template <typename T>
    static void enlarge(memory<T>& what, std::size_t capacity, std::size_t kept);

    memory<place> places_;
    memory<motion> motions_;
    std::size_t capacity_ = 0;
};

} // namespace detail

struct frame {
    std::uint64_t number = 0; // of ticks since the first
    std::uint32_t composite_count = 0;
    std::uint32_t count = 0;
    detail::object_buffer objects;
    std::shared_ptr<const hex::roster> roster;
    std::shared_ptr<extended_arena> arena;
    std::uint32_t first_new_grain = 0; // records from here on were written in the tick that made the frame
    std::vector<fate> fates;           // ascending

    // Who holds it, and who takes it back when nobody does.
    mutable std::atomic<std::uint32_t> references{0};
    std::shared_ptr<detail::frame_pool> home;

    [[nodiscard]] std::span<const place> places() const noexcept { return {objects.places(), count}; }

    [[nodiscard]] std::span<const motion> motions() const noexcept { return {objects.motions(), count}; }

    [[nodiscard]] object at(std::uint32_t index) const noexcept {
        return {objects.places()[index], objects.motions()[index]};
    }

    [[nodiscard]] bool is_composite(std::uint32_t index) const noexcept { return index < composite_count; }

    [[nodiscard]] entity_key key_of(std::uint32_t index) const noexcept {
        return roster->keys[objects.motions()[index].id()];
    }

    // Of a composite.
    [[nodiscard]] composite_view composite(std::uint32_t index) const noexcept {
        const extended_arena& records = *arena;
        return composite_view(records.at(objects.places()[index].extended));
    }

    // Whether its record was written in the tick that made this frame.
    [[nodiscard]] bool has_new_record(std::uint32_t index) const noexcept {
        return objects.places()[index].extended >= first_new_grain;
    }
};

namespace detail {

// Keeps a frame alive.
class frame_reference {
public:
    frame_reference() = default;

    explicit frame_reference(const frame* what) noexcept
        : frame_(what) {
        acquire();
    }

    frame_reference(const frame_reference& other) noexcept
        : frame_(other.frame_) {
        acquire();
    }

    frame_reference(frame_reference&& other) noexcept
        : frame_(std::exchange(other.frame_, nullptr)) {}

    frame_reference& operator=(frame_reference other) noexcept {
        std::swap(frame_, other.frame_);
        return *this;
    }

    ~frame_reference() { release(); }

    [[nodiscard]] const frame& operator*() const noexcept { return *frame_; }

    [[nodiscard]] const frame* operator->() const noexcept { return frame_; }

    [[nodiscard]] const frame* get() const noexcept { return frame_; }

private:
    void acquire() const noexcept {
        if (frame_ != nullptr) {
            frame_->references.fetch_add(1, std::memory_order_relaxed);
        }
    }

    void release() noexcept;

    const frame* frame_ = nullptr;
};

} // namespace detail

// A reference to a frame, which may be read on any thread while the world goes on.
class world_snapshot {
public:
    world_snapshot() = default;

    world_snapshot(detail::frame_reference what, std::shared_ptr<const hex::rules> by) noexcept
        : frame_(std::move(what))
        , rules_(std::move(by)) {}

    [[nodiscard]] const hex::frame& state() const noexcept { return *frame_; }

    [[nodiscard]] const detail::frame_reference& reference() const noexcept { return frame_; }

    [[nodiscard]] const std::shared_ptr<const hex::rules>& rules() const noexcept { return rules_; }

    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_->number; }

    // Of all that has to do with what happens next; the order of objects, ids and addresses have not.
    [[nodiscard]] std::uint64_t hash() const;

    void shrink() noexcept {}

private:
    detail::frame_reference frame_;
    std::shared_ptr<const hex::rules> rules_;
};

} // namespace orrery::hex
