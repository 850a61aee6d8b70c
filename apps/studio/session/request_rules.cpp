#include "apps/studio/session/request_rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace orrery::studio {
namespace {

using enum member_kind;

constexpr std::array show_members{member_rule{"frame", moment}};
constexpr std::array play_members{member_rule{"rate", number}};
constexpr std::array horizon_members{member_rule{"frames", frame}};
constexpr std::array bookmark_members{member_rule{"frame", frame}, member_rule{"name", text}};
constexpr std::array unbookmark_members{member_rule{"bookmark", id}};
constexpr std::array census_members{member_rule{"census", id}, member_rule{"have", id_or_null, true}};
constexpr std::array inspect_members{member_rule{"key", key}, member_rule{"frame", frame}};
constexpr std::array series_members{member_rule{"key", key_or_null}, member_rule{"quantities", names},
                                    member_rule{"from", frame},      member_rule{"to", frame},
                                    member_rule{"points", count},    member_rule{"branch", id, true}};
constexpr std::array path_members{member_rule{"key", key}, member_rule{"from", frame},
                                  member_rule{"to", frame}, member_rule{"points", count},
                                  member_rule{"branch", id, true}};
constexpr std::array events_members{member_rule{"from", frame}, member_rule{"to", frame},
                                    member_rule{"buckets", count}};
constexpr std::array happenings_members{member_rule{"lane", text}, member_rule{"from", frame},
                                        member_rule{"to", frame}, member_rule{"most", count},
                                        member_rule{"key", key, true}};
constexpr std::array push_members{member_rule{"key", key}, member_rule{"frame", frame},
                                  member_rule{"velocity", vector, true}, member_rule{"impulse", vector, true},
                                  member_rule{"point", vector, true}};
constexpr std::array delete_members{member_rule{"key", key}, member_rule{"frame", frame}};
constexpr std::array spawn_members{member_rule{"frame", frame},        member_rule{"shape", shape},
                                   member_rule{"position", vector},    member_rule{"velocity", vector},
                                   member_rule{"density", above_zero}, member_rule{"friction", at_least_zero},
                                   member_rule{"restitution", share}};
constexpr std::array material_members{member_rule{"key", key}, member_rule{"frame", frame},
                                      member_rule{"friction", at_least_zero},
                                      member_rule{"restitution", share}};
constexpr std::array branch_members{member_rule{"frame", frame}, member_rule{"name", text}};
constexpr std::array switch_members{member_rule{"branch", id}};
constexpr std::array rename_members{member_rule{"branch", id}, member_rule{"name", text}};
constexpr std::array compare_members{member_rule{"branch", id_or_null}};
constexpr std::array open_members{member_rule{"scene", text}};

constexpr std::array rules{
    request_rule{"seen", verb::seen, {}},
    request_rule{"show", verb::show, show_members},
    request_rule{"play", verb::play, play_members},
    request_rule{"horizon", verb::horizon, horizon_members},
    request_rule{"bookmark", verb::bookmark, bookmark_members},
    request_rule{"unbookmark", verb::unbookmark, unbookmark_members},
    request_rule{"census", verb::census, census_members},
    request_rule{"details", verb::details, {}},
    request_rule{"inspect", verb::inspect, inspect_members},
    request_rule{"series", verb::series, series_members},
    request_rule{"path", verb::path, path_members},
    request_rule{"events", verb::events, events_members},
    request_rule{"happenings", verb::happenings, happenings_members},
    request_rule{"push", verb::push, push_members, {"velocity", "impulse"}},
    request_rule{"delete", verb::remove, delete_members},
    request_rule{"spawn", verb::spawn, spawn_members},
    request_rule{"material", verb::material, material_members},
    request_rule{"undo", verb::undo, {}},
    request_rule{"redo", verb::redo, {}},
    request_rule{"branch", verb::branch, branch_members},
    request_rule{"switch", verb::switch_to, switch_members},
    request_rule{"rename", verb::rename, rename_members},
    request_rule{"drop", verb::drop, switch_members},
    request_rule{"compare", verb::compare, compare_members},
    request_rule{"scenes", verb::scenes, {}},
    request_rule{"open", verb::open, open_members},
};

// Numbers that every double holds exactly, and sums of a few of them, too.
constexpr double last_frame = 1e15;
constexpr double last_id = 4294967295.0;
constexpr double last_group = 255;

[[nodiscard]] bool is_number(const json::value& what, double least, double most) {
    return what.is(json::kind::number) && what.number() >= least && what.number() <= most;
}

[[nodiscard]] bool is_whole(const json::value& what, double least, double most) {
    return is_number(what, least, most) && what.is_integer();
}

[[nodiscard]] bool is_vector(const json::value& what) {
    const auto is_fit = [](const json::value& each) {
        return is_number(each, -request::largest_number, request::largest_number);
    };
    return what.is(json::kind::array) && what.items().size() == 3 &&
           std::ranges::all_of(what.items(), is_fit);
}

[[nodiscard]] bool is_text(const json::value& what) {
    return what.is(json::kind::string) && what.string().size() <= request::longest_text;
}

[[nodiscard]] bool is_key(const json::value& what) {
    if (!is_text(what) || what.string().empty()) {
        return false;
    }
    const std::string& digits = what.string();
    std::uint64_t number = 0;
    const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return trouble == std::errc{} && end == digits.data() + digits.size() && number != 0;
}

[[nodiscard]] bool is_measure(const json::value* what) {
    return what != nullptr && is_number(*what, 0, request::largest_number) && what->number() > 0;
}

[[nodiscard]] bool is_shape(const json::value& what) {
    const json::value* const kind = what.find("kind");
    if (kind == nullptr || !kind->is(json::kind::string)) {
        return false;
    }
    if (kind->string() == "sphere") {
        return what.members().size() == 2 && is_measure(what.find("radius"));
    }
    if (kind->string() == "capsule" || kind->string() == "cylinder") {
        return what.members().size() == 3 && is_measure(what.find("radius")) &&
               is_measure(what.find("halfHeight"));
    }
    if (kind->string() == "blueprint") {
        const json::value* const name = what.find("name");
        const json::value* const group = what.find("group");
        return what.members().size() == 3 && name != nullptr && is_text(*name) && group != nullptr &&
               is_whole(*group, 0, last_group);
    }
    const json::value* const extents = what.find("halfExtents");
    return kind->string() == "box" && what.members().size() == 2 && extents != nullptr &&
           is_vector(*extents) &&
           std::ranges::all_of(extents->items(), [](const json::value& each) { return is_measure(&each); });
}

} // namespace

