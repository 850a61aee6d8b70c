#include "timeline/recording/block_label.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <array>

namespace orrery::time {

std::string name_of(block_kind kind) {
    constexpr std::array<std::string_view, 8> names{"header", "index",  "journal", "keyframe",
                                                    "tracks", "events", "hashes",  "definitions"};
    const auto number = static_cast<std::size_t>(kind);
    return number < names.size() ? std::string(names[number]) : text("block of kind ", number);
}

std::string describe(const recorded_block& block) {
    const std::string where = text(" at byte ", block.offset);
    if (block.frames.is_empty()) {
        return name_of(block.kind) + where;
    }
    return text(name_of(block.kind), " of frames ", block.frames.first, " to ", block.frames.end - 1, where);
}

namespace detail {
namespace {

constexpr std::uint32_t label_magic = 0x314b4c42; // "BLK1"
constexpr std::size_t checked_size = label_size - sizeof(std::uint64_t);

void serialize_numbers(auto& archive, auto& block) {
    archive.values(block.frames.first, block.frames.end, block.offset, block.stored_bytes,
                   block.content_bytes, block.checksum);
}

} // namespace

// The zero puts the numbers after it at multiples of eight bytes.
void write_facts(byte_writer& out, const recorded_block& block) {
    out.values(block.kind, block.is_compressed, std::uint8_t{0});
    serialize_numbers(out, block);
}

recorded_block read_facts(byte_reader& in) {
    recorded_block block;
    in.values(block.kind, block.is_compressed);
    if (in.read<std::uint8_t>() != 0) {
        in.fail("a byte that has no meaning yet is not zero");
    }
    serialize_numbers(in, block);
    return block;
}

void write_label(byte_writer& out, const recorded_block& block) {
    const std::size_t start = out.size();
    out.write(label_magic);
    write_facts(out, block);
    out.write(hash_bytes(out.bytes().subspan(start)));
}

std::optional<recorded_block> read_label(std::span<const std::byte> file, std::uint64_t at) {
    if (file.size() < label_size || at > file.size() - label_size) {
        return std::nullopt;
    }
    const auto bytes = file.subspan(static_cast<std::size_t>(at), label_size);
    byte_reader reader(bytes);
    if (reader.read<std::uint32_t>() != label_magic) {
        return std::nullopt;
    }
    const recorded_block block = read_facts(reader);
    const auto checksum = reader.read<std::uint64_t>();
    if (!reader.finish() || checksum != hash_bytes(bytes.first(checked_size))) {
        return std::nullopt;
    }
    const bool is_in_place =
        at == block.offset || (lies_within(block, file.size()) && at == second_label_of(block));
    return is_in_place ? std::optional(block) : std::nullopt;
}

bool lies_within(const recorded_block& block, std::uint64_t file_size) noexcept {
    return block.offset % block_alignment == 0 && block.offset <= file_size &&
           block.stored_bytes <= file_size && end_of(block) <= file_size;
}

std::span<const std::byte> checked_bytes(std::span<const std::byte> file, const recorded_block& block) {
    return file.subspan(static_cast<std::size_t>(block.offset + label_size),
                        static_cast<std::size_t>(padded_size(block.stored_bytes)));
}

} // namespace detail
} // namespace orrery::time
