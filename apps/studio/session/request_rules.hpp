// The table of all that can be asked for: which members each request has and of which kind they are.
#pragma once

#include "apps/json/json_value.hpp"
#include "apps/studio/session/request.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace orrery::studio {

enum class member_kind : std::uint8_t {
    moment, // a frame, perhaps with a fraction
    frame,
    count, // how many points or buckets, at least one
    id,    // of a branch, a bookmark or a census
    id_or_null,
    number,
    at_least_zero,
    above_zero,
    share, // 0 to 1
    vector,
    text,
    key,
    key_or_null,
    names,
    shape,
};

struct member_rule {
    std::string_view name;
    member_kind kind;
    bool is_optional = false;
};

struct request_rule {
    std::string_view name;
    verb what;
    std::span<const member_rule> members;
    // Optional members of which exactly one must be there; empty if there are none.
    std::array<std::string_view, 2> one_of{};
};

// Null when nothing is called so.
[[nodiscard]] const request_rule* find_rule(std::string_view name) noexcept;
[[nodiscard]] const member_rule* find_member(const request_rule& rule, std::string_view name) noexcept;

[[nodiscard]] bool is_of(member_kind kind, const json::value& what);

// "a whole number from 0 on"
[[nodiscard]] std::string_view expectation_of(member_kind kind) noexcept;

} // namespace orrery::studio
