#include "bench/rigid/runner.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>

#include <btBulletDynamicsCommon.h>
#include <numbers>

namespace bench {
namespace {

namespace scenes = orrery::scenes;

btScalar to_bullet(orrery::scalar value) {
    return static_cast<btScalar>(value);
}

btVector3 to_bullet(orrery::vector3 v) {
    return {to_bullet(v.x), to_bullet(v.y), to_bullet(v.z)};
}

btTransform to_bullet(orrery::vector3 position, orrery::quaternion q) {
    return btTransform(btQuaternion(to_bullet(q.x), to_bullet(q.y), to_bullet(q.z), to_bullet(q.w)),
                       to_bullet(position));
}

orrery::vector3 from_bullet(const btVector3& v) {
    return {v.x(), v.y(), v.z()};
}

std::unique_ptr<btCollisionShape> shape_of_hull(const std::vector<orrery::vector3>& points) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const orrery::vector3& point : points) {
        hull->addPoint(to_bullet(point), false);
    }
    hull->recalcLocalAabb();
    return hull;
}

std::unique_ptr<btCollisionShape> shape_of(const scenes::body& what, const scenes::scene& whole) {
    switch (what.what) {
    case scenes::form::sphere:
        return std::make_unique<btSphereShape>(to_bullet(what.size.x));
    case scenes::form::capsule:
        return std::make_unique<btCapsuleShape>(to_bullet(what.size.x), to_bullet(2 * what.size.y));
    case scenes::form::cylinder:
        return std::make_unique<btCylinderShape>(to_bullet({what.size.x, what.size.y, what.size.x}));
    case scenes::form::box:
        return std::make_unique<btBoxShape>(to_bullet(what.size));
    case scenes::form::hull:
        break;
    }
    return shape_of_hull(whole.hulls[what.hull]);
}

orrery::scalar volume_of(const scenes::body& what, const scenes::scene& whole) {
    const orrery::vector3 size = what.size;
    const orrery::scalar disc = std::numbers::pi_v<orrery::scalar> * size.x * size.x;
    switch (what.what) {
    case scenes::form::sphere:
        return disc * size.x * 4 / 3;
    case scenes::form::capsule:
        return disc * (size.x * 4 / 3 + 2 * size.y);
    case scenes::form::cylinder:
        return disc * 2 * size.y;
    case scenes::form::box:
        return 8 * size.x * size.y * size.z;
    case scenes::form::hull:
        break;
    }
    return orrery::rigid::convex_hull::from_points(whole.hulls[what.hull]).value().volume();
}

class bullet_runner final : public rigid_runner {
public:
    explicit bullet_runner(const scenes::scene& what) {
        world_.setGravity({0, to_bullet(orrery::scalar(-9.81)), 0});
        for (const scenes::fixed_box& each : what.fixed_boxes) {
            const scenes::body box{.what = scenes::form::box, .size = each.half_extents};
            add(shared_shape(box, what), 0, to_bullet(each.center, orrery::quaternion{}), each.friction,
                each.restitution);
        }
        for (const scenes::fixed_mesh& each : what.fixed_meshes) {
            meshes_.push_back(std::make_unique<mesh>(each));
            add(meshes_.back()->shape, 0, btTransform::getIdentity(), each.friction, each.restitution);
        }
        first_body_ = bodies_.size();
        for (const scenes::body& each : what.bodies) {
            btRigidBody& made =
                add(shared_shape(each, what), each.density * volume_of(each, what),
                    to_bullet(each.position, each.orientation), each.friction, each.restitution);
            made.setLinearVelocity(to_bullet(each.linear_velocity));
            made.setAngularVelocity(to_bullet(each.angular_velocity));
        }
        for (const scenes::ball_joint& each : what.joints) {
            add(each);
        }
    }

    ~bullet_runner() override {
        for (const auto& each : joints_) {
            world_.removeConstraint(each.get());
        }
        for (const auto& each : bodies_) {
            world_.removeRigidBody(each.get());
        }
    }

    bullet_runner(const bullet_runner&) = delete;
    bullet_runner& operator=(const bullet_runner&) = delete;

