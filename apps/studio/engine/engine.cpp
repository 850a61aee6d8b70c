// A session as a WebAssembly program without a main function: a page instantiates it, calls _initialize() and
// then what is exported here. apps/studio/web/src/connection/engine.ts is the other side. Bytes go in through
// memory that the page has asked for with allocate(), and out through the functions that it hands in; those
// bytes are the page's only for the time of the call.
#include "apps/studio/session/session.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#define ORRERY_IMPORT(name) extern "C" __attribute__((import_module("orrery"), import_name(name)))
#define ORRERY_EXPORT(name) extern "C" __attribute__((export_name(name)))

// Messages of the session to a client.
ORRERY_IMPORT("send_text") void page_send_text(std::uint32_t client, const void* bytes, std::size_t size);
ORRERY_IMPORT("send_bytes") void page_send_bytes(std::uint32_t client, const void* bytes, std::size_t size);
// What a function answers that has more than a number to say.
ORRERY_IMPORT("hand_over") void page_hand_over(const void* bytes, std::size_t size);

namespace {

using namespace orrery;

class page_outbox final : public studio::outbox {
public:
    void send_text(studio::client_id to, std::string_view text) override {
        page_send_text(static_cast<std::uint32_t>(to), text.data(), text.size());
    }

    void send_bytes(studio::client_id to, std::span<const std::byte> bytes) override {
        page_send_bytes(static_cast<std::uint32_t>(to), bytes.data(), bytes.size());
    }
};

// The one session of the page, made when it is first asked for.
studio::session& the_session() {
    static page_outbox out;
    static studio::session session(out, {.thread_count = 1, .has_thread = false});
    return session;
}

} // namespace

ORRERY_EXPORT("allocate") void* engine_allocate(std::size_t size) {
    return std::malloc(size);
}

ORRERY_EXPORT("release") void engine_release(void* bytes) {
    std::free(bytes);
}

// Answers whether it went well; if not, one sentence is handed over.
ORRERY_EXPORT("open_recording") bool engine_open_recording(const std::byte* bytes, std::size_t size) {
    const status opened =
        the_session().open_recording(std::vector<std::byte>(bytes, bytes + size), "the recording");
    if (!opened) {
        const error reason = opened.reason();
        page_hand_over(reason.message.data(), reason.message.size());
    }
    return opened.is_ok();
}

// Hands over the recording, or answers false and hands over one sentence.
ORRERY_EXPORT("recording") bool engine_recording() {
    const auto bytes = the_session().recording(compression::none);
    if (bytes) {
        page_hand_over(bytes->data(), bytes->size());
    } else {
        page_hand_over(bytes.reason().message.data(), bytes.reason().message.size());
    }
    return bytes.has_value();
}

ORRERY_EXPORT("join") std::uint32_t engine_join() {
    return static_cast<std::uint32_t>(the_session().join());
}

ORRERY_EXPORT("receive") void engine_receive(std::uint32_t client, const char* text, std::size_t size) {
    the_session().receive(static_cast<studio::client_id>(client), {text, size});
}

ORRERY_EXPORT("work") double engine_work(double seconds) {
    return the_session().work(seconds);
}
