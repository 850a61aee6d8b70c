// A frame that is being written, and that nobody else sees before it is finished.
#pragma once

#include "hex/step/record_placer.hpp"
#include "hex/world/frame_pool.hpp"

#include <orrery/hex/frame.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace orrery::hex::detail {

class frame_draft {
public:
    // With the roster and the counts of the frame before, and room for so many objects, which are not written
    // yet.
    frame_draft(const frame& before, std::uint64_t number, const record_placer& records, std::size_t room,
                frame_pool& pool);

    [[nodiscard]] frame& operator*() const noexcept { return *next_; }

    [[nodiscard]] frame* operator->() const noexcept { return next_; }

    // Frames share a roster for as long as nobody comes or goes; this is one that may be changed.
    [[nodiscard]] hex::roster& own_roster();

    // From now on nobody writes to it.
    [[nodiscard]] frame_reference finish() const noexcept { return frame_reference(next_); }

private:
    frame* next_;
    std::shared_ptr<hex::roster> roster_; // none as long as it is that of the frame before
};

} // namespace orrery::hex::detail
