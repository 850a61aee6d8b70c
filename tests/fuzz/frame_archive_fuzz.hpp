// Reads an input as rules, frames or forms of a world, told apart by the first byte. What is refused must
// leave the world as it was; what is taken must be sound: it can be saved and loaded again without a
// difference, and go on.
#pragma once

#include "fuzz_support.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery::fuzz {

inline void expect_printable(const error& reason) {
    expect(printable(reason.message) == reason.message, "an error message is printable");
}

template <typename World>
void read_frame(std::span<const std::byte> bytes, World& world) {
    const std::uint64_t before = world.hash();
    byte_reader in(bytes);
    if (const status answer = load_frame(in, world)) {
        byte_writer image;
        save_frame(image, world, world.snapshot());
        World copy(world.machine(), world.shared_rules());
        byte_reader again(image.bytes());
        expect(load_frame(again, copy).is_ok(), "what was taken can be written and read again");
        for (int update = 0; update < 3; ++update) {
            expect(copy.hash() == world.hash(), "the copy goes on with the same bits");
            copy.step();
            world.step();
        }
    } else {
        expect_printable(answer.reason());
        expect(world.hash() == before, "a refused frame changes nothing");
    }
}

// load_rules(in) is what a world's layer calls by that name.
template <typename World, typename LoadRules>
void read_archive(std::span<const std::byte> input, World& world, LoadRules load_rules) {
    if (input.empty()) {
        return;
    }
    byte_reader in(input.subspan(1));
    switch (static_cast<int>(input[0]) % 3) {
    case 0:
        if (const auto rules = load_rules(in)) {
            expect(rules->check().is_ok(), "rules that are taken are sound");
        } else {
            expect_printable(rules.reason());
        }
        break;
    case 1:
        read_frame(input.subspan(1), world);
        break;
    default:
        if (const auto forms = load_forms(in, world); !forms) {
            expect_printable(forms.reason());
        }
    }
}

} // namespace orrery::fuzz
