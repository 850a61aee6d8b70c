// Reads the input as definitions of a world of rigid bodies, as a recording has them. Each is taken or
// refused in one printable sentence and changes no frame; what was taken can be written and read again, and
// bodies can be created from it.
#include "fuzz_support.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <string>
#include <vector>

namespace {

using namespace orrery;

constexpr std::uint64_t first_key = 100;

void expect_sentence(const std::string& message) {
    fuzz::expect(!message.empty() && printable(message) == message, "an error message is printable");
}

void expect_same_after_saving(const rigid::definition& what, const rigid::world& rules) {
    byte_writer out;
    save_definition(out, what);
    byte_reader in(out.bytes());
    const auto again = load_definition(in, rules);
    fuzz::expect(again && in.finish() && *again == what && again->id() == what.id(),
                 "what was taken can be written and read again");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static engine machine({.thread_count = 1});
    time::simulation_adapter<rigid::world> there{rigid::world(machine)};
    rigid::world& world = there.world();
    byte_reader in(std::as_bytes(std::span(bytes, size)));
    const time::decoded_definitions decoded =
        time::world_codec_of<rigid::world>::shared().decode_definitions(there, in);
    if (const status answer = in.finish(); !answer) {
        expect_sentence(answer.reason().message);
    }
    for (const time::refused_definition& each : decoded.refused) {
        expect_sentence(each.reason);
    }
    const std::uint64_t before = world.hash();
    std::vector<rigid::input> inputs;
    for (const time::detail::definition_item& each : decoded.items) {
        const auto& what = time::detail::definition_in<rigid::definition>(each);
        const status checked = world.check_definition(what);
        const status answer = world.define(what);
        fuzz::expect(checked.is_ok() == answer.is_ok(), "checking tells whether it is taken");
        if (!answer) {
            expect_sentence(answer.reason().message);
            continue;
        }
        fuzz::expect(world.has_definition(each.id), "what was taken is known");
        expect_same_after_saving(what, world);
        const auto key = entity_key{first_key + inputs.size()};
        const vector3 place{static_cast<scalar>(inputs.size()) * 10, 0, 0};
        inputs.push_back(rigid::input::create(key, rigid::blueprint_id{each.id}, {place, {}}));
    }
    fuzz::expect(world.hash() == before, "definitions change no frame");
    world.step(inputs);
    inputs.clear();
    for (const time::detail::definition_item& each : decoded.items) {
        inputs.push_back(rigid::input::break_up(entity_key{first_key}, rigid::fracture_id{each.id}));
    }
    world.step(inputs);
    return 0;
}
