// Memory for looking at surfaces, kept from one look to the next; answers never depend on what is in it.
// Tasks that run at the same time borrow one each, as they do arenas: it does not matter which one a task
// gets, and once rooms have grown borrowing allocates nothing.
#pragma once

#include "rigid/surface/near_triangles.hpp"

#include <orrery/core/detail/mutex.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

struct surface_room {
    struct meeting {
        scalar time = 0; // of the step: the shape cannot be near the triangle before
        std::uint32_t triangle = 0;
        vector3 outwards; // of a plane between them, in the frame of the surface
    };

    near_triangles near; // for those who keep none of their own
    std::vector<std::uint8_t> is_met;
    std::vector<surface_triangle> found;
    std::vector<meeting> meetings;
};

class surface_rooms {
public:
    // A room for as long as this object lives.
    class [[nodiscard]] loan {
    public:
        ~loan() { owner_.take_back(std::move(room_)); }

        loan(const loan&) = delete;
        loan& operator=(const loan&) = delete;

        [[nodiscard]] surface_room& operator*() noexcept { return *room_; }

    private:
        friend class surface_rooms;

        loan(surface_rooms& owner, std::unique_ptr<surface_room> borrowed) noexcept
            : owner_(owner)
            , room_(std::move(borrowed)) {}

        surface_rooms& owner_;
        std::unique_ptr<surface_room> room_;
    };

    // All loans must have ended before the owner does.
    loan borrow() { return {*this, take_out()}; }

private:
    [[nodiscard]] std::unique_ptr<surface_room> take_out();
    void take_back(std::unique_ptr<surface_room> returned);

    orrery::detail::mutex access_;
    std::vector<std::unique_ptr<surface_room>> free_;
};

} // namespace orrery::rigid::detail
