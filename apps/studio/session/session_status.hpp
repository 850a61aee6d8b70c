// How a session stands, as pages are told of it: which branches and bookmarks there are, and where time is.
// Kept as plain data, so that finding out whether there is something to tell takes no JSON.
#pragma once

#include "apps/json/json_writer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery::studio {

struct bookmark {
    std::uint32_t id = 0;
    std::uint64_t frame = 0;
    std::string name{};

    friend bool operator==(const bookmark&, const bookmark&) = default;
};

struct branch_status {
    std::uint32_t id = 0;
    std::string name{};
    std::uint64_t parted = 0;
    std::optional<std::uint32_t> parent{};
    bool is_ghost = false;

    friend bool operator==(const branch_status&, const branch_status&) = default;
};

// What changes because somebody does something.
struct settled_status {
    std::uint32_t branch = 0;
    std::uint64_t tail = 0;
    double rate = 0;
    bool is_rewriting = false;
    std::uint32_t edition = 0;
    std::vector<branch_status> branches{};
    std::optional<std::uint32_t> compared{};
    bool can_undo = false;
    bool can_redo = false;
    std::vector<bookmark> bookmarks{};
    std::size_t watchers = 0;

    friend bool operator==(const settled_status&, const settled_status&) = default;
};

// What changes because time goes on.
struct moving_status {
    std::uint64_t head = 0;
    std::uint64_t goal = 0;
    double shown = 0;
    bool is_forecasting = false;
    std::vector<std::uint64_t> heads{}; // of the branches, in their order

    friend bool operator==(const moving_status&, const moving_status&) = default;
};

// The message "standing".
[[nodiscard]] std::string standing_message(const settled_status& settled, const moving_status& moving);

} // namespace orrery::studio
