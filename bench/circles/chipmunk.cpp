// Settings are Chipmunk's own, except that what touches may overlap by as little as ours keeps apart, and
// that it has a spatial hash with the measures that its manual advises, which is faster here than its tree.
// It has no continuous collision: a path is a straight line, whatever it crosses.
#include "bench/circles/runner.hpp"

#include <chipmunk/chipmunk.h>
#include <cmath>

namespace bench {
namespace {

namespace circles = orrery::circles;
namespace scenes = orrery::scenes;
using orrery::vector2;
using orrery::vector2d;

cpVect to_chipmunk(vector2 v, double scale = 1) {
    return cpv(static_cast<double>(v.x) * scale, static_cast<double>(v.y) * scale);
}

double mean_diameter(const scenes::circle_scene& what) {
    double sum = 0;
    for (const circles::circle_definition& each : what.circles) {
        sum += 2 * static_cast<double>(each.form.radius);
    }
    return sum / static_cast<double>(what.circles.size());
}

struct freed {
    void operator()(cpSpace* what) const { cpSpaceFree(what); }

    void operator()(cpBody* what) const { cpBodyFree(what); }

    void operator()(cpShape* what) const { cpShapeFree(what); }
};

class chipmunk_runner final : public circles_runner {
public:
    explicit chipmunk_runner(const scenes::circle_scene& what)
        : rate_(static_cast<double>(what.rules->time_step) / peer_time_step)
        , space_(cpSpaceNew()) {
        cpSpaceSetGravity(space_.get(), to_chipmunk(what.rules->gravity, rate_ * rate_));
        cpSpaceUseSpatialHash(space_.get(), mean_diameter(what), 10 * static_cast<int>(what.circles.size()));
        cpSpaceSetCollisionSlop(space_.get(), static_cast<double>(what.rules->skin));
        for (const circles::wall& each : what.rules->walls) {
            add_wall(each);
        }
        for (const circles::circle_definition& each : what.circles) {
            add_circle(each);
        }
    }

    ~chipmunk_runner() override {
        for (const auto& each : shapes_) {
            cpSpaceRemoveShape(space_.get(), each.get());
        }
        for (const auto& each : bodies_) {
            cpSpaceRemoveBody(space_.get(), each.get());
        }
    }

    chipmunk_runner(const chipmunk_runner&) = delete;
    chipmunk_runner& operator=(const chipmunk_runner&) = delete;

    void set_velocities(std::span<const vector2> all) override {
        for (std::size_t i = 0; i < all.size(); ++i) {
            cpBodySetVelocity(bodies_[i].get(), to_chipmunk(all[i], rate_));
        }
    }

    void step() override { cpSpaceStep(space_.get(), peer_time_step); }

    [[nodiscard]] std::vector<vector2d> centers() const override {
        std::vector<vector2d> all;
        for (const auto& each : bodies_) {
            const cpVect at = cpBodyGetPosition(each.get());
            all.push_back({at.x, at.y});
        }
        return all;
    }

private:
    // Chipmunk multiplies the values of two that touch; roots make it what ours and Box2D take.
    void add_shape(cpShape* shape, const circles::surface& surface) {
        shapes_.emplace_back(shape);
        cpShapeSetFriction(shape, std::sqrt(static_cast<double>(surface.friction)));
        cpShapeSetElasticity(shape, std::sqrt(static_cast<double>(surface.restitution)));
        cpSpaceAddShape(space_.get(), shape);
    }

    void add_wall(const circles::wall& what) {
        cpBody* ground = cpSpaceGetStaticBody(space_.get());
        if (what.points.size() == 1) {
            add_shape(
                cpCircleShapeNew(ground, static_cast<double>(what.radius), to_chipmunk(what.points.front())),
                what.surface);
            return;
        }
        const std::size_t count = what.points.size();
        for (std::size_t i = what.is_closed ? 0 : 1; i < count; ++i) {
            add_shape(cpSegmentShapeNew(ground, to_chipmunk(what.points[(i + count - 1) % count]),
                                        to_chipmunk(what.points[i]), 0),
                      what.surface);
        }
    }

    void add_circle(const circles::circle_definition& what) {
        const auto radius = static_cast<double>(what.form.radius);
        const auto mass = static_cast<double>(mass_of(what.form));
        cpBody* body = cpBodyNew(mass, cpMomentForCircle(mass, 0, radius, cpvzero));
        bodies_.emplace_back(body);
        cpBodySetPosition(body, to_chipmunk(what.motion.position));
        cpBodySetVelocity(body, to_chipmunk(what.motion.velocity, rate_));
        cpSpaceAddBody(space_.get(), body);
        add_shape(cpCircleShapeNew(body, radius, cpvzero), what.form.surface);
    }

    double rate_; // seconds of ours in one of its own
    std::unique_ptr<cpSpace, freed> space_;
    std::vector<std::unique_ptr<cpBody, freed>> bodies_;
    std::vector<std::unique_ptr<cpShape, freed>> shapes_;
};

} // namespace

std::unique_ptr<circles_runner> run_in_chipmunk(const scenes::circle_scene& what) {
    return std::make_unique<chipmunk_runner>(what);
}

} // namespace bench
