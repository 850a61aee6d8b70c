// Makes a simulation_interface of a world.
#pragma once

#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/simulation/simulation.hpp>
#include <orrery/timeline/detail/entity_model_of.hpp>
#include <orrery/timeline/event_history.hpp>
#include <orrery/timeline/journal.hpp>
#include <orrery/timeline/keyframe_list.hpp>
#include <orrery/timeline/simulation_interface.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

template <recordable_simulation World>
class simulation_adapter final : public simulation_interface {
public:
    using input = typename World::input_type;
    using event = typename World::event_type;
    using snapshot_type = typename World::snapshot_type;
    using kept_frame = keyframe<snapshot_type>;
    using definition = definition_type_of<World>;

    static constexpr std::size_t payload_bytes = sizeof(typename detail::event_payload<event>::type);

    explicit simulation_adapter(World world)
        : world_(std::move(world)) {}

    [[nodiscard]] World& world() noexcept { return world_; }

    [[nodiscard]] const World& world() const noexcept { return world_; }

    [[nodiscard]] static const snapshot_type& state_of(const frame_state& state) noexcept {
        return static_cast<const kept_frame&>(*state).state;
    }

    // The mark and the payload of an event, and the event of them.
    [[nodiscard]] static detail::event_mark split_event(std::uint64_t frame, const event& from,
                                                        std::byte* room) {
        const payload_type kept_part = payload::of(from);
        std::memcpy(room, &kept_part, sizeof(kept_part));
        const event_span span = World::span_of(from);
        return {frame, span.kind, from.key_a, from.key_b, span.role};
    }

    [[nodiscard]] static event event_of(const detail::event_mark& mark, const std::byte* bytes) {
        payload_type stored{};
        std::memcpy(&stored, bytes, sizeof(stored));
        return payload::event(mark.a, mark.b, stored);
    }

    // Events that cannot be compared are equal if the bytes of their payloads are.
    [[nodiscard]] static bool are_equal_events(const detail::event_mark& mark, const std::byte* a,
                                               const std::byte* b) {
        if constexpr (std::equality_comparable<event>) {
            return event_of(mark, a) == event_of(mark, b);
        } else {
            return std::memcmp(a, b, payload_bytes) == 0;
        }
    }

    [[nodiscard]] std::uint64_t frame() const override { return world_.frame(); }

    void step(std::span<const journal_item> inputs) override {
        inputs_.clear();
        for (const journal_item& each : inputs) {
            inputs_.push_back(input_of(each));
        }
        world_.step(inputs_);
    }

    [[nodiscard]] std::uint64_t hash() const override { return world_.hash(); }

    [[nodiscard]] frame_state snapshot() const override { return kept(world_.frame(), world_.snapshot()); }

    void restore(const frame_state& state) override { world_.restore(state_of(state)); }

    [[nodiscard]] std::unique_ptr<simulation_interface> fork(engine& machine) const override {
        return std::make_unique<simulation_adapter>(world_.fork(machine));
    }

    [[nodiscard]] engine& machine() const override { return world_.machine(); }

    void record(record_extent extent, detail::recorded_frame& into) override {
        world_.record(record_, extent);
        detail::take_record(record_, into);
        into.events.reserve(record_.events.size());
        into.event_payloads.resize(record_.events.size() * payload_bytes);
        std::byte* next = into.event_payloads.data();
        for (const event& each : record_.events) {
            into.events.push_back(split_event(record_.frame, each, next));
            next += payload_bytes;
        }
    }

    [[nodiscard]] detail::shared_model model() const override {
        return std::make_shared<const detail::entity_model_of<World>>(world_.model());
    }

    void set_foreign_sources(std::span<const std::byte> sources) override {
        sources_.resize(sources.size() / sizeof(source));
        if (!sources_.empty()) {
            std::memcpy(static_cast<void*>(sources_.data()), sources.data(), sources.size());
        }
        world_.set_foreign_sources(sources_);
    }

    [[nodiscard]] status check_input(const journal_item& what) const override {
        return World::check_input(input_of(what));
    }

