// Toy worlds as bytes: frames, forms, inputs and events, and who there is.
#pragma once

#include "tests/timeline/toy_world.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/simulation/storable_simulation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

template <>
inline constexpr auto orrery::description<orrery::test::toy_motion> =
    orrery::describe<orrery::test::toy_motion>("toy_motion", orrery::field<&orrery::test::toy_motion::x>("x"),
                                               orrery::field<&orrery::test::toy_motion::y>("y"),
                                               orrery::field<&orrery::test::toy_motion::speed_x>("speed_x"),
                                               orrery::field<&orrery::test::toy_motion::speed_y>("speed_y"));

template <>
inline constexpr auto orrery::description<orrery::test::toy_form> = orrery::describe<orrery::test::toy_form>(
    "toy_form", orrery::field<&orrery::test::toy_form::color>("color"),
    orrery::field<&orrery::test::toy_form::is_fixed>("is_fixed"),
    orrery::field<&orrery::test::toy_form::is_source>("is_source"),
    orrery::field<&orrery::test::toy_form::feels_sources>("feels_sources"),
    orrery::field<&orrery::test::toy_form::is_fragile>("is_fragile"));

template <>
inline constexpr auto orrery::description<orrery::test::toy_input> =
    orrery::describe<orrery::test::toy_input>(
        "toy_input", orrery::field<&orrery::test::toy_input::target>("target"),
        orrery::field<&orrery::test::toy_input::kind>("kind",
                                                      {.maximum = orrery::test::toy_input_kind_count - 1}),
        orrery::field<&orrery::test::toy_input::value>("value"),
        orrery::field<&orrery::test::toy_input::form>("form"));

template <>
inline constexpr auto orrery::description<orrery::test::toy_event> =
    orrery::describe<orrery::test::toy_event>(
        "toy_event",
        orrery::field<&orrery::test::toy_event::kind>("kind",
                                                      {.maximum = orrery::test::toy_event_kind_count - 1}),
        orrery::field<&orrery::test::toy_event::speed>("speed"),
        orrery::field<&orrery::test::toy_event::key_a>("key_a"),
        orrery::field<&orrery::test::toy_event::key_b>("key_b"));

