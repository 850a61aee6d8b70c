// Where frames come from and go back to, so that a world that runs takes no memory from anybody.
#pragma once

#include <orrery/core/detail/spare_list.hpp>
#include <orrery/hex/frame.hpp>

#include <cstddef>
#include <memory>

namespace orrery::hex::detail {

class frame_pool : public std::enable_shared_from_this<frame_pool> {
public:
    // An empty frame that nobody holds yet, with room for so many objects.
    [[nodiscard]] frame* take(std::size_t room);

    void give_back(frame* what) noexcept;

private:
    orrery::detail::spare_list<frame> spares_;
};

} // namespace orrery::hex::detail
