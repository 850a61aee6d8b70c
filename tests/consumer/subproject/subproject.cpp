// Uses a compiled function and a header of Orrery.
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdio>

int main() {
    const orrery::vector3 up{0, orrery::cos(orrery::scalar(0)), 0};
    std::printf("length %g\n", static_cast<double>(length(up)));
    return length(up) == 1 ? 0 : 1;
}
