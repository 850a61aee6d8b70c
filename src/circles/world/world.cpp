#include "circles/step/pipeline.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/check.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/pairs.hpp>

namespace orrery::circles {

namespace detail {

pipeline::pipeline(engine& engine_to_use, std::shared_ptr<const terrain> walls_to_use,
                   const world_settings& settings_to_use)
    : machine(&engine_to_use)
    , walls(std::move(walls_to_use))
    , settings(settings_to_use)
    , clock_(walls, settings_to_use) {
    const std::shared_ptr<frame> first = pool_->take();
    first->number = 0;
    first->roster = std::make_shared<const circles::roster>();
    current = first;
}

pipeline::pipeline(engine& engine_to_use, const pipeline& other)
    : machine(&engine_to_use)
    , walls(other.walls)
    , settings(other.settings)
    , current(other.current)
    , assumptions_(other.assumptions_.of_fork())
    , clock_(walls, settings) {}

void pipeline::restore(std::shared_ptr<const frame> to) noexcept {
    current = std::move(to);
    events.clear();
    statistics = {};
    changes_.left.clear();
    reaches_.clear();
    recorder_.forget();
}

void pipeline::record(frame_record<world>& into) {
    recorder_.write(*current, rules().skin, reaches_, changes_.left, events, into);
}

spatial::islands pipeline::islands() const {
    spatial::grid_hierarchy<aabb2> boxes;
    boxes.build(reaches_);
    spatial::islands found;
    found.build(reaches_.size(), spatial::pairs(boxes));
    return found;
}

} // namespace detail

world::world(engine& machine, std::shared_ptr<const circles::rules> by, const world_settings& settings) {
    const status answer = by->check();
    ORRERY_CHECK(answer.is_ok(), "the rules of a world of circles must pass their check()");
    stages_ = std::make_unique<detail::pipeline>(
        machine, std::make_shared<const detail::terrain>(std::move(by)), settings);
}

world::world(std::unique_ptr<detail::pipeline> stages) noexcept
    : stages_(std::move(stages)) {}

world::world(world&&) noexcept = default;
world& world::operator=(world&&) noexcept = default;
world::~world() = default;

const rules& world::rules() const noexcept {
    return stages_->rules();
}

std::shared_ptr<const rules> world::shared_rules() const noexcept {
    return stages_->walls->shared_rules();
}

const world_settings& world::settings() const noexcept {
    return stages_->settings;
}

engine& world::machine() const noexcept {
    return *stages_->machine;
}

status world::add(const circle_definition& what) {
    return stages_->add({&what, 1});
}

status world::add(std::span<const circle_definition> all) {
    return stages_->add(all);
}

bool world::remove(entity_key key) {
    return stages_->remove(key);
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

const update_statistics& world::statistics() const noexcept {
    return stages_->statistics;
}

sink<const event&> world::on_event() noexcept {
    return stages_->listeners.sink();
}

spatial::islands world::islands() const {
    return stages_->islands();
}

std::optional<std::uint32_t> world::find(entity_key key) const noexcept {
    return current().roster->find(key);
}

world_snapshot world::snapshot() const {
    return {stages_->current, stages_->walls};
}

void world::restore(const world_snapshot& to) {
    stages_->restore(to.reference());
}

// Each record lists everyone, whatever the extent.
void world::record(frame_record<world>& into, record_extent /*extent*/) {
    stages_->record(into);
}

event_span world::span_of(const event& what) noexcept {
    // A contact lasts from its beginning to its end; those with different walls are different ones.
    const auto kind = static_cast<std::uint32_t>(what.kind);
    const auto touching = static_cast<std::uint32_t>(event_kind::began);
    const std::uint32_t contact = what.wall == no_wall ? touching : event_kind_count + what.wall;
    switch (what.kind) {
    case event_kind::began:
        return {event_role::begins, contact};
    case event_kind::ended:
        return {event_role::ends, contact};
    default:
        return {event_role::once, kind};
    }
}

std::array<entity_key, 2> world::keys_of(const input& what) noexcept {
    return {what.target, entity_key::none};
}

world world::fork(engine& machine) const {
    return world(std::make_unique<detail::pipeline>(machine, *stages_));
}

} // namespace orrery::circles
