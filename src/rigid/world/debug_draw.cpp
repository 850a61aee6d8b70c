#include "rigid/objects/body_placement.hpp"
#include "rigid/shape/shape_outline.hpp"
#include "rigid/step/pipeline.hpp"
#include "rigid/step/roster.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/contact_list.hpp>
#include <orrery/rigid/debug_draw.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/spatial/islands.hpp>

#include <array>

namespace orrery::rigid {
namespace {

// Far from each other for the eye, and from the colours of everything else.
constexpr std::array<color32, 12> island_colors{0xe6194bff, 0x3cb44bff, 0xffe119ff, 0x4363d8ff,
                                                0xf58231ff, 0x911eb4ff, 0x46f0f0ff, 0xf032e6ff,
                                                0xbcf60cff, 0xfabebeff, 0x008080ff, 0x9a6324ff};

constexpr scalar axis_length = scalar(0.25); // m
constexpr std::array<color32, 3> axis_colors{0xff0000ff, 0x00ff00ff, 0x0000ffff};

class world_artist {
public:
    world_artist(const world& what, debug_drawer& drawer, const debug_draw_settings& settings)
        : world_(what)
        , state_(what.registry())
        , drawer_(drawer)
        , settings_(settings) {
        std::vector<std::uint32_t> of_no_interest;
        who_.rebuild(state_, what.shapes(), {}, of_no_interest);
        if (settings.draws_contacts || settings.colors_islands) {
            find_contacts(what, contacts_);
        }
        if (settings.colors_islands) {
            find_islands();
        }
    }

    void draw_bodies() const {
        for (std::uint32_t row = 0; row < who_.bodies().size(); ++row) {
            draw_body(row);
        }
    }

    void draw_contacts() const {
        for (const touching& pair : contacts_) {
            for (std::uint32_t number = 0; number < pair.count; ++number) {
                const touching_point& at = pair.points[number];
                const vector3 end = at.position + pair.normal * settings_.normal_length;
                const scalar strength = at.impulse * settings_.length_of_impulse;
                drawer_.draw_point(at.position, settings_.point_pixels, settings_.colors.contact);
                drawer_.draw_line(at.position, end, settings_.colors.contact);
                drawer_.draw_line(at.position, at.position - pair.normal * strength,
                                  settings_.colors.impulse);
            }
        }
    }

    void draw_joints() const {
        for_each_joint(
            [&](const detail::constraint_type::ends& ends, const detail::constraint_type::pivots& pivots) {
                const vector3 center_a = center_of(ends.a);
                const vector3 center_b = center_of(ends.b);
                const vector3 held_a = pivots.a ? point_of(ends.a, *pivots.a) : center_a;
                const vector3 held_b = pivots.b ? point_of(ends.b, *pivots.b) : center_b;
                const color32 color = settings_.colors.joint;
                if (ends.a) {
                    drawer_.draw_line(center_a, held_a, color);
                }
                drawer_.draw_line(held_a, held_b, color);
                if (ends.b) {
                    drawer_.draw_line(held_b, center_b, color);
                }
                drawer_.draw_point(held_a, settings_.point_pixels, color);
                drawer_.draw_point(held_b, settings_.point_pixels, color);
            });
    }

private:
    void draw_body(std::uint32_t row) const {
        const entity id = who_.bodies()[row].id;
        const detail::body_row where = detail::placement_of(state_, id);
        const color32 color = color_of(row);
        for (const detail::collider& part : who_.colliders_of(row)) {
            const placed_shape placed = detail::place(part, where);
            if (settings_.draws_shapes && settings_.are_shapes_solid) {
                detail::draw_surface(placed, settings_.plane_size, drawer_, color);
            } else if (settings_.draws_shapes) {
                detail::draw_edges(placed, settings_.plane_size, drawer_, color);
            }
            if (settings_.draws_boxes && placed.kind != shape_kind::plane) {
                detail::draw_box(box_of(placed), drawer_, settings_.colors.box);
            }
        }
        if (settings_.draws_centers) {
            drawer_.draw_point(where.position, settings_.point_pixels, settings_.colors.center);
            for (int axis = 0; axis < 3; ++axis) {
                vector3 direction;
                direction[axis] = axis_length;
                drawer_.draw_line(where.position, where.position + where.rotation * direction,
                                  axis_colors[static_cast<std::size_t>(axis)]);
            }
        }
        if (const auto* velocity = state_.try_get<linear_velocity>(id);
            settings_.draws_velocities && velocity != nullptr && velocity->value != vector3{}) {
            drawer_.draw_line(where.position,
                              where.position + velocity->value * settings_.seconds_of_velocity,
                              settings_.colors.velocity);
        }
        if (settings_.draws_keys) {
            const std::string key = text(static_cast<std::uint64_t>(who_.bodies()[row].key));
            drawer_.draw_text(where.position, key, settings_.colors.text);
        }
    }

