// The bytes of a whole file, read only where they are looked at: opening a large file costs nothing, and what
// is not asked for stays on the disk. Where files cannot be mapped (WebAssembly, pipes) they are read into
// memory. A file must not be made shorter while it is mapped; replacing it by another is safe.
#pragma once

#include <orrery/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

class mapped_file {
public:
    [[nodiscard]] static result<mapped_file> open(const std::string& path);

    // For bytes that came another way.
    explicit mapped_file(std::vector<std::byte> bytes) noexcept
        : owned_(std::move(bytes))
        , bytes_(owned_) {}

    mapped_file(mapped_file&& other) noexcept
        : owned_(std::move(other.owned_))
        , bytes_(std::exchange(other.bytes_, {}))
        , is_mapped_(std::exchange(other.is_mapped_, false)) {}

    mapped_file& operator=(mapped_file&& other) noexcept {
        std::swap(owned_, other.owned_);
        std::swap(bytes_, other.bytes_);
        std::swap(is_mapped_, other.is_mapped_);
        return *this;
    }

    mapped_file(const mapped_file&) = delete;
    mapped_file& operator=(const mapped_file&) = delete;

    ~mapped_file();

    // They stay where they are when the file object is moved.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

private:
    mapped_file() = default;

    std::vector<std::byte> owned_;
    std::span<const std::byte> bytes_;
    bool is_mapped_ = false;
};

} // namespace orrery
