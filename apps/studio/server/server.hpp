// The studio's server: the page, a WebSocket to the session, recordings in and out, and the page in one file,
// over HTTP. It runs on threads of its own from start() until it goes away. docs/studio.md says what it lets
// in.
//
//   studio::session_thread session({.scenes = &scenes});
//   auto server = studio::server::start({}, *std::move(page), session);
//   std::puts(server->value()->address().c_str());
#pragma once

#include "apps/studio/server/gate.hpp"
#include "apps/studio/server/http_exchange.hpp"
#include "apps/studio/server/page_files.hpp"
#include "apps/studio/server/session_thread.hpp"
#include "apps/studio/server/socket_client.hpp"

#include <orrery/core/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

struct mg_connection;
struct mg_context;

namespace orrery::studio {

struct server_settings {
    std::string address = "127.0.0.1";
    std::optional<std::uint16_t> port{}; // none: the usual one or the next that is free; 0: any that is free
    std::string token{};                 // empty: made where one is needed
    std::size_t max_clients = 64;
    std::uint64_t max_upload_bytes = std::uint64_t{1} << 30;
    socket_limits sockets{};
};

class server {
public:
    static constexpr std::uint16_t usual_port = 8765;

    [[nodiscard]] static result<std::unique_ptr<server>> start(const server_settings& settings,
                                                               page_files page, session_thread& session);
    // Ends the session's thread, too: requests may be waiting for it.
    ~server();
    server(const server&) = delete;
    server& operator=(const server&) = delete;

    // With the token, if one is needed.
    [[nodiscard]] std::string address() const;

    [[nodiscard]] std::uint64_t refused_requests() const noexcept { return refused_; }

private:
    server(server_settings settings, page_files page, session_thread& session);
    [[nodiscard]] status listen();

    static server& of(const mg_connection* connection);
    static int on_request(mg_connection* connection);
    static int on_error(mg_connection* connection, int status, const char* message);
    static void on_open(mg_connection* connection, void* self);
    static int on_data(mg_connection* connection, int bits, char* content, std::size_t size, void* self);
    static void on_close(const mg_connection* connection, void* self);

    // Each answers with the status that was sent.
    [[nodiscard]] int refuse(const http_exchange& exchange, int status, std::string_view sentence);
    [[nodiscard]] int route(const http_exchange& exchange);
    [[nodiscard]] int send_file(const http_exchange& exchange);
    [[nodiscard]] int send_health(const http_exchange& exchange);
    [[nodiscard]] int send_recording(const http_exchange& exchange);
    [[nodiscard]] int take_recording(const http_exchange& exchange);
    [[nodiscard]] int send_export(const http_exchange& exchange);

    server_settings settings_;
    page_files page_;
    session_thread& session_;
    std::optional<gate> gate_;
    std::uint16_t port_ = 0;
    std::atomic<bool> is_open_ = false; // nobody is let in before there is a gate
    std::atomic<std::uint64_t> refused_ = 0;
    std::atomic<std::size_t> clients_ = 0;
    mg_context* context_ = nullptr;
};

} // namespace orrery::studio
