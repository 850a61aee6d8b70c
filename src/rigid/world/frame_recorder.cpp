#include "rigid/world/frame_recorder.hpp"
#include "rigid/world/influence_box.hpp"

#include <orrery/rigid/contact.hpp>

#include <algorithm>
#include <iterator>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] motion read_motion(const registry_state& state, entity id) {
    const auto* velocity = state.try_get<linear_velocity>(id);
    const auto* spin = state.try_get<angular_velocity>(id);
    return {.position = state.get<position>(id).value,
            .orientation = state.get<orientation>(id).value,
            .linear_velocity = velocity != nullptr ? velocity->value : vector3{},
            .angular_velocity = spin != nullptr ? spin->value : vector3{}};
}

// `stepped` are the rows, ascending, that the last step has a path of.
void record_all(const recorded_state& from, const roster& who, std::span<const std::uint32_t> stepped,
                frame_record<world>& into) {
    const world_settings& settings = from.definition.settings;
    for (std::uint32_t place = 0; place < who.bodies().size(); ++place) {
        const entity id = who.bodies()[place].id;
        into.moved.push_back(place);
        into.motions.push_back(read_motion(from.state, id));
        into.reaches.push_back(influence_at_rest(place, who, from.state, settings));
        const std::uint32_t number = from.index.who.row_of(id);
        if (std::ranges::binary_search(stepped, number)) {
            into.reaches.back() =
                merge(into.reaches.back(),
                      influence_of_step(number, from.index, from.bodies, from.paths, settings));
        }
    }
    // Of a step that this world did not make, nobody knows how far its bodies saw; but they touched.
    from.state.view<contact>().each([&](const contact& memory) {
        const std::uint32_t a = who.row_of(memory.a);
        const std::uint32_t b = who.row_of(memory.b);
        if (a != no_row && b != no_row) {
            extend_to(into.reaches[a], into.reaches[b]);
        }
    });
}

void record_moving(const recorded_state& from, std::span<const std::uint32_t> newcomers,
                   frame_record<world>& into) {
    const world_settings& settings = from.definition.settings;
    const body_table& bodies = from.bodies;
    std::ranges::set_union(bodies.moving, newcomers, std::back_inserter(into.moved));
    into.motions.resize(into.moved.size());
    into.reaches.resize(into.moved.size());
    for (std::size_t index = 0; index < into.moved.size(); ++index) {
        const std::uint32_t number = into.moved[index];
        const body_row& row = bodies.rows[number];
        into.reaches[index] = influence_of_step(number, from.index, bodies, from.paths, settings);
        if (bodies.briefs[number].can_move && row.kind == body_kind::dynamic) {
            into.motions[index] = {row.position, row.orientation, row.linear_velocity, row.angular_velocity};
            continue;
        }
        into.motions[index] = read_motion(from.state, from.index.who.bodies()[number].id);
        if (!bodies.briefs[number].can_move) { // it came, or has fallen asleep
            into.reaches[index] =
                merge(into.reaches[index], influence_at_rest(number, from.index.who, from.state, settings));
        }
    }
}

} // namespace

void frame_recorder::record(const recorded_state& from, record_extent extent, world_changes& changes,
                            departures& left, frame_record<world>& into) {
    into.moved.clear();
    into.motions.clear();
    into.reaches.clear();
    if (changes.roster) {
        roster_.rebuild(from.state, from.definition.shapes, {}, new_numbers_);
    }
    const roster& who = changes.roster ? roster_ : from.index.who;
    into.who =
        census_.follow(from.state, who, from.definition.constraint_types,
                       {.other_bodies = changes.roster || census_.roster_version != changes.roster_version,
                        .other_joints = changes.joints || census_.joints_version != changes.joints_version});
    census_.roster_version = changes.roster_version;
    census_.joints_version = changes.joints_version;
    std::ranges::sort(from.bodies.moving); // total order: plain numbers
    if (changes.roster || changes.motions) {
        record_all(from, who, from.bodies.moving, into);
        changes.motions = false;
    } else if (extent == record_extent::full) {
        std::vector<std::uint32_t> stepped;
        std::ranges::set_union(from.bodies.moving, census_.newcomers(), std::back_inserter(stepped));
        record_all(from, who, stepped, into);
    } else {
        record_moving(from, census_.newcomers(), into);
    }
    left.extend_to_fragments(who, into.moved, into.reaches);
    into.departed.assign(left.all().begin(), left.all().end());
    left.note_record();
}

} // namespace orrery::rigid::detail
