// Values to bytes and back: what files, keyframes and messages are made of. Bytes are little endian, of fixed
// width and independent of struct layout, so a recording made on a 64-bit server opens in a 32-bit web page.
// The reader takes its bytes for hostile: every read is checked against what is left, a count that cannot fit
// is refused before anything is allocated, and after the first failure every read returns zero, so a decoder
// asks once, at its end, whether all went well. A fixed-width read or write is one comparison and one copy.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/scalar.hpp>

#include <array>
#include <bit>
#include <concepts>
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
namespace detail {

template <typename T, typename... Candidates>
concept one_of = (std::same_as<T, Candidates> || ...);

template <typename T>
concept fixed_width_number = one_of<T, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                    std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

// Only an enum with a declared underlying type can be made from a number and hold all its values.
template <typename T>
concept fixed_width_enum =
    std::is_enum_v<T> && fixed_width_number<std::underlying_type_t<T>> && requires { T{0}; };

} // namespace detail

// What occupies the same bytes on every platform. `long` and `std::size_t` are not among them: where they
// differ from the fixed-width types (WebAssembly) they do not compile.
template <typename T>
concept fixed_width = detail::fixed_width_number<T> || detail::fixed_width_enum<T> || std::same_as<T, bool>;

// T or const T, so that one function can describe a type to the writer (which gets a const value) and to the
// reader (which fills one in):
//
//     void serialize(auto& archive, maybe_const<spark> auto& value) {
//         archive.values(value.id, value.heat, value.trail);
//     }
template <typename T, typename Plain>
concept maybe_const = std::same_as<std::remove_const_t<T>, Plain>;

// Room left in the bytes for a T that is known only later.
template <fixed_width T>
struct byte_slot {
    std::size_t offset = 0;
};

class byte_writer {
public:
    byte_writer() = default;

    // Goes on after what `bytes` holds, reusing its memory.
    explicit byte_writer(std::vector<std::byte> bytes) noexcept
        : buffer_(std::move(bytes))
        , size_(buffer_.size()) {}

    template <fixed_width T>
    void write(T value) {
        std::memcpy(grow(sizeof(T)), &value, sizeof(T));
    }

    void write_bytes(std::span<const std::byte> bytes);

    // Seven bits a byte, lowest first, in the fewest bytes: 1 byte below 128, at most 10.
    void write_variable(std::uint64_t value);

    // Small magnitudes of either sign stay short: 0, -1, 1, -2, ... are numbered 0, 1, 2, 3, ...
    void write_signed_variable(std::int64_t value);

    // The length as a variable number, then the characters as they are.
    void write_string(std::string_view characters);

    // Leaves room for a value that patch() fills in once it is known.
    template <fixed_width T>
    [[nodiscard]] byte_slot<T> reserve() {
        const byte_slot<T> slot{size_};
        write(T{});
        return slot;
    }

    template <fixed_width T>
    void patch(byte_slot<T> slot, std::type_identity_t<T> value) {
        ORRERY_CHECK(slot.offset <= size_ && size_ - slot.offset >= sizeof(T),
                     "this slot was reserved in another writer");
        std::memcpy(buffer_.data() + slot.offset, &value, sizeof(T));
    }

    // A block is its length in 4 bytes and then whatever is written up to end_block().
    [[nodiscard]] byte_slot<std::uint32_t> begin_block() { return reserve<std::uint32_t>(); }

    void end_block(byte_slot<std::uint32_t> block);

    // Numbers, bools, enums, strings, arrays, vectors and types with a serialize() function, one after
    // another.
    template <typename... Values>
    void values(const Values&... all) {
        (value(all), ...);
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {buffer_.data(), size_}; }

    // The bytes themselves; the writer is empty afterwards.
    [[nodiscard]] std::vector<std::byte> take() {
        buffer_.resize(std::exchange(size_, 0));
        return std::exchange(buffer_, {});
    }

    // Forgets what was written and keeps the memory.
    void clear() noexcept { size_ = 0; }

private:
    // Appends `count` bytes to be written by the caller.
    [[nodiscard]] std::byte* grow(std::size_t count) {
        if (buffer_.size() - size_ < count) [[unlikely]] {
            enlarge(count);
        }
        std::byte* const place = buffer_.data() + size_;
        size_ += count;
        return place;
    }

    void enlarge(std::size_t count);

    template <typename T>
    void value(const T& plain) {
        if constexpr (fixed_width<T>) {
            write(plain);
        } else {
            serialize(*this, plain);
        }
    }

