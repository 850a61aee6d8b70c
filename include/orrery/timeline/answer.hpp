// How a question about time is answered. A question beyond what has been computed is not an error: the answer
// says so.
#pragma once

#include <orrery/timeline/frame_range.hpp>

#include <cstdint>
#include <utility>

namespace orrery::time {

enum class found : std::uint8_t {
    recorded,       // read from memory
    computed,       // the frame had been given up to save memory; a private copy of the world went there
    no_such_entity, // not in that frame
    beyond_head,    // not computed yet
    before_tail,    // before the first frame
};

template <typename T>
struct answer {
    found how = found::no_such_entity;
    T value{};

    [[nodiscard]] explicit operator bool() const noexcept {
        return how == found::recorded || how == found::computed;
    }

    [[nodiscard]] const T& operator*() const noexcept { return value; }

    [[nodiscard]] const T* operator->() const noexcept { return &value; }
};

} // namespace orrery::time
