#include "rigid/collide/four_lanes.hpp"

#include <orrery/rigid/source_field.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/n_body.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace orrery::rigid {
namespace {

using detail::four;

// A source is read from its position on as four numbers.
static_assert(offsetof(field_source, strength) == offsetof(field_source, position) + 3 * sizeof(scalar));

// What a unit of strength does at a distance, divided by that distance (Plummer's softening).
struct softened_law {
    scalar softening_squared = 1;

    template <typename T>
    [[nodiscard]] T operator()(T squared_distance) const noexcept {
        using orrery::sqrt;
        const T softened = squared_distance + T(softening_squared);
        return T(1) / (softened * sqrt(softened));
    }
};

} // namespace

struct source_field::crowd {
    std::vector<aabb3> places;
    std::vector<scalar> strengths;
    std::vector<vector3> pulls; // of the sources on each other
    spatial::kd_tree<aabb3> tree;
    spatial::n_body<aabb3> bodies;
    spatial::n_body<aabb3>::settings accuracy;
};

source_field::source_field() = default;
source_field::source_field(source_field&&) noexcept = default;
source_field& source_field::operator=(source_field&&) noexcept = default;
source_field::~source_field() = default;

void source_field::assign(std::span<const field_source> sources, const world_settings& settings,
                          scheduler* jobs) {
    sources_ = sources;
    softening_squared_ = settings.field_softening * settings.field_softening;
    is_crowded_ = sources.size() > settings.direct_attractors;
    if (!is_crowded_) {
        return;
    }
    if (crowd_ == nullptr) {
        crowd_ = std::make_unique<crowd>();
    }
    crowd& all = *crowd_;
    all.places.clear();
    all.strengths.clear();
    for (const field_source& each : sources) {
        all.places.push_back({each.position, each.position});
        all.strengths.push_back(each.strength);
    }
    all.pulls.resize(sources.size());
    all.accuracy.opening = settings.field_opening;
    const softened_law law{softening_squared_};
    if (jobs != nullptr) {
        all.tree.build(all.places, *jobs);
        all.bodies.run(all.tree, all.strengths, all.accuracy, law, all.pulls, *jobs);
    } else {
        all.tree.build(all.places);
        all.bodies.run(all.tree, all.strengths, all.accuracy, law, all.pulls);
    }
}

vector3 source_field::pull(vector3 position, entity_key key) const noexcept {
    const softened_law law{softening_squared_};
    if (is_crowded_) {
        const auto own = std::ranges::lower_bound(sources_, key, {}, &field_source::key);
        if (own != sources_.end() && own->key == key) {
            return crowd_->pulls[static_cast<std::size_t>(own - sources_.begin())];
        }
        return crowd_->bodies.at(position, crowd_->accuracy, law);
    }
    return sum_of_pulls(position);
}

vector3 source_field::sum_of_pulls(vector3 position) const noexcept {
    // Four at a time, each lane with a sum of its own. At no distance there is no pull, so nobody needs to be
    // left out.
    const softened_law law{softening_squared_};
    const four x(position.x);
    const four y(position.y);
    const four z(position.z);
    four sum_x(0);
    four sum_y(0);
    four sum_z(0);
    for (std::size_t first = 0; first < sources_.size(); first += 4) {
        const auto row = [&](std::size_t place) {
            const std::size_t index = first + place;
            return index < sources_.size() ? four::load(&sources_[index].position.x) : four(0);
        };
        const auto at =
            simd::target_128::transpose(simd::target_128::four<scalar, 4>{row(0), row(1), row(2), row(3)});
        const four offset_x = at.x - x;
        const four offset_y = at.y - y;
        const four offset_z = at.z - z;
        const four squared = (offset_x * offset_x + offset_y * offset_y) + offset_z * offset_z;
        const four strength = law(squared) * at.w;
        sum_x = sum_x + offset_x * strength;
        sum_y = sum_y + offset_y * strength;
        sum_z = sum_z + offset_z * strength;
    }
    return {sum(sum_x), sum(sum_y), sum(sum_z)};
}

} // namespace orrery::rigid
