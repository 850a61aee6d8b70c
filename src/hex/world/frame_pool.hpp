// Where frames come from and go back to, so that a world that runs takes no memory from anybody.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/hex/frame.hpp>

#include <memory>
#include <vector>

namespace orrery::hex::detail {

class frame_pool : public std::enable_shared_from_this<frame_pool> {
public:
    // An empty frame that nobody holds yet, with room for so many objects.
    [[nodiscard]] frame* take(std::size_t room);

    void give_back(frame* what) noexcept;

private:
    // More are not kept for later.
    static constexpr std::size_t most_spares = 8;

    orrery::detail::mutex mutex_;
    std::vector<std::unique_ptr<frame>> spares_;
};

} // namespace orrery::hex::detail
