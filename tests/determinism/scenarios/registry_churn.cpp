// A world in which everything that a registry can do happens all the time: entities come and go, components
// are added, changed on several threads and taken away, references are kept and go stale, snapshots are gone
// back to and images are written and read. The hash is that of the whole state.
#include <orrery/core/jobs/parallel_each.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/core/registry/registry_archive.hpp>

#include <cmath>
#include <deque>
#include <scenario.hpp>
#include <vector>

namespace orrery::determinism {
namespace {

struct body {
    vector3f position;
    vector3f velocity;
};

struct age {
    std::uint32_t frames = 0;
};

struct follows {
    entity leader;
};

struct resting {};

} // namespace
} // namespace orrery::determinism

namespace orrery {

using determinism::age;
using determinism::body;
using determinism::follows;
using determinism::resting;

template <>
inline constexpr auto description<body> =
    describe<body>("body", field<&body::position>("position"), field<&body::velocity>("velocity"));
template <>
inline constexpr auto description<age> = describe<age>("age", field<&age::frames>("frames"));
template <>
inline constexpr auto description<follows> = describe<follows>("follows", field<&follows::leader>("leader"));
template <>
inline constexpr auto description<resting> = describe<resting>("resting");

} // namespace orrery

namespace orrery::determinism {
namespace {

class registry_churn final : public scenario {
public:
    explicit registry_churn(const scenario_settings& settings)
        : jobs_(static_cast<std::uint32_t>(settings.thread_count)) {
        world_.register_component<body>();
        world_.register_component<age>();
        world_.register_component<follows>();
        world_.register_component<resting>();
        for (int number = 0; number < 400; ++number) {
            spawn();
        }
    }

    std::uint64_t step() override {
        ++frame_;
        for (std::uint32_t change = 0; change < 40; ++change) {
            change_something(world_);
        }
        parallel_each(
            jobs_, world_.view<body, age>(exclude<resting>),
            [](body& moved, age& older) {
                moved.velocity += moved.position * -0.01F;
                moved.position += moved.velocity * (1.0F / 64);
                const float speed = std::sqrt(length_squared(moved.velocity));
                moved.velocity *= speed > 4 ? 4 / speed : 1.0F;
                ++older.frames;
            },
            1);
        follow_leaders();
        if (frame_ % 8 == 0) {
            go_back_and_forth();
        }
        if (frame_ % 16 == 0) {
            write_and_read();
        }
        return hash_combine(world_.hash(), discarded_);
    }

private:
    std::uint32_t random() {
        noise_ = noise_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>(noise_ >> 33);
    }

    float random_coordinate() { return static_cast<float>(random() % 20001) * 0.001F - 10; }

    void spawn() {
        const entity id = world_.create();
        const vector3f position{random_coordinate(), random_coordinate(), random_coordinate()};
        world_.emplace<body>(id, position, vector3f{random_coordinate(), 0, random_coordinate()});
        if (random() % 4 != 0) {
            world_.emplace<age>(id);
        }
        living_.push_back(id);
    }

    entity any_entity() { return living_[random() % living_.size()]; } // possibly stale

    void change_something(registry& world) {
        const entity id = any_entity();
        switch (random() % 6) {
        case 0:
            spawn();
            break;
        case 1:
            world.destroy(id);
            break;
        case 2:
            if (world.valid(id)) {
                world.emplace_or_replace<follows>(id, any_entity());
            }
            break;
        case 3:
            if (!world.remove<resting>(id) && world.valid(id)) {
                world.emplace<resting>(id);
            }
            break;
        case 4:
            world.remove<age>(id);
            break;
        default:
            if (world.valid(id)) {
                world.emplace_or_replace<age>(id, frame_);
            }
        }
    }

    void follow_leaders() {
        world_.view<body, const follows>().each([this](body& moved, const follows& whom) {
            // A stale handle is answered with null.
            if (const body* leader = std::as_const(world_).try_get<body>(whom.leader)) {
                moved.velocity += (leader->position - moved.position) * 0.001F;
            }
        });
    }

    void go_back_and_forth() {
        const snapshot now = world_.snapshot();
        const std::uint64_t noise = noise_;
        const std::vector<entity> living = living_;
        for (int change = 0; change < 100; ++change) {
            change_something(world_);
        }
        discarded_ += world_.hash();
        world_.restore(now);
        noise_ = noise;
        living_ = living;
    }

    void write_and_read() {
        byte_writer image;
        save_state(image, world_);
        byte_reader reader(image.bytes());
        if (!load_state(reader, world_)) {
            noise_ = 0; // shows up in every later hash
        }
    }

    thread_pool jobs_;
    registry world_;
    std::vector<entity> living_; // and some that are no more
    std::uint64_t noise_ = 1;
    std::uint64_t discarded_ = 0; // hashes of the futures that were gone back from
    std::uint32_t frame_ = 0;
};

} // namespace

std::unique_ptr<scenario> make_registry_churn(const scenario_settings& settings) {
    return std::make_unique<registry_churn>(settings);
}

} // namespace orrery::determinism
