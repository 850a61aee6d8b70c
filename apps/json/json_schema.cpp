#include "apps/json/json_schema.hpp"
#include "apps/json/json_schema_rules.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>

namespace orrery::json {
namespace {

using detail::branches_of;
using detail::expectation;
using detail::is_of_type;
using detail::list_of;
using detail::type_of;

// Walks a document and a schema side by side, and stops at the first thing that is wrong.
class document_check {
public:
    explicit document_check(const value& root) noexcept
        : root_(root) {}

    // Whether all is well so far.
    bool check(const cursor& what, const value& rule) {
        const std::vector<const value*> branches = branches_of(root_, rule);
        if (branches.size() == 1) {
            return check_plain(what, *branches.front());
        }
        std::vector<const value*> possible;
        std::ranges::copy_if(branches, std::back_inserter(possible),
                             [&](const value* branch) { return is_of_type(*what, type_of(*branch)); });
        if (possible.empty()) {
            return refuse(what, expectation(root_, rule, &*what));
        }
        return possible.size() == 1 ? check_plain(what, *possible.front()) : check_telling(what, possible);
    }

    [[nodiscard]] std::optional<problem> take() noexcept { return std::move(found_); }

private:
    bool refuse(const cursor& what, std::string_view expected) {
        return say(what.line(),
                   text(what.path(), " is ", what ? what->shown() : "missing", ", expected ", expected));
    }

    bool say(std::uint32_t line, std::string sentence) {
        found_ = problem{line, std::move(sentence)};
        return false;
    }

    // The branch that the member with the const chooses.
    bool check_telling(const cursor& what, const std::vector<const value*>& branches) {
        const std::string_view name = detail::telling_member(root_, branches);
        const cursor tells = what[name];
        std::vector<const value*> known;
        for (const value* branch : branches) {
            const value* wanted = detail::const_of(root_, *branch, name);
            if (tells && tells->is(kind::string) && tells->string() == wanted->string()) {
                return check_plain(what, *branch);
            }
            known.push_back(wanted);
        }
        std::string expected = list_of(known);
        if (tells && tells->is(kind::string)) {
            closest_name meant(tells->string());
            std::ranges::for_each(known, [&](const value* each) { meant.consider(each->string()); });
            expected += meant.question();
        }
        return refuse(tells, expected);
    }

    // A rule without $ref and oneOf.
    bool check_plain(const cursor& what, const value& rule) {
        if (!is_of_type(*what, type_of(rule))) {
            return refuse(what, expectation(root_, rule, &*what));
        }
        if (const value* only = rule.find("const"); only != nullptr && !are_equal(*what, *only)) {
            return refuse(what, only->shown());
        }
        if (const value* choices = rule.find("enum")) {
            const auto matches = [&](const value& each) { return are_equal(*what, each); };
            if (std::ranges::none_of(choices->items(), matches)) {
                return refuse_choice(what, rule, *choices);
            }
        }
        switch (what->kind()) {
        case kind::number:
            return check_number(what, rule);
        case kind::string:
            return check_count(what, rule, "minLength", "maxLength", what->string().size()) &&
                   check_pattern(what, rule);
        case kind::array:
            return check_array(what, rule);
        case kind::object:
            return check_object(what, rule);
        case kind::null:
        case kind::boolean:
            break;
        }
        return true;
    }

    bool refuse_choice(const cursor& what, const value& rule, const value& choices) {
        std::string expected = expectation(root_, rule);
        if (what->is(kind::string)) {
            closest_name meant(what->string());
            for (const value& each : choices.items()) {
                meant.consider(each.string());
            }
            expected += meant.question();
        }
        return refuse(what, expected);
    }

    bool check_number(const cursor& what, const value& rule) {
        const double number = what->number();
        const value* least = rule.find("minimum");
        const value* above = rule.find("exclusiveMinimum");
        const value* most = rule.find("maximum");
        const value* below = rule.find("exclusiveMaximum");
        if ((least != nullptr && number < least->number()) ||
            (above != nullptr && number <= above->number())) {
            return refuse(what, expectation(root_, rule, &*what));
        }
        if (most != nullptr && number > most->number()) {
            return refuse(what, text("at most ", most->shown()));
        }
        return below == nullptr || number < below->number() || refuse(what, text("below ", below->shown()));
    }

