// The smallest world that can be put on a timeline: squares on a grid of whole numbers that drift, swap their
// velocities when they meet, are pulled by sources, hang on strings and break. Everything about it is local
// and exact, and a thousand frames take a millisecond.
#pragma once

#include "tests/timeline/toy_state.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/simulation/simulation.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::test {

class toy_model {
    // Recordings from outside hold any numbers.
    [[nodiscard]] static std::int32_t sum(std::int32_t a, std::int32_t b) noexcept {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
    }

public:
    [[nodiscard]] toy_form prepare(const toy_form& form, entity_key) const noexcept { return form; }

    [[nodiscard]] std::span<const toy_source> field(std::span<const toy_source> sources) const noexcept {
        return sources;
    }

    [[nodiscard]] toy_motion fly(const toy_form& form, const toy_motion& before,
                                 std::span<const toy_source> sources) const noexcept {
        toy_motion now = before;
        if (form.is_fixed) {
            return now;
        }
        if (form.feels_sources) {
            for (const toy_source& each : sources) {
                now.speed_x = sum(now.speed_x, (each.x > before.x) - (each.x < before.x));
                now.speed_y = sum(now.speed_y, (each.y > before.y) - (each.y < before.y));
            }
        }
        follow(before, now);
        return now;
    }

    void follow(const toy_motion& before, toy_motion& now) const noexcept {
        now.x = sum(before.x, now.speed_x);
        now.y = sum(before.y, now.speed_y);
    }
};

class toy_world {
public:
    using input_type = toy_input;
    using event_type = toy_event;
    using snapshot_type = toy_snapshot;
    using motion_type = toy_motion;
    using form_type = toy_form;
    using source_type = toy_source;
    using box_type = aabb2;
    using model_type = toy_model;
    using definition_type = toy_definition;
    static constexpr std::size_t pose_words = 2;
    static constexpr std::string_view type_name = "toy";

    // Two nearer than this to each other, at the start of a step, touch.
    static constexpr std::int32_t touching_distance = 10;
    static constexpr std::int32_t breaking_speed = 12;

    toy_world() = default;

    void add(entity_key key, const toy_motion& motion, const toy_form& form = {}) {
        const auto place = std::ranges::lower_bound(state_.bodies, key, {}, &toy_body::key);
        if (place != state_.bodies.end() && place->key == key) {
            return;
        }
        state_.bodies.insert(place, {key, motion, std::make_shared<const toy_form>(form)});
        all_moved_ = true;
    }

    void tie(entity_key a, entity_key b) {
        state_.strings.emplace_back(std::min(a, b), std::max(a, b));
        std::ranges::sort(state_.strings); // total order: pairs of keys
    }

    [[nodiscard]] std::uint64_t frame() const noexcept { return state_.frame; }

    [[nodiscard]] std::span<const toy_event> events() const noexcept { return events_; }

    [[nodiscard]] toy_snapshot snapshot() const { return toy_snapshot(state_); }

    [[nodiscard]] std::uint64_t hash() const { return snapshot().hash(); }

    void restore(const toy_snapshot& frame) {
        state_ = frame.state();
        events_.clear();
        forget_breaks();
        all_moved_ = true;
    }

    void step(std::span<const toy_input> inputs) {
        events_.clear();
        forget_breaks();
        all_moved_ = false;
        const std::vector<toy_source> sources = all_sources();
        for (const toy_input& each : inputs) {
            apply(each);
        }
        start_ = state_.bodies;
        collide();
        pull_strings();
        for (toy_body& each : state_.bodies) {
            each.motion = toy_model{}.fly(*each.form, each.motion, sources);
        }
        break_bodies();
        foreign_sources_.clear();
        ++state_.frame;
    }

    void record(frame_record<toy_world>& out, record_extent extent = record_extent::changes) {
        out.frame = state_.frame;
        out.events = events_;
        out.sources = own_sources();
        take_census(out);
        out.moved.clear();
        out.motions.clear();
        out.reaches.clear();
        for (std::uint32_t row = 0; row < state_.bodies.size(); ++row) {
            const toy_body& body = state_.bodies[row];
            const toy_body* before = find(start_, body.key);
            if (extent == record_extent::changes && !all_moved_ && before != nullptr &&
                before->motion == body.motion && find(recorded_, body.key) != nullptr &&
                find(recorded_, body.key)->motion == body.motion) {
                continue;
            }
            out.moved.push_back(row);
            out.motions.push_back(body.motion);
            // What has broken off felt what the whole felt.
            const auto origin = std::ranges::find(origins_, body.key, &toy_pair::first);
            out.reaches.push_back(
                reach_of(body, origin != origins_.end() ? find(start_, origin->second) : before));
        }
        out.departed.clear();
        for (const toy_body& each : broken_) {
            out.departed.emplace_back(each.key, reach_of(each, find(start_, each.key)));
        }
        recorded_ = state_.bodies;
    }

