// Settings are those of Box2D's manual, except that nothing sleeps and that bodies bounce at any speed, as
// ours do. Its lengths are metres, and it moves nothing by more than two of them in a step: the largest
// circle becomes a metre wide, so that what moves by its own diameter is well within that.
//
// Box2D finds the first impact among all contacts again after each one, so bullets cost it the square of
// their number. Shorter steps have fewer impacts each: as many are taken as make it fastest.
#include "bench/circles/runner.hpp"

#include <algorithm>
#include <box2d/box2d.h>

namespace bench {
namespace {

namespace circles = orrery::circles;
namespace scenes = orrery::scenes;
using orrery::vector2;
using orrery::vector2d;

float largest_diameter(const scenes::circle_scene& what) {
    float largest = 0;
    for (const circles::circle_definition& each : what.circles) {
        largest = std::max(largest, 2 * static_cast<float>(each.form.radius));
    }
    return largest;
}

// Notes where bodies are when contacts are looked at, which is at each impact within a step.
class path_listener final : public b2ContactListener {
public:
    explicit path_listener(circle_paths& paths, float scale)
        : paths_(paths)
        , scale_(scale) {}

    void PreSolve(b2Contact* contact, const b2Manifold*) override {
        note(*contact->GetFixtureA()->GetBody());
        note(*contact->GetFixtureB()->GetBody());
    }

private:
    void note(b2Body& body) {
        if (body.GetType() == b2_dynamicBody) {
            const b2Vec2 at = body.GetPosition();
            const vector2d place{double{at.x} / double{scale_}, double{at.y} / double{scale_}};
            paths_[body.GetUserData().pointer].push_back(place);
        }
    }

    circle_paths& paths_;
    float scale_;
};

class box2d_runner final : public circles_runner {
public:
    box2d_runner(const scenes::circle_scene& what, box2d_kind kind)
        : steps_(kind == box2d_kind::bullets ? 64 : 1)
        , scale_(1 / largest_diameter(what))
        , rate_(static_cast<float>(static_cast<double>(what.rules->time_step) / peer_time_step))
        , world_(to_box2d(what.rules->gravity, scale_ * rate_ * rate_)) {
        world_.SetAllowSleeping(false);
        world_.SetContinuousPhysics(kind == box2d_kind::bullets);
        const vector2 inside = what.circles.front().motion.position;
        for (const circles::wall& each : what.rules->walls) {
            add_wall(each, inside);
        }
        for (const circles::circle_definition& each : what.circles) {
            add_circle(each, kind);
        }
    }

    void set_velocities(std::span<const vector2> all) override {
        for (std::size_t i = 0; i < all.size(); ++i) {
            bodies_[i]->SetLinearVelocity(to_box2d(all[i], scale_ * rate_));
        }
    }

    void step() override {
        constexpr int velocity_rounds = 8;
        constexpr int position_rounds = 3;
        const float dt = static_cast<float>(peer_time_step) / static_cast<float>(steps_);
        for (int i = 0; i < steps_; ++i) {
            world_.Step(dt, velocity_rounds, position_rounds);
        }
    }

    [[nodiscard]] std::vector<vector2d> centers() const override {
        std::vector<vector2d> all;
        for (const b2Body* each : bodies_) {
            const b2Vec2 at = each->GetPosition();
            all.push_back({double{at.x} / double{scale_}, double{at.y} / double{scale_}});
        }
        return all;
    }

protected:
    void step_through(circle_paths& paths) override {
        path_listener listener(paths, scale_);
        world_.SetContactListener(&listener);
        step();
        world_.SetContactListener(nullptr);
    }

private:
    [[nodiscard]] static b2Vec2 to_box2d(vector2 v, float scale) {
        return {static_cast<float>(v.x) * scale, static_cast<float>(v.y) * scale};
    }

    static void add_shape(b2Body& to, const b2Shape& shape, const circles::surface& surface) {
        b2FixtureDef fixture;
        fixture.shape = &shape;
        fixture.density = 1;
        fixture.friction = static_cast<float>(surface.friction);
        fixture.restitution = static_cast<float>(surface.restitution);
        fixture.restitutionThreshold = 0;
        to.CreateFixture(&fixture);
    }

    // Its loops stop what comes from the right of their edges. Open chains are edges, which stop both ways.
    // Each wall is a body of its own: Box2D goes through all contacts of a body to find one.
    void add_wall(const circles::wall& what, vector2 place_of_a_circle) {
        const b2BodyDef nowhere;
        b2Body& ground = *world_.CreateBody(&nowhere);
        std::vector<b2Vec2> points;
        for (const vector2 each : what.points) {
            points.push_back(to_box2d(each, scale_));
        }
        if (points.size() == 1) {
            b2CircleShape shape;
            shape.m_p = points.front();
            shape.m_radius = static_cast<float>(what.radius) * scale_;
            add_shape(ground, shape, what.surface);
        } else if (what.is_closed) {
            if (is_to_the_left(what.points, place_of_a_circle)) {
                std::reverse(points.begin(), points.end());
            }
            b2ChainShape shape;
            shape.CreateLoop(points.data(), static_cast<int32>(points.size()));
            add_shape(ground, shape, what.surface);
        } else {
            for (std::size_t i = 1; i < points.size(); ++i) {
                b2EdgeShape shape;
                shape.SetTwoSided(points[i - 1], points[i]);
                add_shape(ground, shape, what.surface);
            }
        }
    }

    // Polygons of scenes go around counter-clockwise, so all that is to the left of all edges is inside.
    [[nodiscard]] static bool is_to_the_left(const std::vector<vector2>& closed_chain, vector2 place) {
        vector2 before = closed_chain.back();
        return std::all_of(closed_chain.begin(), closed_chain.end(), [&](vector2 corner) {
            const bool is_left = cross(corner - before, place - before) > 0;
            before = corner;
            return is_left;
        });
    }

    void add_circle(const circles::circle_definition& what, box2d_kind kind) {
        b2BodyDef definition;
        definition.type = b2_dynamicBody;
        definition.position = to_box2d(what.motion.position, scale_);
        definition.linearVelocity = to_box2d(what.motion.velocity, scale_ * rate_);
        definition.bullet = kind == box2d_kind::bullets;
        definition.userData.pointer = bodies_.size();
        b2CircleShape shape;
        shape.m_radius = static_cast<float>(what.form.radius) * scale_;
        bodies_.push_back(world_.CreateBody(&definition));
        add_shape(*bodies_.back(), shape, what.form.surface);
    }

    int steps_;   // an update
    float scale_; // metres a unit
    float rate_;  // seconds of ours in one of its own
    b2World world_;
    std::vector<b2Body*> bodies_;
};

} // namespace

std::unique_ptr<circles_runner> run_in_box2d(const scenes::circle_scene& what, box2d_kind kind) {
    return std::make_unique<box2d_runner>(what, kind);
}

} // namespace bench
