// Goes half a megabyte deeper than the stack of a WebAssembly program is. It must trap; if it ends, the stack has grown
// into the data below it.
#include <cstddef>
#include <cstdio>

namespace {

constexpr std::size_t frame_size = 16 * 1024;
constexpr unsigned frames = 96; // 1.5 MiB, in a stack of 1 MiB

volatile unsigned char data[4 * 1024 * 1024];

// Every frame is written to, and used after the call so that it cannot be left out.
[[gnu::noinline]] unsigned descend(unsigned left) {
    volatile unsigned char frame[frame_size];
    for (std::size_t i = 0; i < frame_size; i += 64) {
        frame[i] = static_cast<unsigned char>(left);
    }
    const unsigned below = left == 0 ? 0 : descend(left - 1);
    return below + frame[0];
}

} // namespace

int main() {
    data[0] = 1;
    const unsigned sum = descend(frames);
    std::size_t overwritten = 0;
    for (const volatile unsigned char& each : data) {
        overwritten += each != 0 ? 1u : 0u;
    }
    std::printf("no trap: sum %u, %zu bytes of data are not zero\n", sum, overwritten);
    return 0;
}
