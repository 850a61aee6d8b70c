#include "timeline/recording/block_label.hpp"
#include "timeline/recording/recording_parts.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/detail/archive_header.hpp>
#include <orrery/core/text.hpp>

namespace orrery::time::detail {
namespace {

static_assert(start_size == orrery::detail::archive_header_size);

constexpr std::array<char, 4> recording_kind{'R', 'E', 'C', 'D'};
constexpr std::uint32_t recording_version = 2;
constexpr std::size_t max_world_name = 256;

} // namespace

std::array<std::byte, start_size> recording_start() {
    return orrery::detail::encode_archive_header(
        {.kind = recording_kind, .content_version = recording_version});
}

status check_start(std::span<const std::byte> file) {
    const auto header = orrery::detail::read_archive_header(file);
    if (!header) {
        return header.reason();
    }
    if (header->kind != recording_kind) {
        return error{text("the file holds '", printable(header->kind_name()), "', expected a recording")};
    }
    if (header->content_version > recording_version) {
        return error{text("the recording has version ", header->content_version,
                          ", this program reads up to ", recording_version)};
    }
    return {};
}

std::vector<std::byte> encode_header(const recording_header& header) {
    byte_writer writer;
    writer.write_string(header.world);
    writer.write(header.scalar_bytes);
    for (const std::vector<std::byte>* part : {&header.scene, &header.settings}) {
        writer.write_variable(part->size());
        writer.write_bytes(*part);
    }
    return writer.take();
}

result<recording_header> decode_header(std::span<const std::byte> content) {
    byte_reader reader(content);
    recording_header header;
    header.world = reader.read_string(max_world_name);
    header.scalar_bytes = reader.read<std::uint32_t>();
    for (std::vector<std::byte>* part : {&header.scene, &header.settings}) {
        const auto bytes = reader.read_bytes(reader.read_count(1));
        part->assign(bytes.begin(), bytes.end());
    }
    if (const status done = reader.finish(); !done) {
        return done.reason();
    }
    return header;
}

std::vector<std::byte> encode_index(std::uint64_t previous, std::span<const recorded_block> blocks) {
    byte_writer writer;
    writer.write(previous);
    writer.write_variable(blocks.size());
    for (const recorded_block& block : blocks) {
        write_facts(writer, block);
    }
    return writer.take();
}

result<recording_index> decode_index(std::span<const std::byte> content) {
    byte_reader reader(content);
    recording_index index;
    index.previous = reader.read<std::uint64_t>();
    const std::size_t count = reader.read_count(index_entry_size);
    for (std::size_t number = 0; number < count; ++number) {
        index.blocks.push_back(read_facts(reader));
    }
    if (const status done = reader.finish(); !done) {
        return done.reason();
    }
    return index;
}

} // namespace orrery::time::detail
