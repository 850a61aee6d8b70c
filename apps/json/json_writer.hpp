// Writes JSON, one value after the other, into a string. Numbers are as short as they can be and still read
// back to the same bits; what JSON has no number for (NaN, infinity) becomes null. A key stands where an
// object is open, and misuse shows in the text, not in a crash: this is for answers that tests read.
//
//   json::writer out;
//   out.begin_object();
//   out.member("frame", 600);
//   out.key("at").begin_array().value(1.5f).value(2.0f).end_array();
//   out.end_object();
//   send(out.text());
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace orrery::json {

class writer {
public:
    writer& begin_object();
    writer& end_object();
    writer& begin_array();
    writer& end_array();
    writer& key(std::string_view name);

    writer& value(std::string_view text);

    writer& value(const char* text) { return value(std::string_view(text)); }

    writer& value(std::same_as<bool> auto what) { return raw(what ? "true" : "false"); }

    template <typename Number>
        requires((std::integral<Number> && !std::same_as<Number, bool>) || std::floating_point<Number>)
    writer& value(Number what) {
        if constexpr (std::same_as<Number, float>) {
            return number(what);
        } else if constexpr (std::floating_point<Number>) {
            return number(static_cast<double>(what));
        } else if constexpr (std::signed_integral<Number>) {
            return number(static_cast<std::int64_t>(what));
        } else {
            return number(static_cast<std::uint64_t>(what));
        }
    }

    writer& null() { return raw("null"); }

    // What is JSON already.
    writer& raw(std::string_view json);

    template <typename T>
    writer& member(std::string_view name, const T& what) {
        return key(name).value(what);
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    [[nodiscard]] std::string take() noexcept { return std::move(text_); }

    // To be used again.
    void clear() noexcept {
        text_.clear();
        needs_comma_ = false;
    }

private:
    writer& number(float what);
    writer& number(double what);
    writer& number(std::int64_t what);
    writer& number(std::uint64_t what);
    void separate();

    std::string text_;
    bool needs_comma_ = false;
};

} // namespace orrery::json
