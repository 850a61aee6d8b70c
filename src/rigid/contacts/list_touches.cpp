// What touches in a step, and what is remembered of it from the last one.
#include "rigid/collide/closest_points.hpp"
#include "rigid/contacts/contact_finder.hpp"
#include "rigid/surface/collide_surface.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/rigid/contact.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t candidates_a_piece = 512;

[[nodiscard]] touch_link link_of(const touch& pair) noexcept {
    if (pair.is_sensor) {
        return {no_row, no_row};
    }
    return {pair.is_a_dynamic ? pair.row_a : pair.row_b,
            pair.is_a_dynamic && pair.is_b_dynamic ? pair.row_b : no_row};
}

// Points are known again by their features. What the points that are gone have carried is shared by the new
// ones, so that the bodies do not fall a little whenever their points change.
void recall_points(const contact& before, const manifold& where, contact& memory) {
    memory.friction_impulse = before.friction_impulse;
    memory.rolling_impulse = before.rolling_impulse;
    memory.spinning_impulse = before.spinning_impulse;
    scalar left = 0;
    std::uint32_t known = 0;
    for (std::uint32_t old = 0; old < before.count; ++old) {
        const std::uint32_t* const begin = memory.features.data();
        const std::uint32_t* const end = begin + where.count;
        const std::uint32_t* const found = std::find(begin, end, before.features[old]);
        if (found == end) {
            left += before.normal_impulses[old];
        } else {
            memory.normal_impulses[static_cast<std::size_t>(found - begin)] = before.normal_impulses[old];
            known |= 1u << (found - begin);
        }
    }
    const auto unknown = where.count - static_cast<std::uint32_t>(std::popcount(known));
    for (std::uint32_t point = 0; point < where.count; ++point) {
        if ((known >> point & 1) == 0) {
            memory.normal_impulses[point] = left / static_cast<scalar>(unknown);
        }
    }
}

class touch_maker {
public:
    touch_maker(const registry_state& state, const broad_phase_state& index, const body_table& bodies,
                const material_table& materials, const contact_set& found) noexcept
        : state_(state)
        , index_(index)
        , bodies_(bodies)
        , materials_(materials)
        , found_(found) {}

    void make(std::uint32_t number, touch& pair) const;

private:
    // The impulses of the last step, whichever patch had the points then.
    void recall_patch(touch& pair, const manifold& where) const;
    // The material of one side of a candidate, where it is touched.
    [[nodiscard]] material material_of_side(std::size_t number, std::uint32_t side,
                                            std::uint32_t row) const noexcept;

    const registry_state& state_;
    const broad_phase_state& index_;
    const body_table& bodies_;
    const material_table& materials_;
    const contact_set& found_;
};

void touch_maker::make(std::uint32_t number, touch& pair) const {
    pair = {};
    pair.candidate = number;
    const candidate& from = index_.candidates[number];
    const manifold& where = found_.manifolds[number];
    pair.row_a = from.row_a;
    pair.row_b = from.row_b;
    const body_row& row_a = bodies_.rows[pair.row_a];
    const body_row& row_b = bodies_.rows[pair.row_b];
    pair.is_sensor = bodies_.traits[pair.row_a].is_sensor || bodies_.traits[pair.row_b].is_sensor;
    pair.is_a_dynamic = row_a.kind == body_kind::dynamic;
    pair.is_b_dynamic = row_b.kind == body_kind::dynamic;
    const vector3 origin = contact_origin(from, bodies_.placed);
    pair.arm_a = origin - row_a.position;
    pair.arm_b = origin - row_b.position;
    if (found_.is_predicted[number] != 0) {
        pair.arm_a -= found_.advances[number].of_a;
        pair.arm_b -= found_.advances[number].of_b;
    } else if (const scalar gap = least_separation(where); gap > 0) {
        // Points lie midway between the surfaces. Friction has to act on the surfaces themselves when they
        // meet.
        pair.arm_a -= where.normal * (gap / 2);
        pair.arm_b += where.normal * (gap / 2);
    }
    const material of_a = material_of_side(number, from.a, pair.row_a);
    const material of_b = material_of_side(number, from.b, pair.row_b);
    pair.material = materials_.empty() ? mix(of_a, of_b) : materials_.combine(of_a, of_b);
    contact& memory = pair.memory;
    memory.a = index_.who.bodies()[pair.row_a].id;
    memory.b = index_.who.bodies()[pair.row_b].id;
    memory.child_a = static_cast<std::uint16_t>(index_.who.colliders()[from.a].child);
    memory.child_b = static_cast<std::uint16_t>(index_.who.colliders()[from.b].child);
    memory.is_sensor = pair.is_sensor ? 1 : 0;
    memory.patch = from.patch;
    memory.count = static_cast<std::uint16_t>(where.count);
    for (std::uint32_t point = 0; point < where.count; ++point) {
        memory.features[point] = where.points[point].feature;
    }
    if (from.has_patches) {
        recall_patch(pair, where);
    } else if (from.contact) {
        recall_points(state_.get<contact>(from.contact), where, memory);
    }
}

