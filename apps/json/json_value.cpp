#include "apps/json/json_syntax.hpp"
#include "apps/json/json_value.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <utility>

namespace orrery::json {
namespace {

// The characters of a document, counting lines. RapidJSON works on the stream itself rather than on a copy,
// so its handlers can ask where they are.
class counted_characters {
public:
    using Ch = char; // NOLINT(readability-identifier-naming): RapidJSON's name

    explicit counted_characters(std::string_view text) noexcept
        : text_(text) {}

    // NOLINTBEGIN(readability-identifier-naming)
    [[nodiscard]] char Peek() const noexcept { return place_ < text_.size() ? text_[place_] : '\0'; }

    char Take() noexcept {
        const char taken = Peek();
        line_ += taken == '\n' ? 1U : 0U;
        ++place_;
        return taken;
    }

    [[nodiscard]] std::size_t Tell() const noexcept { return place_; }

    // For parsing in place, which nobody does here.
    static char* PutBegin() noexcept { return nullptr; }

    void Put(char /*unused*/) noexcept {}

    static std::size_t PutEnd(char* /*unused*/) noexcept { return 0; }

    // NOLINTEND(readability-identifier-naming)

    [[nodiscard]] std::uint32_t line() const noexcept { return line_; }

private:
    std::string_view text_;
    std::size_t place_ = 0;
    std::uint32_t line_ = 1;
};

} // namespace

// Takes RapidJSON's events. The values that are still open lie on a stack, each with the name it will have.
class builder {
public:
    explicit builder(const counted_characters& where) noexcept
        : where_(where) {}

    // NOLINTBEGIN(readability-identifier-naming)
    bool Null() { return put(make(kind::null)); }

    bool Bool(bool what) {
        value made = make(kind::boolean);
        made.boolean_ = what;
        return put(std::move(made));
    }

    bool Int(int what) { return Double(what); }

    bool Uint(unsigned what) { return Double(what); }

    bool Int64(std::int64_t what) { return Double(static_cast<double>(what)); }

    bool Uint64(std::uint64_t what) { return Double(static_cast<double>(what)); }

    bool Double(double what) {
        value made = make(kind::number);
        made.number_ = what;
        return put(std::move(made));
    }

    // Numbers are never handed over as text: the flag for it is off.
    static bool RawNumber(const char* /*text*/, rapidjson::SizeType /*length*/, bool /*copy*/) {
        return false;
    }

    bool String(const char* text, rapidjson::SizeType length, bool /*copy*/) {
        value made = make(kind::string);
        made.string_.assign(text, length);
        return put(std::move(made));
    }

    bool StartObject() { return open(kind::object); }

    bool Key(const char* text, rapidjson::SizeType length, bool /*copy*/) {
        stack_.back().next_name.assign(text, length);
        return true;
    }

    bool EndObject(rapidjson::SizeType /*count*/) { return has_each_name_once() && close(); }

    bool StartArray() { return open(kind::array); }

    bool EndArray(rapidjson::SizeType /*count*/) { return close(); }

    // NOLINTEND(readability-identifier-naming)

    [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }

    // Where what was refused stands.
    [[nodiscard]] std::uint32_t refusal_line() const noexcept { return refusal_line_; }

    [[nodiscard]] value take() noexcept { return std::move(document_); }

    // Where in the document the parser is: "bodies[3].shape"; empty at its top.
    [[nodiscard]] std::string path() const {
        std::string made;
        for (const unfinished& each : stack_) {
            if (each.what.is(kind::array)) {
                made += text("[", each.what.items_.size(), "]");
            } else if (!each.next_name.empty()) {
                made += text(made.empty() ? "" : ".", printable(each.next_name));
            }
        }
        return made;
    }

private:
    struct unfinished {
        value what;
        std::string next_name; // of the member of an object that comes next
    };

    [[nodiscard]] value make(kind what) const {
        value made;
        made.kind_ = what;
        made.line_ = where_.line();
        return made;
    }

    bool open(kind what) {
        if (stack_.size() == value::max_depth) {
            return refuse(text("it is nested deeper than ", value::max_depth, " levels"), where_.line());
        }
        stack_.push_back({make(what), {}});
        return true;
    }

    bool refuse(std::string why, std::uint32_t line) {
        refusal_ = std::move(why);
        refusal_line_ = line;
        return false;
    }

    // Sorted, because an object may come with a million names.
    bool has_each_name_once() {
        const std::vector<member>& members = stack_.back().what.members_;
        std::vector<const member*> sorted;
        std::ranges::transform(members, std::back_inserter(sorted), [](const member& each) { return &each; });
        // Those of one name in the order of the document.
        std::ranges::sort(sorted, {},
                          [](const member* each) { return std::pair(std::string_view(each->name), each); });
        const auto twice = std::ranges::adjacent_find(
            sorted, {}, [](const member* each) -> const std::string& { return each->name; });
        return twice == sorted.end() ||
               refuse(text("'", printable((*twice)->name), "' stands twice in one object"),
                      twice[1]->what.line());
    }

