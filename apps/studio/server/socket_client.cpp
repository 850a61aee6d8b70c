#include "apps/studio/server/socket_client.hpp"

#include <orrery/core/text.hpp>

#include <civetweb.h>
#include <utility>

namespace orrery::studio {
namespace {

constexpr unsigned last_part_bit = 0x80;
constexpr unsigned reserved_bits = 0x70;
constexpr unsigned kind_bits = 0x0f;
constexpr std::size_t max_control_bytes = 125;

constexpr std::uint16_t going_away = 1000;
constexpr std::uint16_t protocol_error = 1002;
constexpr std::uint16_t cannot_accept = 1003;
constexpr std::uint16_t too_big = 1009;

} // namespace

socket_client::socket_client(mg_connection* connection, session_thread& session, const socket_limits& limits)
    : connection_(connection)
    , session_(session)
    , limits_(limits)
    , queue_(std::make_shared<client_queue>(
          [connection](const outgoing& what) {
              const int kind = what.is_text ? MG_WEBSOCKET_OPCODE_TEXT : MG_WEBSOCKET_OPCODE_BINARY;
              return mg_websocket_write(connection, kind, what.content.data(), what.content.size()) > 0;
          },
          [connection] { mg_close_connection(connection); }, limits.waiting_bytes))
    , id_(session.join(queue_)) {}

socket_client::~socket_client() {
    session_.leave(id_);
    queue_->close(); // the connection is gone after this
}

socket_client::outcome socket_client::receive(unsigned bits, std::string_view content) {
    const bool is_last = (bits & last_part_bit) != 0;
    const unsigned kind = bits & kind_bits;
    if ((bits & reserved_bits) != 0) {
        return refuse(protocol_error, "reserved bits are set");
    }
    const bool is_control = kind >= MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE;
    if (is_control && (!is_last || content.size() > max_control_bytes)) {
        return refuse(protocol_error, "a control frame is too long");
    }
    switch (kind) {
    case MG_WEBSOCKET_OPCODE_TEXT:
        return take_part(true, is_last, content);
    case MG_WEBSOCKET_OPCODE_CONTINUATION:
        return take_part(false, is_last, content);
    case MG_WEBSOCKET_OPCODE_BINARY:
        return refuse(cannot_accept, "messages are texts");
    case MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE:
        say_goodbye(going_away, "");
        return outcome::is_over;
    case MG_WEBSOCKET_OPCODE_PING: // civetweb has answered
    case MG_WEBSOCKET_OPCODE_PONG:
        return outcome::goes_on;
    default:
        return refuse(protocol_error, "there is no such kind of frame");
    }
}

socket_client::outcome socket_client::take_part(bool is_first, bool is_last, std::string_view content) {
    if (is_first == is_within_message_) {
        return refuse(protocol_error, "the parts of a message are out of order");
    }
    if (message_.size() + content.size() > limits_.message_bytes) {
        return refuse(too_big, text("a message may have ", limits_.message_bytes, " bytes"));
    }
    message_ += content;
    is_within_message_ = !is_last;
    if (is_last) {
        session_.post(
            [id = id_, message = std::exchange(message_, {})](session& open) { open.receive(id, message); });
    }
    return outcome::goes_on;
}

socket_client::outcome socket_client::refuse(std::uint16_t code, std::string_view why) {
    say_goodbye(code, why);
    return outcome::was_refused;
}

void socket_client::say_goodbye(std::uint16_t code, std::string_view why) {
    std::string content{static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
    content += why;
    mg_websocket_write(connection_, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, content.data(), content.size());
}

} // namespace orrery::studio
