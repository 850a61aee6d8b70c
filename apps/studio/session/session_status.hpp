// The status of the timeline that pages are told. Values that change while frames are computed or played are
// separate (session_progress): pages are told of them a few times a second, and of all others at once.
#pragma once

#include <cstddef>
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

struct session_status {
    std::uint32_t branch = 0; // on show
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

    friend bool operator==(const session_status&, const session_status&) = default;
};

struct session_progress {
    std::uint64_t head = 0;
    std::uint64_t goal = 0;
    double shown = 0;
    bool is_forecasting = false;
    std::vector<std::uint64_t> branch_heads{}; // in the order of session_status::branches

    friend bool operator==(const session_progress&, const session_progress&) = default;
};

} // namespace orrery::studio