    // The vector is kept at the size it has grown to, and size_ says how much of it is written: appending is
    // then a plain copy, where vector::resize would clear the bytes first.
    std::vector<std::byte> buffer_;
    std::size_t size_ = 0;
};

class byte_reader {
public:
    // The bytes must outlive the reader and every span and string view it hands out.
    explicit byte_reader(std::span<const std::byte> bytes) noexcept
        : bytes_(bytes) {}

    // An enum takes any value its underlying type can hold; use read_enum() where that is too much.
    template <fixed_width T>
    [[nodiscard]] T read() {
        if (remaining() < sizeof(T)) [[unlikely]] {
            fail_short(sizeof(T));
            return T{};
        }
        if constexpr (std::same_as<T, bool>) {
            return read_bool();
        } else {
            T value;
            std::memcpy(&value, bytes_.data() + position_, sizeof(T));
            position_ += sizeof(T);
            return value;
        }
    }

    // Refuses what lies outside 0 ... last.
    template <detail::fixed_width_enum Enum>
    [[nodiscard]] Enum read_enum(Enum last) {
        const std::size_t start = position_;
        const Enum value = read<Enum>();
        if (value < Enum{} || value > last) [[unlikely]] {
            fail_at(start, "an enumerator is out of range");
            return Enum{};
        }
        return value;
    }

    // The next `count` bytes where they lie.
    [[nodiscard]] std::span<const std::byte> read_bytes(std::size_t count);

    // Refuses numbers above 64 bits and forms longer than necessary, so a value has one encoding.
    [[nodiscard]] std::uint64_t read_variable();

    [[nodiscard]] std::int64_t read_signed_variable();

    // The number of elements that follow, each of at least `min_bytes_per_element` (one or more) bytes.
    // Refuses a count that does not fit into what is left: whoever allocates for the count is then safe.
    [[nodiscard]] std::size_t read_count(std::size_t min_bytes_per_element);

    // The characters where they lie; refuses more than `max_size` of them.
    [[nodiscard]] std::string_view read_string(std::size_t max_size);

    // The bytes between begin_block() and end_block(). A newer writer may have put more in than this reader
    // knows about: reading a block through its own reader skips the rest.
    [[nodiscard]] std::span<const std::byte> read_block();

    // The counterpart of byte_writer::values().
    template <typename... Values>
    void values(Values&... all) {
        (value(all), ...);
    }

    // Refuses the bytes for a reason the decoder knows. Only the first failure is kept.
    void fail(std::string_view reason) { fail_at(position_, reason); }

    [[nodiscard]] bool ok() const noexcept { return failure_.empty(); }

    // Where and why the bytes were refused, as one sentence.
    [[nodiscard]] error failure() const;

    // Success if everything was read without failure and nothing is left over.
    [[nodiscard]] status finish();

    // Nothing remains after a failure, so loops over the rest end.
    [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - position_; }

    [[nodiscard]] bool at_end() const noexcept { return remaining() == 0; }

    [[nodiscard]] std::size_t position() const noexcept { return position_; }

private:
    [[nodiscard]] bool read_bool();

    void fail_at(std::size_t position, std::string_view reason);
    void fail_short(std::uint64_t needed);

    template <typename T>
    void value(T& plain) {
        if constexpr (fixed_width<T>) {
            plain = read<T>();
        } else {
            serialize(*this, plain);
        }
    }

    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
    std::string failure_;
};

inline void serialize(byte_writer& archive, const std::string& value) {
    archive.write_string(value);
}

inline void serialize(byte_reader& archive, std::string& value) {
    value = archive.read_string(archive.remaining());
}

template <typename T, std::size_t Size>
void serialize(auto& archive, std::array<T, Size>& value) {
    for (T& element : value) {
        archive.values(element);
    }
}

template <typename T, std::size_t Size>
void serialize(auto& archive, const std::array<T, Size>& value) {
    for (const T& element : value) {
        archive.values(element);
    }
}

template <typename T>
void serialize(byte_writer& archive, const std::vector<T>& value) {
    archive.write_variable(value.size());
    for (const T& element : value) {
        archive.values(element);
    }
}

// Elements are taken to need at least one byte each.
template <typename T>
void serialize(byte_reader& archive, std::vector<T>& value) {
    const std::size_t count = archive.read_count(fixed_width<T> ? sizeof(T) : 1);
    value.clear();
    for (std::size_t i = 0; i < count && archive.ok(); ++i) {
        archive.values(value.emplace_back());
    }
}

} // namespace orrery
