#include "apps/studio/server/http_exchange.hpp"
#include "apps/studio/server/packing.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <civetweb.h>
#include <strings.h>

namespace orrery::studio {
namespace {

std::string_view or_empty(const char* characters) noexcept {
    return characters == nullptr ? std::string_view() : std::string_view(characters);
}

bool is_same_word(std::string_view a, std::string_view b) noexcept {
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): both have the size that is passed
    return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// Nothing but what this server sends is loaded, run or spoken with. Older browsers do not take a WebSocket to
// the same host for 'self', so it is named.
std::string protection(std::string_view host) {
    return text("Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                "style-src 'self'; "
                "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws://",
                host,
                "; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
                "X-Content-Type-Options: nosniff\r\n"
                "Referrer-Policy: no-referrer\r\n"
                "Cross-Origin-Resource-Policy: same-origin\r\n"
                "Cross-Origin-Opener-Policy: same-origin\r\n");
}

// What a header may hold of what a client has said.
bool is_plain_host(std::string_view host) noexcept {
    return std::ranges::all_of(host, [](char each) {
        return (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || each == '.' || each == ':';
    });
}

} // namespace

http_exchange::http_exchange(mg_connection* connection) noexcept
    : connection_(connection) {}

std::string_view http_exchange::method() const noexcept {
    return or_empty(mg_get_request_info(connection_)->request_method);
}

std::string_view http_exchange::path() const noexcept {
    return or_empty(mg_get_request_info(connection_)->local_uri_raw);
}

std::string_view http_exchange::query() const noexcept {
    return or_empty(mg_get_request_info(connection_)->query_string);
}

std::string_view http_exchange::header(const char* name) const noexcept {
    return or_empty(mg_get_header(connection_, name));
}

request_facts http_exchange::facts() const noexcept {
    return {
        .host = header("Host"), .origin = header("Origin"), .cookies = header("Cookie"), .query = query()};
}

bool http_exchange::is_upgrade() const noexcept {
    return method() == "GET" && is_same_word(header("Upgrade"), "websocket");
}

std::string http_exchange::parameter(const char* name) const {
    std::array<char, 256> value{};
    const int length = mg_get_var(query().data(), query().size(), name, value.data(), value.size());
    return length <= 0 ? std::string() : printable({value.data(), static_cast<std::size_t>(length)});
}

bool http_exchange::accepts_gzip() const noexcept {
    return header("Accept-Encoding").find("gzip") != std::string_view::npos;
}

result<std::vector<std::byte>> http_exchange::body(std::uint64_t max_bytes, int& status) const {
    const long long length = mg_get_request_info(connection_)->content_length;
    if (length < 0) {
        status = 411;
        return error{"the request does not say how long it is (Content-Length)"};
    }
    if (static_cast<std::uint64_t>(length) > max_bytes) {
        status = 413;
        return error{text("the request has ", length, " bytes, expected at most ", max_bytes)};
    }
    // It grows as bytes arrive: what is only promised takes no memory.
    std::vector<std::byte> bytes;
    std::vector<std::byte> piece(std::size_t{1} << 16);
    while (bytes.size() < static_cast<std::uint64_t>(length)) {
        const int got = mg_read(connection_, piece.data(), piece.size());
        if (got <= 0) {
            status = 400;
            return error{text("the request ended after ", bytes.size(), " of ", length, " bytes")};
        }
        bytes.insert(bytes.end(), piece.begin(), piece.begin() + got);
    }
    return bytes;
}

int http_exchange::answer(const reply& how, std::span<const std::byte> bytes) const {
    const std::string_view host = is_plain_host(header("Host")) ? header("Host") : "127.0.0.1";
    const std::string head =
        text("HTTP/1.1 ", how.status, ' ', mg_get_response_code_text(connection_, how.status),
             "\r\nContent-Type: ", how.type, "\r\nContent-Length: ", bytes.size(),
             "\r\nConnection: close\r\n", protection(host),
             how.is_packed ? "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n" : "", how.headers, "\r\n");
    mg_write(connection_, head.data(), head.size());
    if (method() != "HEAD") {
        mg_write(connection_, bytes.data(), bytes.size());
    }
    return how.status;
}

int http_exchange::answer(const reply& how, std::string_view text) const {
    return answer(how, bytes_of(text));
}

int http_exchange::refuse(int status, std::string_view sentence) const {
    return answer({.status = status, .headers = "Cache-Control: no-store\r\n"}, text(sentence, "\n"));
}

} // namespace orrery::studio