    [[nodiscard]] color32 color_of(std::uint32_t row) const {
        const entity id = who_.bodies()[row].id;
        if (!state_.all_of<material>(id)) {
            return settings_.colors.sensor;
        }
        switch (state_.get<body>(id).kind) {
        case body_kind::kinematic:
            return settings_.colors.kinematic;
        case body_kind::fixed:
            return settings_.colors.fixed;
        case body_kind::dynamic:
            break;
        }
        if (settings_.colors_sleepers && state_.all_of<asleep>(id)) {
            return settings_.colors.asleep;
        }
        return settings_.colors_islands ? island_color(row) : settings_.colors.dynamic;
    }

    // By the key of its first body, so that an island keeps its colour while others come and go.
    [[nodiscard]] color32 island_color(std::uint32_t row) const {
        const std::uint32_t first = islands_[islands_.island_of(row)].front();
        const entity_key mixed = derive_key(who_.bodies()[first].key, 0, 0);
        return island_colors[static_cast<std::uint64_t>(mixed) % island_colors.size()];
    }

    void find_islands() {
        std::vector<spatial::index_pair> joined;
        const auto join = [&](entity a, entity b) {
            if (is_dynamic(a) && is_dynamic(b) && a != b) {
                joined.push_back(spatial::ordered_pair(who_.row_of(a), who_.row_of(b)));
            }
        };
        for (const touching& pair : contacts_) {
            if (!pair.is_sensor) {
                join(pair.a, pair.b);
            }
        }
        for_each_joint([&](const detail::constraint_type::ends& ends, const auto&) { join(ends.a, ends.b); });
        islands_.build(who_.bodies().size(), joined);
    }

    // Of those whose bodies are there.
    template <typename Visit>
    void for_each_joint(Visit&& visit) const {
        std::vector<entity> joints;
        for (const detail::constraint_type& type : world_.stages().definition.constraint_types) {
            joints.clear();
            type.list(state_, joints);
            for (const entity joint : joints) {
                const detail::constraint_type::ends ends = type.ends_of(state_, joint);
                if (is_there(ends.a) && is_there(ends.b)) {
                    visit(ends, type.pivots_of(state_, joint));
                }
            }
        }
    }

    // A body, or the world.
    [[nodiscard]] bool is_there(entity end) const { return !end || who_.row_of(end) != detail::roster::none; }

    [[nodiscard]] bool is_dynamic(entity id) const {
        return who_.row_of(id) != detail::roster::none && state_.get<body>(id).kind == body_kind::dynamic;
    }

    [[nodiscard]] vector3 center_of(entity end) const {
        return end ? state_.get<position>(end).value : vector3{};
    }

    // A point of the shape's frame, or of the world.
    [[nodiscard]] vector3 point_of(entity end, vector3 pivot) const {
        if (!end) {
            return pivot;
        }
        const detail::body_row where = detail::placement_of(state_, end);
        return where.position + where.rotation * (pivot - where.center_of_mass);
    }

    const world& world_;
    const registry_state& state_;
    debug_drawer& drawer_;
    const debug_draw_settings& settings_;
    detail::roster who_;
    std::vector<touching> contacts_;
    spatial::islands islands_;
};

} // namespace

void draw(const world& what, debug_drawer& drawer, const debug_draw_settings& settings) {
    const world_artist artist(what, drawer, settings);
    artist.draw_bodies();
    if (settings.draws_contacts) {
        artist.draw_contacts();
    }
    if (settings.draws_joints) {
        artist.draw_joints();
    }
}

} // namespace orrery::rigid
