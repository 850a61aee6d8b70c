// What the studio's server answers to each request.
#include "apps/json/json_writer.hpp"
#include "apps/studio/server/export_page.hpp"
#include "apps/studio/server/packing.hpp"
#include "apps/studio/server/server.hpp"

#include <orrery/core/text.hpp>

#include <utility>

namespace orrery::studio {
namespace {

constexpr std::string_view never_kept = "Cache-Control: no-store\r\n";
constexpr std::string_view checked_again =
    "Cache-Control: no-cache\r\n"; // may be kept, but is asked for each time

constexpr int carry_on = 0; // what civetweb reads as "not answered": it opens the WebSocket then

} // namespace

int server::refuse(const http_exchange& exchange, int status, std::string_view sentence) {
    ++refused_;
    return exchange.refuse(status, sentence);
}

int server::route(const http_exchange& exchange) {
    if (!is_open_ || !gate_) {
        return refuse(exchange, 503, "the studio is about to start");
    }
    const std::string_view path = exchange.path();
    switch (gate_->judge(exchange.facts())) {
    case verdict::foreign_host:
        return refuse(exchange, 403, "this studio does not go by that name");
    case verdict::foreign_origin:
        return refuse(exchange, 403, "pages of other sites may not use this studio");
    case verdict::no_token:
        return refuse(exchange, 403, "this studio needs the token that stands in the address it printed");
    case verdict::welcome_by_address:
        // A person's first visit: the token goes from the address bar into a cookie.
        if (path == "/") {
            return exchange.answer(
                {.status = 303,
                 .headers = text("Location: /\r\nSet-Cookie: ", gate_->cookie(), "\r\n", never_kept)},
                "");
        }
        break;
    case verdict::welcome:
        break;
    }
    const std::string_view method = exchange.method();
    const bool is_read = method == "GET" || method == "HEAD";
    if (path == "/session") {
        if (!exchange.is_upgrade()) {
            return refuse(exchange, 426, "the session is behind a WebSocket");
        }
        return clients_ < settings_.max_clients
                   ? carry_on
                   : refuse(exchange, 503,
                            text("this studio has ", settings_.max_clients, " watchers already"));
    }
    if (exchange.is_upgrade()) {
        return refuse(exchange, 404, "there is no WebSocket here");
    }
    if (path == "/recording" && method == "POST") {
        return take_recording(exchange);
    }
    if (!is_read) {
        return refuse(exchange, 405, "that cannot be done here");
    }
    if (path == "/recording") {
        return send_recording(exchange);
    }
    if (path == "/export") {
        return send_export(exchange);
    }
    return path == "/health" ? send_health(exchange) : send_file(exchange);
}

int server::send_file(const http_exchange& exchange) {
    const page_file* const file = page_.find(exchange.path());
    if (file == nullptr) {
        return refuse(exchange, 404, "there is no such file");
    }
    const std::string headers = text(checked_again, "ETag: ", file->tag, "\r\n");
    if (exchange.header("If-None-Match") == file->tag) {
        return exchange.answer({.status = 304, .type = file->type, .headers = headers}, "");
    }
    const bool is_packed = exchange.accepts_gzip() && !file->packed.empty();
    return exchange.answer({.type = file->type, .headers = headers, .is_packed = is_packed},
                           is_packed ? file->packed : file->bytes);
}

int server::send_health(const http_exchange& exchange) {
    const auto refused_messages =
        session_.ask<std::uint64_t>([](session& open) { return open.refused_messages(); }, 0);
    json::writer out;
    out.begin_object();
    out.member("status", "ok").member("watchers", clients_.load());
    out.member("refusedRequests", refused_.load()).member("refusedMessages", refused_messages);
    out.end_object();
    return exchange.answer({.type = "application/json", .headers = std::string(never_kept)}, out.text());
}

int server::send_recording(const http_exchange& exchange) {
    using answer = result<std::vector<std::byte>>;
    const answer bytes = session_.ask<answer>([](session& open) { return open.recording(); },
                                              error{"the studio is about to end"});
    if (!bytes) {
        return exchange.refuse(503, bytes.reason().message);
    }
    return exchange.answer(
        {.type = "application/octet-stream",
         .headers = text("Content-Disposition: attachment; filename=\"recording.orrery\"\r\n", never_kept)},
        *bytes);
}

int server::take_recording(const http_exchange& exchange) {
    int why = 400;
    auto bytes = exchange.body(settings_.max_upload_bytes, why);
    if (!bytes) {
        return refuse(exchange, why, bytes.reason().message);
    }
    std::string name = exchange.parameter("name");
    if (name.empty()) {
        name = "the recording";
    }
    const status opened = session_.ask<status>(
        [bytes = *std::move(bytes), name = std::move(name)](session& open) mutable {
            return open.open_recording(std::move(bytes), name);
        },
        error{"the studio is about to end"});
    if (!opened) {
        return refuse(exchange, 422, opened.reason().message);
    }
    return exchange.answer({.status = 204, .headers = std::string(never_kept)}, "");
}

int server::send_export(const http_exchange& exchange) {
    using answer = result<std::vector<std::byte>>;
    const answer recording = session_.ask<answer>(
        [](session& open) { return open.recording(compression::none); }, error{"the studio is about to end"});
    if (!recording) {
        return exchange.refuse(503, recording.reason().message);
    }
    const result<std::string> page = export_page(page_, *recording);
    if (!page) {
        return exchange.refuse(503, page.reason().message);
    }
    return exchange.answer(
        {.type = "text/html; charset=utf-8",
         .headers = text("Content-Disposition: attachment; filename=\"recording.html\"\r\n", never_kept)},
        *page);
}

} // namespace orrery::studio
