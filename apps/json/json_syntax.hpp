// What is wrong where a document stops being JSON, in the words of whoever wrote it: a comma too many, a
// comment, a name without quotes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::json::detail {

// Both from 1 on; a column is a character, not a byte.
struct text_place {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

[[nodiscard]] text_place place_of(std::string_view document, std::size_t offset) noexcept;

struct syntax_problem {
    std::size_t offset = 0; // where to look
    std::string sentence{};
};

// What stands between values and names is wrong. `offset` is where the parser stopped, and `otherwise` what
// it says by itself.
[[nodiscard]] syntax_problem explain_structure(std::string_view document, std::size_t offset,
                                               std::string_view otherwise);

// Something stands behind the end of the document.
[[nodiscard]] syntax_problem explain_rest(std::string_view document, std::size_t offset);

// A string or a number is wrong in itself.
[[nodiscard]] syntax_problem explain_value(std::string_view document, std::size_t offset,
                                           std::string_view otherwise);

} // namespace orrery::json::detail
