// Where a registry is, for objects that may outlive it: null once it is destroyed, the new address after it
// was moved. It belongs to the registry's thread.
#pragma once

#include <memory>
#include <utility>

namespace orrery {

class registry;

class weak_registry {
public:
    weak_registry() noexcept = default;

    // The registry, or null if there is none any more.
    [[nodiscard]] registry* get() const noexcept { return address_ != nullptr ? *address_ : nullptr; }

private:
    friend class registry;

    explicit weak_registry(std::shared_ptr<registry*> address) noexcept
        : address_(std::move(address)) {}

    std::shared_ptr<registry*> address_; // kept up to date by the registry
};

} // namespace orrery