    [[nodiscard]] static toy_model model() { return {}; }

    [[nodiscard]] static event_span span_of(const toy_event& what) {
        switch (what.kind) {
        case toy_event_kind::touch_began:
            return {event_role::begins, 0};
        case toy_event_kind::touch_ended:
            return {event_role::ends, 0};
        default:
            return {event_role::once, static_cast<std::uint32_t>(what.kind)};
        }
    }

    [[nodiscard]] static std::array<entity_key, 2> keys_of(const toy_input& what) {
        return {what.target, entity_key::none};
    }

    [[nodiscard]] static status check_input(const toy_input& what) {
        return what.kind <= toy_input_kind::spawn
                   ? status{}
                   : status{error{"a toy can be pushed, created, destroyed, painted or spawned"}};
    }

    [[nodiscard]] static std::uint64_t definition_of(const toy_input& what) {
        return what.kind == toy_input_kind::spawn ? static_cast<std::uint32_t>(what.form.color) : 0;
    }

    [[nodiscard]] bool has_definition(std::uint64_t id) const { return definitions_.contains(id); }

    [[nodiscard]] status check_definition(const toy_definition& what) const {
        if (what.form.color < 0 || what.form.color > 1000) {
            return error{text("the colour of a definition is ", what.form.color, ", expected 0 to 1000")};
        }
        if (what.base != 0 && !has_definition(what.base)) {
            return error{text("a definition is based on ", what.base, ", which is not known")};
        }
        const auto known = definitions_.find(definition_id(what));
        if (known != definitions_.end() && known->second != what) {
            return error{text("another definition has the id ", known->first, " already")};
        }
        return {};
    }

    status define(const toy_definition& what) {
        status answer = check_definition(what);
        if (answer) {
            definitions_.emplace(definition_id(what), what);
        }
        return answer;
    }

    [[nodiscard]] const std::map<std::uint64_t, toy_definition>& definitions() const noexcept {
        return definitions_;
    }

    void share_definitions(const toy_world& other) { definitions_ = other.definitions_; }

    [[nodiscard]] engine& machine() const noexcept { return *machine_; }

    void set_machine(engine& machine) noexcept { machine_ = &machine; }

    [[nodiscard]] toy_world fork(engine& machine) const {
        toy_world other;
        other.share_definitions(*this);
        other.restore(snapshot());
        other.set_machine(machine);
        return other;
    }

    void set_foreign_sources(std::span<const toy_source> sources) {
        foreign_sources_.assign(sources.begin(), sources.end());
    }

private:
    [[nodiscard]] static const toy_body* find(const std::vector<toy_body>& bodies, entity_key key) {
        const auto place = std::ranges::lower_bound(bodies, key, {}, &toy_body::key);
        return place != bodies.end() && place->key == key ? &*place : nullptr;
    }

    [[nodiscard]] toy_body* find(entity_key key) { return const_cast<toy_body*>(find(state_.bodies, key)); }

    [[nodiscard]] static aabb2 reach_of(const toy_body& body, const toy_body* before) {
        const vector2 margin = vector2::filled(static_cast<scalar>(touching_distance) / 2);
        const aabb2 now = aabb2::from_center(position_of(body.motion), margin);
        return before == nullptr ? now : merge(now, aabb2::from_center(position_of(before->motion), margin));
    }

    [[nodiscard]] std::vector<toy_source> own_sources() const {
        std::vector<toy_source> all;
        for (const toy_body& each : state_.bodies) {
            if (each.form->is_source) {
                all.push_back({each.key, each.motion.x, each.motion.y});
            }
        }
        return all;
    }

    [[nodiscard]] std::vector<toy_source> all_sources() const {
        std::vector<toy_source> all = own_sources();
        all.insert(all.end(), foreign_sources_.begin(), foreign_sources_.end());
        std::ranges::sort(all, {}, &toy_source::key); // total order: keys differ
        return all;
    }

    void apply(const toy_input& what) {
        toy_body* body = find(what.target);
        if (what.kind == toy_input_kind::spawn) {
            if (body == nullptr && has_definition(definition_of(what))) {
                apply({.target = what.target,
                       .kind = toy_input_kind::create,
                       .value = what.value,
                       .form = form_of(definitions_.at(definition_of(what)))});
            }
            return;
        }
        if (what.kind == toy_input_kind::create && body == nullptr) {
            add(what.target, what.value, what.form);
            all_moved_ = false;
            events_.push_back({.kind = toy_event_kind::created, .key_a = what.target});
        } else if (body == nullptr) {
            return;
        } else if (what.kind == toy_input_kind::push && !body->form->is_fixed) {
            body->motion.speed_x += what.value.speed_x;
            body->motion.speed_y += what.value.speed_y;
        } else if (what.kind == toy_input_kind::paint) {
            body->form = std::make_shared<const toy_form>(what.form);
        } else if (what.kind == toy_input_kind::destroy) {
            remove(what.target);
            events_.push_back({.kind = toy_event_kind::destroyed, .key_a = what.target});
        }
    }

