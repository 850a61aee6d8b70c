// One request to the studio's server and the answer to it, on a connection of civetweb. Each answer carries
// the headers that keep a browser from doing more with it than was meant.
#pragma once

#include "apps/studio/server/gate.hpp"

#include <orrery/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct mg_connection;

namespace orrery::studio {

struct reply {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string headers{};  // more of them, each with its end of line
    bool is_packed = false; // by gzip
};

class http_exchange {
public:
    explicit http_exchange(mg_connection* connection) noexcept;

    [[nodiscard]] std::string_view method() const noexcept;
    [[nodiscard]] std::string_view path() const noexcept; // as it was written, before any clean-up
    [[nodiscard]] std::string_view query() const noexcept;
    [[nodiscard]] std::string_view header(const char* name) const noexcept; // empty: it is not there
    [[nodiscard]] request_facts facts() const noexcept;
    [[nodiscard]] bool is_upgrade() const noexcept; // to a WebSocket

    // A parameter of the query, unescaped, fit to be shown.
    [[nodiscard]] std::string parameter(const char* name) const;

    [[nodiscard]] bool accepts_gzip() const noexcept;

    // Refused if it has no length, is longer, or ends early. `status` is what to answer then.
    [[nodiscard]] result<std::vector<std::byte>> body(std::uint64_t max_bytes, int& status) const;

    // Each answers with the status, as civetweb wants it.
    int answer(const reply& how, std::span<const std::byte> bytes) const;
    int answer(const reply& how, std::string_view text) const;
    // One sentence.
    int refuse(int status, std::string_view sentence) const;

private:
    mg_connection* connection_;
};

} // namespace orrery::studio
