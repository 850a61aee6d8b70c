#include "hex/step/pipeline.hpp"

#include <orrery/core/check.hpp>
#include <orrery/hex/world.hpp>

#include <algorithm>

namespace orrery::hex {

namespace detail {

pipeline::pipeline(engine& engine_to_use, std::shared_ptr<const hex::rules> rules_to_use,
                   const world_settings& settings_to_use)
    : machine(&engine_to_use)
    , rules(std::move(rules_to_use))
    , settings(settings_to_use)
    , pool(std::make_shared<frame_pool>())
    , broad_phase_(settings_to_use) {
    frame* const first = pool->take(0);
    first->number = 0;
    first->composite_count = 0;
    first->count = 0;
    first->roster = std::make_shared<const hex::roster>();
    first->arena = std::make_shared<extended_arena>();
    first->first_new_grain = extended_arena::capacity;
    current = frame_reference(first);
}

void pipeline::record(frame_record<world>& into) {
    recorder_.write(*current, events, reaches_.ask(), into);
}

void pipeline::restore(const frame_reference& to) {
    current = to;
    events.clear();
    statistics = {};
    reaches_.forget();
    recorder_.forget();
}

} // namespace detail

world::world(engine& machine, std::shared_ptr<const hex::rules> by, const world_settings& settings) {
    const status answer = by->check();
    ORRERY_CHECK(answer.is_ok(), "the rules of a hex world must pass their check()");
    stages_ = std::make_unique<detail::pipeline>(machine, std::move(by), settings);
}

world::world(world&&) noexcept = default;
world& world::operator=(world&&) noexcept = default;
world::~world() = default;

const rules& world::rules() const noexcept {
    return *stages_->rules;
}

std::shared_ptr<const rules> world::shared_rules() const noexcept {
    return stages_->rules;
}

const world_settings& world::settings() const noexcept {
    return stages_->settings;
}

engine& world::machine() const noexcept {
    return *stages_->machine;
}

status world::add(const object_definition& what) {
    return stages_->add({&what, 1});
}

status world::add(std::span<const object_definition> all) {
    return stages_->add(all);
}

void world::step(std::span<const input> inputs) {
    stages_->step(inputs);
}

const frame& world::current() const noexcept {
    return *stages_->current;
}

std::span<const event> world::events() const noexcept {
    return stages_->events;
}

const tick_statistics& world::statistics() const noexcept {
    return stages_->statistics;
}

std::optional<std::uint32_t> world::find(entity_key key) const noexcept {
    const hex::frame& in = current();
    const auto& keys = in.roster->keys;
    const auto known = std::ranges::find(keys, key);
    if (key == entity_key::none || known == keys.end()) {
        return std::nullopt;
    }
    const auto id = static_cast<std::uint32_t>(known - keys.begin());
    const auto found = std::ranges::find(in.motions(), id, &motion::id);
    return static_cast<std::uint32_t>(found - in.motions().begin());
}

world_snapshot world::snapshot() const {
    return {stages_->current, stages_->rules};
}

void world::restore(const world_snapshot& to) {
    stages_->restore(to.reference());
}

// Each record lists everyone, whatever the extent.
void world::record(frame_record<world>& into, record_extent /*extent*/) {
    stages_->record(into);
}

event_span world::span_of(const event& what) noexcept {
    return {event_role::once, static_cast<std::uint32_t>(what.kind)};
}

std::array<entity_key, 2> world::keys_of(const input& what) noexcept {
    return {what.target, entity_key::none};
}

world world::fork(engine& machine) const {
    world other(machine, stages_->rules, stages_->settings);
    other.restore(snapshot());
    return other;
}

} // namespace orrery::hex