const request_rule* find_rule(std::string_view name) noexcept {
    const auto found = std::ranges::find(rules, name, &request_rule::name);
    return found != rules.end() ? &*found : nullptr;
}

const member_rule* find_member(const request_rule& rule, std::string_view name) noexcept {
    const auto found = std::ranges::find(rule.members, name, &member_rule::name);
    return found != rule.members.end() ? &*found : nullptr;
}

std::string_view name_of(verb what) noexcept {
    return std::ranges::find(rules, what, &request_rule::what)->name;
}

bool is_of(member_kind kind, const json::value& what) {
    switch (kind) {
    case moment:
        return is_number(what, 0, last_frame);
    case frame:
        return is_whole(what, 0, last_frame);
    case count:
        return is_whole(what, 1, static_cast<double>(request::most_points));
    case id:
        return is_whole(what, 0, last_id);
    case id_or_null:
        return what.is(json::kind::null) || is_whole(what, 0, last_id);
    case number:
        return is_number(what, -request::largest_number, request::largest_number);
    case at_least_zero:
        return is_number(what, 0, request::largest_number);
    case above_zero:
        return is_measure(&what);
    case share:
        return is_number(what, 0, 1);
    case vector:
        return is_vector(what);
    case text:
        return is_text(what);
    case key:
        return is_key(what);
    case key_or_null:
        return what.is(json::kind::null) || is_key(what);
    case names:
        return what.is(json::kind::array) && !what.items().empty() && what.items().size() <= 16 &&
               std::ranges::all_of(what.items(), is_text);
    case shape:
        return is_shape(what);
    }
    return false;
}

std::string_view expectation_of(member_kind kind) noexcept {
    switch (kind) {
    case moment:
        return "a frame: a number from 0 on";
    case frame:
        return "a whole number from 0 on";
    case count:
        return "a whole number from 1 to 20000";
    case id:
        return "a whole number from 0 to 4294967295";
    case id_or_null:
        return "a whole number from 0 to 4294967295, or null";
    case number:
        return "a number of at most 1e12";
    case at_least_zero:
        return "a number from 0 to 1e12";
    case above_zero:
        return "a number above 0, at most 1e12";
    case share:
        return "a number from 0 to 1";
    case vector:
        return "an array of three numbers of at most 1e12";
    case text:
        return "a string of at most 200 bytes";
    case key:
        return "a key: a string of decimal digits, not zero";
    case key_or_null:
        return "a key, or null";
    case names:
        return "an array of 1 to 16 strings";
    case shape:
        return "a sphere with a radius, a box with halfExtents, a capsule or cylinder with radius and "
               "halfHeight, all above 0, or a blueprint with a name and a group from 0 to 255";
    }
    return "something else";
}

} // namespace orrery::studio
