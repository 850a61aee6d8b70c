// Reads the input as a world image and as a portable set. What is refused must leave the world as it was;
// what is taken must be a sound world: it can be used, and written and read again without a difference.
#include "fuzz_support.hpp"
#include "fuzz_world.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/core/registry_archive.hpp>

namespace {

using namespace orrery;

void expect_printable(const error& reason) {
    fuzz::expect(printable(reason.message) == reason.message, "an error message is printable");
}

void expect_sound(registry& world) {
    byte_writer image;
    save_state(image, world);
    registry copy;
    fuzz::register_types(copy);
    byte_reader reader(image.bytes());
    fuzz::expect(load_state(reader, copy).is_ok(), "what was taken can be written and read again");
    fuzz::expect(copy.hash() == world.hash() && !first_difference(copy, world), "nothing is lost on the way");
    std::size_t visited = 0;
    world.view<fuzz::spot, const fuzz::tether>().each(
        [&](entity id, fuzz::spot& where, const fuzz::tether& tie) {
            where.x += 1;
            visited += world.valid(id) ? 1U : 0U;
            static_cast<void>(std::as_const(world).try_get<fuzz::spot>(tie.other));
        });
    fuzz::expect(visited <= world.size(), "a view visits live entities only");
    for (int more = 0; more < 3; ++more) {
        world.emplace<fuzz::spot>(world.create());
    }
    world.clear();
    fuzz::expect(world.size() == 0 && world.count<fuzz::spot>() == 0, "a cleared world is empty");
}

void load_image(std::span<const std::byte> bytes) {
    registry world = fuzz::sample_world();
    const std::uint64_t before = world.hash();
    byte_reader reader(bytes);
    if (const status answer = load_state(reader, world)) {
        expect_sound(world);
    } else {
        expect_printable(answer.reason());
        fuzz::expect(world.hash() == before, "a refused image changes nothing");
    }
}

void load_set(std::span<const std::byte> bytes) {
    registry world = fuzz::sample_world();
    const std::uint64_t before = world.hash();
    byte_reader reader(bytes);
    if (const auto arrived = load_entities(reader, world)) {
        for (const entity id : *arrived) {
            fuzz::expect(world.valid(id), "everyone who arrived is alive");
        }
        expect_sound(world);
    } else {
        expect_printable(arrived.reason());
        fuzz::expect(world.hash() == before, "a refused set changes nothing");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto input = std::as_bytes(std::span(bytes, size));
    load_image(input);
    load_set(input);
    return 0;
}
