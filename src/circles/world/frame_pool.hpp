// Where frames come from and go back to, so that a world that runs takes no memory from anybody: neither for
// frames nor for what counts the references to them.
#pragma once

#include <orrery/circles/frame.hpp>
#include <orrery/core/detail/spare_list.hpp>

#include <cstddef>
#include <memory>

namespace orrery::circles::detail {

class frame_pool : public std::enable_shared_from_this<frame_pool> {
public:
    // A frame that nobody else holds. It has no roster, and perhaps motions and contacts of long ago.
    [[nodiscard]] std::shared_ptr<frame> take();

private:
    // Memory for the count of the references to a frame.
    struct count_block {
        alignas(std::max_align_t) std::byte bytes[128];
    };

    struct give_back {
        std::shared_ptr<frame_pool> home;

        void operator()(frame* what) const noexcept { home->keep(what); }
    };

    template <typename T>
    struct count_allocator {
        using value_type = T;

        std::shared_ptr<frame_pool> home;

        explicit count_allocator(std::shared_ptr<frame_pool> of) noexcept
            : home(std::move(of)) {}

        template <typename Other>
        count_allocator(const count_allocator<Other>& other) noexcept
            : home(other.home) {}

        [[nodiscard]] T* allocate(std::size_t) {
            static_assert(sizeof(T) <= sizeof(count_block) && alignof(T) <= alignof(count_block));
            return reinterpret_cast<T*>(home->take_block());
        }

        void deallocate(T* what, std::size_t) noexcept {
            home->keep_block(reinterpret_cast<count_block*>(what));
        }

        template <typename Other>
        friend bool operator==(const count_allocator& a, const count_allocator<Other>& b) noexcept {
            return a.home == b.home;
        }
    };

    void keep(frame* what) noexcept;
    [[nodiscard]] count_block* take_block();
    void keep_block(count_block* what) noexcept;

    orrery::detail::spare_list<frame> spares_;
    orrery::detail::spare_list<count_block> spare_blocks_;
};

} // namespace orrery::circles::detail
