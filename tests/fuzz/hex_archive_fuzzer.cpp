// Reads the input as rules, frames and forms of a hex world. What is refused must leave the world as it was;
// what is taken must be sound: it can be saved and loaded again without a difference, and go on.
#include "fuzz_support.hpp"
#include "tests/hex/small_rules.hpp"

#include <orrery/core/text.hpp>
#include <orrery/hex/world_archive.hpp>

namespace {

using namespace orrery;

void expect_printable(const error& reason) {
    fuzz::expect(printable(reason.message) == reason.message, "an error message is printable");
}

void read_rules(std::span<const std::byte> bytes) {
    byte_reader in(bytes);
    if (const result<hex::rules> loaded = hex::load_rules(in)) {
        fuzz::expect(loaded->check().is_ok(), "rules that are taken are sound");
    } else {
        expect_printable(loaded.reason());
    }
}

void read_frame(std::span<const std::byte> bytes, hex::world& world) {
    const std::uint64_t before = world.hash();
    byte_reader in(bytes);
    if (const status answer = hex::load_frame(in, world)) {
        byte_writer image;
        hex::save_frame(image, world, world.snapshot());
        hex::world copy(world.machine(), world.shared_rules());
        byte_reader again(image.bytes());
        fuzz::expect(hex::load_frame(again, copy).is_ok(), "what was taken can be written and read again");
        for (int tick = 0; tick < 3; ++tick) {
            fuzz::expect(copy.hash() == world.hash(), "the copy goes on with the same bits");
            copy.step();
            world.step();
        }
    } else {
        expect_printable(answer.reason());
        fuzz::expect(world.hash() == before, "a refused frame changes nothing");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static engine machine({.thread_count = 1});
    const auto input = std::as_bytes(std::span(bytes, size));
    if (input.empty()) {
        return 0;
    }
    hex::world world(machine, std::make_shared<const hex::rules>(hex::test::small_rules()));
    switch (static_cast<int>(input[0]) % 3) {
    case 0:
        read_rules(input.subspan(1));
        break;
    case 1:
        read_frame(input.subspan(1), world);
        break;
    default: {
        byte_reader in(input.subspan(1));
        if (const auto forms = hex::load_forms(in, world); !forms) {
            expect_printable(forms.reason());
        }
    }
    }
    return 0;
}
