// Reads the input as a saved world of rigid bodies. What is refused must leave the world as it was; what is
// taken must be a sound world: it can be saved and loaded again without a difference, and go on.
#include "../rigid/sample_world.hpp"
#include "fuzz_support.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/world_archive.hpp>

namespace {

using namespace orrery;

void expect_sound(rigid::world& taken, engine& machine) {
    byte_writer image;
    rigid::save_world(image, taken);
    rigid::world copy(machine);
    byte_reader reader(image.bytes());
    fuzz::expect(rigid::load_world(reader, copy).is_ok(), "what was taken can be written and read again");
    fuzz::expect(copy.hash() == taken.hash() && copy.frame() == taken.frame(), "nothing is lost on the way");
    taken.step();
    copy.step();
    fuzz::expect(copy.hash() == taken.hash(), "the copy goes on with the same bits");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static engine machine({.thread_count = 1});
    rigid::world world(machine);
    rigid::add_stack(world, 2, {});
    const std::uint64_t before = world.hash();
    byte_reader reader(std::as_bytes(std::span(bytes, size)));
    if (const status answer = rigid::load_world(reader, world)) {
        expect_sound(world, machine);
    } else {
        const std::string reason = answer.reason().message;
        fuzz::expect(printable(reason) == reason, "an error message is printable");
        fuzz::expect(world.hash() == before, "a refused world changes nothing");
    }
    return 0;
}
