// A frame of a world of circles. Immutable, and kept alive by whoever holds a snapshot of it, which is a
// handful of references; the world writes the next one elsewhere, into memory of a frame that nobody holds
// any more.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/contact.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/core/entity.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::circles {

namespace detail {
class terrain;
} // namespace detail

// Who there is, in ascending order of keys. Shared by frames for as long as nobody comes, goes or changes.
struct roster {
    std::vector<entity_key> keys{};
    std::vector<form> forms{};

    [[nodiscard]] std::size_t size() const noexcept { return keys.size(); }

    // The place of a key; a search.
    [[nodiscard]] std::optional<std::uint32_t> find(entity_key key) const noexcept;
};

struct frame {
    std::uint64_t number = 0; // of updates since the first
    std::shared_ptr<const circles::roster> roster{};
    std::vector<motion> motions{};   // in the order of the roster
    std::vector<contact> contacts{}; // ascending by a and b

    [[nodiscard]] std::size_t size() const noexcept { return motions.size(); }
};

// A reference to a frame, which may be read on any thread while the world goes on.
class world_snapshot {
public:
    world_snapshot() = default;

    world_snapshot(std::shared_ptr<const circles::frame> what,
                   std::shared_ptr<const detail::terrain> among) noexcept
        : frame_(std::move(what))
        , terrain_(std::move(among)) {}

    [[nodiscard]] const circles::frame& state() const noexcept { return *frame_; }

    [[nodiscard]] const std::shared_ptr<const circles::frame>& reference() const noexcept { return frame_; }

    [[nodiscard]] const std::shared_ptr<const circles::rules>& rules() const noexcept;

    // The walls of the rules, sorted.
    [[nodiscard]] const std::shared_ptr<const detail::terrain>& terrain() const noexcept { return terrain_; }

    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_->number; }

    // Of all that has to do with what happens next, by keys.
    [[nodiscard]] std::uint64_t hash() const;

    void shrink() noexcept {}

private:
    std::shared_ptr<const circles::frame> frame_;
    std::shared_ptr<const detail::terrain> terrain_;
};

} // namespace orrery::circles
