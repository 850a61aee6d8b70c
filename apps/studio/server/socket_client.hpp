// A page that is connected by a WebSocket: puts its messages together, hands them to the session, and has the
// queue of what the session sends. What is no message ends the connection with a reason, and is counted.
#pragma once

#include "apps/studio/server/client_queue.hpp"
#include "apps/studio/server/session_thread.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct mg_connection;

namespace orrery::studio {

struct socket_limits {
    std::size_t message_bytes = std::size_t{64} << 10;
    std::size_t waiting_bytes = std::size_t{64} << 20; // on the way to a page, before it is given up
};

class socket_client {
public:
    socket_client(mg_connection* connection, session_thread& session, const socket_limits& limits);
    ~socket_client();
    socket_client(const socket_client&) = delete;
    socket_client& operator=(const socket_client&) = delete;

    enum class outcome : std::uint8_t { goes_on, is_over, was_refused };

    // One frame of the WebSocket protocol; `bits` is its first byte (RFC 6455, section 5.2).
    [[nodiscard]] outcome receive(unsigned bits, std::string_view content);

private:
    [[nodiscard]] outcome take_part(bool is_first, bool is_last, std::string_view content);
    // Tells why the connection ends (RFC 6455, section 7.4.1).
    outcome refuse(std::uint16_t code, std::string_view why);
    void say_goodbye(std::uint16_t code, std::string_view why);

    mg_connection* connection_;
    session_thread& session_;
    socket_limits limits_;
    std::shared_ptr<client_queue> queue_;
    client_id id_ = client_id::none;
    std::string message_; // as far as it has come
    bool is_within_message_ = false;
};

} // namespace orrery::studio
