#include "core/archive/count_of.hpp"

#include <orrery/core/archive/bit_archive.hpp>
#include <orrery/core/text.hpp>

namespace orrery {
namespace {

constexpr unsigned width_bits = 7; // enough for a bit width of 0 to 64

// What is stored of the distance between neighbours of a sorted list.
std::uint64_t stored_gap(std::uint64_t before, std::uint64_t after, duplicates repeated) {
    const std::uint64_t gap = after - before;
    if (repeated == duplicates::allowed) {
        ORRERY_CHECK(after >= before, "the values must be sorted");
        return gap;
    }
    ORRERY_CHECK(after > before, "the values must be sorted, without duplicates");
    return gap - 1;
}

} // namespace

void bit_writer::write_signed(std::int64_t value, unsigned bits) {
    ORRERY_CHECK(bits >= 1 && bits <= 64, "a signed value has 1 to 64 bits");
    const std::int64_t beyond = value >> (bits - 1);
    ORRERY_CHECK(beyond == 0 || beyond == -1, "the value does not fit into its bits");
    const auto pattern = static_cast<std::uint64_t>(value);
    write_unsigned(bits == 64 ? pattern : pattern & ((std::uint64_t{1} << bits) - 1), bits);
}

void bit_writer::write_variable(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    write_unsigned(width, width_bits);
    if (width > 1) {
        write_unsigned(value ^ std::uint64_t{1} << (width - 1), width - 1);
    }
}

void bit_writer::write_sorted(std::span<const std::uint64_t> values, duplicates repeated) {
    write_variable(values.size());
    if (values.empty()) {
        return;
    }
    write_variable(values.front());
    if (values.size() == 1) {
        return;
    }
    std::uint64_t all_gaps = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        all_gaps |= stored_gap(values[i - 1], values[i], repeated);
    }
    const auto width = static_cast<unsigned>(std::bit_width(all_gaps));
    write_unsigned(width, width_bits);
    for (std::size_t i = 1; i < values.size(); ++i) {
        write_unsigned(stored_gap(values[i - 1], values[i], repeated), width);
    }
}

void bit_writer::align() {
    filled_ = (filled_ + 7) / 8 * 8;
    if (filled_ == 64) {
        flush();
    }
}

void bit_writer::write_bytes(std::span<const std::byte> bytes) {
    align();
    flush();
    bytes_.write_bytes(bytes);
}

std::vector<std::byte> bit_writer::take() {
    align();
    flush();
    return bytes_.take();
}

void bit_writer::clear() noexcept {
    bytes_.clear();
    pending_ = 0;
    filled_ = 0;
}

void bit_writer::flush() {
    bytes_.write_bytes(std::as_bytes(std::span(&pending_, 1)).first(filled_ / 8));
    pending_ = 0;
    filled_ = 0;
}

std::int64_t bit_reader::read_signed(unsigned bits) {
    ORRERY_CHECK(bits >= 1, "a signed value has 1 to 64 bits");
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    return static_cast<std::int64_t>((read_unsigned(bits) ^ sign) - sign);
}

std::uint64_t bit_reader::read_variable() {
    const std::uint64_t start = position_;
    const auto width = static_cast<unsigned>(read_unsigned(width_bits));
    if (width > 64) [[unlikely]] {
        fail_at(start, text("a number of ", width, " bits exceeds 64"));
        return 0;
    }
    if (width < 2) {
        return width;
    }
    const std::uint64_t rest = read_unsigned(width - 1);
    return ok() ? rest | std::uint64_t{1} << (width - 1) : 0;
}

void bit_reader::read_sorted(std::vector<std::uint64_t>& values, std::size_t max_count, duplicates repeated) {
    values.clear();
    const std::uint64_t start = position_;
    const std::uint64_t count = read_variable();
    if (count > max_count) [[unlikely]] {
        fail_at(start,
                text("a list of ", detail::count_of(count, "value"), " exceeds its limit of ", max_count));
        return;
    }
    if (count == 0) {
        return;
    }
    std::uint64_t value = read_variable();
    const auto width = count > 1 ? static_cast<unsigned>(read_unsigned(width_bits)) : 0;
    if (width > 64 || (width > 0 && count - 1 > remaining() / width)) [[unlikely]] {
        fail_at(start, text(detail::count_of(count, "value"), " with gaps of ",
                            detail::count_of(width, "bit"), " cannot be in what is left"));
    }
    if (!ok()) {
        return;
    }
    values.reserve(static_cast<std::size_t>(count));
    values.push_back(value);
    const std::uint64_t smallest_gap = repeated == duplicates::allowed ? 0 : 1;
    std::uint64_t all_gaps = 0;
    bool overflows = false;
    for (std::uint64_t i = 1; i < count; ++i) {
        const std::uint64_t stored = read_unsigned(width);
        const std::uint64_t next = value + stored + smallest_gap;
        overflows |= next < value || (smallest_gap == 1 && next == value);
        all_gaps |= stored;
        value = next;
        values.push_back(value);
    }
    const bool is_wide = static_cast<unsigned>(std::bit_width(all_gaps)) < width;
    if (overflows || is_wide) [[unlikely]] {
        fail_at(start, overflows ? "a sorted list goes beyond 64 bits"
                                 : "the gaps of a sorted list are wider than necessary");
        values.clear();
    }
}

void bit_reader::align() {
    const auto padding = static_cast<unsigned>((8 - position_ % 8) % 8);
    if (read_unsigned(padding) != 0) {
        fail_at(position_ - padding, "the bits before a whole byte are not zero");
    }
}

std::span<const std::byte> bit_reader::read_bytes(std::size_t count) {
    align();
    if (count > remaining() / 8) [[unlikely]] {
        fail_short(std::uint64_t{8} * count);
        return {};
    }
    const auto taken = bytes_.subspan(static_cast<std::size_t>(position_ / 8), count);
    position_ += std::uint64_t{8} * count;
    return taken;
}

void bit_reader::fail_at(std::uint64_t position, std::string_view reason) {
    if (ok()) {
        failure_ = text("bit ", position, ": ", reason);
    }
    position_ = end_;
}

void bit_reader::fail_short(std::uint64_t needed) {
    fail(text(detail::count_of(needed, "bit"), " needed, ", remaining(), " left"));
}

error bit_reader::failure() const {
    ORRERY_CHECK(!ok(), "this reader has not failed");
    return {failure_};
}

status bit_reader::finish() {
    align();
    if (remaining() > 0) {
        fail(text(detail::count_of(remaining() / 8, "byte"), " left over after the end"));
    }
    return ok() ? status() : status(failure());
}

} // namespace orrery
