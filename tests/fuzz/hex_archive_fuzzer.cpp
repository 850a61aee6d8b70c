// Rules, frames and forms of a hex world; see frame_archive_fuzz.hpp.
#include "frame_archive_fuzz.hpp"
#include "tests/hex/small_rules.hpp"

#include <orrery/hex/world_archive.hpp>

using namespace orrery;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static engine machine({.thread_count = 1});
    hex::world world(machine, std::make_shared<const hex::rules>(hex::test::small_rules()));
    fuzz::read_archive(std::as_bytes(std::span(bytes, size)), world, hex::load_rules);
    return 0;
}
