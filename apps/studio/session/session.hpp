// What one studio shows: a world on a timeline that runs ahead, its branches, and the frame that all who
// watch see. Clients speak to it in the messages of apps/studio/web/src/protocol.ts; how those travel is not
// its business, so the same session stands behind a server's sockets and inside a web page as WebAssembly.
//
//   studio::session session(outbox, {});
//   session.open_scene(scene);
//   const studio::client_id me = session.join();
//   session.receive(me, R"({"id":1,"do":"show","frame":600})");
//   session.work(seconds); // again and again
//
// One thread calls it. Computing ahead goes on by itself on another where there are threads, and in work()
// where there are none.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/archive/compression.hpp>
#include <orrery/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

enum class client_id : std::uint32_t { none = 0 };

// Where a session's messages go. All of it is called from within the session's functions.
class outbox {
public:
    outbox() = default;
    outbox(const outbox&) = delete;
    outbox& operator=(const outbox&) = delete;
    virtual ~outbox() = default;

    virtual void send_text(client_id to, std::string_view text) = 0;
    virtual void send_bytes(client_id to, std::span<const std::byte> bytes) = 0;
};

// What a session may ask its surroundings for. A page by itself has no scenes.
class scene_library {
public:
    scene_library() = default;
    scene_library(const scene_library&) = delete;
    scene_library& operator=(const scene_library&) = delete;
    virtual ~scene_library() = default;

    [[nodiscard]] virtual std::vector<scene_format::scene_file> list() const = 0;
    [[nodiscard]] virtual result<scene_format::scene_file> load(std::string_view name) const = 0;
};

// Changes of one branch that can be taken back.
inline constexpr std::size_t most_undos = 64;

struct session_settings {
    std::uint64_t horizon = 3600;   // frames beyond the one on show
    double cpu_share = 0.9;         // of one core, for running ahead
    std::uint32_t thread_count = 0; // of the world; 0: as many as the machine has
    std::size_t track_bytes = std::size_t{512} << 20;
    bool has_thread = true; // false: work() computes ahead, as it does where there are no threads
    const scene_library* scenes = nullptr;
    // Called when work() has something to do before the end of the pause that it returned. Called on any
    // thread, also within work(); must return soon, and must not call the session.
    std::function<void()> on_work_due{};
};

class session {
public:
    explicit session(outbox& out, const session_settings& settings = {});
    ~session();
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    // In place of what is open. Refused with one sentence, and what is open stays.
    status open_scene(const scene_format::scene_file& scene);
    // A recording as bytes; `name` is what messages call it.
    status open_recording(std::vector<std::byte> bytes, std::string_view name);

    // What is open, as a recording with all that is known up to the head. A page cannot read what is
    // compressed.
    [[nodiscard]] result<std::vector<std::byte>> recording(compression how = compression::fast) const;

    // A new client is told everything there is to know to begin with.
    [[nodiscard]] client_id join();
    void leave(client_id who);

    // What a client says. What is not a message is answered with a sentence, counted and forgotten.
    void receive(client_id from, std::string_view text);

    // Lets the clock of playing go on, sends what has become due and, without threads, computes ahead for a
    // few milliseconds. `seconds` is any clock that does not go back. Answers in how many seconds there will
    // be something to do again, if nothing is received before.
    double work(double seconds);

    [[nodiscard]] std::uint64_t refused_messages() const noexcept;

private:
    class state;
    std::unique_ptr<state> state_;
};

} // namespace orrery::studio