    [[nodiscard]] toy_form form_of(const toy_definition& what) const {
        toy_form made = what.form;
        for (std::uint32_t base = what.base; base != 0; base = definitions_.at(base).base) {
            made.color += definitions_.at(base).form.color;
        }
        return made;
    }

    void remove(entity_key key) {
        std::erase_if(state_.bodies, [=](const toy_body& each) { return each.key == key; });
        const auto is_of = [=](const toy_pair& each) { return each.first == key || each.second == key; };
        for (const toy_pair& each : state_.touches) {
            if (is_of(each)) {
                events_.push_back(
                    {.kind = toy_event_kind::touch_ended, .key_a = each.first, .key_b = each.second});
            }
        }
        std::erase_if(state_.touches, is_of);
        std::erase_if(state_.strings, is_of);
    }

    void collide() {
        std::vector<toy_pair> touches;
        for (std::size_t first = 0; first < start_.size(); ++first) {
            for (std::size_t second = first + 1; second < start_.size(); ++second) {
                const toy_motion& a = start_[first].motion;
                const toy_motion& b = start_[second].motion;
                if (std::abs(a.x - b.x) < touching_distance && std::abs(a.y - b.y) < touching_distance &&
                    !(start_[first].form->is_fixed && start_[second].form->is_fixed)) {
                    touches.emplace_back(start_[first].key, start_[second].key);
                    if (!std::ranges::binary_search(state_.touches, touches.back())) {
                        meet(state_.bodies[first], state_.bodies[second]);
                    }
                }
            }
        }
        for (const toy_pair& each : state_.touches) {
            if (!std::ranges::binary_search(touches, each)) {
                events_.push_back(
                    {.kind = toy_event_kind::touch_ended, .key_a = each.first, .key_b = each.second});
            }
        }
        state_.touches = std::move(touches);
    }

    void meet(toy_body& a, toy_body& b) {
        const std::int32_t speed =
            std::abs(a.motion.speed_x - b.motion.speed_x) + std::abs(a.motion.speed_y - b.motion.speed_y);
        events_.push_back(
            {.kind = toy_event_kind::touch_began, .speed = speed, .key_a = a.key, .key_b = b.key});
        if (a.form->is_fixed || b.form->is_fixed) {
            toy_body& moving = a.form->is_fixed ? b : a;
            moving.motion.speed_x = -moving.motion.speed_x;
            moving.motion.speed_y = -moving.motion.speed_y;
        } else {
            std::swap(a.motion.speed_x, b.motion.speed_x);
            std::swap(a.motion.speed_y, b.motion.speed_y);
        }
        for (const toy_body* each : {&a, &b}) {
            if (each->form->is_fragile && speed >= breaking_speed) {
                breaking_.push_back(each->key);
            }
        }
    }

    void pull_strings() {
        for (const auto& [first, second] : state_.strings) {
            toy_body* a = find(first);
            toy_body* b = find(second);
            const auto pull = [](std::int32_t from, std::int32_t to) {
                return (to - from > 3 * touching_distance) - (from - to > 3 * touching_distance);
            };
            const std::int32_t pull_x = pull(a->motion.x, b->motion.x);
            const std::int32_t pull_y = pull(a->motion.y, b->motion.y);
            for (const auto& [body, sign] : {std::pair{a, 1}, std::pair{b, -1}}) {
                if (!body->form->is_fixed) {
                    body->motion.speed_x += sign * pull_x;
                    body->motion.speed_y += sign * pull_y;
                }
            }
        }
    }

    void forget_breaks() {
        origins_.clear();
        broken_.clear();
    }

    void break_bodies() {
        std::ranges::sort(breaking_); // total order: keys
        const auto repeated = std::ranges::unique(breaking_);
        breaking_.erase(repeated.begin(), repeated.end());
        for (const entity_key key : breaking_) {
            const toy_body whole = *find(key);
            broken_.push_back(whole);
            remove(key);
            events_.push_back({.kind = toy_event_kind::broke, .key_a = key});
            for (const std::int32_t side : {-1, 1}) {
                toy_motion motion = whole.motion;
                motion.x += 4 * side;
                motion.speed_x += side;
                const entity_key part = derive_key(key, state_.frame, side == 1 ? 1 : 0);
                origins_.emplace_back(part, key);
                add(part, motion, {.color = whole.form->color});
                all_moved_ = false;
            }
        }
        breaking_.clear();
    }

