#include "bench/rigid/hinges.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>
#include <numbers>
#include <vector>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using orrery::scalar;
using orrery::vector3;

constexpr scalar half_length = scalar(0.1);

// A flat chain of bars, 10 m long, whose hinges all turn about z. The first one is on the world.
class hinge_chain {
public:
    // The direction in which the chain lies when it begins.
    explicit hinge_chain(orrery::quaternion direction) {
        constexpr int links = 50;
        for (int number = 0; number < links; ++number) {
            const scalar along = half_length * static_cast<scalar>(2 * number + 1);
            links_.push_back(
                rigid::make_body(world_, {.position = rotate(direction, vector3{along, 0, 0}),
                                          .orientation = direction,
                                          .shape = rigid::box({half_length, scalar(0.03), scalar(0.03)})})
                    .value());
            rigid::hinge_joint hinge{.a = links_.back(), .pivot_a = {-half_length, 0, 0}};
            if (number > 0) {
                hinge.b = links_[links_.size() - 2];
                hinge.pivot_b = {half_length, 0, 0};
            }
            (void)rigid::make_joint(world_, hinge).value();
        }
    }

    void step() { world_.step(); }

    [[nodiscard]] double largest_error() const {
        double largest = 0;
        vector3 before{};
        for (const orrery::entity each : links_) {
            largest = std::max<double>(largest, distance(before, end(each, -half_length)));
            before = end(each, half_length);
        }
        return largest;
    }

private:
    [[nodiscard]] vector3 end(orrery::entity link, scalar along) const {
        const orrery::registry& state = world_.registry();
        return state.get<rigid::position>(link).value +
               rotate(state.get<rigid::orientation>(link).value, vector3{along, 0, 0});
    }

    orrery::engine machine_{{.thread_count = 1}};
    rigid::world world_{machine_, {.may_sleep = false}};
    std::vector<orrery::entity> links_;
};

} // namespace

void measure_hinge_chains(report& report, int steps, std::optional<double> required) {
    const auto measure = [&](const char* name, scalar angle) {
        hinge_chain chain(orrery::quaternion::from_axis_angle({0, 0, 1}, angle));
        double largest = 0;
        for (int done = 0; done < steps; ++done) {
            chain.step();
            largest = std::max(largest, chain.largest_error());
        }
        report.add({.name = name, .value = largest, .unit = "m", .required_value = required});
    };
    constexpr scalar right_angle = std::numbers::pi_v<scalar> / 2;
    measure("hinges, largest error, hanging", -right_angle);
    measure("hinges, largest error, falling", 0);
}

} // namespace bench
