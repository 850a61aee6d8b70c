// Values to bits and back: what is sent over a network, where every bit counts. The first bit written is the
// lowest bit of the first byte. As in byte_archive.hpp, the reader takes its input for hostile: every read is
// checked, and after the first failure reads return zero until the decoder asks. A value has one encoding:
// padding that is not zero and forms wider than necessary are refused. A read or write costs a few
// instructions.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/quantize.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {

// Whether a sorted list may hold a value twice. Where it may not, only what a gap has above 1 is stored, so
// that a run of consecutive ids takes no bits at all.
enum class duplicates : bool { refused, allowed };

class bit_writer {
public:
    // The lowest `bits` (0 to 64) of a value that has no others.
    void write_unsigned(std::uint64_t value, unsigned bits) {
        ORRERY_CHECK(bits >= 64 ? bits == 64 : value >> bits == 0, "the value does not fit into its bits");
        pending_ |= value << filled_;
        if (filled_ + bits < 64) {
            filled_ += bits;
            return;
        }
        bytes_.write(pending_);
        pending_ = filled_ == 0 ? 0 : value >> (64 - filled_);
        filled_ = filled_ + bits - 64;
    }

    // Two's complement in 1 to 64 bits.
    void write_signed(std::int64_t value, unsigned bits);

    void write_bool(bool value) { write_unsigned(value ? 1 : 0, 1); }

    // The number of significant bits in 7 bits, then those bits without the leading one: 7 bits for 0 and 1,
    // 16 for 1000, 70 at most.
    void write_variable(std::uint64_t value);

    // Count and first value as variable numbers, the bit width of the gaps in 7 bits, then the gaps.
    void write_sorted(std::span<const std::uint64_t> values, duplicates repeated);

    template <typename Real>
    void write_quantized(const quantizer<Real>& with, std::type_identity_t<Real> value) {
        write_unsigned(with.encode(value), with.bits());
    }

    template <typename Real, std::size_t Size, component_list Point>
    void write_point(const box_quantizer<Real, Size>& with, const Point& point) {
        [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
            (write_quantized(with.axes[Axis], point[Axis]), ...);
        }(std::make_index_sequence<Size>());
    }

    template <component_list Quaternion>
    void write_rotation(const rotation_quantizer& with, const Quaternion& rotation) {
        write_unsigned(with.encode(rotation), with.bits());
    }

    // Fills the byte begun with zeros.
    void align();

    // Aligned to a byte first.
    void write_bytes(std::span<const std::byte> bytes);

    [[nodiscard]] std::uint64_t bit_count() const noexcept {
        return std::uint64_t{8} * bytes_.size() + filled_;
    }

    // The bytes, the last of which is filled with zeros; the writer is empty afterwards.
    [[nodiscard]] std::vector<std::byte> take();

    // Forgets what was written and keeps the memory.
    void clear() noexcept;

private:
    // Appends the bytes begun in pending_; the last one must be complete.
    void flush();

    byte_writer bytes_;
    std::uint64_t pending_ = 0;
    unsigned filled_ = 0; // how many bits of pending_ are in use, below 64
};

class bit_reader {
public:
    // The bytes must outlive the reader and every span it hands out.
    explicit bit_reader(std::span<const std::byte> bytes) noexcept
        : bytes_(bytes)
        , end_(std::uint64_t{8} * bytes.size()) {}

    [[nodiscard]] std::uint64_t read_unsigned(unsigned bits) {
        ORRERY_CHECK(bits <= 64, "a value has 64 bits at most");
        if (bits > remaining()) [[unlikely]] {
            fail_short(bits);
            return 0;
        }
        const std::uint64_t value = load(bits);
        position_ += bits;
        return value;
    }

    [[nodiscard]] std::int64_t read_signed(unsigned bits);

    [[nodiscard]] bool read_bool() { return read_unsigned(1) != 0; }

    [[nodiscard]] std::uint64_t read_variable();

    // Replaces `values`, which is empty after a failure. Equal or consecutive values may take no bits, so
    // only `max_count` limits how many a short message can stand for.
    void read_sorted(std::vector<std::uint64_t>& values, std::size_t max_count, duplicates repeated);

    template <typename Real>
    [[nodiscard]] Real read_quantized(const quantizer<Real>& with) {
        const std::uint64_t start = position_;
        const std::uint64_t code = read_unsigned(with.bits());
        if (code > with.largest_code()) [[unlikely]] {
            fail_at(start, "the code of a quantised number is out of range");
        }
        return ok() ? with.decode(code) : Real{0};
    }

    template <component_list Point, typename Real, std::size_t Size>
    [[nodiscard]] Point read_point(const box_quantizer<Real, Size>& with) {
        return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
            return Point{read_quantized(with.axes[Axis])...}; // braces: from left to right
        }(std::make_index_sequence<Size>());
    }

    // No rotation, (0, 0, 0, 1), after a failure.
    template <component_list Quaternion>
    [[nodiscard]] Quaternion read_rotation(const rotation_quantizer& with) {
        const std::uint64_t start = position_;
        const std::uint64_t code = read_unsigned(with.bits());
        if (!with.is_valid(code)) [[unlikely]] {
            fail_at(start, "the code of a rotation is out of range");
        }
        return ok() ? with.decode<Quaternion>(code) : Quaternion{0, 0, 0, 1};
    }

    // Skips to the next whole byte; refuses bits that are not zero.
    void align();

    // The next `count` bytes where they lie, aligned to a byte first.
    [[nodiscard]] std::span<const std::byte> read_bytes(std::size_t count);

    // Refuses the bits for a reason the decoder knows. Only the first failure is kept.
    void fail(std::string_view reason) { fail_at(position_, reason); }

    [[nodiscard]] bool ok() const noexcept { return failure_.empty(); }

    // Where and why the bits were refused, as one sentence.
    [[nodiscard]] error failure() const;

    // Success if everything was read without failure and only the zeros of the last byte are left.
    [[nodiscard]] status finish();

    // In bits. Nothing remains after a failure, so loops over the rest end.
    [[nodiscard]] std::uint64_t remaining() const noexcept { return end_ - position_; }

    [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

private:
    // The next `bits` bits, which are known to be there.
    [[nodiscard]] std::uint64_t load(unsigned bits) const noexcept {
        const auto byte = static_cast<std::size_t>(position_ / 8);
        const auto shift = static_cast<unsigned>(position_ % 8);
        const std::size_t available = bytes_.size() - byte;
        std::uint64_t word = 0;
        if (available >= sizeof(word)) [[likely]] {
            std::memcpy(&word, bytes_.data() + byte, sizeof(word));
        } else if (available > 0) {
            std::memcpy(&word, bytes_.data() + byte, available);
        }
        word >>= shift;
        if (shift + bits > 64) {
            word |= std::to_integer<std::uint64_t>(bytes_[byte + 8]) << (64 - shift);
        }
        return bits == 64 ? word : word & ((std::uint64_t{1} << bits) - 1);
    }

    void fail_at(std::uint64_t position, std::string_view reason);
    void fail_short(std::uint64_t needed);

    std::span<const std::byte> bytes_;
    std::uint64_t end_;
    std::uint64_t position_ = 0;
    std::string failure_;
};

} // namespace orrery
