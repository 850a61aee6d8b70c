// The courses that a session knows: real branches, of which one is on show, and the ghosts that changes leave
// behind.
#pragma once

#include "apps/studio/session/course.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery::studio {

// A change of a branch that can be taken back or made again.
struct made_change {
    std::string name{};
    std::uint64_t frame = 0;
    std::uint32_t ghost = 0; // that it has left behind
};

struct branch {
    std::uint32_t id = 0;
    std::string name{};
    std::uint64_t parted = 0;
    std::optional<std::uint32_t> parent{};
    bool is_ghost = false;
    std::unique_ptr<course> what{};
    std::vector<made_change> done{};
    std::vector<made_change> undone{};
};

class branch_list {
public:
    static constexpr std::size_t most_ghosts = 8;

    // Forgets all and begins with one.
    void begin(std::unique_ptr<course> first);

    [[nodiscard]] bool is_empty() const noexcept { return all_.empty(); }

    [[nodiscard]] std::span<const branch> all() const noexcept { return all_; }

    [[nodiscard]] branch& shown() noexcept { return *find(shown_); }

    [[nodiscard]] const branch& shown() const noexcept { return const_cast<branch_list*>(this)->shown(); }

    // Null if there is none with this id.
    [[nodiscard]] branch* find(std::uint32_t id) noexcept;

    // Adds one that left the branch on show in a frame. With too many ghosts the oldest is dropped.
    branch& add(std::string name, std::uint64_t parted, bool is_ghost, std::unique_ptr<course> what);

    // A ghost becomes a real branch.
    void show(std::uint32_t id);

    // Those that left it left its parent then.
    void drop(std::uint32_t id);

private:
    void drop_oldest_ghost();

    std::vector<branch> all_; // by id
    std::uint32_t shown_ = 0;
    std::uint32_t last_id_ = 0;
};

} // namespace orrery::studio
