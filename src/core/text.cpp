#include <orrery/core/text.hpp>

#include <array>
#include <charconv>

namespace orrery::detail {
namespace {

void append_number(std::string& out, auto part) {
    std::array<char, 64> digits;
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), part);
    out.append(digits.data(), written.ptr);
}

} // namespace

void append_text(std::string& out, float part) {
    append_number(out, part);
}

void append_text(std::string& out, double part) {
    append_number(out, part);
}

void append_signed(std::string& out, std::int64_t part) {
    append_number(out, part);
}

void append_unsigned(std::string& out, std::uint64_t part) {
    append_number(out, part);
}

} // namespace orrery::detail
