#include "rigid/movers/character_stage.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>
#include <orrery/spatial/box_query.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// Of the speculative margin: how far away probes stop, and what counts as touched.
constexpr scalar probe_share = scalar(0.05);
constexpr scalar near_share = scalar(0.25);
// m/s: what a push must give a character upwards before it leaves the ground.
constexpr scalar throwing_speed = scalar(0.1);

// The mean velocity of a point over the step, so that a round trip on a platform ends where it began.
[[nodiscard]] vector3 velocity_at(const body_row& row, vector3 point, scalar dt) noexcept {
    if (row.angular_velocity == vector3{}) {
        return row.linear_velocity;
    }
    const vector3 arm = point - row.position;
    const vector3 turned = rotate(quaternion::from_rotation_vector(row.angular_velocity * dt), arm);
    return row.linear_velocity + (turned - arm) / dt;
}

[[nodiscard]] moving_shape at_rest(const placed_shape& what, const collider& part) noexcept {
    return {.what = part.what,
            .hull = what.hull,
            .start = {what.position, to_quaternion(what.rotation)},
            .local_center = {},
            .displacement = {},
            .turn = {},
            .mesh = what.mesh};
}

[[nodiscard]] bool is_round(shape_kind kind) noexcept {
    return kind == shape_kind::capsule || kind == shape_kind::sphere;
}

// What one character can learn about what cannot be pushed.
class character_probe final : public surroundings {
public:
    character_probe(std::uint32_t row, const broad_phase_state& index, const body_table& bodies,
                    const pair_rules& rules, const world_settings& settings) noexcept
        : own_(index.who.colliders_of(row).front())
        , turn_(bodies.rows[row].orientation)
        , index_(index)
        , bodies_(bodies)
        , rules_(rules)
        , settings_(settings) {}

    [[nodiscard]] std::optional<probe_hit> cast(const shape& what, vector3 from, vector3 way) override {
        const moving_shape mine{
            .what = what, .start = {from, turn_}, .local_center = {}, .displacement = way, .turn = {}};
        const aabb3 box = box_of(place(what, mine.start));
        const aabb3 around = inflate(merge(box, {box.min + way, box.max + way}), slop());
        std::optional<shape_cast_hit> first;
        std::uint32_t who = no_row;
        spatial::for_each_intersecting(index_.tree, around, [&](std::uint32_t leaf, const aabb3&) {
            const std::uint32_t number = index_.collider_of_leaf[leaf];
            if (!is_obstacle(number)) {
                return;
            }
            const collider& other = index_.who.colliders()[number];
            const auto hit = cast_shapes(mine, at_rest(bodies_.placed[number], other), slop());
            const bool is_first = hit && (!first || hit->fraction < first->fraction ||
                                          (hit->fraction == first->fraction && number < who));
            if (is_first) {
                first = hit;
                who = number;
            }
        });
        if (!first) {
            return {};
        }
        const body_row& row = bodies_.rows[index_.who.colliders()[who].row];
        return probe_hit{first->fraction, -first->normal,
                         velocity_at(row, first->point, settings_.time_step)};
    }

private:
    [[nodiscard]] scalar slop() const noexcept { return settings_.speculative_margin * probe_share; }

    [[nodiscard]] bool is_obstacle(std::uint32_t number) const {
        const collider& other = index_.who.colliders()[number];
        const body_row& row = bodies_.rows[other.row];
        if (row.kind == body_kind::dynamic || bodies_.traits[other.row].is_sensor) {
            return false;
        }
        return rules_.may_encounter(own_, other);
    }

    const collider& own_;
    quaternion turn_;
    const broad_phase_state& index_;
    const body_table& bodies_;
    const pair_rules& rules_;
    const world_settings& settings_;
};

} // namespace

void character_stage::walk(const broad_phase_state& index, const pair_rules& rules,
                           const world_settings& settings, scheduler& jobs, orrery::registry& registry,
                           contact_set& contacts, body_table& bodies) {
    if (registry.count<character>() == 0) {
        return;
    }
    ORRERY_ZONE("characters");
    list_characters(registry, index.who, bodies.rows);
    if (characters_.empty()) {
        return; // they sleep
    }
    list_foot_touches(index, bodies, settings, contacts);
    const std::size_t characters_a_task = rules.asks_user() ? characters_.size() : 4;
    parallel_for(jobs, characters_.size(), characters_a_task, [&](std::size_t place) {
        characters_[place].next = next_stride(characters_[place], registry, index, bodies, rules, settings);
    });
    for (const entry& each : characters_) {
        body_row& row = bodies.rows[each.row];
        row.linear_velocity = each.next.velocity;
        bodies.traits[each.row].probe_reach =
            2 * (registry.get<const character>(each.id).step_height + row.outer_radius);
        if (each.next.what != stride::weight::falls) {
            const gravity* own = registry.try_get<const gravity>(each.id);
            const vector3 down = own != nullptr ? own->value : vector3{};
            const vector3 ground =
                each.next.what == stride::weight::stands ? each.next.state.ground_normal : vector3{};
            row.acceleration += ground * dot(down, ground) - down;
            row.pull = ground * dot(row.pull, ground);
        }
        if (each.next.state != each.before) { // otherwise frames share it
            registry.get<walk_state>(each.id) = each.next.state;
        }
    }
}

