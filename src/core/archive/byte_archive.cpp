#include "core/archive/count_of.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <limits>

namespace orrery {

void byte_writer::write_bytes(std::span<const std::byte> bytes) {
    if (!bytes.empty()) {
        std::memcpy(grow(bytes.size()), bytes.data(), bytes.size());
    }
}

void byte_writer::write_variable(std::uint64_t value) {
    while (value >= 0x80) {
        write(static_cast<std::uint8_t>(value | 0x80));
        value >>= 7;
    }
    write(static_cast<std::uint8_t>(value));
}

void byte_writer::write_signed_variable(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    write_variable(bits << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0));
}

void byte_writer::write_string(std::string_view characters) {
    write_variable(characters.size());
    write_bytes(std::as_bytes(std::span(characters)));
}

void byte_writer::end_block(byte_slot<std::uint32_t> block) {
    const std::size_t start = block.offset + sizeof(std::uint32_t);
    ORRERY_CHECK(start <= size_, "this block was begun in another writer");
    ORRERY_CHECK(size_ - start <= std::numeric_limits<std::uint32_t>::max(), "a block is limited to 4 GiB");
    patch(block, static_cast<std::uint32_t>(size_ - start));
}

void byte_writer::enlarge(std::size_t count) {
    constexpr std::size_t smallest = 64;
    buffer_.resize(std::max({size_ + count, 2 * buffer_.size(), buffer_.capacity(), smallest}));
}

std::span<const std::byte> byte_reader::read_bytes(std::size_t count) {
    if (count > remaining()) [[unlikely]] {
        fail_short(count);
        return {};
    }
    const auto taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
}

std::uint64_t byte_reader::read_variable() {
    const std::size_t start = position_;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const auto next = read<std::uint8_t>();
        if (!ok()) [[unlikely]] {
            return 0;
        }
        value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
        if (next < 0x80) {
            const bool is_overlong = next == 0 && shift > 0;
            const bool is_too_large = shift == 63 && next > 1;
            if (is_overlong || is_too_large) [[unlikely]] {
                fail_at(start, is_overlong ? "a variable-length number is longer than necessary"
                                           : "a variable-length number exceeds 64 bits");
                return 0;
            }
            return value;
        }
    }
    fail_at(start, "a variable-length number exceeds 64 bits");
    return 0;
}

std::int64_t byte_reader::read_signed_variable() {
    const std::uint64_t bits = read_variable();
    return static_cast<std::int64_t>(bits >> 1 ^ ((bits & 1) != 0 ? ~std::uint64_t{0} : 0));
}

std::size_t byte_reader::read_count(std::size_t min_bytes_per_element) {
    ORRERY_CHECK(min_bytes_per_element > 0, "elements without bytes cannot bound a count");
    const std::size_t start = position_;
    const std::uint64_t count = read_variable();
    if (count > remaining() / min_bytes_per_element) [[unlikely]] {
        fail_at(start, text(detail::count_of(count, "element"), " of at least ",
                            detail::count_of(min_bytes_per_element, "byte"), " cannot be in the ",
                            remaining(), " left"));
        return 0;
    }
    return static_cast<std::size_t>(count);
}

std::string_view byte_reader::read_string(std::size_t max_size) {
    const std::size_t start = position_;
    const std::size_t size = read_count(1);
    if (size > max_size) [[unlikely]] {
        fail_at(start,
                text("a string of ", detail::count_of(size, "byte"), " exceeds its limit of ", max_size));
        return {};
    }
    const auto characters = read_bytes(size);
    return {reinterpret_cast<const char*>(characters.data()), characters.size()};
}

std::span<const std::byte> byte_reader::read_block() {
    return read_bytes(read<std::uint32_t>());
}

bool byte_reader::read_bool() {
    const auto value = std::to_integer<unsigned>(bytes_[position_]);
    if (value > 1) [[unlikely]] {
        fail(text("a bool is 0 or 1, not ", value));
        return false;
    }
    ++position_;
    return value != 0;
}

void byte_reader::fail_at(std::size_t position, std::string_view reason) {
    if (ok()) {
        failure_ = text("byte ", position, ": ", reason);
    }
    position_ = bytes_.size();
}

void byte_reader::fail_short(std::uint64_t needed) {
    fail(text(detail::count_of(needed, "byte"), " needed, ", remaining(), " left"));
}

error byte_reader::failure() const {
    ORRERY_CHECK(!ok(), "this reader has not failed");
    return {failure_};
}

status byte_reader::finish() {
    if (!at_end()) {
        fail(text(detail::count_of(remaining(), "byte"), " left over after the end"));
    }
    return ok() ? status() : status(failure());
}

} // namespace orrery
