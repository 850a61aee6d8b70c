// What toy worlds are made of: motions, forms, events, inputs, definitions and whole frames.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/math/vector2.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::test {

struct toy_motion {
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t speed_x = 0;
    std::int32_t speed_y = 0;

    friend bool operator==(const toy_motion&, const toy_motion&) = default;
};

[[nodiscard]] inline vector2 position_of(const toy_motion& where) noexcept {
    return {static_cast<scalar>(where.x), static_cast<scalar>(where.y)};
}

struct toy_form {
    std::int32_t color = 0;
    bool is_fixed = false;
    bool is_source = false;
    bool feels_sources = false;
    bool is_fragile = false;

    friend bool operator==(const toy_form&, const toy_form&) = default;
};

struct toy_source {
    entity_key key = entity_key::none;
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(const toy_source&, const toy_source&) = default;
};

enum class toy_event_kind : std::uint32_t { touch_began, touch_ended, broke, created, destroyed };

inline constexpr std::uint32_t toy_event_kind_count = 5;

struct toy_event {
    toy_event_kind kind = toy_event_kind::touch_began;
    std::int32_t speed = 0;
    entity_key key_a = entity_key::none;
    entity_key key_b = entity_key::none;

    friend bool operator==(const toy_event&, const toy_event&) = default;
};

// What toys are made from. One that is based on another has the sum of both colours.
struct toy_definition {
    toy_form form{};
    std::uint32_t base = 0; // the id of another definition; 0: none
    std::int32_t note = 0;  // left out of the id, so that tests can make two that share one

    friend bool operator==(const toy_definition&, const toy_definition&) = default;
};

// Of 31 bits, because an input has it in place of a colour.
[[nodiscard]] inline std::uint64_t definition_id(const toy_definition& what) {
    const std::array<std::int64_t, 6> all{what.form.color,
                                          what.form.is_fixed ? 1 : 0,
                                          what.form.is_source ? 1 : 0,
                                          what.form.feels_sources ? 1 : 0,
                                          what.form.is_fragile ? 1 : 0,
                                          what.base};
    const std::uint64_t id = hash_bytes(std::as_bytes(std::span(all))) & 0x7fffffffU;
    return id == 0 ? 1 : id;
}

enum class toy_input_kind : std::uint64_t { push, create, destroy, paint, spawn };

inline constexpr std::uint64_t toy_input_kind_count = 5;

struct toy_input {
    entity_key target = entity_key::none;
    toy_input_kind kind = toy_input_kind::push;
    toy_motion value{}; // the change of velocity, or all of a new one
    toy_form form{};    // of what is spawned the colour alone, which is the id of a definition

    friend bool operator==(const toy_input&, const toy_input&) = default;
};

struct toy_body {
    entity_key key = entity_key::none;
    toy_motion motion{};
    std::shared_ptr<const toy_form> form;
};

using toy_pair = std::pair<entity_key, entity_key>;

struct toy_state {
    std::uint64_t frame = 0;
    std::vector<toy_body> bodies;  // by key
    std::vector<toy_pair> touches; // sorted
    std::vector<toy_pair> strings; // sorted
};

class toy_snapshot {
public:
    toy_snapshot() = default;

    explicit toy_snapshot(toy_state state)
        : state_(std::make_shared<const toy_state>(std::move(state))) {}

    [[nodiscard]] const toy_state& state() const noexcept { return *state_; }

    [[nodiscard]] std::uint64_t frame() const noexcept { return state_->frame; }

    void shrink() noexcept {}

    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t sum = 0;
        for (const toy_body& each : state_->bodies) {
            const std::array<std::int64_t, 10> all{static_cast<std::int64_t>(each.key),
                                                   each.motion.x,
                                                   each.motion.y,
                                                   each.motion.speed_x,
                                                   each.motion.speed_y,
                                                   each.form->color,
                                                   each.form->is_fixed ? 1 : 0,
                                                   each.form->is_source ? 1 : 0,
                                                   each.form->feels_sources ? 1 : 0,
                                                   each.form->is_fragile ? 1 : 0};
            sum += hash_bytes(std::as_bytes(std::span(all)));
        }
        const auto add_pairs = [&](const std::vector<toy_pair>& pairs, std::uint64_t seed) {
            for (const auto& [a, b] : pairs) {
                sum += hash_combine(
                    hash_combine(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)), seed);
            }
        };
        add_pairs(state_->touches, 1);
        add_pairs(state_->strings, 2);
        return sum;
    }

private:
    std::shared_ptr<const toy_state> state_ = std::make_shared<const toy_state>();
};

} // namespace orrery::test
