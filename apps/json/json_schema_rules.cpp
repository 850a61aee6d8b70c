#include "apps/json/json_schema_rules.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace orrery::json::detail {
namespace {

// Limits that only keep numbers within what the machine can hold are not worth a word, mostly.
constexpr double technical_limit = 1e5;

[[nodiscard]] std::string bounds_of(const value& rule, const value* given) {
    const bool is_large =
        given != nullptr && given->is(kind::number) && std::abs(given->number()) >= technical_limit;
    const auto bound = [&](std::string_view name) {
        const value* const found = rule.find(name);
        const bool is_told = found != nullptr && (is_large || std::abs(found->number()) < technical_limit);
        return is_told ? found : nullptr;
    };
    const value* least = bound("minimum");
    const value* above = bound("exclusiveMinimum");
    const value* most = bound("maximum");
    const value* below = bound("exclusiveMaximum");
    if (least != nullptr && most != nullptr) {
        return text(" from ", least->shown(), " to ", most->shown());
    }
    std::string made;
    if (least != nullptr) {
        made = text(" of at least ", least->shown());
    } else if (above != nullptr) {
        made = text(" above ", above->shown());
    }
    const std::string_view link = made.empty() ? "" : " and";
    if (most != nullptr) {
        made += text(link, " of at most ", most->shown());
    } else if (below != nullptr) {
        made += text(link, " below ", below->shown());
    }
    return made;
}

[[nodiscard]] std::string counted(const value& rule, std::string_view least_name, std::string_view most_name,
                                  std::string_view unit) {
    const value* least = rule.find(least_name);
    const value* most = rule.find(most_name);
    if (least != nullptr && most != nullptr) {
        return least->number() == most->number() ? text(" of ", least->shown(), unit)
                                                 : text(" of ", least->shown(), " to ", most->shown(), unit);
    }
    return least != nullptr  ? text(" of at least ", least->shown(), unit)
           : most != nullptr ? text(" of at most ", most->shown(), unit)
                             : std::string{};
}

[[nodiscard]] std::string_view type_name_of(const value& what) noexcept {
    return name_of(what.kind());
}

[[nodiscard]] std::string choice(const std::vector<std::string>& of) {
    std::string made;
    for (std::size_t number = 0; number < of.size(); ++number) {
        made += number == 0 ? "" : number + 1 == of.size() ? " or " : ", ";
        made += of[number];
    }
    return made;
}

} // namespace

const value* resolve(const value& root, const value& rule) noexcept {
    constexpr std::string_view start = "#/$defs/";
    const value* at = &rule;
    for (std::size_t hops = 0; hops < value::max_depth; ++hops) {
        const value* reference = at->find("$ref");
        if (reference == nullptr) {
            return at;
        }
        const value* definitions = root.find("$defs");
        if (definitions == nullptr || !reference->is(kind::string) ||
            !std::string_view(reference->string()).starts_with(start)) {
            return nullptr;
        }
        at = definitions->find(std::string_view(reference->string()).substr(start.size()));
        if (at == nullptr) {
            return nullptr;
        }
    }
    return nullptr;
}

std::vector<const value*> branches_of(const value& root, const value& rule) {
    std::vector<const value*> found;
    std::vector<const value*> open{&rule};
    // More steps than this mean a oneOf that contains itself.
    constexpr int most = 1024;
    for (int steps = 0; !open.empty() && steps < most; ++steps) {
        const value* next = resolve(root, *open.back());
        open.pop_back();
        if (next == nullptr) {
            continue;
        }
        if (const value* choices = next->find("oneOf")) {
            const auto items = choices->items();
            for (std::size_t left = items.size(); left > 0; --left) {
                open.push_back(&items[left - 1]);
            }
        } else {
            found.push_back(next);
        }
    }
    return open.empty() ? found : std::vector<const value*>{};
}

std::string_view type_of(const value& rule) noexcept {
    if (const value* type = rule.find("type")) {
        return type->string();
    }
    if (const value* only = rule.find("const")) {
        return type_name_of(*only);
    }
    if (const value* choices = rule.find("enum")) {
        return type_name_of(choices->items().front());
    }
    return {};
}

bool is_of_type(const value& what, std::string_view type) noexcept {
    return type.empty() || (type == "integer" ? what.is_integer() : type == type_name_of(what));
}

const value* const_of(const value& root, const value& rule, std::string_view member) noexcept {
    const value* properties = rule.find("properties");
    const value* property = properties != nullptr ? properties->find(member) : nullptr;
    const value* resolved = property != nullptr ? resolve(root, *property) : nullptr;
    return resolved != nullptr ? resolved->find("const") : nullptr;
}

std::string_view telling_member(const value& root, const std::vector<const value*>& objects) {
    const value* properties = objects.empty() ? nullptr : objects.front()->find("properties");
    if (properties == nullptr) {
        return {};
    }
    for (const member& each : properties->members()) {
        bool tells = true;
        for (const value* object : objects) {
            const value* only = const_of(root, *object, each.name);
            tells = tells && only != nullptr && only->is(kind::string);
        }
        if (tells) {
            return each.name;
        }
    }
    return {};
}