    bool close() {
        value made = std::move(stack_.back().what);
        stack_.pop_back();
        return put(std::move(made));
    }

    bool put(value made) {
        if (++count_ > value::max_count) {
            return refuse(text("it has more than ", value::max_count, " values"), where_.line());
        }
        if (stack_.empty()) {
            document_ = std::move(made);
        } else if (unfinished& into = stack_.back(); into.what.is(kind::object)) {
            into.what.members_.push_back({std::exchange(into.next_name, {}), std::move(made)});
        } else {
            into.what.items_.push_back(std::move(made));
        }
        return true;
    }

    const counted_characters& where_;
    std::vector<unfinished> stack_;
    value document_;
    std::string refusal_;
    std::uint32_t refusal_line_ = 1;
    std::size_t count_ = 0;
};

std::string_view name_of(kind what) noexcept {
    switch (what) {
    case kind::null:
        return "null";
    case kind::boolean:
        return "boolean";
    case kind::number:
        return "number";
    case kind::string:
        return "string";
    case kind::array:
        return "array";
    case kind::object:
        break;
    }
    return "object";
}

bool value::is_integer() const noexcept {
    constexpr double largest = 9007199254740992.0; // 2^53
    return is(kind::number) && std::abs(number_) <= largest && std::trunc(number_) == number_;
}

bool value::boolean() const {
    ORRERY_CHECK(is(kind::boolean), "only a boolean is true or false");
    return boolean_;
}

double value::number() const {
    ORRERY_CHECK(is(kind::number), "only a number can be read as one");
    return number_;
}

const std::string& value::string() const {
    ORRERY_CHECK(is(kind::string), "only a string can be read as one");
    return string_;
}

std::span<const value> value::items() const {
    ORRERY_CHECK(is(kind::array), "only an array has items");
    return items_;
}

std::span<const member> value::members() const {
    ORRERY_CHECK(is(kind::object), "only an object has members");
    return members_;
}

const value* value::find(std::string_view name) const noexcept {
    const auto place = std::ranges::find(members_, name, &member::name);
    return place != members_.end() ? &place->what : nullptr;
}

std::string value::shown() const {
    constexpr std::size_t longest = 40;
    switch (kind_) {
    case kind::null:
        return "null";
    case kind::boolean:
        return text(boolean_);
    case kind::number:
        return is_integer() ? text(static_cast<std::int64_t>(number_)) : text(number_);
    case kind::string:
        return string_.size() <= longest ? text('"', printable(string_), '"')
                                         : text('"', printable(string_.substr(0, longest)), "...\"");
    case kind::array:
        return text("an array of ", items_.size());
    case kind::object:
        break;
    }
    return "an object";
}

namespace {

[[nodiscard]] detail::syntax_problem explain(std::string_view document,
                                             const rapidjson::ParseResult& answer) {
    const std::string_view sentence = rapidjson::GetParseError_En(answer.Code());
    switch (answer.Code()) {
    case rapidjson::kParseErrorDocumentRootNotSingular:
        return detail::explain_rest(document, answer.Offset());
    case rapidjson::kParseErrorDocumentEmpty:
    case rapidjson::kParseErrorValueInvalid:
    case rapidjson::kParseErrorObjectMissName:
    case rapidjson::kParseErrorObjectMissColon:
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
        return detail::explain_structure(document, answer.Offset(), sentence);
    default:
        return detail::explain_value(document, answer.Offset(), sentence);
    }
}

} // namespace

result<value> parse(std::string_view text, std::string_view name) {
    counted_characters characters(text);
    builder made(characters);
    rapidjson::Reader reader;
    // Iterative: how deep a document is nested is for the builder to refuse, not for the stack to bear.
    constexpr unsigned flags = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseIterativeFlag |
                               rapidjson::kParseValidateEncodingFlag;
    if (const rapidjson::ParseResult answer = reader.Parse<flags>(characters, made); answer.IsError()) {
        if (!made.refusal().empty()) {
            return error{orrery::text(name, ":", made.refusal_line(), ": ", made.refusal())};
        }
        const detail::syntax_problem found = explain(text, answer);
        const detail::text_place place = detail::place_of(text, found.offset);
        const std::string path = made.path();
        return error{orrery::text(name, ":", place.line, ":", place.column, ": ",
                                  path.empty() ? "" : orrery::text("in ", path, ": "), found.sentence)};
    }
    return made.take();
}

} // namespace orrery::json