namespace orrery::test {

void serialize(auto& archive, maybe_const<toy_motion> auto& value) {
    archive.values(value.x, value.y, value.speed_x, value.speed_y);
}

void serialize(auto& archive, maybe_const<toy_form> auto& value) {
    archive.values(value.color, value.is_fixed, value.is_source, value.feels_sources, value.is_fragile);
}

inline void save_pairs(byte_writer& out, const std::vector<toy_pair>& pairs) {
    out.write_variable(pairs.size());
    for (const auto& [a, b] : pairs) {
        out.values(a, b);
    }
}

[[nodiscard]] inline std::vector<toy_pair> load_pairs(byte_reader& in) {
    std::vector<toy_pair> pairs(in.read_count(16));
    for (auto& [a, b] : pairs) {
        in.values(a, b);
    }
    return pairs;
}

inline void save_frame(byte_writer& out, const toy_world& /*by*/, const toy_snapshot& frame) {
    const toy_state& state = frame.state();
    out.write(state.frame);
    out.write_variable(state.bodies.size());
    for (const toy_body& each : state.bodies) {
        out.values(each.key, each.motion, *each.form);
    }
    save_pairs(out, state.touches);
    save_pairs(out, state.strings);
}

// What is wrong with a state, or nothing. Far away and fast means that sums may overflow before long.
[[nodiscard]] inline std::string_view fault_of(const toy_state& state) {
    constexpr std::int32_t far = 1 << 28;
    constexpr std::int32_t fast = 1 << 18;
    entity_key last = entity_key::none;
    for (const toy_body& each : state.bodies) {
        if (each.key <= std::exchange(last, each.key)) {
            return "the keys of bodies do not ascend";
        }
        const auto is_within = [](std::int32_t value, std::int32_t limit) {
            return value >= -limit && value <= limit;
        };
        if (!is_within(each.motion.x, far) || !is_within(each.motion.y, far) ||
            !is_within(each.motion.speed_x, fast) || !is_within(each.motion.speed_y, fast)) {
            return "a body is too far away or too fast";
        }
    }
    for (const std::vector<toy_pair>* pairs : {&state.touches, &state.strings}) {
        if (std::ranges::adjacent_find(*pairs, std::ranges::greater_equal()) != pairs->end()) {
            return "pairs of bodies do not ascend";
        }
        for (const auto& [a, b] : *pairs) {
            const auto is_there = [&](entity_key key) {
                return std::ranges::binary_search(state.bodies, key, {}, &toy_body::key);
            };
            if (a >= b || !is_there(a) || !is_there(b)) {
                return "a pair is of bodies that are not there";
            }
        }
    }
    return {};
}

inline status load_frame(byte_reader& in, toy_world& world) {
    toy_state state;
    state.frame = in.read<std::uint64_t>();
    const std::size_t count = in.read_count(32);
    for (std::size_t index = 0; index < count && in.ok(); ++index) {
        auto form = std::make_shared<toy_form>();
        toy_body& body = state.bodies.emplace_back();
        in.values(body.key, body.motion, *form);
        body.form = std::move(form);
    }
    state.touches = load_pairs(in);
    state.strings = load_pairs(in);
    if (const std::string_view fault = fault_of(state); in.ok() && !fault.empty()) {
        in.fail(fault);
    }
    status answer = in.finish();
    if (answer) {
        world.restore(toy_snapshot(std::move(state)));
    }
    return answer;
}

inline void save_forms(byte_writer& out, const form_list<toy_world>& forms) {
    out.write_variable(forms.size());
    for (const auto& each : forms) {
        out.values(*each);
    }
}

[[nodiscard]] inline result<form_list<toy_world>> load_forms(byte_reader& in, const toy_world& /*by*/) {
    form_list<toy_world> forms;
    const std::size_t count = in.read_count(8);
    for (std::size_t index = 0; index < count && in.ok(); ++index) {
        auto form = std::make_shared<toy_form>();
        in.values(*form);
        forms.push_back(std::move(form));
    }
    if (!in.ok()) {
        return in.failure();
    }
    return forms;
}

inline void save_definition(byte_writer& out, const toy_definition& what) {
    out.values(what.form, what.base, what.note);
}

[[nodiscard]] inline result<toy_definition> load_definition(byte_reader& in, const toy_world& /*by*/) {
    toy_definition what;
    in.values(what.form, what.base, what.note);
    if (!in.ok()) {
        return in.failure();
    }
    return what;
}

static_assert(storable_simulation<toy_world>);
static_assert(storable_definitions<toy_world>);

inline void save_toy_census(byte_writer& out, const std::shared_ptr<const census<toy_form>>& who) {
    out.write_variable(who->keys.size());
    for (std::size_t place = 0; place < who->keys.size(); ++place) {
        const toy_form& form = *who->forms[place];
        out.values(who->keys[place], form.color, form.is_fixed, form.is_source, form.feels_sources,
                   form.is_fragile);
    }
}

[[nodiscard]] inline std::shared_ptr<const census<toy_form>> load_toy_census(byte_reader& in) {
    auto who = std::make_shared<census<toy_form>>();
    const std::size_t count = in.read_count(16);
    for (std::size_t place = 0; place < count; ++place) {
        auto form = std::make_shared<toy_form>();
        in.values(who->keys.emplace_back(), form->color, form->is_fixed, form->is_source, form->feels_sources,
                  form->is_fragile);
        who->forms.push_back(form);
        who->is_aloof.push_back(form->is_fixed ? 1 : 0);
    }
    return who;
}

} // namespace orrery::test
