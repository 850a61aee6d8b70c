// A value or the reason why there is none, for everything that comes from outside: files, packets,
// definitions. The library is built without exceptions, so this is how it says no.
#pragma once

#include <orrery/core/check.hpp>

#include <optional>
#include <string>
#include <utility>

namespace orrery {

// One clear sentence that names the field, the value and the range.
struct error {
    std::string message;
};

template <typename T>
class [[nodiscard]] result {
public:
    using value_type = T;

    result(T value)
        : value_(std::move(value)) {}

    result(error reason)
        : reason_(std::move(reason)) {}

    [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }

    [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }

    // The value; asking for it when there is none is misuse.
    [[nodiscard]] T& value() & {
        ORRERY_CHECK(has_value(), reason().message);
        return *value_; // NOLINT(bugprone-unchecked-optional-access): checked above
    }

    [[nodiscard]] const T& value() const& {
        ORRERY_CHECK(has_value(), reason().message);
        return *value_; // NOLINT(bugprone-unchecked-optional-access): checked above
    }

    [[nodiscard]] T&& value() && {
        ORRERY_CHECK(has_value(), reason().message);
        return std::move(*value_); // NOLINT(bugprone-unchecked-optional-access): checked above
    }

    [[nodiscard]] T& operator*() & { return value(); }

    [[nodiscard]] const T& operator*() const& { return value(); }

    [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }

    [[nodiscard]] T* operator->() { return &value(); }

    [[nodiscard]] const T* operator->() const { return &value(); }

    [[nodiscard]] const orrery::error& reason() const {
        ORRERY_CHECK(!has_value(), "this result holds a value, not an error");
        return reason_;
    }

private:
    std::optional<T> value_; // compiles faster than a variant of the two
    orrery::error reason_;   // empty where there is a value
};

// Success, or the reason why not: what an operation without a value returns.
class [[nodiscard]] status {
public:
    status() = default;

    status(error reason)
        : reason_(std::move(reason.message))
        , is_ok_(false) {}

    [[nodiscard]] bool is_ok() const noexcept { return is_ok_; }

    [[nodiscard]] explicit operator bool() const noexcept { return is_ok_; }

    [[nodiscard]] error reason() const {
        ORRERY_CHECK(!is_ok_, "this status is a success, not an error");
        return {reason_};
    }

private:
    std::string reason_;
    bool is_ok_ = true;
};

} // namespace orrery
