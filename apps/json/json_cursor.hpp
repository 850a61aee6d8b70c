// A value of a document together with the way to it, so that whoever finds something wrong can name the
// place: "bodies[3].shape.radius". A cursor points at the cursor it came from, so the whole way costs nothing
// until it is asked for; it must not outlive those above it.
//
//   const json::cursor root(document);
//   if (const json::cursor radius = root["shape"]["radius"]) { use(radius->number()); }
#pragma once

#include "apps/json/json_value.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::json {

class cursor {
public:
    // Paths begin with `path`, for a value that was found in its document before.
    explicit cursor(const value& document, std::string_view path = {}) noexcept
        : what_(&document)
        , name_(path) {}

    // A member that is not there gives a cursor that is false and still knows its path.
    [[nodiscard]] cursor operator[](std::string_view name) const noexcept {
        return {what_ != nullptr ? what_->find(name) : nullptr, *this, name, 0};
    }

    // Misuse beyond the end of the array.
    [[nodiscard]] cursor item(std::size_t index) const { return {&what_->items()[index], *this, {}, index}; }

    // With the value already at hand.
    [[nodiscard]] cursor at_member(const member& which) const noexcept {
        return {&which.what, *this, which.name, 0};
    }

    [[nodiscard]] explicit operator bool() const noexcept { return what_ != nullptr; }

    [[nodiscard]] const value& operator*() const noexcept { return *what_; }

    [[nodiscard]] const value* operator->() const noexcept { return what_; }

    // How many items an array has; 0 where there is none.
    [[nodiscard]] std::size_t size() const { return what_ != nullptr ? what_->items().size() : 0; }

    // The line of the value or, if it is not there, of what it should be in.
    [[nodiscard]] std::uint32_t line() const noexcept {
        return what_ != nullptr ? what_->line() : above_ != nullptr ? above_->line() : 1;
    }

    // "bodies[3].shape"; "the document" for the root.
    [[nodiscard]] std::string path() const;

private:
    cursor(const value* what, const cursor& above, std::string_view name, std::size_t index) noexcept
        : what_(what)
        , above_(&above)
        , name_(name)
        , index_(index) {}

    void append_path(std::string& to) const;

    const value* what_ = nullptr;
    const cursor* above_ = nullptr; // null: the root
    std::string_view name_{};       // empty: an item of an array; of the root, how paths begin
    std::size_t index_ = 0;
};

// Of some names the one that was probably meant, or nothing when none is near: "fricton" means "friction".
class closest_name {
public:
    explicit closest_name(std::string_view wanted) noexcept
        : wanted_(wanted) {}

    void consider(std::string_view candidate);

    [[nodiscard]] std::string_view found() const noexcept { return best_; }

    // "; did you mean 'friction'?" or nothing.
    [[nodiscard]] std::string question() const;

private:
    std::string_view wanted_;
    std::string_view best_{};
    std::size_t distance_ = 0;
};

} // namespace orrery::json