    void take_census(frame_record<toy_world>& out) {
        const auto is_same = [&] {
            return census_ != nullptr && links_ == state_.strings &&
                   std::ranges::equal(census_->keys, state_.bodies, {}, {}, &toy_body::key) &&
                   std::ranges::equal(census_->forms, state_.bodies, {}, {}, &toy_body::form);
        };
        if (!is_same()) {
            auto made = std::make_shared<census<toy_form>>();
            for (const toy_body& each : state_.bodies) {
                made->keys.push_back(each.key);
                made->forms.push_back(each.form);
                made->is_aloof.push_back(each.form->is_fixed ? 1 : 0);
                if (each.form->is_source) {
                    made->sources.push_back(each.key);
                }
            }
            made->links = state_.strings;
            links_ = state_.strings;
            census_ = made;
        }
        out.who = census_;
    }

    // It computes without one; only copies of it are given another.
    [[nodiscard]] static engine& default_engine() {
        static engine made({.thread_count = 1});
        return made;
    }

    engine* machine_ = &default_engine();
    std::map<std::uint64_t, toy_definition> definitions_; // by id
    toy_state state_;
    std::vector<toy_event> events_;
    std::vector<toy_source> foreign_sources_;
    std::vector<toy_body> start_;    // of the step
    std::vector<toy_body> recorded_; // in the last record
    std::vector<entity_key> breaking_;
    std::vector<toy_pair> origins_; // parts of what broke in this step, and what they are parts of
    std::vector<toy_body> broken_;  // in this step, as they were at its end
    std::vector<toy_pair> links_;
    std::shared_ptr<const census<toy_form>> census_;
    bool all_moved_ = true;
};

namespace detail {

[[nodiscard]] inline bool has_key(std::span<const entity_key> keys, entity_key key) {
    return std::ranges::binary_search(keys, key);
}

} // namespace detail

// Keys are ascending. A touch or a string goes with a part that has a body of it which is not fixed.
[[nodiscard]] inline bool belongs_to(const toy_state& whole, const toy_pair& pair,
                                     std::span<const entity_key> keys) {
    const auto moves_with = [&](entity_key key) {
        const auto body = std::ranges::lower_bound(whole.bodies, key, {}, &toy_body::key);
        return detail::has_key(keys, key) && !body->form->is_fixed;
    };
    return moves_with(pair.first) || moves_with(pair.second);
}

[[nodiscard]] inline toy_snapshot part_of(const toy_snapshot& whole, std::span<const entity_key> keys) {
    toy_state part;
    part.frame = whole.frame();
    const toy_state& all = whole.state();
    for (const toy_body& each : all.bodies) {
        if (detail::has_key(keys, each.key)) {
            part.bodies.push_back(each);
        }
    }
    const auto keep = [&](const std::vector<toy_pair>& from, std::vector<toy_pair>& into) {
        std::ranges::copy_if(from, std::back_inserter(into),
                             [&](const toy_pair& each) { return belongs_to(all, each, keys); });
    };
    keep(all.touches, part.touches);
    keep(all.strings, part.strings);
    return toy_snapshot(std::move(part));
}

[[nodiscard]] inline toy_snapshot with_part(const toy_snapshot& whole, std::span<const entity_key> keys,
                                            const toy_snapshot& part) {
    const toy_state& old = whole.state();
    toy_state made = part.state();
    for (const toy_body& each : old.bodies) {
        if (!detail::has_key(keys, each.key)) {
            made.bodies.push_back(each);
        }
    }
    std::ranges::sort(made.bodies, {}, &toy_body::key); // total order: keys differ
    const auto keep = [&](const std::vector<toy_pair>& from, std::vector<toy_pair>& into) {
        std::ranges::copy_if(from, std::back_inserter(into),
                             [&](const toy_pair& each) { return !belongs_to(old, each, keys); });
        std::ranges::sort(into); // total order: pairs of keys
    };
    keep(old.touches, made.touches);
    keep(old.strings, made.strings);
    return toy_snapshot(std::move(made));
}

[[nodiscard]] inline toy_input spawn_toy(entity_key key, std::uint64_t definition, const toy_motion& motion) {
    return {.target = key,
            .kind = toy_input_kind::spawn,
            .value = motion,
            .form = {.color = static_cast<std::int32_t>(definition)}};
}

static_assert(divisible_simulation<toy_world>);
static_assert(definable_simulation<toy_world>);

} // namespace orrery::test
