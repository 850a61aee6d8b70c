// How the parts of a schema refer to each other and what they are called in a sentence: shared by what checks
// schemas and what checks documents.
#pragma once

#include "apps/json/json_value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::json::detail {

// The rule that a chain of $ref leads to; null when it leads nowhere or does not end.
[[nodiscard]] const value* resolve(const value& root, const value& rule) noexcept;

// The rules among which a oneOf chooses, with those of nested ones; the rule itself where it has none.
[[nodiscard]] std::vector<const value*> branches_of(const value& root, const value& rule);

// The kind of value that a rule wants: by its type or by its const or enum. Null where it does not say.
[[nodiscard]] std::string_view type_of(const value& rule) noexcept;

// Whether a value is of the type with this name.
[[nodiscard]] bool is_of_type(const value& what, std::string_view type) noexcept;

// The member by whose const the object branches differ ("kind"); empty when there is none.
[[nodiscard]] std::string_view telling_member(const value& root, const std::vector<const value*>& objects);

// The const of a member of an object rule, or null.
[[nodiscard]] const value* const_of(const value& root, const value& rule, std::string_view member) noexcept;

// `"box", "sphere" or "hull"`
[[nodiscard]] std::string list_of(const std::vector<const value*>& values);

// "a number above 0", "an array of 3", "one of "x" or "y"". Limits that only keep numbers within what the
// machine can hold are told of where `given` is a number of that size.
[[nodiscard]] std::string expectation(const value& root, const value& rule, const value* given = nullptr);

// Patterns of fixed length: "^", characters and sets such as [0-9a-f], each as it is or {n} times, "$".
[[nodiscard]] bool is_pattern(std::string_view pattern) noexcept;
[[nodiscard]] bool matches(std::string_view text, std::string_view pattern) noexcept;

} // namespace orrery::json::detail
