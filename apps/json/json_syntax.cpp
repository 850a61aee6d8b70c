#include "apps/json/json_syntax.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>

namespace orrery::json::detail {
namespace {

constexpr std::string_view blanks = " \t\r\n";

// The last character before an offset that is no blank; npos if there is none.
[[nodiscard]] std::size_t before(std::string_view document, std::size_t offset) noexcept {
    return offset == 0 ? std::string_view::npos : document.find_last_not_of(blanks, offset - 1);
}

[[nodiscard]] bool begins_name(char first) noexcept {
    return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
}

[[nodiscard]] std::string_view word_at(std::string_view document, std::size_t offset) noexcept {
    constexpr std::size_t longest = 40;
    const std::string_view rest = document.substr(offset, longest);
    const auto end = std::ranges::find_if_not(
        rest, [](char each) { return begins_name(each) || (each >= '0' && each <= '9'); });
    return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

// The parser stops within a word that is no value, and has read what looked like one.
[[nodiscard]] std::size_t start_of_word(std::string_view document, std::size_t offset) noexcept {
    while (offset > 0 && offset <= document.size() && begins_name(document[offset - 1])) {
        --offset;
    }
    return offset;
}

} // namespace

text_place place_of(std::string_view document, std::size_t offset) noexcept {
    text_place made;
    for (const char each : document.substr(0, offset)) {
        const bool goes_on = (static_cast<unsigned char>(each) & 0xc0) == 0x80; // within a character of UTF-8
        made.column = each == '\n' ? 1 : made.column + (goes_on ? 0 : 1);
        made.line += each == '\n' ? 1 : 0;
    }
    return made;
}

syntax_problem explain_structure(std::string_view document, std::size_t offset, std::string_view otherwise) {
    const std::size_t next = document.find_first_not_of(blanks, std::min(offset, document.size()));
    if (next == std::string_view::npos) {
        return {document.size(), document.find_first_not_of(blanks) == std::string_view::npos
                                     ? "the document is empty"
                                     : "the document ends before it is complete"};
    }
    const char found = document[next];
    const std::size_t last = before(document, next);
    const bool follows_comma = last != std::string_view::npos && document[last] == ',';
    if (follows_comma && (found == '}' || found == ']')) {
        return {last, text("there is a comma before '", found, "', where JSON has none")};
    }
    if (found == '/' && next + 1 < document.size() &&
        (document[next + 1] == '/' || document[next + 1] == '*')) {
        return {next, "there is a comment, and JSON has none"};
    }
    if (found == '\'') {
        return {next, "there is a ', but strings stand in double quotes"};
    }
    const bool follows_bracket =
        last != std::string_view::npos && (document[last] == '[' || document[last] == '{');
    if (found == ',' && (follows_comma || follows_bracket)) {
        return {next, "there is a comma where a value or a name is expected"};
    }
    const std::size_t start = start_of_word(document, next);
    const std::string_view word = word_at(document, start);
    const bool is_value = word == "true" || word == "false" || word == "null"; // in the wrong place
    if (!is_value && begins_name(document[start])) {
        return {start, text("'", printable(std::string(word)),
                            "' stands without quotes, expected a string, a number, true, false or null")};
    }
    return {next, std::string(otherwise)};
}

syntax_problem explain_rest(std::string_view document, std::size_t offset) {
    const std::size_t next = document.find_first_not_of(blanks, std::min(offset, document.size()));
    return {std::min(next, document.size()), "there is more behind the end of the document"};
}

syntax_problem explain_value(std::string_view document, std::size_t offset, std::string_view otherwise) {
    constexpr unsigned char first_printable = 0x20;
    if (offset < document.size() && static_cast<unsigned char>(document[offset]) < first_printable) {
        return {offset, "there is a control character in a string, where JSON has \\t, \\n or \\u0000"};
    }
    return {offset, std::string(otherwise)};
}

} // namespace orrery::json::detail
