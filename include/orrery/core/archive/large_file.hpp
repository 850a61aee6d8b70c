// Files that are too large to be held in memory: written piece by piece, and read where something is wanted.
// What is read takes no memory of its own besides the caller's, unlike that of a mapped_file, whose bytes
// stay until the system wants the memory for something else. Writing is atomic as in file_io.hpp: the target
// is as it was until commit().
#pragma once

#include <orrery/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace orrery {

class large_file_writer {
public:
    // Makes a temporary file beside the target. Links are followed and stay; what is no file, such as a
    // device, is refused.
    [[nodiscard]] static result<large_file_writer> create(const std::string& path);

    large_file_writer(large_file_writer&&) noexcept = default;
    large_file_writer& operator=(large_file_writer&&) = delete;

    // Removes the temporary file if it has not become the target.
    ~large_file_writer();

    [[nodiscard]] status append(std::span<const std::byte> bytes);

    // Writes over bytes that were appended before: for what is known only at the end.
    [[nodiscard]] status replace(std::uint64_t offset, std::span<const std::byte> bytes);

    // Of what was appended.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

    // The bytes reach the disk and take the target's name. Once, at the end.
    [[nodiscard]] status commit();

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    using open_file = std::unique_ptr<std::FILE, closer>;

    large_file_writer(std::string path, std::string temporary, open_file file) noexcept
        : path_(std::move(path))
        , temporary_(std::move(temporary))
        , file_(std::move(file)) {}

    std::string path_;
    std::string temporary_;
    open_file file_; // none after commit()
    std::uint64_t size_ = 0;
};

class large_file_reader {
public:
    [[nodiscard]] static result<large_file_reader> open(const std::string& path);

    large_file_reader(large_file_reader&& other) noexcept
        : path_(std::move(other.path_))
        , descriptor_(std::exchange(other.descriptor_, -1))
        , size_(other.size_) {}

    large_file_reader& operator=(large_file_reader&&) = delete;
    ~large_file_reader();

    // When it was opened.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    // Fills `into` completely with what begins at the offset. From any thread.
    [[nodiscard]] status read(std::uint64_t offset, std::span<std::byte> into) const;

private:
    large_file_reader(std::string path, int descriptor, std::uint64_t size) noexcept
        : path_(std::move(path))
        , descriptor_(descriptor)
        , size_(size) {}

    std::string path_;
    int descriptor_;
    std::uint64_t size_;
};

} // namespace orrery
