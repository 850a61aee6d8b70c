// Loads the input as a list of inputs and as one of events. What can be loaded must be saved to bytes that
// load to the same.
#include "fuzz_support.hpp"

#include <orrery/core/archive/described_archive.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/input.hpp>

#include <vector>

namespace {

using namespace orrery;

template <typename T>
std::vector<std::byte> saved(const std::vector<T>& values) {
    byte_writer out;
    save_described(out, std::span<const T>(values));
    return out.take();
}

template <typename T>
void load(std::span<const std::byte> bytes) {
    byte_reader in(bytes);
    const std::vector<T> values = load_described<T>(in);
    if (!in.ok()) {
        fuzz::expect(values.empty(), "nothing half-loaded is handed out");
        for (const char each : in.failure().message) {
            fuzz::expect(each >= ' ' && each <= '~', "an error message is printable");
        }
        return;
    }
    const std::vector<std::byte> again = saved(values);
    byte_reader in_again(again);
    const std::vector<T> loaded_again = load_described<T>(in_again);
    fuzz::expect(in_again.finish().is_ok() && loaded_again == values, "what loads is saved to the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(input, size));
    load<rigid::input>(bytes);
    load<rigid::event>(bytes);
    return 0;
}