    bool check_count(const cursor& what, const value& rule, std::string_view least_name,
                     std::string_view most_name, std::size_t count) {
        const value* least = rule.find(least_name);
        const value* most = rule.find(most_name);
        const auto size = static_cast<double>(count);
        return ((least == nullptr || size >= least->number()) &&
                (most == nullptr || size <= most->number())) ||
               refuse(what, expectation(root_, rule));
    }

    bool check_pattern(const cursor& what, const value& rule) {
        const value* const pattern = rule.find("pattern");
        return pattern == nullptr || detail::matches(what->string(), pattern->string()) ||
               refuse(what, expectation(root_, rule));
    }

    bool check_array(const cursor& what, const value& rule) {
        if (!check_count(what, rule, "minItems", "maxItems", what.size())) {
            return false;
        }
        const value* items = rule.find("items");
        for (std::size_t index = 0; items != nullptr && index < what.size(); ++index) {
            if (!check(what.item(index), *items)) {
                return false;
            }
        }
        return true;
    }

    bool check_object(const cursor& what, const value& rule) {
        const value* properties = rule.find("properties");
        const value* others = rule.find("additionalProperties");
        for (const member& each : what->members()) {
            const value* known = properties != nullptr ? properties->find(each.name) : nullptr;
            const cursor here = what.at_member(each);
            if (known == nullptr && others != nullptr && others->is(kind::boolean) && !others->boolean()) {
                return refuse_member(what, each, properties);
            }
            const value* expected = known != nullptr ? known : others;
            if (expected != nullptr && expected->is(kind::object) && !check(here, *expected)) {
                return false;
            }
        }
        const value* required = rule.find("required");
        for (std::size_t number = 0; required != nullptr && number < required->items().size(); ++number) {
            const cursor member = what[required->items()[number].string()];
            if (!member) {
                const value* known =
                    properties != nullptr ? properties->find(required->items()[number].string()) : nullptr;
                return refuse(member, known != nullptr ? expectation(root_, *known) : "it to be there");
            }
        }
        return check_count(what, rule, "minProperties", "maxProperties", what->members().size());
    }

    bool refuse_member(const cursor& in, const member& which, const value* properties) {
        closest_name meant(which.name);
        std::string known;
        for (std::size_t number = 0; properties != nullptr && number < properties->members().size();
             ++number) {
            const std::string& name = properties->members()[number].name;
            meant.consider(name);
            known += text(number == 0 ? "" : ", ", name);
        }
        const std::string hint = meant.found().empty() ? text("; known are: ", known) : meant.question();
        return say(which.what.line(), text(in.at_member(which).path(), " is not known here", hint));
    }

    [[nodiscard]] static bool are_equal(const value& a, const value& b) {
        if (a.kind() != b.kind()) {
            return false;
        }
        switch (a.kind()) {
        case kind::null:
            return true;
        case kind::boolean:
            return a.boolean() == b.boolean();
        case kind::number:
            return a.number() == b.number();
        case kind::string:
            return a.string() == b.string();
        case kind::array:
        case kind::object:
            break;
        }
        return false; // schemas with such constants are refused
    }

    const value& root_;
    std::optional<problem> found_;
};

// Walks a schema and stops at the first thing that this interpreter does not understand.
class schema_check {
public:
    explicit schema_check(const value& root) noexcept
        : root_(root) {}

    status check(const cursor& rule) {
        if (!rule->is(kind::object)) {
            return refuse(rule, "an object with rules");
        }
        for (const member& each : rule->members()) {
            if (status answer = check_keyword(rule.at_member(each), each); !answer) {
                return answer;
            }
        }
        if (detail::resolve(root_, *rule) == nullptr) {
            return refuse(rule["$ref"], "a reference to one of #/$defs that does not lead back to itself");
        }
        return {};
    }

    // After all rules are known to be well formed.
    status check_branches(const cursor& rule) const {
        const std::vector<const value*> branches = branches_of(root_, *rule);
        std::vector<const value*> objects;
        std::vector<std::string_view> types;
        for (const value* branch : branches) {
            const std::string_view type = type_of(*branch);
            if (type == "object") {
                objects.push_back(branch);
            } else if (type.empty() || std::ranges::find(types, type) != types.end()) {
                return refuse(rule, "branches that differ in their type");
            } else {
                types.push_back(type);
            }
        }
        if (branches.empty() || (objects.size() > 1 && detail::telling_member(root_, objects).empty())) {
            return refuse(rule, "objects that differ in a member with a const");
        }
        return {};
    }

private:
    [[nodiscard]] static error refuse(const cursor& what, std::string_view expected) {
        return {text("the schema's line ", what.line(), ": ", what.path(), " is ",
                     what ? what->shown() : "missing", ", expected ", expected)};
    }

