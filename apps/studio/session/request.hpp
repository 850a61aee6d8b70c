// What a page says, taken from JSON and checked as a whole: that it asks for something that there is, has the
// members that this needs and no others, and that each is of the kind that was agreed on
// (apps/studio/web/src/protocol.ts). Whoever answers a request may take them as they are.
//
//   const result<request> said = request::read(R"({"id":3,"do":"show","frame":600})");
//   if (said && said->what() == verb::show) { show(said->number("frame")); }
#pragma once

#include "apps/json/json_value.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/vector3.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::studio {

// In the order of the protocol.
enum class verb : std::uint8_t {
    seen,
    show,
    play,
    horizon,
    bookmark,
    unbookmark,
    census,
    details,
    inspect,
    series,
    path,
    events,
    happenings,
    push,
    remove, // "delete"
    spawn,
    material,
    undo,
    redo,
    branch,
    switch_to, // "switch"
    rename,
    drop,
    compare,
    scenes,
    open,
};

class request {
public:
    // What no number may exceed: it must fit a float with room to compute with.
    static constexpr double largest_number = 1e12;
    static constexpr std::size_t longest_text = 200;
    static constexpr std::size_t most_points = 20000;
    static constexpr std::size_t longest_message = std::size_t{1} << 16;

    // Refused with one sentence.
    [[nodiscard]] static result<request> read(std::string_view message);

    // The id that a message carries, also one that is refused; 0 if it has none.
    [[nodiscard]] static std::uint64_t id_of(std::string_view message);

    [[nodiscard]] verb what() const noexcept { return what_; }

    [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

    // Whether an optional member is there, and is not null.
    [[nodiscard]] bool has(std::string_view name) const noexcept;

    // Each is for members that the verb has.
    [[nodiscard]] double number(std::string_view name) const;
    [[nodiscard]] std::uint64_t whole(std::string_view name) const;
    [[nodiscard]] entity_key key(std::string_view name) const;
    [[nodiscard]] vector3 vector(std::string_view name) const;
    [[nodiscard]] const std::string& string(std::string_view name) const;
    [[nodiscard]] const json::value& value(std::string_view name) const;

private:
    request(verb what, std::uint64_t id, json::value content)
        : what_(what)
        , id_(id)
        , content_(std::move(content)) {}

    verb what_;
    std::uint64_t id_;
    json::value content_;
};

[[nodiscard]] std::string_view name_of(verb what) noexcept;

// Three numbers of an array that has been checked.
[[nodiscard]] vector3 vector_of(const json::value& array);

} // namespace orrery::studio
