// Saved frames and forms: what comes back, and what damaged bytes do. Each check answers with the first
// violation it finds, or with nothing.
#pragma once

#include "tests/conformance/records.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/simulation/storable_simulation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orrery::test::conformance {

template <typename Case>
concept storable_case = world_case<Case> && storable_simulation<world_of<Case>>;

template <typename World>
[[nodiscard]] std::vector<std::byte> saved(const World& world) {
    byte_writer out;
    save_frame(out, world, world.snapshot());
    return out.take();
}

template <typename World>
[[nodiscard]] status load(std::span<const std::byte> bytes, World& into) {
    byte_reader in(bytes);
    return load_frame(in, into);
}

template <storable_case Case>
[[nodiscard]] std::string goes_on_from_saved_frames() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed);
        world_of<Case> first = truth.make();
        world_of<Case> loaded = Case::make(truth.machine(), seed + 1); // what is there before does not matter
        while (first.frame() < truth.inputs().size()) {
            const std::uint64_t frame = first.frame();
            const std::vector<std::byte> bytes = saved(first);
            if (const status answer = load(bytes, loaded); !answer) {
                return text("frame ", frame, " is refused: ", answer.reason().message);
            }
            if (loaded.frame() != frame || loaded.hash() != first.hash()) {
                return text("frame ", frame, " is another one when it is loaded");
            }
            if (saved(loaded) != bytes) {
                return text("frame ", frame, " has other bytes when it is saved again");
            }
            if (std::string found = truth.difference_on(loaded, 4); !found.empty()) {
                return text(found, " after loading frame ", frame);
            }
            first.step(truth.inputs()[frame]);
        }
    }
    return {};
}

// Also of a frame that the world has long left.
template <storable_case Case>
[[nodiscard]] std::string a_snapshot_is_saved_as_it_was() {
    course<Case> truth(1);
    world_of<Case> now = truth.make();
    std::vector<std::vector<std::byte>> bytes;
    for (const auto& each : truth.inputs()) {
        bytes.push_back(saved(now));
        now.step(each);
    }
    for (std::size_t frame = 0; frame < bytes.size(); ++frame) {
        byte_writer out;
        save_frame(out, now, truth.moments()[frame].state);
        if (out.take() != bytes[frame]) {
            return text("the snapshot of frame ", frame, " has other bytes later on");
        }
    }
    return {};
}

template <storable_case Case>
[[nodiscard]] std::string forms_come_back() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        engine machine({.thread_count = 1, .level = log_level::error});
        world_of<Case> world = Case::make(machine, seed);
        const auto forms = full_record(world).who->forms;
        byte_writer out;
        save_forms(out, forms);
        byte_reader in(out.bytes());
        const auto loaded = load_forms(in, world);
        if (!loaded) {
            return text("forms are refused: ", loaded.reason().message);
        }
        if (!std::ranges::equal(*loaded, forms, [](const auto& a, const auto& b) { return *a == *b; })) {
            return "forms are other ones when they are loaded";
        }
        for (std::size_t length = 0; length < out.bytes().size(); ++length) {
            byte_reader part(out.bytes().first(length));
            if (load_forms(part, world) && part.finish()) {
                return text("forms are taken that end after ", length, " bytes");
            }
        }
    }
    return {};
}

// Loads damaged bytes into a world. They are refused with one sentence and the world is as it was, or the
// world is a sound one: it comes back from its own bytes and steps.
template <storable_case Case>
class damage_test {
public:
    damage_test()
        : into_(Case::make(machine_, 2))
        , other_(Case::make(machine_, 3)) {
        into_.step({});
        before_ = into_.snapshot();
        frame_ = into_.frame();
        hash_ = into_.hash();
        bytes_ = saved(into_);
    }

    [[nodiscard]] engine& machine() noexcept { return machine_; }

    [[nodiscard]] bool was_refused() const noexcept { return was_refused_; }