    [[nodiscard]] std::array<entity_key, 2> keys_of(const journal_item& what) const override {
        return World::keys_of(input_of(what));
    }

    // Most worlds have no such inputs.
    [[nodiscard]] bool concerns_all([[maybe_unused]] const journal_item& what) const override {
        if constexpr (requires { World::concerns_all(input_of(what)); }) {
            return World::concerns_all(input_of(what));
        } else {
            return false;
        }
    }

    status define([[maybe_unused]] const definition_item& what) override {
        if constexpr (definable_simulation<World>) {
            return world_.define(detail::definition_in<definition>(what));
        } else {
            return error{"a world of this type has no definitions"};
        }
    }

    [[nodiscard]] bool are_equal(const definition_item& a, const definition_item& b) const override {
        return a.content == b.content ||
               detail::definition_in<definition>(a) == detail::definition_in<definition>(b);
    }

    [[nodiscard]] bool has_definition([[maybe_unused]] std::uint64_t id) const override {
        if constexpr (definable_simulation<World>) {
            return world_.has_definition(id);
        } else {
            return false;
        }
    }

    [[nodiscard]] std::uint64_t definition_of([[maybe_unused]] const journal_item& what) const override {
        if constexpr (definable_simulation<World>) {
            return World::definition_of(input_of(what));
        } else {
            return 0;
        }
    }

    [[nodiscard]] std::uint64_t hash_of(const frame_state& state) const override {
        return state_of(state).hash();
    }

    [[nodiscard]] frame_state shrunk(const frame_state& state) const override {
        snapshot_type smaller = state_of(state);
        smaller.shrink();
        return kept(state->frame, std::move(smaller));
    }

    [[nodiscard]] bool is_divisible() const override { return divisible_simulation<World>; }

    [[nodiscard]] frame_state extract_part(const frame_state& whole,
                                           [[maybe_unused]] std::span<const entity_key> keys) const override {
        if constexpr (divisible_simulation<World>) {
            return kept(whole->frame, part_of(state_of(whole), keys));
        } else {
            return whole;
        }
    }

    [[nodiscard]] frame_state insert_part(const frame_state& whole,
                                          [[maybe_unused]] std::span<const entity_key> keys,
                                          [[maybe_unused]] const frame_state& part) const override {
        if constexpr (divisible_simulation<World>) {
            return kept(whole->frame, with_part(state_of(whole), keys, state_of(part)));
        } else {
            return whole;
        }
    }

    [[nodiscard]] std::vector<entity_key> owners_of_key([[maybe_unused]] const frame_state& state,
                                                        [[maybe_unused]] entity_key key) const override {
        if constexpr (requires { owners_of(state_of(state), key); }) {
            const auto owners = owners_of(state_of(state), key);
            return {owners.begin(), owners.end()};
        } else {
            return {};
        }
    }

    [[nodiscard]] std::size_t event_payload_bytes() const override { return payload_bytes; }

    [[nodiscard]] detail::event_equality event_equality() const override { return &are_equal_events; }

    [[nodiscard]] journal_item renamed(const journal_item& what, entry_id name) const override {
        journal_entry<input> made = detail::entry_of<input>(what);
        made.id = name;
        return detail::item_of(made);
    }

    [[nodiscard]] detail::journal_log::equality journal_equality() const override {
        return &detail::are_equal_entries<input>;
    }

private:
    using source = typename World::source_type;
    using payload = detail::event_payload<event>;
    using payload_type = typename payload::type;

    [[nodiscard]] static const input& input_of(const journal_item& what) noexcept {
        return detail::entry_of<input>(what).input;
    }

    [[nodiscard]] static frame_state kept(std::uint64_t frame, snapshot_type state) {
        return std::make_shared<const kept_frame>(kept_frame{{frame}, std::move(state)});
    }

    World world_;
    // Room that stays.
    std::vector<input> inputs_;
    std::vector<source> sources_;
    frame_record<World> record_;
};

} // namespace orrery::time
