// Reads the input as a world image and as a portable set. What is refused must leave the world as it was;
// what is taken must be a sound world: it can be used, and written and read again without a difference.
#include "fuzz_support.hpp"
#include "fuzz_world.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/core/registry/registry_archive.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// The names of what was skipped; nothing if the set was refused.
std::optional<std::vector<std::string>> load_set(std::span<const std::byte> bytes, registry world) {
    const std::uint64_t before = world.hash();
    byte_reader reader(bytes);
    const auto arrived = load_entities(reader, world);
    if (!arrived) {
        expect_printable(arrived.reason());
        fuzz::expect(world.hash() == before, "a refused set changes nothing");
        return std::nullopt;
    }
    for (const entity id : *arrived) {
        fuzz::expect(world.valid(id), "everyone who arrived is alive");
    }
    for (const std::string& name : arrived->skipped_types) {
        fuzz::expect(printable(name) == name, "the name of a skipped type is printable");
        fuzz::expect(name != "spot", "no type that is known is skipped");
    }
    if (world.knows(component_type::of<fuzz::tether>())) {
        expect_sound(world);
    }
    return arrived->skipped_types;
}

// Into a world that knows all types, and into one that knows only some.
void load_sets(std::span<const std::byte> bytes) {
    const auto skipped_by_all = load_set(bytes, fuzz::sample_world());
    registry partial;
    partial.register_component<fuzz::spot>();
    const auto skipped_by_some = load_set(bytes, std::move(partial));
    if (skipped_by_all) {
        fuzz::expect(skipped_by_some && std::includes(skipped_by_some->begin(), skipped_by_some->end(),
                                                      skipped_by_all->begin(), skipped_by_all->end()),
                     "knowing fewer types skips more, and refuses nothing more");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto input = std::as_bytes(std::span(bytes, size));
    load_image(input);
    load_sets(input);
    return 0;
}
