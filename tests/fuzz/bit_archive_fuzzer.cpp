// Reads the data as the instructions say and writes again what was read. Every form has one encoding, so what
// is accepted must come out as the same bits.
#include "fuzz_support.hpp"

#include <orrery/core/archive/bit_archive.hpp>

namespace {

using namespace orrery;

constexpr std::size_t max_list = 1000;

void copy_sorted(bit_reader& reader, bit_writer& writer, duplicates repeated) {
    std::vector<std::uint64_t> values;
    reader.read_sorted(values, max_list, repeated);
    fuzz::expect(values.size() <= max_list, "a list keeps to its limit");
    fuzz::expect(reader.ok() || values.empty(), "a refused list is empty");
    writer.write_sorted(values, repeated);
}

template <typename Real>
void copy_quantized(bit_reader& reader, bit_writer& writer, const quantizer<Real>& with) {
    writer.write_quantized(with, reader.read_quantized(with));
}

void copy_point(bit_reader& reader, bit_writer& writer, unsigned parameter) {
    const float side = static_cast<float>(parameter + 1);
    const auto box = box_quantizer<float, 3>::with_precision({-side, 0, 100}, {side, 1, 100 + side}, 0.001f);
    writer.write_point(box, reader.read_point<std::array<float, 3>>(box));
}

// A code nobody would encode decodes to some rotation too, so the code itself is what gets written again.
void copy_rotation(bit_reader& reader, bit_writer& writer, unsigned bits_per_component) {
    const rotation_quantizer with(bits_per_component);
    bit_reader same_place = reader;
    const auto rotation = reader.read_rotation<std::array<double, 4>>(with);
    const double length = rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2] +
                          rotation[3] * rotation[3];
    fuzz::expect(length > 1 - 1e-12 && length < 1 + 1e-12, "a rotation has unit length");
    fuzz::expect(with.is_valid(with.encode(rotation)), "a decoded rotation can be encoded");
    writer.write_unsigned(same_place.read_unsigned(with.bits()), with.bits());
}

void run(unsigned instruction, bit_reader& reader, bit_writer& writer) {
    const unsigned parameter = instruction / 8; // 0 to 31
    switch (instruction % 8) {
    case 0:
        return writer.write_unsigned(reader.read_unsigned(2 * parameter + 2), 2 * parameter + 2);
    case 1:
        return writer.write_signed(reader.read_signed(2 * parameter + 1), 2 * parameter + 1);
    case 2:
        return parameter % 2 == 0 ? writer.write_bool(reader.read_bool()) : writer.write_unsigned(0, 0);
    case 3:
        return writer.write_variable(reader.read_variable());
    case 4:
        return copy_sorted(reader, writer, parameter % 2 == 0 ? duplicates::refused : duplicates::allowed);
    case 5:
        if (parameter < 20) {
            return copy_quantized(reader, writer, quantizer<float>::with_bits(-7, 12, parameter + 2));
        }
        return copy_quantized(reader, writer, quantizer<double>::with_bits(-1000, 1000, parameter + 17));
    case 6:
        return parameter < 19 ? copy_rotation(reader, writer, parameter + 2)
                              : copy_point(reader, writer, parameter);
    default:
        if (parameter == 31) {
            return reader.fail("the decoder says no");
        }
        return writer.write_bytes(reader.read_bytes(parameter));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto [instructions, data] = fuzz::split_input(bytes, size);
    bit_reader reader(data);
    bit_writer writer;
    for (const std::byte instruction : instructions) {
        run(std::to_integer<unsigned>(instruction), reader, writer);
        fuzz::expect(reader.position() + reader.remaining() == 8 * data.size(),
                     "position and rest make the whole");
        if (!reader.ok()) {
            fuzz::expect(reader.remaining() == 0, "nothing remains after a failure");
            fuzz::expect(!reader.failure().message.empty(), "a failure has a reason");
            fuzz::expect(!reader.finish().is_ok(), "a failed reader does not finish well");
            return 0;
        }
        fuzz::expect(writer.bit_count() == reader.position(), "as many bits are written as were read");
    }
    const std::uint64_t consumed = reader.position();
    const bool is_whole = reader.finish().is_ok();
    const auto written = writer.take();
    bit_reader original(data);
    bit_reader again(written);
    for (std::uint64_t bit = 0; bit < consumed; ++bit) {
        fuzz::expect(original.read_bool() == again.read_bool(), "what was read is written as the same bits");
    }
    fuzz::expect(!is_whole || fuzz::are_equal(written, data), "a whole input is written as the same bytes");
    return 0;
}