    [[nodiscard]] std::string violation(std::span<const std::byte> damaged) {
        const status answer = load(damaged, into_);
        was_refused_ = !answer;
        if (answer) {
            std::string found = unsoundness();
            into_.restore(before_);
            return found;
        }
        const std::string& reason = answer.reason().message;
        if (reason.empty() || printable(reason) != reason) {
            return text("the reason of a refusal is '", printable(reason), "'");
        }
        return into_.hash() != hash_ || into_.frame() != frame_ || saved(into_) != bytes_
                   ? text("a refused frame changes the world: ", reason)
                   : std::string();
    }

private:
    [[nodiscard]] std::string unsoundness() {
        const std::vector<std::byte> bytes = saved(into_);
        if (const status answer = load(bytes, other_); !answer) {
            return text("what was taken is refused when it is saved: ", answer.reason().message);
        }
        for (int count = 0; count < 2; ++count) {
            if (other_.hash() != into_.hash()) {
                return text("what was taken is another world when it is saved, ", count, " frames on");
            }
            other_.step({});
            into_.step({});
        }
        if (std::string found = malformation(full_record(into_), into_); !found.empty()) {
            return "what was taken is not sound: " + found;
        }
        return {};
    }

    engine machine_{{.thread_count = 1, .level = log_level::off}};
    world_of<Case> into_;
    world_of<Case> other_;
    typename world_of<Case>::snapshot_type before_;
    std::uint64_t frame_ = 0;
    std::uint64_t hash_ = 0;
    std::vector<std::byte> bytes_;
    bool was_refused_ = false;
};

template <storable_case Case>
[[nodiscard]] std::vector<std::byte> small_saved_world(engine& machine) {
    world_of<Case> world = Case::make_small(machine);
    for (int count = 0; count < 5; ++count) {
        world.step({});
    }
    return saved(world);
}

template <storable_case Case>
[[nodiscard]] std::string refuses_every_truncation() {
    damage_test<Case> test;
    const std::vector<std::byte> bytes = small_saved_world<Case>(test.machine());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        std::string found = test.violation(std::span(bytes).first(length));
        if (found.empty() && !test.was_refused()) {
            found = "the bytes are taken";
        }
        if (!found.empty()) {
            return text(found, " (cut off after ", length, " of ", bytes.size(), " bytes)");
        }
    }
    return {};
}

template <storable_case Case>
[[nodiscard]] std::string survives_every_flipped_bit() {
    damage_test<Case> test;
    std::vector<std::byte> bytes = small_saved_world<Case>(test.machine());
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        const auto flipped = static_cast<std::byte>(1U << (bit % 8));
        bytes[bit / 8] ^= flipped;
        if (std::string found = test.violation(bytes); !found.empty()) {
            return text(found, " (bit ", bit, " of ", bytes.size() * 8, ")");
        }
        bytes[bit / 8] ^= flipped;
        refused += test.was_refused() ? 1 : 0;
    }
    return refused <= 10 ? "hardly any flipped bit is refused" : "";
}

// Alone, and behind a sound beginning.
template <storable_case Case>
[[nodiscard]] std::string survives_random_bytes() {
    damage_test<Case> test;
    const std::vector<std::byte> sound = small_saved_world<Case>(test.machine());
    xoshiro256 dice(1);
    for (int round = 0; round < 500; ++round) {
        std::vector<std::byte> bytes = sound;
        bytes.resize(sound.size() + uniform_below(dice, 64));
        const std::size_t first = round % 2 == 0 ? 0 : uniform_below(dice, bytes.size());
        for (std::size_t index = first; index < bytes.size(); ++index) {
            bytes[index] = static_cast<std::byte>(dice());
        }
        if (std::string found = test.violation(bytes); !found.empty()) {
            return text(found, " (random bytes from ", first, " on, round ", round, ")");
        }
    }
    return {};
}

} // namespace orrery::test::conformance
