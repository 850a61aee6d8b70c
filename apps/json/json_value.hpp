// A JSON document as a tree that remembers on which line each value stands, so that whoever finds something
// wrong with a value can say where. Nothing throws. Names come once in an object, and nothing is nested
// deeper than max_depth, and there are no more than max_count values: documents come from files and networks.
//
//   const result<json::value> document = json::parse(text, "pyramid.json");
//   if (const json::value* bodies = document->find("bodies")) { for (const json::value& each :
//   bodies->items()) ... }
#pragma once

#include <orrery/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::json {

enum class kind : std::uint8_t { null, boolean, number, string, array, object };

[[nodiscard]] std::string_view name_of(kind what) noexcept;

struct member;

class value {
public:
    static constexpr std::size_t max_depth = 64;
    static constexpr std::size_t max_count = 5'000'000; // half a gigabyte of memory

    value() = default; // null

    [[nodiscard]] json::kind kind() const noexcept { return kind_; }

    // Where it begins; 1 is the first.
    [[nodiscard]] std::uint32_t line() const noexcept { return line_; }

    [[nodiscard]] bool is(json::kind what) const noexcept { return kind_ == what; }

    // A number without a fraction that a double holds exactly.
    [[nodiscard]] bool is_integer() const noexcept;

    // Each is misuse for a value of another kind.
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] const std::string& string() const;
    [[nodiscard]] std::span<const value> items() const;
    [[nodiscard]] std::span<const member> members() const; // in the order of the document

    // The member of an object with this name; null if there is none, or this is no object.
    [[nodiscard]] const value* find(std::string_view name) const noexcept;

    // Short enough to stand in a sentence: `"red"`, `-1`, `an object`, `an array of 3`.
    [[nodiscard]] std::string shown() const;

private:
    friend class builder;

    json::kind kind_ = json::kind::null;
    bool boolean_ = false;
    std::uint32_t line_ = 1;
    double number_ = 0;
    std::string string_;
    std::vector<value> items_;
    std::vector<member> members_;
};

struct member {
    std::string name;
    value what;
};

// Refused with "NAME:LINE: what is wrong"; what is no JSON with "NAME:LINE:COLUMN: in PLACE: what is wrong".
[[nodiscard]] result<value> parse(std::string_view text, std::string_view name);

} // namespace orrery::json
