// Inputs and events as data. Each check answers with the first violation it finds, or with nothing.
#pragma once

#include "tests/conformance/course.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace orrery::test::conformance {

template <world_case Case>
[[nodiscard]] std::string bad_inputs_do_nothing() {
    course<Case> truth(1);
    world_of<Case> with = truth.make();
    world_of<Case> without = truth.make();
    for (const auto& each : Case::bad_inputs()) {
        const status answer = world_of<Case>::check_input(each);
        if (answer) {
            return "check_input() takes a bad input";
        }
        if (answer.reason().message.empty() ||
            printable(answer.reason().message) != answer.reason().message) {
            return text("the reason of a refusal is '", printable(answer.reason().message), "'");
        }
        with.step({&each, 1});
        without.step({});
        if (with.hash() != without.hash()) {
            return text("a step does what check_input() refuses: ", answer.reason().message);
        }
    }
    return {};
}

// If they create nobody, inputs for an entity that is not there do nothing. keys_of() names their entity.
template <world_case Case>
[[nodiscard]] std::string inputs_name_whom_they_concern() {
    course<Case> truth(1);
    world_of<Case> with = truth.make();
    world_of<Case> without = truth.make();
    xoshiro256 dice(9);
    for (std::uint64_t round = 0; round < 200; ++round) {
        const bool is_there = round % 2 == 0;
        const entity_key key = is_there ? truth.keys()[round % truth.keys().size()]
                                        : entity_key{static_cast<std::uint64_t>(first_new_key) + round};
        const input_of<Case> input = Case::random_input(with, dice, key);
        if (const status answer = world_of<Case>::check_input(input); !answer) {
            return text("random_input() makes bad inputs: ", answer.reason().message);
        }
        if (std::ranges::count(world_of<Case>::keys_of(input), key) != 1) {
            return text("keys_of() does not name the entity ", static_cast<std::uint64_t>(key));
        }
        if (is_there) {
            continue;
        }
        with.restore(truth.moments().front().state);
        without.restore(truth.moments().front().state);
        with.step({&input, 1});
        without.step({});
        const bool is_created = std::ranges::binary_search(full_record(with).who->keys, key);
        if (!is_created && with.hash() != without.hash()) {
            return text("an input for the entity ", static_cast<std::uint64_t>(key),
                        ", which is not there, does something");
        }
    }
    return {};
}

enum class limit { lowest, highest, smallest };

// The lowest or the highest value of a field that its rules allow, or the smallest one above zero.
inline void put_limit(std::byte* value, const field_info& field, limit which) {
    const auto put = [&]<typename T>(T) {
        using limits = std::numeric_limits<T>;
        const double rule = which == limit::lowest ? field.options.minimum : field.options.maximum;
        const bool has_rule =
            rule > static_cast<double>(limits::lowest()) && rule < static_cast<double>(limits::max());
        T made = which == limit::lowest ? limits::lowest() : limits::max();
        if (which == limit::smallest) {
            made = std::is_floating_point_v<T> ? limits::denorm_min() : T(1);
        }
        if (has_rule && which != limit::smallest) {
            made = static_cast<T>(rule);
        }
        std::memcpy(value + field.offset, &made, sizeof(made));
    };
    switch (field.kind) {
    case field_kind::boolean:
        put(false);
        break;
    case field_kind::int8:
        put(std::int8_t{});
        break;
    case field_kind::int16:
        put(std::int16_t{});
        break;
    case field_kind::int32:
        put(std::int32_t{});
        break;
    case field_kind::int64:
        put(std::int64_t{});
        break;
    case field_kind::uint8:
        put(std::uint8_t{});
        break;
    case field_kind::uint16:
        put(std::uint16_t{});
        break;
    case field_kind::uint32:
        put(std::uint32_t{});
        break;
    case field_kind::uint64:
        put(std::uint64_t{});
        break;
    case field_kind::float32:
        put(float{});
        break;
    case field_kind::float64:
        put(double{});
        break;
    case field_kind::reference:
        break;
    }
}

// Of inputs or events: they survive being saved at the ends of their fields, the `kind` beyond the last is
// refused, and every kind has a name of its own, if there are names.
template <typename Value>
[[nodiscard]] std::string violation_of_described() {
    const component_type& type = detail::described_type_of<Value>();
    std::vector<Value> values(4);
    for (const field_info& each : type.fields) {
        put_limit(reinterpret_cast<std::byte*>(&values[0]), each, limit::lowest);
        put_limit(reinterpret_cast<std::byte*>(&values[1]), each, limit::highest);
        put_limit(reinterpret_cast<std::byte*>(&values[2]), each, limit::smallest);
    }
    byte_writer out;
    save_described<Value>(out, values);
    byte_reader in(out.bytes());
    if (load_described<Value>(in) != values || !in.finish()) {
        return text("at the ends of its fields ", type.name, " does not survive being saved");
    }
    const auto kind = std::ranges::find(type.fields, std::string_view("kind"), &field_info::name);
    if constexpr (requires(Value value) { name_of(value.kind); }) {
        using kind_type = decltype(Value::kind);
        if (kind == type.fields.end() || !(kind->options.maximum < 1000)) {
            return text(type.name, ".kind has no greatest value in its field table");
        }
        const auto last = static_cast<std::uint64_t>(kind->options.maximum);
        std::set<std::string_view> names;
        for (std::uint64_t number = 0; number <= last; ++number) {
            names.insert(name_of(static_cast<kind_type>(number)));
        }
        if (names.size() != last + 1 || names.contains("") ||
            !name_of(static_cast<kind_type>(last + 1)).empty()) {
            return text("not every kind of ", type.name, " has a name of its own");
        }
        values.resize(1);
        values[0] = {};
        values[0].kind = static_cast<kind_type>(last + 1);
        byte_writer wrong;
        save_described<Value>(wrong, values);
        byte_reader again(wrong.bytes());
        (void)load_described<Value>(again);
        if (again.ok()) {
            return text(type.name, " of a kind that does not exist is loaded");
        }
    }
    return {};
}

template <world_case Case>
[[nodiscard]] std::string inputs_and_events_survive_being_saved() {
    static_assert(component<input_of<Case>>, "every byte belongs to a field");
    std::string found = violation_of_described<input_of<Case>>();
    return found.empty() ? violation_of_described<event_of<Case>>() : found;
}

} // namespace orrery::test::conformance
