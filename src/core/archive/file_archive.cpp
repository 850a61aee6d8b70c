#include "core/archive/count_of.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/detail/archive_header.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t header_size = detail::archive_header_size;
constexpr std::size_t checksum_size = 8;
constexpr std::size_t section_header_size = 18;

enum class storage : std::uint8_t { plain, zstd };

// After the checksum of a section, which covers this, the name and the stored bytes.
struct section_header {
    std::uint64_t stored_size = 0;
    std::uint64_t content_size = 0;
    storage stored_as = storage::plain;
    std::uint8_t name_size = 0;
};

void serialize(auto& archive, maybe_const<section_header> auto& header) {
    archive.values(header.stored_size, header.content_size, header.stored_as, header.name_size);
}

bool is_printable(std::string_view characters) {
    return std::all_of(characters.begin(), characters.end(),
                       [](char each) { return each > ' ' && each <= '~'; });
}

bool is_section_name(std::string_view name) {
    return !name.empty() && name.size() <= file_archive::max_name_size && is_printable(name);
}

void encode_section(byte_writer& writer, const archive_section& section, compression how) {
    const std::vector<std::byte> packed = compress(section.bytes, how);
    const bool is_packed = !packed.empty();
    const std::span<const std::byte> stored = is_packed ? packed : section.bytes;
    const auto checksum = writer.reserve<std::uint64_t>();
    const std::size_t start = writer.size();
    writer.values(section_header{.stored_size = stored.size(),
                                 .content_size = section.bytes.size(),
                                 .stored_as = is_packed ? storage::zstd : storage::plain,
                                 .name_size = static_cast<std::uint8_t>(section.name.size())});
    writer.write_bytes(std::as_bytes(std::span(section.name)));
    writer.write_bytes(stored);
    writer.patch(checksum, hash_bytes(writer.bytes().subspan(start)));
}

// Decodes one file; every refusal passes through refuse(), which says where.
class archive_decoder {
public:
    archive_decoder(std::span<const std::byte> bytes, const archive_expectation& expected,
                    std::string_view file_name)
        : bytes_(bytes)
        , expected_(expected)
        , file_name_(file_name)
        , content_left_(expected.max_content_bytes) {}

    result<file_archive> decode() {
        if (const status header = decode_header(); !header) {
            return header.reason();
        }
        file_archive archive(expected_.kind, content_version_);
        position_ = header_size;
        for (std::uint32_t index = 0; index < section_count_; ++index) {
            place_ = text("section ", index);
            result<archive_section> section = decode_section();
            if (!section) {
                return section.reason();
            }
            if (archive.contains(section->name)) {
                return refuse("the name occurs twice");
            }
            archive.add(section->name, std::move(section->bytes));
            position_ = end_of_section_;
        }
        place_ = "end";
        if (position_ != bytes_.size()) {
            return refuse(text(detail::count_of(bytes_.size() - position_, "byte"),
                               " left over after the last section"));
        }
        return archive;
    }

private:
    status decode_header() {
        const result<detail::archive_header> read = detail::read_archive_header(bytes_);
        if (!read) {
            return refuse(read.reason().message);
        }
        content_version_ = read->content_version;
        section_count_ = read->section_count;
        if (const status content = check_content(read->kind_name()); !content) {
            return content;
        }
        if (read->file_size > bytes_.size()) {
            return refuse(text("the file is truncated: ", detail::count_of(bytes_.size(), "byte"), " of ",
                               read->file_size));
        }
        if (read->file_size < bytes_.size()) {
            return refuse(text(detail::count_of(bytes_.size() - read->file_size, "byte"),
                               " left over after the end of the file"));
        }
        return {};
    }

    status check_content(std::string_view name) const {
        if (name != expected_.kind.name()) {
            return refuse(text("the file holds '", is_printable(name) ? name : "????", "', expected '",
                               expected_.kind.name(), "'"));
        }
        if (content_version_ > expected_.newest_version) {
            return refuse(text("the content has version ", content_version_, ", this program reads up to ",
                               expected_.newest_version));
        }
        if (section_count_ > file_archive::max_sections) {
            return refuse(text("the file has ", section_count_, " sections, the limit is ",
                               file_archive::max_sections));
        }
        return {};
    }

    // Reads the section at position_.
    result<archive_section> decode_section() {
        byte_reader reader(bytes_.subspan(position_));
        const auto checksum = reader.read<std::uint64_t>();
        section_header header;
        reader.values(header);
        const auto name = reader.read_bytes(header.name_size);
        if (!reader.ok() || header.stored_size > reader.remaining()) {
            return refuse("the section is truncated");
        }
        const auto stored = reader.read_bytes(static_cast<std::size_t>(header.stored_size));
        end_of_section_ = position_ + reader.position();
        const auto covered = bytes_.subspan(position_, reader.position()).subspan(checksum_size);
        if (checksum != hash_bytes(covered)) {
            return refuse("the checksum does not match, the section is damaged");
        }
        archive_section section;
        section.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
        if (!is_section_name(section.name)) {
            return refuse("the name is not made of 1 to 64 printable characters");
        }
        place_ = text("section '", section.name, "'");
        result<std::vector<std::byte>> content = unpack(stored, header);
        if (!content) {
            return content.reason();
        }
        section.bytes = *std::move(content);
        return section;
    }