std::string list_of(const std::vector<const value*>& values) {
    std::vector<std::string> shown;
    shown.reserve(values.size());
    for (const value* each : values) {
        shown.push_back(each->shown());
    }
    return choice(shown);
}

namespace {

// One place of a pattern: the characters that may stand there, and how often.
struct pattern_item {
    std::string_view set{}; // as it is written between the brackets; or one character
    bool is_set = false;
    std::size_t count = 1;
};

// Takes the next item off a pattern; nothing if it is none that is understood.
[[nodiscard]] std::optional<pattern_item> take_item(std::string_view& pattern) noexcept {
    pattern_item made{.set = pattern.substr(0, 1)};
    if (made.set == "[") {
        const std::size_t end = pattern.find(']');
        if (end == std::string_view::npos || end < 2 || pattern[1] == '^') {
            return {};
        }
        made = {.set = pattern.substr(1, end - 1), .is_set = true};
        pattern.remove_prefix(end + 1);
    } else if (made.set.empty() ||
               std::string_view("\\.*+?(){}|^$]").find(made.set) != std::string_view::npos) {
        return {};
    } else {
        pattern.remove_prefix(1);
    }
    if (pattern.starts_with('{')) {
        const bool is_digit =
            pattern.size() > 2 && pattern[1] >= '1' && pattern[1] <= '9' && pattern[2] == '}';
        if (!is_digit) {
            return {};
        }
        made.count = static_cast<std::size_t>(pattern[1] - '0');
        pattern.remove_prefix(3);
    }
    return made;
}

[[nodiscard]] bool allows(const pattern_item& item, char given) noexcept {
    if (!item.is_set) {
        return item.set.front() == given;
    }
    for (std::size_t place = 0; place < item.set.size(); ++place) {
        const bool is_range = place + 2 < item.set.size() && item.set[place + 1] == '-';
        if (is_range ? given >= item.set[place] && given <= item.set[place + 2] : given == item.set[place]) {
            return true;
        }
        place += is_range ? 2 : 0;
    }
    return false;
}

} // namespace

bool is_pattern(std::string_view pattern) noexcept {
    if (pattern.size() < 2 || !pattern.starts_with('^') || !pattern.ends_with('$')) {
        return false;
    }
    std::string_view rest = pattern.substr(1, pattern.size() - 2);
    while (!rest.empty()) {
        if (!take_item(rest)) {
            return false;
        }
    }
    return true;
}

bool matches(std::string_view text, std::string_view pattern) noexcept {
    std::string_view rest = pattern.substr(1, pattern.size() - 2);
    while (const std::optional<pattern_item> item = take_item(rest)) {
        for (std::size_t number = 0; number < item->count; ++number) {
            if (text.empty() || !allows(*item, text.front())) {
                return false;
            }
            text.remove_prefix(1);
        }
    }
    return text.empty();
}

namespace {

// "a colour", by the title of a rule.
[[nodiscard]] std::string named(const value& rule) {
    const value* const title = rule.find("title");
    if (title == nullptr || title->string().empty()) {
        return "a string";
    }
    std::string made = title->string();
    made.front() = made.front() >= 'A' && made.front() <= 'Z' ? static_cast<char>(made.front() + ('a' - 'A'))
                                                              : made.front();
    return made;
}

} // namespace

std::string expectation(const value& root, const value& rule, const value* given) {
    std::vector<std::string> kinds;
    for (const value* branch : branches_of(root, rule)) {
        std::string made;
        const std::string_view type = type_of(*branch);
        if (const value* only = branch->find("const")) {
            made = only->shown();
        } else if (const value* choices = branch->find("enum")) {
            std::vector<const value*> values;
            for (const value& each : choices->items()) {
                values.push_back(&each);
            }
            made = list_of(values);
        } else if (type == "number" || type == "integer") {
            made = text(type == "number" ? "a number" : "an integer", bounds_of(*branch, given));
        } else if (type == "array") {
            made = text("an array", counted(*branch, "minItems", "maxItems", ""));
            if (const value* items = branch->find("items")) {
                const value* item = resolve(root, *items);
                made += item != nullptr && type_of(*item) == "number" && branch->find("minItems") != nullptr
                            ? " numbers"
                            : "";
            }
        } else if (type == "string" && branch->find("pattern") != nullptr &&
                   branch->find("examples") != nullptr) {
            made = text(named(*branch), " such as ", branch->find("examples")->items().front().shown());
        } else if (type == "string") {
            made = text("a string", counted(*branch, "minLength", "maxLength", " characters"));
        } else if (type == "object") {
            made = text("an object", counted(*branch, "minProperties", "maxProperties", " members"));
        } else if (type == "boolean") {
            made = "true or false";
        } else {
            made = type.empty() ? "something else" : std::string(type);
        }
        if (std::find(kinds.begin(), kinds.end(), made) == kinds.end()) {
            kinds.push_back(std::move(made));
        }
    }
    return choice(kinds);
}

} // namespace orrery::json::detail
