// Loads the input as a segment of tracks. What is taken can be read in every frame, for everybody who is
// there, and is written again as the same bytes.
#include "fuzz_support.hpp"
#include "tests/timeline/toy_archive.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/track_segment.hpp>

#include <vector>

namespace {

using namespace orrery;

using segment = time::track_segment<test::toy_world>;

void expect_sound(const segment& tracks, std::span<const std::byte> read) {
    byte_writer out;
    tracks.save(out, nullptr, test::save_toy_census);
    fuzz::expect(fuzz::are_equal(out.bytes(), read), "what was read is written as the same bytes");
    std::vector<test::toy_motion> motions;
    std::vector<test::toy_source> sources;
    for (std::uint64_t frame = tracks.first_frame(); frame < tracks.end_frame(); ++frame) {
        tracks.read_frame(frame, motions);
        tracks.read_sources(frame, sources);
        const std::vector<entity_key>& keys = tracks.who(frame)->keys;
        fuzz::expect(motions.size() == keys.size(), "everybody who is there has a motion");
        if (!keys.empty()) {
            const std::size_t place = static_cast<std::size_t>(frame % keys.size());
            fuzz::expect(tracks.motion_of(keys[place], frame) == motions[place],
                         "one motion is the same as among all others");
        }
    }
    std::size_t count = 0;
    tracks.each_reach([&](entity_key, const aabb2& box) {
        fuzz::expect(is_valid(box), "a reach is a box");
        ++count;
    });
    fuzz::expect(count >= motions.size(), "everybody has a reach");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto input = std::as_bytes(std::span(bytes, size));
    byte_reader in(input);
    if (const auto loaded = segment::load(in, nullptr, test::toy_model{}, test::load_toy_census)) {
        expect_sound(**loaded, input.first(in.position()));
    } else {
        const std::string& reason = loaded.reason().message;
        fuzz::expect(printable(reason) == reason, "an error message is printable");
    }
    return 0;
}
