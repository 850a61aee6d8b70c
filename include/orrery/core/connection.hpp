// What a listener keeps to be able to leave a signal again (see signal.hpp). It may outlive the signal.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace orrery {
namespace detail {

// The part of a signal's list of listeners that does not depend on its arguments.
class listener_list_base {
public:
    virtual ~listener_list_base() = default;
    virtual void disconnect(std::uint64_t id) noexcept = 0;
    [[nodiscard]] virtual bool is_connected(std::uint64_t id) const noexcept = 0;
};

} // namespace detail

class connection {
public:
    connection() noexcept = default;

    connection(std::weak_ptr<detail::listener_list_base> listeners, std::uint64_t id) noexcept
        : listeners_(std::move(listeners))
        , id_(id) {}

    [[nodiscard]] bool is_connected() const noexcept {
        const auto listeners = listeners_.lock();
        return listeners && listeners->is_connected(id_);
    }

    // The listener is not called again, not even by an emission that is under way. Once is enough, twice is
    // harmless.
    void disconnect() noexcept {
        if (const auto listeners = listeners_.lock()) {
            listeners->disconnect(id_);
        }
        listeners_.reset();
    }

private:
    std::weak_ptr<detail::listener_list_base> listeners_;
    std::uint64_t id_ = 0;
};

// Disconnects when it goes out of scope: the member of an object that listens.
class [[nodiscard]] scoped_connection {
public:
    scoped_connection() noexcept = default;

    scoped_connection(connection owned) noexcept
        : owned_(std::move(owned)) {}

    scoped_connection(scoped_connection&& other) noexcept
        : owned_(other.release()) {}

    scoped_connection& operator=(scoped_connection&& other) noexcept {
        if (this != &other) {
            owned_.disconnect();
            owned_ = other.release();
        }
        return *this;
    }

    ~scoped_connection() { owned_.disconnect(); }

    [[nodiscard]] bool is_connected() const noexcept { return owned_.is_connected(); }

    void disconnect() noexcept { owned_.disconnect(); }

    // Hands the connection on without cutting it.
    [[nodiscard]] connection release() noexcept { return std::exchange(owned_, connection()); }

private:
    connection owned_;
};

} // namespace orrery
