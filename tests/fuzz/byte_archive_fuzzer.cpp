// Reads the data as the instructions say and writes again what was read. Every form has one encoding, so what
// is accepted must come out as the same bytes.
#include "fuzz_support.hpp"

#include <orrery/core/archive/byte_archive.hpp>

namespace {

using namespace orrery;

enum class colour : std::uint8_t { red, green, blue };

struct record {
    std::uint16_t id = 0;
    bool is_set = false;
    std::string name;
    std::vector<float> numbers;
    std::array<std::int32_t, 2> pair{};
};

void serialize(auto& archive, maybe_const<record> auto& value) {
    archive.values(value.id, value.is_set, value.name, value.numbers, value.pair);
}

template <fixed_width T>
void copy(byte_reader& reader, byte_writer& writer) {
    writer.write(reader.read<T>());
}

void copy_block(byte_reader& reader, byte_writer& writer) {
    const auto block = writer.begin_block();
    writer.write_bytes(reader.read_block());
    writer.end_block(block);
}

void copy_counted(byte_reader& reader, byte_writer& writer, std::size_t element_size) {
    const std::size_t count = reader.read_count(element_size);
    fuzz::expect(count <= reader.remaining() / element_size, "a count fits into what is left");
    writer.write_variable(count);
    writer.write_bytes(reader.read_bytes(count * element_size));
}

void copy_records(byte_reader& reader, byte_writer& writer) {
    std::vector<record> records;
    reader.values(records);
    writer.values(records);
}

void run(unsigned instruction, byte_reader& reader, byte_writer& writer) {
    const unsigned parameter = instruction / 16;
    switch (instruction % 16) {
    case 0:
        return copy<std::uint8_t>(reader, writer);
    case 1:
        return copy<std::int16_t>(reader, writer);
    case 2:
        return copy<std::uint32_t>(reader, writer);
    case 3:
        return copy<std::uint64_t>(reader, writer);
    case 4:
        return copy<float>(reader, writer);
    case 5:
        return copy<double>(reader, writer);
    case 6:
        return copy<bool>(reader, writer);
    case 7:
        return writer.write(reader.read_enum(colour::blue));
    case 8:
        return writer.write_variable(reader.read_variable());
    case 9:
        return writer.write_signed_variable(reader.read_signed_variable());
    case 10:
        return writer.write_string(reader.read_string(4 * parameter));
    case 11:
        return writer.write_bytes(reader.read_bytes(parameter));
    case 12:
        return copy_block(reader, writer);
    case 13:
        return copy_counted(reader, writer, parameter + 1);
    case 14:
        return copy_records(reader, writer);
    default:
        if (parameter == 15) {
            reader.fail("the decoder says no");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto [instructions, data] = fuzz::split_input(bytes, size);
    byte_reader reader(data);
    byte_writer writer;
    std::size_t consumed = 0;
    for (const std::byte instruction : instructions) {
        run(std::to_integer<unsigned>(instruction), reader, writer);
        fuzz::expect(reader.position() + reader.remaining() == data.size(),
                     "position and rest make the whole");
        if (!reader.ok()) {
            fuzz::expect(reader.at_end(), "nothing remains after a failure");
            fuzz::expect(!reader.failure().message.empty(), "a failure has a reason");
            fuzz::expect(!reader.finish().is_ok(), "a failed reader does not finish well");
            return 0;
        }
        consumed = reader.position();
        fuzz::expect(fuzz::are_equal(writer.bytes(), data.first(consumed)),
                     "what was read is written as the same bytes");
    }
    fuzz::expect(reader.finish().is_ok() == (consumed == data.size()),
                 "exactly the whole input finishes well");
    return 0;
}