    status check_keyword(const cursor& what, const member& keyword) {
        using names = std::initializer_list<std::string_view>;
        const auto is_one_of = [&](names list) {
            return std::ranges::find(list, keyword.name) != list.end();
        };
        if (is_one_of({"title", "description", "$schema", "default", "examples"})) {
            return {};
        }
        if (is_one_of({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
                       "minItems", "maxItems", "minProperties", "maxProperties"})) {
            return what->is(kind::number) ? status{} : refuse(what, "a number");
        }
        if (keyword.name == "type") {
            constexpr std::string_view types[] = {"null",   "boolean", "number", "integer",
                                                  "string", "array",   "object"};
            return what->is(kind::string) && std::ranges::find(types, what->string()) != std::end(types)
                       ? status{}
                       : refuse(what, "the name of one type");
        }
        if (keyword.name == "const") {
            return is_plain(*what) ? status{} : refuse(what, "a plain value");
        }
        if (keyword.name == "pattern") {
            return what->is(kind::string) && detail::is_pattern(what->string())
                       ? status{}
                       : refuse(what, "characters and sets between ^ and $, each once or {n} times");
        }
        if (keyword.name == "$ref") {
            return what->is(kind::string) ? status{} : refuse(what, "a string");
        }
        if (is_one_of({"enum", "required"})) {
            return check_strings(what);
        }
        if (is_one_of({"items", "additionalProperties"})) {
            return what->is(kind::boolean) && keyword.name == "additionalProperties" ? status{} : check(what);
        }
        if (is_one_of({"properties", "$defs"})) {
            return check_rules(what);
        }
        return keyword.name == "oneOf" ? check_choice(what) : refuse(what, "a keyword that is understood");
    }

    [[nodiscard]] static bool is_plain(const value& what) noexcept {
        return !what.is(kind::array) && !what.is(kind::object);
    }

    static status check_strings(const cursor& what) {
        if (!what->is(kind::array) || what->items().empty()) {
            return refuse(what, "an array of strings");
        }
        const auto is_string = [](const value& each) { return each.is(kind::string); };
        return std::ranges::all_of(what->items(), is_string) ? status{} : refuse(what, "an array of strings");
    }

    status check_rules(const cursor& what) {
        if (!what->is(kind::object)) {
            return refuse(what, "an object of rules");
        }
        for (const member& each : what->members()) {
            if (status answer = check(what.at_member(each)); !answer) {
                return answer;
            }
        }
        return {};
    }

    status check_choice(const cursor& what) {
        if (!what->is(kind::array) || what->items().empty()) {
            return refuse(what, "an array of rules");
        }
        for (std::size_t index = 0; index < what.size(); ++index) {
            if (status answer = check(what.item(index)); !answer) {
                return answer;
            }
        }
        return {};
    }

    const value& root_;
};

// Every rule that has branches, once all of them are known to be well formed.
status check_all_branches(const schema_check& with, const cursor& at) {
    if (at->is(kind::object)) {
        if (at->find("oneOf") != nullptr) {
            if (status answer = with.check_branches(at); !answer) {
                return answer;
            }
        }
        for (const member& each : at->members()) {
            // Whatever stands in them is an example, not a rule.
            if (each.name == "default" || each.name == "examples") {
                continue;
            }
            if (status answer = check_all_branches(with, at.at_member(each)); !answer) {
                return answer;
            }
        }
    } else if (at->is(kind::array)) {
        for (std::size_t index = 0; index < at.size(); ++index) {
            if (status answer = check_all_branches(with, at.item(index)); !answer) {
                return answer;
            }
        }
    }
    return {};
}

} // namespace

result<schema> schema::from(value document) {
    const cursor root(document);
    schema_check rules(document);
    if (const status answer = rules.check(root); !answer) {
        return answer.reason();
    }
    if (const status answer = check_all_branches(rules, root); !answer) {
        return answer.reason();
    }
    return schema(std::move(document));
}

std::optional<problem> schema::check(const value& document) const {
    document_check walk(document_);
    walk.check(cursor(document), document_);
    return walk.take();
}

} // namespace orrery::json
