// Throws lines of bytes at a session as messages of a page, with time passing between them. Whatever they
// say, each is answered in one printable sentence or as asked, and the session goes on.
#include "apps/studio/session/session.hpp"
#include "fuzz_support.hpp"

#include <string>
#include <string_view>

namespace {

using namespace orrery;

constexpr std::string_view scene_text = R"({"title": "Fuzz", "about": "A ball.", "world": "rigid", "bodies": [
    {"name": "floor", "kind": "fixed", "shape": {"kind": "plane"}},
    {"name": "ball", "position": [0, 1, 0], "shape": {"kind": "sphere", "radius": 0.5}}]})";

class checked_outbox final : public studio::outbox {
public:
    void send_text(studio::client_id, std::string_view text) override {
        fuzz::expect(!text.empty() && text.front() == '{' && text.back() == '}', "an answer is an object");
    }

    void send_bytes(studio::client_id, std::span<const std::byte> bytes) override {
        fuzz::expect(bytes.size() >= 40, "a frame has a header");
    }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    checked_outbox out;
    studio::session session(out, {.horizon = 10, .has_thread = false});
    const auto scene = scene_format::parse_scene(std::string(scene_text), "fuzz");
    fuzz::expect(scene.has_value() && session.open_scene(*scene).is_ok(), "the scene opens");
    const studio::client_id page = session.join();
    std::string_view rest(reinterpret_cast<const char*>(input), size);
    double clock = 0;
    session.work(clock += 0.1);
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        session.receive(page, rest.substr(0, end));
        session.work(clock += 0.1);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    session.work(clock += 0.1);
    return 0;
}
