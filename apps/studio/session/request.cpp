#include "apps/studio/session/request.hpp"
#include "apps/studio/session/request_rules.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>

#include <charconv>

namespace orrery::studio {
namespace {

[[nodiscard]] std::uint64_t id_in(const json::value& message) {
    const json::value* const id = message.find("id");
    const bool is_sound =
        id != nullptr && id->is(json::kind::number) && id->is_integer() && id->number() >= 0;
    return is_sound ? static_cast<std::uint64_t>(id->number()) : 0;
}

[[nodiscard]] status check_members(const json::value& message, const request_rule& rule) {
    for (const json::member& each : message.members()) {
        if (each.name == "id" || each.name == "do") {
            continue;
        }
        if (find_member(rule, each.name) == nullptr) {
            return error{text(rule.name, " has no member called '", printable(each.name), "'")};
        }
    }
    for (const member_rule& each : rule.members) {
        const json::value* const found = message.find(each.name);
        if (found == nullptr && each.is_optional) {
            continue;
        }
        if (found == nullptr) {
            return error{text(rule.name, " needs the member '", each.name, "', ", expectation_of(each.kind))};
        }
        if (!is_of(each.kind, *found)) {
            return error{text(rule.name, ": '", each.name, "' is ", found->shown(), ", expected ",
                              expectation_of(each.kind))};
        }
    }
    const auto& [one, other] = rule.one_of;
    if (!one.empty() && (message.find(one) == nullptr) == (message.find(other) == nullptr)) {
        return error{text(rule.name, ": expected either '", one, "' or '", other, "'")};
    }
    return {};
}

} // namespace

result<request> request::read(std::string_view message) {
    if (message.size() > longest_message) {
        return error{text("the message has ", message.size(), " bytes, expected at most ", longest_message)};
    }
    result<json::value> content = json::parse(message, "message");
    if (!content) {
        return content.reason();
    }
    if (!content->is(json::kind::object)) {
        return error{text("a message is an object, this is ", content->shown())};
    }
    const json::value* const asked = content->find("do");
    if (asked == nullptr || !asked->is(json::kind::string)) {
        return error{"a message says in 'do' what is asked for, as a string"};
    }
    const request_rule* const rule = find_rule(asked->string());
    if (rule == nullptr) {
        return error{text("nothing is known that is called ", asked->shown())};
    }
    const std::uint64_t id = id_in(*content);
    if (id == 0 && rule->what != verb::seen) {
        return error{"a message needs an 'id': a whole number from 1 on"};
    }
    if (const status answer = check_members(*content, *rule); !answer) {
        return answer.reason();
    }
    return request(rule->what, id, std::move(*content));
}

std::uint64_t request::id_of(std::string_view message) {
    if (message.size() > longest_message) {
        return 0;
    }
    const result<json::value> content = json::parse(message, "message");
    return content ? id_in(*content) : 0;
}

bool request::has(std::string_view name) const noexcept {
    const json::value* const found = content_.find(name);
    return found != nullptr && !found->is(json::kind::null);
}

const json::value& request::value(std::string_view name) const {
    const json::value* const found = content_.find(name);
    ORRERY_CHECK(found != nullptr, "a request is asked only for members that it has");
    return *found;
}

double request::number(std::string_view name) const {
    return value(name).number();
}

std::uint64_t request::whole(std::string_view name) const {
    return static_cast<std::uint64_t>(value(name).number());
}

entity_key request::key(std::string_view name) const {
    const std::string& digits = string(name);
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return entity_key{number};
}

vector3 request::vector(std::string_view name) const {
    return vector_of(value(name));
}

const std::string& request::string(std::string_view name) const {
    return value(name).string();
}

vector3 vector_of(const json::value& array) {
    const auto item = [&](std::size_t number) { return static_cast<scalar>(array.items()[number].number()); };
    return {item(0), item(1), item(2)};
}

} // namespace orrery::studio
