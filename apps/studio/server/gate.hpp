// Who may speak with a studio's server. It decides by what a request says of itself, before anything else is
// done:
//
// - Host must be this machine's own name for itself or the address that the server listens on, so that a
// foreign
//   site whose name is made to point here (DNS rebinding) is refused.
// - Origin, which browsers send with every WebSocket and POST, must be that same host: no other site's page
// may
//   speak for the person in front of the browser.
// - The token, where there is one, must come as a cookie or in the address. A server that others can reach
// always
//   has one.
#pragma once

#include <orrery/core/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::studio {

struct gate_settings {
    std::string address = "127.0.0.1"; // that the server listens on
    std::uint16_t port = 0;
    std::string token{}; // empty: none is needed
};

// What counts of a request. Absent headers are empty.
struct request_facts {
    std::string_view host{};
    std::string_view origin{};
    std::string_view cookies{};
    std::string_view query{};
};

enum class verdict : std::uint8_t { welcome, welcome_by_address, foreign_host, foreign_origin, no_token };

class gate {
public:
    explicit gate(gate_settings settings);

    // welcome_by_address: the token stood in the address, which is to be taken out of sight (see cookie()).
    [[nodiscard]] verdict judge(const request_facts& request) const noexcept;

    // The value of Set-Cookie that makes the next request welcome.
    [[nodiscard]] std::string cookie() const;

private:
    [[nodiscard]] bool is_own_host(std::string_view host) const noexcept;
    [[nodiscard]] bool is_token(std::string_view offered) const noexcept;

    gate_settings settings_;
    std::string cookie_name_; // browsers do not tell ports apart, so it has the port in it
};

// Whether only this machine can reach it.
[[nodiscard]] bool is_loopback(std::string_view address) noexcept;

// An IPv4 address in digits, such as 192.168.1.20; 0.0.0.0 stands for all that this machine has.
[[nodiscard]] status check_address(const std::string& address);

// Long enough that it cannot be guessed, and of letters that need no escaping.
[[nodiscard]] status check_token(std::string_view token);

// From the system's entropy.
[[nodiscard]] result<std::string> make_token();

// The value of a parameter of a query or a cookie: value_of("a=1; b=2", "b", ';') is "2". Empty if there is
// none.
[[nodiscard]] std::string_view value_of(std::string_view list, std::string_view name,
                                        char separator) noexcept;

} // namespace orrery::studio
