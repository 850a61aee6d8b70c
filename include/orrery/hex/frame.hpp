// A frame of a hex world: all objects, composites first, in an order that means nothing. Immutable, and kept
// alive by whoever holds a snapshot of it, which is a reference; the world writes the next one elsewhere.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/extended_arena.hpp>
#include <orrery/hex/object.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::hex {

// Who there is: the key of each id that is in use, and the ids that are not. Shared by frames for as long as
// nobody comes or goes.
struct roster {
    std::vector<entity_key> keys; // none where the id is free
    std::vector<std::uint32_t> free_ids;
};

// Something that an impact has done, and that takes effect in the next tick.
struct pending_hit {
    std::uint32_t object = 0; // in the order of the frame
    cell at{};                // of its record
    std::uint32_t damage = 0; // hit points; a virtual tile that is hit vanishes
    std::uint32_t unused = 0;
    entity_key by = entity_key::none;

    friend constexpr bool operator==(const pending_hit&, const pending_hit&) = default;
};

namespace detail {

// Places and motions in memory that is used again. Nothing is initialised.
class object_buffer {
public:
    object_buffer() = default;
    object_buffer(object_buffer&&) noexcept = default;
    object_buffer& operator=(object_buffer&&) noexcept = default;

    void make_room(std::size_t count);

    [[nodiscard]] place* places() noexcept { return places_.get(); }

    [[nodiscard]] const place* places() const noexcept { return places_.get(); }

    [[nodiscard]] motion* motions() noexcept { return motions_; }

    [[nodiscard]] const motion* motions() const noexcept { return motions_; }

    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    struct free_memory {
        void operator()(place* bytes) const noexcept;
    };

    std::unique_ptr<place, free_memory> places_;
    motion* motions_ = nullptr;
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
    std::shared_ptr<const hex::rules> rules;
    std::vector<pending_hit> hits; // by object, then key, then cell

    [[nodiscard]] std::span<const place> places() const noexcept { return {objects.places(), count}; }

    [[nodiscard]] std::span<const motion> motions() const noexcept { return {objects.motions(), count}; }

    [[nodiscard]] bool is_composite(std::uint32_t index) const noexcept { return index < composite_count; }

    [[nodiscard]] entity_key key_of(std::uint32_t index) const noexcept {
        return roster->keys[objects.motions()[index].id()];
    }

    [[nodiscard]] composite_view composite(std::uint32_t index) const noexcept {
        const extended_arena& records = *arena;
        return composite_view(records.at(objects.places()[index].extended));
    }
};

// A reference to a frame.
class world_snapshot {
public:
    world_snapshot() = default;

    explicit world_snapshot(std::shared_ptr<const hex::frame> what) noexcept
        : frame_(std::move(what)) {}

    [[nodiscard]] const hex::frame& state() const noexcept { return *frame_; }

    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_->number; }

    // Of all that has to do with what happens next; the order of objects, ids and addresses have not.
    [[nodiscard]] std::uint64_t hash() const;

    void shrink() noexcept {}

private:
    friend class world;
    std::shared_ptr<const hex::frame> frame_;
};

} // namespace orrery::hex
