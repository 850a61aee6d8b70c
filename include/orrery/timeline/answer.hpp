// How a question about time is answered. A question beyond what has been computed is not an error: the answer
// says so. Reading the value of an answer that has none is misuse, as with result.hpp.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace orrery::time {

enum class found : std::uint8_t {
    recorded,       // read from memory
    computed,       // the frame had been given up to save memory; a private copy of the world went there
    no_such_entity, // not in that frame
    beyond_head,    // not computed yet
    before_tail,    // before the first frame
};

// Whether there is an answer.
[[nodiscard]] constexpr bool is_found(found how) noexcept {
    return how == found::recorded || how == found::computed;
}

// For people to read.
[[nodiscard]] constexpr std::string_view text_of(found how) noexcept {
    switch (how) {
    case found::recorded:
        return "the frame is recorded";
    case found::computed:
        return "the frame was computed again";
    case found::no_such_entity:
        return "there is no such entity in the frame";
    case found::beyond_head:
        return "the frame is beyond the head: it has not been computed yet";
    case found::before_tail:
        return "the frame is before the tail: it is not known any more";
    }
    return "";
}

template <typename T>
class answer {
public:
    // There is none.
    answer(found why)
        : how(why) {
        ORRERY_CHECK(!is_found(why), "an answer that was found has a value");
    }

    // The value counts only if it was found.
    answer(found where, T value)
        : how(where) {
        if (is_found(where)) {
            value_.emplace(std::move(value));
        }
    }

    [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

    // The value; asking for it when there is none is misuse.
    [[nodiscard]] const T& value() const& {
        ORRERY_CHECK(value_.has_value(), text_of(how));
        return *value_;
    }

    [[nodiscard]] T&& value() && {
        ORRERY_CHECK(value_.has_value(), text_of(how));
        return std::move(*value_);
    }

    [[nodiscard]] const T& operator*() const& { return value(); }

    [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }

    [[nodiscard]] const T* operator->() const { return &value(); }

    found how;

private:
    std::optional<T> value_;
};

} // namespace orrery::time
