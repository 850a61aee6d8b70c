#include "apps/studio/server/server.hpp"

#include <orrery/core/text.hpp>

#include <array>
#include <civetweb.h>
#include <utility>

namespace orrery::studio {
namespace {

// How many ports after the usual one are tried.
constexpr std::uint16_t ports_to_try = 32;
// Each WebSocket keeps a thread; these are for everything else.
constexpr std::size_t threads_for_requests = 12;

// civetweb takes its options as texts.
mg_context* start_on(const std::string& address, std::uint16_t port, std::size_t threads,
                     const mg_callbacks& callbacks, server* self) {
    const std::string where = text(address, ':', port);
    const std::string thread_count = text(threads);
    const std::array options{"listening_ports",
                             where.c_str(),
                             "num_threads",
                             thread_count.c_str(),
                             "request_timeout_ms",
                             "10000",
                             "websocket_timeout_ms",
                             "2000", // a connection that was given up is noticed within
                             "enable_websocket_ping_pong",
                             "yes", // browsers that went away without a word are noticed, too
                             "tcp_nodelay",
                             "1",
                             "decode_url",
                             "no", // so that what is asked for is compared as it was written
                             static_cast<const char*>(nullptr)};
    mg_init_data start{.callbacks = &callbacks,
                       .user_data = self,
                       .configuration_options = const_cast<const char**>(options.data())};
    std::array<char, 256> reason{};
    mg_error_data trouble{.code = nullptr, .text = reason.data(), .text_buffer_size = reason.size()};
    return mg_start2(&start, &trouble);
}

} // namespace

result<std::unique_ptr<server>> server::start(const server_settings& settings, page_files page,
                                              session_thread& session) {
    if (const status fits = check_address(settings.address); !fits) {
        return fits.reason();
    }
    server_settings complete = settings;
    if (!settings.token.empty()) {
        if (const status fits = check_token(settings.token); !fits) {
            return fits.reason();
        }
    } else if (!is_loopback(settings.address)) {
        auto made = make_token();
        if (!made) {
            return made.reason();
        }
        complete.token = *std::move(made);
    }
    std::unique_ptr<server> made(new server(std::move(complete), std::move(page), session));
    if (const status listens = made->listen(); !listens) {
        return listens.reason();
    }
    return made;
}

server::server(server_settings settings, page_files page, session_thread& session)
    : settings_(std::move(settings))
    , page_(std::move(page))
    , session_(session) {
    mg_init_library(MG_FEATURES_DEFAULT);
}

server::~server() {
    session_.stop();
    if (context_ != nullptr) {
        mg_stop(context_);
    }
    mg_exit_library();
}

std::string server::address() const {
    const std::string_view host =
        settings_.address == "0.0.0.0" ? "127.0.0.1" : std::string_view(settings_.address);
    const std::string query = settings_.token.empty() ? "" : text("?token=", settings_.token);
    return text("http://", host, ':', port_, '/', query);
}

status server::listen() {
    mg_callbacks callbacks{};
    callbacks.begin_request = on_request;
    callbacks.http_error = on_error;
    callbacks.log_message = [](const mg_connection*, const char*) {
        return 1;
    }; // refusals are counted, not printed
    const std::uint16_t first = settings_.port.value_or(usual_port);
    const std::uint16_t count = settings_.port.has_value() ? 1 : ports_to_try;
    for (std::uint16_t i = 0; i < count && context_ == nullptr; ++i) {
        context_ = start_on(settings_.address, static_cast<std::uint16_t>(first + i),
                            settings_.max_clients + threads_for_requests, callbacks, this);
    }
    if (context_ == nullptr) {
        return error{count == 1 ? text("port ", first, " of ", settings_.address,
                                       " cannot be had: it is in use, or not ours to use")
                                : text("no port from ", first, " to ", first + count - 1, " of ",
                                       settings_.address, " can be had")};
    }
    mg_server_port bound{};
    mg_get_server_ports(context_, 1, &bound);
    port_ = static_cast<std::uint16_t>(bound.port);
    gate_.emplace(gate_settings{.address = settings_.address, .port = port_, .token = settings_.token});
    mg_set_websocket_handler(context_, "/session$", nullptr, on_open, on_data, on_close, this);
    is_open_ = true;
    return {};
}

server& server::of(const mg_connection* connection) {
    return *static_cast<server*>(mg_get_user_data(mg_get_context(connection)));
}

int server::on_request(mg_connection* connection) {
    return of(connection).route(http_exchange(connection));
}

// What civetweb itself refuses: requests that are none.
int server::on_error(mg_connection* connection, int status, const char* message) {
    server& self = of(connection);
    ++self.refused_;
    http_exchange(connection).refuse(status, message == nullptr ? "the request is not understood" : message);
    return 0;
}

void server::on_open(mg_connection* connection, void* self_pointer) {
    server& self = *static_cast<server*>(self_pointer);
    ++self.clients_;
    mg_set_user_connection_data(connection,
                                new socket_client(connection, self.session_, self.settings_.sockets));
}

int server::on_data(mg_connection* connection, int bits, char* content, std::size_t size, void* self) {
    auto* const client = static_cast<socket_client*>(mg_get_user_connection_data(connection));
    const auto outcome = client->receive(static_cast<unsigned>(bits) & 0xff, {content, size});
    if (outcome == socket_client::outcome::was_refused) {
        ++static_cast<server*>(self)->refused_;
    }
    return outcome == socket_client::outcome::goes_on ? 1 : 0;
}

void server::on_close(const mg_connection* connection, void* self) {
    // Also called for those that never got as far as opening.
    if (auto* const client = static_cast<socket_client*>(mg_get_user_connection_data(connection))) {
        delete client;
        mg_set_user_connection_data(const_cast<mg_connection*>(connection), nullptr);
        --static_cast<server*>(self)->clients_;
    }
}

} // namespace orrery::studio
