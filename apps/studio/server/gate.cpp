#include "apps/studio/server/gate.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <sys/random.h>
#include <utility>

namespace orrery::studio {
namespace {

constexpr std::string_view any_address = "0.0.0.0";
constexpr std::size_t min_token_letters = 16;
constexpr std::size_t max_token_letters = 128;

bool is_ipv4(const std::string& address) noexcept {
    in_addr parsed{};
    return inet_pton(AF_INET, address.c_str(), &parsed) == 1;
}

constexpr bool is_token_letter(char letter) noexcept {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
}

std::string_view trimmed(std::string_view what) noexcept {
    while (what.starts_with(' ')) {
        what.remove_prefix(1);
    }
    return what;
}

} // namespace

gate::gate(gate_settings settings)
    : settings_(std::move(settings))
    , cookie_name_(text("orrery-", settings_.port)) {}

verdict gate::judge(const request_facts& request) const noexcept {
    if (!is_own_host(request.host)) {
        return verdict::foreign_host;
    }
    constexpr std::string_view scheme = "http://";
    if (!request.origin.empty() &&
        !(request.origin.starts_with(scheme) && request.origin.substr(scheme.size()) == request.host)) {
        return verdict::foreign_origin;
    }
    if (settings_.token.empty() || is_token(value_of(request.cookies, cookie_name_, ';'))) {
        return verdict::welcome;
    }
    return is_token(value_of(request.query, "token", '&')) ? verdict::welcome_by_address : verdict::no_token;
}

std::string gate::cookie() const {
    return text(cookie_name_, '=', settings_.token, "; Path=/; HttpOnly; SameSite=Lax");
}

bool gate::is_own_host(std::string_view host) const noexcept {
    constexpr std::uint16_t usual_port = 80; // browsers leave it out
    const std::size_t colon = std::min(host.rfind(':'), host.size());
    const std::string_view name = host.substr(0, colon);
    std::uint16_t port = usual_port;
    if (colon < host.size()) {
        const char* const end = host.data() + host.size();
        const auto read = std::from_chars(host.data() + colon + 1, end, port);
        if (read.ec != std::errc{} || read.ptr != end) {
            return false;
        }
    }
    if (port != settings_.port) {
        return false;
    }
    if (name == "localhost" || name == "127.0.0.1" || name == settings_.address) {
        return true;
    }
    // Listening on all addresses, we do not know by which one we are called; one in digits cannot be rebound.
    return settings_.address == any_address && is_ipv4(std::string(name));
}

bool gate::is_token(std::string_view offered) const noexcept {
    if (offered.size() != settings_.token.size()) {
        return false;
    }
    // All letters are looked at, wherever the first difference is, so that the time taken tells nothing.
    unsigned difference = 0;
    for (std::size_t i = 0; i < offered.size(); ++i) {
        difference |= static_cast<unsigned char>(offered[i]) ^ static_cast<unsigned char>(settings_.token[i]);
    }
    return difference == 0;
}

bool is_loopback(std::string_view address) noexcept {
    return address.starts_with("127.");
}

status check_address(const std::string& address) {
    if (!is_ipv4(address)) {
        return error{text("the address to listen on is '", printable(address),
                          "', expected an IPv4 address such as 127.0.0.1 or 0.0.0.0")};
    }
    return {};
}

status check_token(std::string_view token) {
    if (token.size() < min_token_letters || token.size() > max_token_letters) {
        return error{text("the token has ", token.size(), " letters, expected ", min_token_letters, " to ",
                          max_token_letters)};
    }
    if (!std::ranges::all_of(token, is_token_letter)) {
        return error{"the token has letters other than a-z, A-Z, 0-9, - and _"};
    }
    return {};
}

result<std::string> make_token() {
    std::array<unsigned char, 16> entropy{};
    if (getentropy(entropy.data(), entropy.size()) != 0) {
        return error{text("the system gave no entropy for a token: ", std::strerror(errno))};
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string token;
    for (const unsigned char each : entropy) {
        token += digits[each >> 4];
        token += digits[each & 15];
    }
    return token;
}

std::string_view value_of(std::string_view list, std::string_view name, char separator) noexcept {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(separator), list.size());
        const std::string_view each = trimmed(list.substr(0, end));
        if (each.size() > name.size() && each.starts_with(name) && each[name.size()] == '=') {
            return each.substr(name.size() + 1);
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return {};
}

} // namespace orrery::studio
