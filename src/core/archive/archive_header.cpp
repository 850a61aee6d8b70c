#include "core/archive/count_of.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/detail/archive_header.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <cstring>

namespace orrery::detail {
namespace {

// The first byte is not text and the last one is a line feed, so that a transfer in text mode shows at once.
constexpr std::array magic{std::byte{0x8f}, std::byte{'O'}, std::byte{'R'}, std::byte{'R'},
                           std::byte{'E'},  std::byte{'R'}, std::byte{'Y'}, std::byte{'\n'}};
constexpr std::uint32_t format_version = 1;

constexpr std::size_t checked_size = archive_header_size - sizeof(std::uint64_t);

} // namespace

std::array<std::byte, archive_header_size> encode_archive_header(const archive_header& header) {
    byte_writer writer;
    writer.write_bytes(magic);
    writer.write(format_version);
    writer.write_bytes(std::as_bytes(std::span(header.kind)));
    writer.write(header.content_version);
    writer.write(header.section_count);
    writer.write(header.file_size);
    writer.write(hash_bytes(writer.bytes()));
    std::array<std::byte, archive_header_size> bytes{};
    std::memcpy(bytes.data(), writer.bytes().data(), bytes.size());
    return bytes;
}

result<archive_header> read_archive_header(std::span<const std::byte> bytes) {
    const auto start = bytes.first(std::min(bytes.size(), magic.size()));
    if (!std::equal(start.begin(), start.end(), magic.begin())) {
        return error{"this is not an Orrery file"};
    }
    if (bytes.size() < archive_header_size) {
        return error{text("the file is truncated: ", count_of(bytes.size(), "byte"), " of at least ",
                          archive_header_size)};
    }
    byte_reader reader(bytes.subspan(magic.size()));
    const auto format = reader.read<std::uint32_t>();
    archive_header header;
    const auto kind = reader.read_bytes(header.kind.size());
    std::memcpy(header.kind.data(), kind.data(), kind.size());
    reader.values(header.content_version, header.section_count, header.file_size);
    if (reader.read<std::uint64_t>() != hash_bytes(bytes.first(checked_size))) {
        return error{"the checksum does not match, the header is damaged"};
    }
    if (format != format_version) {
        return error{text("the file has format version ", format, ", this program reads ", format_version)};
    }
    return header;
}

} // namespace orrery::detail