void touch_maker::recall_patch(touch& pair, const manifold& where) const {
    const std::size_t first = pair.candidate - index_.candidates[pair.candidate].patch;
    contact& memory = pair.memory;
    const auto is_here = [&](std::uint32_t feature) {
        for (std::size_t number = first; number < first + max_patches; ++number) {
            const manifold& other = found_.manifolds[number];
            for (std::uint32_t point = 0; point < other.count; ++point) {
                if (other.points[point].feature == feature) {
                    return true;
                }
            }
        }
        return false;
    };
    std::uint32_t known = 0; // points, as bits
    bool is_friction_known = false;
    scalar left = 0; // what points of the same patch bore that are nowhere any more
    for (std::size_t number = first; number < first + max_patches; ++number) {
        const entity id = index_.candidates[number].contact;
        if (!id) {
            continue;
        }
        const contact& before = state_.get<contact>(id);
        for (std::uint32_t old = 0; old < before.count; ++old) {
            for (std::uint32_t point = 0; point < where.count; ++point) {
                if (where.points[point].feature == before.features[old]) {
                    memory.normal_impulses[point] = before.normal_impulses[old];
                    known |= 1u << point;
                    if (!is_friction_known) {
                        is_friction_known = true;
                        memory.friction_impulse = before.friction_impulse;
                        memory.rolling_impulse = before.rolling_impulse;
                        memory.spinning_impulse = before.spinning_impulse;
                    }
                }
            }
            if (number == pair.candidate && !is_here(before.features[old])) {
                left += before.normal_impulses[old];
            }
        }
    }
    scalar unknown = 0;
    for (std::uint32_t point = 0; point < where.count; ++point) {
        unknown += (known >> point & 1) == 0 ? scalar(1) : scalar(0);
    }
    for (std::uint32_t point = 0; point < where.count; ++point) {
        if ((known >> point & 1) == 0) {
            memory.normal_impulses[point] = left / unknown;
        }
    }
}

material touch_maker::material_of_side(std::size_t number, std::uint32_t side,
                                       std::uint32_t row) const noexcept {
    material what = bodies_.traits[row].material;
    if (const surface* mesh = bodies_.placed[side].mesh; mesh != nullptr && mesh->has_materials()) {
        what.friction = found_.patch_materials[number].friction;
        what.restitution = found_.patch_materials[number].restitution;
    }
    return what;
}

} // namespace

void contact_finder::list_touches(const registry_state& state, const broad_phase_state& index,
                                  const body_table& bodies, const material_table& materials,
                                  scheduler& jobs) {
    const touch_maker maker(state, index, bodies, materials, found_);
    // Counted piece by piece, so that each piece knows where its touches go.
    const chunks pieces(found_.marks.size(), candidates_a_piece);
    piece_ends_.resize(pieces.size());
    const auto is_touching = [](candidate_mark mark) { return mark == candidate_mark::touching; };
    parallel_for(jobs, pieces.size(), 1, [&](std::size_t piece) {
        const index_range range = pieces[static_cast<std::uint32_t>(piece)];
        piece_ends_[piece] = static_cast<std::uint32_t>(
            std::count_if(found_.marks.data() + range.begin, found_.marks.data() + range.end, is_touching));
    });
    std::partial_sum(piece_ends_.begin(), piece_ends_.end(), piece_ends_.begin());
    found_.touches.resize(piece_ends_.empty() ? 0 : piece_ends_.back());
    found_.links.resize(found_.touches.size());
    parallel_for(jobs, pieces.size(), 1, [&](std::size_t piece) {
        const index_range range = pieces[static_cast<std::uint32_t>(piece)];
        std::size_t next = piece == 0 ? 0 : piece_ends_[piece - 1];
        for (std::size_t number = range.begin; number < range.end; ++number) {
            if (is_touching(found_.marks[number])) {
                maker.make(static_cast<std::uint32_t>(number), found_.touches[next]);
                found_.links[next] = link_of(found_.touches[next]);
                ++next;
            }
        }
    });
}

} // namespace orrery::rigid::detail
