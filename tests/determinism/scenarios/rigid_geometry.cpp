// Shapes of all kinds at random places on random ways. Each frame makes a hull and a compound, and asks of
// pairs of shapes for boxes, masses, distances, rays and the times at which they meet; the hash is of all
// answers.
#include <orrery/core/hash.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <array>
#include <scenario.hpp>
#include <vector>

namespace orrery::determinism {
namespace {

using namespace orrery::rigid;

constexpr std::size_t shape_count = 16;
constexpr scalar slop = scalar(0.005);

class shapes_on_their_ways final : public scenario {
public:
    std::uint64_t step() override {
        add_shapes();
        for (const moving_shape& each : moving_) {
            look_at(each);
        }
        for (const moving_shape& a : moving_) {
            for (const moving_shape& b : moving_) {
                ask(a, b);
            }
        }
        return seen_.finish();
    }

private:
    void note(scalar value) { seen_.update_value(value); }

    void note(vector3 value) { seen_.update_value(std::array{value.x, value.y, value.z}); }

    vector3 random_vector(scalar reach) {
        return uniform_point(random_, aabb3{vector3::filled(-reach), vector3::filled(reach)});
    }

    transform3 random_place() {
        const vector3 position = random_vector(3);
        return {position, unit_quaternion<scalar>(random_)};
    }

    shape random_shape() {
        const vector3 size = abs(random_vector(1)) + vector3::filled(scalar(0.1));
        switch (uniform_below(random_, 6)) {
        case 0:
            return sphere(size.x);
        case 1:
            return capsule(size.x, size.y);
        case 2:
            return cylinder(size.x, size.y);
        case 3:
            return box(size);
        case 4:
            return plane();
        default: {
            std::vector<vector3> points;
            const auto count = static_cast<std::size_t>(8 + uniform_below(random_, 60));
            while (points.size() < count) {
                points.push_back(component_product(random_vector(1), size));
            }
            return store_.add_hull(points).value();
        }
        }
    }

    void add_shapes() {
        moving_.clear();
        std::vector<compound::child> children;
        while (moving_.size() < shape_count) {
            moving_shape added;
            added.what = random_shape();
            added.hull = store_.find_hull(added.what.id);
            added.start = random_place();
            added.local_center = random_vector(scalar(0.2));
            added.displacement = random_vector(4);
            added.turn = random_vector(1);
            moving_.push_back(added);
            if (added.what.kind != shape_kind::plane) {
                children.push_back({added.what, added.start});
            }
        }
        whole_ = store_.add_compound(children).value();
        seen_.update_value(whole_.id);
        note_mass(whole_);
    }

    void note_mass(const shape& what) {
        const mass_properties properties = properties_of_mass(what, 2, store_);
        note(properties.center_of_mass);
        for (int row = 0; row < 3; ++row) {
            note(properties.inertia[row]);
        }
    }

    void look_at(const moving_shape& each) {
        const placed_shape placed = place(each.what, each.start, each.hull);
        const aabb3 around = box_of(placed);
        note(around.min);
        note(around.max);
        note_mass(each.what);
        if (each.hull != nullptr) {
            note(each.hull->inner_radius());
            seen_.update_value(static_cast<std::uint64_t>(each.hull->edges().size()));
            seen_.update_value(static_cast<std::uint64_t>(each.hull->relevant_edges().size()));
        }
        const vector3 from = random_vector(5);
        if (const auto hit = cast_ray({from, random_vector(5) - from}, placed)) {
            note(hit->t);
            note(hit->normal);
        }
    }

    void ask(const moving_shape& a, const moving_shape& b) {
        const shape_gap gap = gap_between(place(a.what, a.start, a.hull), place(b.what, b.start, b.hull));
        note(gap.distance);
        note(gap.normal);
        if (const auto hit = cast_shapes(a, b, slop)) {
            note(hit->fraction);
            note(hit->point);
            note(hit->normal);
        }
    }

    xoshiro256 random_{5};
    shape_store store_;
    shape whole_;
    std::vector<moving_shape> moving_;
    hasher seen_;
};

} // namespace

std::unique_ptr<scenario> make_rigid_geometry(const scenario_settings&) {
    return std::make_unique<shapes_on_their_ways>();
}

} // namespace orrery::determinism
