// The container of every file Orrery writes: what kind of content it is and in which version, and named
// sections of bytes, each with a checksum and compressed where that makes it smaller. Decoding refuses what
// is not whole: a wrong magic, a newer version, a missing end, a damaged byte, anything left over; one
// sentence says which file, which section, which byte and why. A short file cannot unfold into more memory
// than the caller allows. Cost: one pass of the hash and of zstd over the bytes; the sections are held in
// memory. The layout is in docs/archives.md.
#pragma once

#include <orrery/build_settings.hpp>
#include <orrery/core/archive/compression.hpp>
#include <orrery/core/check.hpp>
#include <orrery/core/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Four printable characters that say what a file holds: content_kind("SCEN").
class content_kind {
public:
    consteval content_kind(const char (&characters)[5])
        : characters_{characters[0], characters[1], characters[2], characters[3]} {
        for (const char each : characters_) {
            ORRERY_CHECK(each > ' ' && each <= '~', "a content kind is four printable characters");
        }
    }

    [[nodiscard]] constexpr std::string_view name() const noexcept { return {characters_.data(), 4}; }

    friend constexpr bool operator==(const content_kind&, const content_kind&) = default;

private:
    std::array<char, 4> characters_;
};

struct archive_section {
    std::string name;
    std::vector<std::byte> bytes;

    friend bool operator==(const archive_section&, const archive_section&) = default;
};

class file_archive {
public:
    static constexpr std::size_t max_name_size = 64;
    static constexpr std::size_t max_sections = 4096;

    file_archive(content_kind kind, std::uint32_t version) noexcept
        : kind_(kind)
        , version_(version) {}

    // Sections keep their order. A name is 1 to 64 printable characters and occurs once.
    void add(std::string_view name, std::vector<std::byte> bytes);

    // The bytes of a section, or the sentence that it is missing.
    [[nodiscard]] result<std::span<const std::byte>> section(std::string_view name) const;

    [[nodiscard]] bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }

    [[nodiscard]] content_kind kind() const noexcept { return kind_; }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

    [[nodiscard]] std::span<const archive_section> sections() const noexcept { return sections_; }

    friend bool operator==(const file_archive&, const file_archive&) = default;

private:
    [[nodiscard]] const archive_section* find(std::string_view name) const noexcept;

    content_kind kind_;
    std::uint32_t version_;
    std::vector<archive_section> sections_;
};

// What a reader accepts.
struct archive_expectation {
    content_kind kind;
    std::uint32_t newest_version = 0;
    // For all sections together, decompressed.
    std::uint64_t max_content_bytes = std::uint64_t{1} << 30;
};

[[nodiscard]] std::vector<std::byte> encode_archive(const file_archive& archive,
                                                    compression how = compression::fast);

// `file_name` is what error messages call the bytes.
[[nodiscard]] result<file_archive> decode_archive(std::span<const std::byte> bytes,
                                                  const archive_expectation& expected,
                                                  std::string_view file_name = "archive");

// Atomic: see write_file().
[[nodiscard]] status write_archive(const std::string& path, const file_archive& archive,
                                   compression how = compression::fast);

[[nodiscard]] result<file_archive> read_archive(const std::string& path, const archive_expectation& expected);

} // namespace orrery