    result<std::vector<std::byte>> unpack(std::span<const std::byte> stored, const section_header& header) {
        if (header.content_size > content_left_) {
            return refuse(text(detail::count_of(header.content_size, "byte"),
                               " of content beyond what is left of the limit of ",
                               expected_.max_content_bytes));
        }
        content_left_ -= header.content_size;
        if (header.stored_as == storage::plain) {
            if (header.content_size != stored.size()) {
                return refuse(text("the section stores ", detail::count_of(stored.size(), "byte"), " of ",
                                   header.content_size));
            }
            return std::vector<std::byte>(stored.begin(), stored.end());
        }
        if (header.stored_as != storage::zstd) {
            return refuse(text("the section is stored in an unknown way, ",
                               static_cast<std::uint8_t>(header.stored_as)));
        }
        if (!ORRERY_ZSTD) {
            return refuse("the section is compressed, and this build of Orrery has no zstd");
        }
        if (header.content_size > std::numeric_limits<std::size_t>::max()) {
            return refuse(
                text(detail::count_of(header.content_size, "byte"), " of content cannot be in memory"));
        }
        std::vector<std::byte> content(static_cast<std::size_t>(header.content_size));
        if (!decompress(stored, content)) {
            return refuse(text("the compressed bytes do not unfold into ",
                               detail::count_of(header.content_size, "byte")));
        }
        return content;
    }

    [[nodiscard]] error refuse(std::string_view reason) const {
        return {text(file_name_, ": ", place_, " at byte ", position_, ": ", reason)};
    }

    std::span<const std::byte> bytes_;
    const archive_expectation& expected_;
    std::string_view file_name_;
    std::uint64_t content_left_;
    std::uint32_t content_version_ = 0;
    std::uint32_t section_count_ = 0;
    std::size_t position_ = 0;
    std::size_t end_of_section_ = 0;
    std::string place_ = "header";
};

} // namespace

void file_archive::add(std::string_view name, std::vector<std::byte> bytes) {
    ORRERY_CHECK(is_section_name(name), "a section name is 1 to 64 printable characters without spaces");
    ORRERY_CHECK(!contains(name), "a section name occurs once in a file");
    ORRERY_CHECK(sections_.size() < max_sections, "a file has 4096 sections at most");
    sections_.push_back({std::string(name), std::move(bytes)});
}

result<std::span<const std::byte>> file_archive::section(std::string_view name) const {
    const archive_section* const found = find(name);
    if (found == nullptr) {
        return error{text("section '", name, "' is missing")};
    }
    return std::span<const std::byte>(found->bytes);
}

const archive_section* file_archive::find(std::string_view name) const noexcept {
    const auto found = std::find_if(sections_.begin(), sections_.end(),
                                    [&](const archive_section& each) { return each.name == name; });
    return found == sections_.end() ? nullptr : &*found;
}

std::vector<std::byte> encode_archive(const file_archive& archive, compression how) {
    byte_writer writer;
    writer.write_bytes(std::array<std::byte, header_size>{});
    for (const archive_section& section : archive.sections()) {
        encode_section(writer, section, how);
    }
    detail::archive_header header{.content_version = archive.version(),
                                  .section_count = static_cast<std::uint32_t>(archive.sections().size()),
                                  .file_size = writer.size()};
    std::ranges::copy(archive.kind().name(), header.kind.begin());
    std::vector<std::byte> bytes = writer.take();
    std::ranges::copy(detail::encode_archive_header(header), bytes.begin());
    return bytes;
}

result<file_archive> decode_archive(std::span<const std::byte> bytes, const archive_expectation& expected,
                                    std::string_view file_name) {
    return archive_decoder(bytes, expected, file_name).decode();
}

status write_archive(const std::string& path, const file_archive& archive, compression how) {
    return write_file(path, encode_archive(archive, how));
}

result<file_archive> read_archive(const std::string& path, const archive_expectation& expected) {
    // A section that compression would not shrink is stored plain, so a file within the limit is at most
    // this.
    constexpr std::uint64_t most_overhead =
        header_size +
        file_archive::max_sections * (checksum_size + section_header_size + file_archive::max_name_size);
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - most_overhead;
    const auto bytes = read_file(path, std::min(expected.max_content_bytes, room) + most_overhead);
    if (!bytes) {
        return bytes.reason();
    }
    return decode_archive(*bytes, expected, path);
}

} // namespace orrery