stride character_stage::next_stride(const entry& each, const registry_state& state,
                                    const broad_phase_state& index, const body_table& bodies,
                                    const pair_rules& rules, const world_settings& settings) const {
    const body_row& row = bodies.rows[each.row];
    const placed_shape& form = bodies.placed[index.who.bodies()[each.row].first_collider];
    const vector3 up = form.rotation.column(1);
    const vector3 pushed = row.linear_velocity - state.get<linear_velocity>(each.id).value;
    const walker who{.up = up,
                     .center = form.position,
                     .radius = form.size.x,
                     .half_length = form.kind == shape_kind::capsule ? form.size.y : scalar(0),
                     .velocity = row.linear_velocity,
                     .inverse_mass = row.inverse_mass,
                     .is_thrown = dot(pushed, up) > throwing_speed};
    character_probe around(each.row, index, bodies, rules, settings);
    return walk_on(who, state.get<character>(each.id), each.before,
                   std::span(foot_touches_).subspan(each.first_touch, each.touch_count), around,
                   {.time_step = settings.time_step,
                    .slop = settings.speculative_margin * probe_share,
                    .nearness = settings.speculative_margin * near_share});
}

void character_stage::list_characters(const registry_state& state, const roster& who,
                                      std::span<const body_row> rows) {
    characters_.clear();
    state.view<character, walk_state>().each([&](entity id, const character&, const walk_state& walk) {
        const std::uint32_t row = who.row_of(id);
        if (row == no_row || !rows[row].is_awake || who.bodies()[row].collider_count != 1 ||
            !is_round(who.colliders_of(row).front().what.kind)) {
            return;
        }
        characters_.push_back({.id = id, .row = row, .before = walk});
    });
    std::ranges::sort(characters_, {}, &entry::row); // total order: each has a row of its own
}

void character_stage::list_foot_touches(const broad_phase_state& index, const body_table& bodies,
                                        const world_settings& settings, contact_set& contacts) {
    character_of_touch_.clear();
    const auto character_at = [&](std::uint32_t row) {
        const auto found = std::ranges::lower_bound(characters_, row, {}, &entry::row);
        return found != characters_.end() && found->row == row
                   ? static_cast<std::uint32_t>(found - characters_.begin())
                   : no_row;
    };
    for (std::uint32_t number = 0; number < contacts.touches.size(); ++number) {
        touch& pair = contacts.touches[number];
        if (pair.is_sensor) {
            continue;
        }
        const std::uint32_t a = pair.is_a_dynamic ? character_at(pair.row_a) : no_row;
        const std::uint32_t b = pair.is_b_dynamic ? character_at(pair.row_b) : no_row;
        if (a == no_row && b == no_row) {
            continue;
        }
        // It brakes by itself.
        pair.material.friction = 0;
        pair.material.restitution = 0;
        pair.memory.friction_impulse = {};
        for (const std::uint32_t which : {a, b}) {
            if (which != no_row) {
                character_of_touch_.emplace_back(which, number);
            }
        }
    }
    std::ranges::sort(character_of_touch_); // total order: a character has a touch once
    foot_touches_.clear();
    for (const auto& [which, number] : character_of_touch_) {
        const touch& pair = contacts.touches[number];
        const manifold& where = contacts.manifolds[pair.candidate];
        entry& each = characters_[which];
        const bool is_first = pair.row_a == each.row;
        if (each.touch_count++ == 0) {
            each.first_touch = foot_touches_.size();
        }
        const manifold_point& nearest = *std::min_element(
            where.points.begin(), where.points.begin() + where.count,
            [](const manifold_point& a, const manifold_point& b) { return a.separation < b.separation; });
        const body_row& other = bodies.rows[is_first ? pair.row_b : pair.row_a];
        const vector3 point =
            contact_origin(index.candidates[pair.candidate], bodies.placed) + nearest.offset;
        foot_touches_.push_back({.normal = is_first ? -where.normal : where.normal,
                                 .separation = nearest.separation,
                                 .velocity = velocity_at(other, point, settings.time_step),
                                 .can_be_pushed = other.kind == body_kind::dynamic});
    }
}

} // namespace orrery::rigid::detail
