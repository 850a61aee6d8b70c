#include "rigid/step/pipeline.hpp"

#include <orrery/rigid/world.hpp>

namespace orrery::rigid {

world::world(engine& machine, const world_settings& settings) {
    const status answer = settings.check();
    ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
    stages_ = std::make_unique<detail::pipeline>(machine, settings);
}

world::world(world&&) noexcept = default;
world& world::operator=(world&&) noexcept = default;
world::~world() = default;

orrery::registry& world::registry() noexcept {
    return stages_->registry;
}

const orrery::registry& world::registry() const noexcept {
    return stages_->registry;
}

shape_store& world::shapes() noexcept {
    return stages_->definition.shapes;
}

const shape_store& world::shapes() const noexcept {
    return stages_->definition.shapes;
}

blueprint_store& world::blueprints() noexcept {
    return stages_->definition.blueprints;
}

const blueprint_store& world::blueprints() const noexcept {
    return stages_->definition.blueprints;
}

material_pairs world::materials() noexcept {
    return material_pairs(stages_->registry);
}

const world_settings& world::settings() const noexcept {
    return stages_->definition.settings;
}

engine& world::machine() const noexcept {
    return *stages_->machine;
}

void world::step(std::span<const input> inputs) {
    stages_->step(*this, inputs);
}

std::uint64_t world::frame() const noexcept {
    return stages_->frame;
}

std::span<const event> world::events() const noexcept {
    return stages_->events();
}

std::uint64_t world::hash() const {
    return stages_->registry.hash();
}

event_span world::span_of(const event& what) noexcept {
    const auto interval = [](event_role role, event_kind beginning) {
        return event_span{role, static_cast<std::uint32_t>(beginning)};
    };
    switch (what.kind) {
    case event_kind::contact_began:
    case event_kind::sensor_entered:
    case event_kind::fell_asleep:
    case event_kind::glued:
        return interval(event_role::begins, what.kind);
    case event_kind::contact_ended:
        return interval(event_role::ends, event_kind::contact_began);
    case event_kind::sensor_left:
        return interval(event_role::ends, event_kind::sensor_entered);
    case event_kind::woke_up:
        return interval(event_role::ends, event_kind::fell_asleep);
    case event_kind::unglued:
        return interval(event_role::ends, event_kind::glued);
    case event_kind::contact_persisted:
    case event_kind::created:
    case event_kind::destroyed:
    case event_kind::broke:
    case event_kind::joint_lost:
    case event_kind::refused:
    case event_kind::joint_broke:
    case event_kind::speed_limited:
        break;
    }
    return interval(event_role::once, what.kind);
}

bool world::concerns_all(const input& what) noexcept {
    return what.kind == input_kind::set_material_pair || what.kind == input_kind::remove_material_pair;
}

std::array<entity_key, 2> world::keys_of(const input& what) noexcept {
    return {what.target, what.kind == input_kind::glue ? entity_key{what.subject} : entity_key::none};
}

world_snapshot world::snapshot() const {
    world_snapshot taken;
    stages_->registry.snapshot_into(taken.state_);
    taken.frame_ = stages_->frame;
    taken.shapes_ = stages_->definition.shapes;
    taken.blueprints_ = stages_->definition.blueprints;
    taken.derived_ = stages_->index_of_frame();
    return taken;
}

void world::restore(const world_snapshot& frame) {
    stages_->definition.shapes.merge(frame.shapes_);
    stages_->definition.blueprints.merge(frame.blueprints_);
    stages_->registry.restore(frame.state_);
    stages_->go_on_from(frame.frame_, frame.derived_, frame.is_derived_exact_, frame.reconsidered_);
}

void world::record(frame_record<world>& into, record_extent extent) {
    stages_->record(into, extent);
}

world world::fork(engine& machine) const {
    world made(machine, settings());
    made.stages_->share_definition(*stages_);
    made.restore(snapshot());
    return made;
}

void world::list_sources(std::vector<field_source>& into) const {
    detail::list_sources(stages_->registry, into);
}

void world::set_foreign_sources(std::span<const field_source> sources) {
    stages_->set_foreign_sources(sources);
}

bool world::wake(entity which) {
    return stages_->wake(which);
}

void world::set_pair_filter(pair_filter filter) {
    stages_->definition.pair_filter = filter ? std::make_shared<pair_filter>(std::move(filter)) : nullptr;
}

void world::add_constraint_type(const detail::constraint_type& type) {
    stages_->add_constraint_type(type);
}

void world::reconsider(entity which) {
    stages_->reconsider(which);
}

} // namespace orrery::rigid
