// A user's program: it includes installed headers, links installed libraries, and fails when the flag that
// keeps arithmetic the same on every machine did not come with them.
#include <orrery/build_settings.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/scalar.hpp>

#include <cstdio>
#include <string>

struct spark {
    orrery::vector3f position;
    float heat = 1;
};

template <>
inline constexpr auto orrery::description<spark> = orrery::describe<spark>(
    "spark", orrery::field<&spark::position>("position"), orrery::field<&spark::heat>("heat"));

namespace {

// x * x - y where the exact product needs one bit more than a float has: rounded twice the answer is zero, by
// a fused multiply-subtract it is 2^-24. The volatile reads keep the compiler from answering in advance.
float rounding_error_of_a_square() {
    volatile float one_and_a_bit = 1.0f + 0x1p-12f;
    volatile float rounded_square = 1.0f + 0x1p-11f;
    const float x = one_and_a_bit;
    const float y = rounded_square;
    return x * x - y;
}

// A world that is wound back to where it was.
bool time_travel_works() {
    orrery::registry world;
    const orrery::entity id = world.create();
    world.emplace<spark>(id);
    const orrery::snapshot before = world.snapshot();
    world.get<spark>(id).position.x = orrery::sin(1.0f);
    const bool has_changed = world.hash() != before.hash();
    world.restore(before);
    return has_changed && world.hash() == before.hash();
}

orrery::result<orrery::scalar> positive_mass(orrery::scalar mass) {
    if (!(mass > 0)) {
        return orrery::error{orrery::text("mass is ", mass, ", expected > 0")};
    }
    return mass;
}

} // namespace

int main() {
    if (rounding_error_of_a_square() != 0.0f) {
        std::fputs("consumer: multiplication and addition were fused: -ffp-contract=off did not arrive\n",
                   stderr);
        return 1;
    }
    if (!time_travel_works() || !positive_mass(1) ||
        positive_mass(-2).reason().message != "mass is -2, expected > 0") {
        std::fputs("consumer: the installed library does not answer as it should\n", stderr);
        return 1;
    }
    std::printf("consumer: Orrery %d.%d.%d answers as it should\n", ORRERY_VERSION_MAJOR,
                ORRERY_VERSION_MINOR, ORRERY_VERSION_PATCH);
    return 0;
}