    void step() override { world_.stepSimulation(btScalar(1) / 60, 0); }

    [[nodiscard]] std::vector<body_state> bodies() const override {
        std::vector<body_state> all;
        for (std::size_t i = first_body_; i < bodies_.size(); ++i) {
            const btQuaternion q = bodies_[i]->getOrientation();
            all.push_back({.position = from_bullet(bodies_[i]->getCenterOfMassPosition()),
                           .orientation = {q.x(), q.y(), q.z(), q.w()},
                           .linear_velocity = from_bullet(bodies_[i]->getLinearVelocity()),
                           .angular_velocity = from_bullet(bodies_[i]->getAngularVelocity())});
        }
        return all;
    }

private:
    // Bullet reads the triangles where they are.
    struct mesh {
        explicit mesh(const scenes::fixed_mesh& what)
            : vertices(points_of(what))
            , indices(indices_of(what)) {}

        static std::vector<btVector3> points_of(const scenes::fixed_mesh& what) {
            std::vector<btVector3> points;
            for (const orrery::vector3& each : what.vertices) {
                points.push_back(to_bullet(each));
            }
            return points;
        }

        static std::vector<int> indices_of(const scenes::fixed_mesh& what) {
            std::vector<int> numbers;
            for (const std::array<std::uint32_t, 3>& corners : what.triangles) {
                numbers.insert(numbers.end(), corners.begin(), corners.end());
            }
            return numbers;
        }

        std::vector<btVector3> vertices;
        std::vector<int> indices;
        btTriangleIndexVertexArray arrays{static_cast<int>(indices.size() / 3),
                                          indices.data(),
                                          3 * sizeof(int),
                                          static_cast<int>(vertices.size()),
                                          vertices.front().m_floats,
                                          sizeof(btVector3)};
        btBvhTriangleMeshShape shape{&arrays, true};
    };

    struct known_shape {
        scenes::body of;
        std::unique_ptr<btCollisionShape> shape;
    };

    // Bodies of the same form have one between them, as Bullet's manual advises.
    btCollisionShape& shared_shape(const scenes::body& what, const scenes::scene& whole) {
        for (const known_shape& each : shapes_) {
            if (each.of.what == what.what && each.of.size == what.size && each.of.hull == what.hull) {
                return *each.shape;
            }
        }
        shapes_.push_back({what, shape_of(what, whole)});
        return *shapes_.back().shape;
    }

    // Without a mass it does not move.
    btRigidBody& add(btCollisionShape& shape, orrery::scalar mass, const btTransform& where,
                     orrery::scalar friction, orrery::scalar restitution) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) {
            shape.calculateLocalInertia(to_bullet(mass), inertia);
        }
        btRigidBody::btRigidBodyConstructionInfo definition(to_bullet(mass), nullptr, &shape, inertia);
        definition.m_startWorldTransform = where;
        definition.m_friction = btSqrt(to_bullet(friction)); // Bullet multiplies those of two bodies
        definition.m_restitution = to_bullet(restitution);
        auto made = std::make_unique<btRigidBody>(definition);
        made->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(made.get());
        bodies_.push_back(std::move(made));
        return *bodies_.back();
    }

    void add(const scenes::ball_joint& what) {
        btRigidBody& a = *bodies_[first_body_ + what.a];
        // With one body Bullet finds the point of the world itself: it is where the body's is.
        auto made =
            what.b == scenes::ball_joint::world
                ? std::make_unique<btPoint2PointConstraint>(a, to_bullet(what.pivot_a))
                : std::make_unique<btPoint2PointConstraint>(a, *bodies_[first_body_ + what.b],
                                                            to_bullet(what.pivot_a), to_bullet(what.pivot_b));
        world_.addConstraint(made.get(), true);
        joints_.push_back(std::move(made));
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
    std::vector<known_shape> shapes_;
    std::vector<std::unique_ptr<mesh>> meshes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
    std::size_t first_body_ = 0;
};

} // namespace

std::unique_ptr<rigid_runner> run_in_bullet(const scenes::scene& what) {
    return std::make_unique<bullet_runner>(what);
}

} // namespace bench
