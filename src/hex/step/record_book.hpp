// The records of an arena by what they say, so that objects made alike share one.
#pragma once

#include <orrery/core/hash.hpp>
#include <orrery/hex/frame.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace orrery::hex::detail {

template <typename RecordAt>
class record_book {
public:
    // record_at(number) is the record with this number, which is not 0.
    explicit record_book(RecordAt record_at, std::size_t expected)
        : record_at_(record_at)
        , slots_(std::bit_ceil(2 * expected + 2)) {}

    // The number of an equal record, or this one's.
    std::uint32_t find_or_add(std::uint32_t number) {
        const auto bytes = record_at_(number).bytes();
        const std::size_t last = slots_.size() - 1;
        for (std::size_t slot = hash_bytes(bytes) & last;; slot = (slot + 1) & last) {
            if (slots_[slot] == 0) {
                slots_[slot] = number;
                return number;
            }
            const auto known = record_at_(slots_[slot]).bytes();
            if (std::ranges::equal(known, bytes)) {
                return slots_[slot];
            }
        }
    }

private:
    RecordAt record_at_;
    std::vector<std::uint32_t> slots_; // 0 where there is none
};

} // namespace orrery::hex::detail
