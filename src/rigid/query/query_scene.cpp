#include "rigid/objects/body_placement.hpp"
#include "rigid/query/query_scene.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t bodies_a_task = 128;

} // namespace

aabb3 rounded_outwards(const aabb3& box) noexcept {
    const scalar largest = max(largest_component(abs(box.min)), largest_component(abs(box.max)));
    return inflate(box, scalar(4) * std::numeric_limits<scalar>::epsilon() * largest);
}

void query_scene::update(const registry_state& state, const shape_store& shapes, scheduler& jobs) {
    ORRERY_ZONE("update queries");
    const bool may_fit =
        shapes_ == &shapes && shape_count_ == shapes.size() && state.count<body>() == bodies_.size();
    // Most often the bodies are those of the last time, and only their places are new.
    if (!may_fit || !take_in_all(state, jobs)) {
        list_bodies(state, shapes);
        ORRERY_CHECK(take_in_all(state, jobs), "bodies changed while a picture was made of them");
    }
    tree_.build(boxes_, jobs);
}

void query_scene::list_bodies(const registry_state& state, const shape_store& shapes) {
    shapes_ = &shapes;
    shape_count_ = shapes.size();
    who_.rebuild(state, shapes, {}, new_numbers_);
    bodies_.assign(who_.bodies().size(), {});
    for (std::size_t row = 0; row < bodies_.size(); ++row) {
        const shape* form = state.try_get<shape>(who_.bodies()[row].id);
        bodies_[row].form = form != nullptr ? std::optional(*form) : std::nullopt;
    }
    placed_.resize(who_.colliders().size());
    boxes_.resize(who_.colliders().size());
}

bool query_scene::take_in_all(const registry_state& state, scheduler& jobs) {
    parallel_for(jobs, bodies_.size(), bodies_a_task, [&](std::size_t row) {
        bodies_[row].is_same = is_same(state, row);
        if (bodies_[row].is_same) {
            take_in(state, row);
        }
    });
    return std::ranges::all_of(bodies_, &query_body::is_same);
}

bool query_scene::is_same(const registry_state& state, std::size_t row) const noexcept {
    const roster::body_entry& entry = who_.bodies()[row];
    if (!state.valid(entry.id) || state.key_of(entry.id) != entry.key ||
        !state.all_of<body, position, orientation>(entry.id)) {
        return false;
    }
    const shape* form = state.try_get<shape>(entry.id);
    const std::optional<shape>& before = bodies_[row].form;
    return form != nullptr ? before == *form : !before;
}

void query_scene::take_in(const registry_state& state, std::size_t row) noexcept {
    const roster::body_entry& entry = who_.bodies()[row];
    query_body& taken = bodies_[row];
    const body_row placement = placement_of(state, entry.id);
    taken.position = placement.position;
    taken.orientation = placement.orientation;
    taken.center_of_mass = placement.center_of_mass;
    taken.is_sensor = !state.all_of<material>(entry.id);
    taken.kind = 1u << static_cast<std::uint32_t>(state.get<body>(entry.id).kind);
    const auto* filter = state.try_get<collision_filter>(entry.id);
    taken.filter = filter != nullptr ? *filter : collision_filter{};
    for (std::uint32_t child = 0; child < entry.collider_count; ++child) {
        const std::uint32_t number = entry.first_collider + child;
        placed_[number] = place(who_.colliders()[number], placement);
        boxes_[number] = rounded_outwards(box_of(placed_[number]));
        if (!is_valid(boxes_[number])) {
            boxes_[number] = {};
            taken.kind = 0;
        }
    }
}

moving_shape query_scene::at_rest(std::uint32_t number) const noexcept {
    const collider& part = who_.colliders()[number];
    const query_body& whole = bodies_[part.row];
    moving_shape resting;
    resting.what = part.what;
    resting.hull = part.hull;
    resting.mesh = part.mesh;
    resting.start = {whole.position + rotate(whole.orientation, part.where.position - whole.center_of_mass),
                     whole.orientation * part.where.rotation};
    return resting;
}

body_part query_scene::part(std::uint32_t number) const noexcept {
    const collider& found = who_.colliders()[number];
    return {who_.bodies()[found.row].id, found.child};
}

bool query_scene::is_seen(std::uint32_t number, const query_filter& filter) const {
    const collider& part = who_.colliders()[number];
    const query_body& whole = bodies_[part.row];
    const entity id = who_.bodies()[part.row].id;
    return (whole.kind & filter.kinds) != 0 && (filter.sees_sensors || !whole.is_sensor) &&
           (whole.filter.groups & filter.groups.mask) != 0 &&
           (filter.groups.groups & whole.filter.mask) != 0 && id != filter.except &&
           (!filter.accepts || filter.accepts(id, part.child));
}

} // namespace orrery::rigid::detail
