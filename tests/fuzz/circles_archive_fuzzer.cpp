// Rules, frames and forms of a world of circles; see frame_archive_fuzz.hpp.
#include "frame_archive_fuzz.hpp"
#include "tests/circles/crowd.hpp"

#include <orrery/circles/world_archive.hpp>

using namespace orrery;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static engine machine({.thread_count = 1, .level = log_level::off});
    circles::world world(machine, std::make_shared<const circles::rules>(circles::test::crowd_rules()));
    fuzz::read_archive(std::as_bytes(std::span(bytes, size)), world, circles::load_rules);
    return 0;
}
