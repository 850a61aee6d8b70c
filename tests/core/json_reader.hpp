// Reads JSON strictly, so that a test can say that a document is valid and look into it.
#pragma once

#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace orrery::test {

struct json_value {
    using array = std::vector<json_value>;
    using object = std::map<std::string, json_value>;
    std::variant<std::nullptr_t, bool, double, std::string, array, object> value;

    [[nodiscard]] const json_value& operator[](const std::string& key) const {
        static const json_value none{nullptr};
        const auto* members = std::get_if<object>(&value);
        const auto found = members ? members->find(key) : object::const_iterator();
        return members && found != members->end() ? found->second : none;
    }

    [[nodiscard]] const array& items() const { return std::get<array>(value); }

    [[nodiscard]] const std::string& text() const { return std::get<std::string>(value); }

    [[nodiscard]] double number() const { return std::get<double>(value); }
};

class json_reader {
public:
    // Nothing if the text is not exactly one JSON value.
    [[nodiscard]] static std::optional<json_value> read(std::string_view text) {
        json_reader reader(text);
        json_value result;
        if (!reader.read_value(result)) {
            return std::nullopt;
        }
        reader.skip_space();
        return reader.rest_.empty() ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    explicit json_reader(std::string_view text)
        : rest_(text) {}

    void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

    bool skip(std::string_view expected) {
        skip_space();
        if (!rest_.starts_with(expected)) {
            return false;
        }
        rest_.remove_prefix(expected.size());
        return true;
    }

    bool read_value(json_value& out) {
        skip_space();
        if (rest_.empty()) {
            return false;
        }
        switch (rest_.front()) {
        case '{':
            return read_object(out.value.emplace<json_value::object>());
        case '[':
            return read_array(out.value.emplace<json_value::array>());
        case '"':
            return read_string(out.value.emplace<std::string>());
        case 'n':
            out.value = nullptr;
            return skip("null");
        case 't':
            out.value = true;
            return skip("true");
        case 'f':
            out.value = false;
            return skip("false");
        default:
            return read_number(out.value.emplace<double>());
        }
    }

    bool read_object(json_value::object& out) {
        skip("{");
        if (skip("}")) {
            return true;
        }
        do {
            std::string key;
            if (!read_string(key) || !skip(":") || !read_value(out[key])) {
                return false;
            }
        } while (skip(","));
        return skip("}");
    }

    bool read_array(json_value::array& out) {
        skip("[");
        if (skip("]")) {
            return true;
        }
        do {
            if (!read_value(out.emplace_back())) {
                return false;
            }
        } while (skip(","));
        return skip("]");
    }

    bool read_string(std::string& out) {
        if (!skip("\"")) {
            return false;
        }
        while (!rest_.empty() && rest_.front() != '"') {
            if (static_cast<unsigned char>(rest_.front()) < 0x20) {
                return false;
            }
            if (rest_.front() == '\\' ? !read_escape(out) : !read_letter(out)) {
                return false;
            }
        }
        return !rest_.empty() && (rest_.remove_prefix(1), true);
    }

    bool read_letter(std::string& out) {
        out += rest_.front();
        rest_.remove_prefix(1);
        return true;
    }

    // Of the \u escapes only those of ASCII.
    bool read_escape(std::string& out) {
        rest_.remove_prefix(1);
        if (rest_.starts_with("u00") && rest_.size() >= 5) {
            unsigned code = 0;
            const auto end = std::from_chars(rest_.data() + 3, rest_.data() + 5, code, 16).ptr;
            rest_.remove_prefix(5);
            out += static_cast<char>(code);
            return end == rest_.data();
        }
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        const std::size_t which = rest_.empty() ? letters.npos : letters.find(rest_.front());
        if (which == letters.npos) {
            return false;
        }
        out += meanings[which];
        rest_.remove_prefix(1);
        return true;
    }

    bool read_number(double& out) {
        const bool is_negative = rest_.front() == '-';
        const std::string_view digits = rest_.substr(is_negative);
        const bool starts_well =
            !digits.empty() && digits[0] >= '0' && digits[0] <= '9' &&
            !(digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9');
        const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
        if (!starts_well || problem != std::errc()) {
            return false;
        }
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }

    std::string_view rest_;
};

} // namespace orrery::test
