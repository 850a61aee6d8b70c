// A ball thrown upwards, in steps of 1/64 s. The last digit is the same on every machine.
#include <orrery/core/text.hpp>
#include <orrery/math/scalar.hpp>

#include <cstdio>

int main() {
    using orrery::scalar;
    constexpr scalar dt = scalar(1) / 64;
    scalar height = 0;
    scalar velocity = 10;
    int frame = 0;
    while (height >= 0) {
        velocity -= scalar(9.81) * dt;
        height += velocity * dt;
        ++frame;
    }
    std::puts(orrery::text("back after ", frame, " frames at ", velocity, " m/s").c_str());
}
