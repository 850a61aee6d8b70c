// Events without their type, as values: marks, and payloads that lie one after another.
#pragma once

#include <orrery/timeline/detail/event_log.hpp>

#include <cstddef>
#include <vector>

namespace orrery::time::detail {

struct event_list {
    std::size_t payload_bytes = 0; // of each
    std::vector<event_mark> marks{};
    std::vector<std::byte> payloads{};

    void add(const event_mark& mark, const std::byte* payload) {
        marks.push_back(mark);
        payloads.insert(payloads.end(), payload, payload + payload_bytes);
    }

    void clear() noexcept {
        marks.clear();
        payloads.clear();
    }

    [[nodiscard]] std::size_t size() const noexcept { return marks.size(); }

    [[nodiscard]] const std::byte* payload(std::size_t index) const noexcept {
        return payloads.data() + index * payload_bytes;
    }
};

} // namespace orrery::time::detail
