#include "tests/core/bytes.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/archive/byte_archive.hpp>

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

namespace {

using namespace orrery;

using orrery::test::bytes;
using orrery::test::make_bytes;

bytes to_vector(std::span<const std::byte> view) {
    return {view.begin(), view.end()};
}

bytes variable(std::uint64_t value) {
    byte_writer writer;
    writer.write_variable(value);
    return writer.take();
}

// Values with every number of significant bits, where uniform ones would nearly all have 64.
std::uint64_t any_magnitude() {
    const auto noise = property::any<std::uint64_t>();
    return noise * 0x9e3779b97f4a7c15u >> property::in_range(0, 64);
}

enum class hue : std::uint8_t { red, green, blue };

struct spark {
    std::uint32_t id = 0;
    float heat = 0;
    bool is_bright = false;
    hue tint = hue::red;
    std::string name;
    std::vector<double> trail;
    std::array<std::int16_t, 3> cell{};

    bool operator==(const spark&) const = default;
};

void serialize(auto& archive, maybe_const<spark> auto& value) {
    archive.values(value.id, value.heat, value.is_bright, value.tint, value.name, value.trail, value.cell);
}

spark any_spark() {
    spark drawn{.id = property::any<std::uint32_t>(),
                .heat = property::any<float>(),
                .is_bright = property::any<bool>(),
                .tint = property::one_of({hue::red, hue::green, hue::blue}),
                .name = property::any<std::string>(),
                .trail = property::any<std::vector<double>>()};
    for (std::int16_t& coordinate : drawn.cell) {
        coordinate = property::any<std::int16_t>();
    }
    return drawn;
}

// Golden bytes: the layout of the fixed-width and variable-length forms is part of every file format above
// it.
TEST(byte_archive, numbers_are_little_endian_and_of_fixed_width) {
    byte_writer writer;
    writer.write(std::uint8_t{0x01});
    writer.write(std::int16_t{-2});
    writer.write(std::uint32_t{0x01020304});
    writer.write(std::uint64_t{0x0102030405060708});
    writer.write(1.0f);
    writer.write(-2.0);
    writer.write(true);
    writer.write(hue::blue);
    EXPECT_EQ(
        to_vector(writer.bytes()),
        make_bytes({0x01, 0xfe, 0xff, 0x04, 0x03, 0x02, 0x01, 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,
                    0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc0, 0x01, 0x02}));
}

TEST(byte_archive, variable_numbers_take_seven_bits_a_byte) {
    EXPECT_EQ(variable(0), make_bytes({0}));
    EXPECT_EQ(variable(127), make_bytes({127}));
    EXPECT_EQ(variable(128), make_bytes({0x80, 1}));
    EXPECT_EQ(variable(300), make_bytes({0xac, 2}));
    EXPECT_EQ(variable(std::numeric_limits<std::uint64_t>::max()),
              make_bytes({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}));
}

TEST(byte_archive, strings_are_their_length_and_their_characters) {
    byte_writer writer;
    writer.write_string("sun");
    EXPECT_EQ(writer.take(), make_bytes({3, 's', 'u', 'n'}));
}

TEST(byte_archive, what_is_written_is_read_back) {
    EXPECT_TRUE(property::holds([] {
        std::vector<spark> sparks(property::in_range<std::size_t>(0, 20));
        std::ranges::generate(sparks, any_spark);
        const auto number = any_magnitude();
        const auto signed_number = static_cast<std::int64_t>(any_magnitude());
        byte_writer writer;
        writer.values(sparks);
        writer.write_variable(number);
        writer.write_signed_variable(signed_number);

        byte_reader reader(writer.bytes());
        std::vector<spark> read;
        reader.values(read);
        PROPERTY_ASSERT(read == sparks);
        PROPERTY_ASSERT(reader.read_variable() == number);
        PROPERTY_ASSERT(reader.read_signed_variable() == signed_number);
        PROPERTY_ASSERT(reader.finish().is_ok());
    }));
}

TEST(byte_archive, signed_variable_numbers_of_small_magnitude_take_one_byte) {
    for (std::int64_t value = -64; value < 64; ++value) {
        byte_writer writer;
        writer.write_signed_variable(value);
        EXPECT_EQ(writer.size(), 1u);
    }
    for (const std::int64_t value :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        byte_writer writer;
        writer.write_signed_variable(value);
        byte_reader reader(writer.bytes());
        EXPECT_EQ(reader.read_signed_variable(), value);
    }
}

TEST(byte_archive, a_number_has_one_variable_length_form) {
    EXPECT_TRUE(property::holds([] {
        const auto noise = property::any<std::vector<std::uint8_t>>();
        byte_reader reader(std::as_bytes(std::span(noise)));
        const std::uint64_t value = reader.read_variable();
        if (reader.ok()) {
            const bytes read = to_vector(std::as_bytes(std::span(noise)).first(reader.position()));
            PROPERTY_ASSERT(variable(value) == read);
        } else {
            PROPERTY_ASSERT(value == 0u);
        }
    }));
}

TEST(byte_archive, a_number_longer_than_necessary_is_refused) {
    const bytes overlong = make_bytes({0x85, 0});
    byte_reader reader(overlong);
    EXPECT_EQ(reader.read_variable(), 0u);
    EXPECT_EQ(reader.failure().message, "byte 0: a variable-length number is longer than necessary");
}

TEST(byte_archive, a_number_of_more_than_64_bits_is_refused) {
    for (const int last : {0x02, 0x7f, 0x81}) {
        const bytes too_large =
            make_bytes({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, last, 0x01});
        byte_reader reader(too_large);
        EXPECT_EQ(reader.read_variable(), 0u);
        EXPECT_EQ(reader.failure().message, "byte 0: a variable-length number exceeds 64 bits");
    }
}

TEST(byte_archive, every_truncation_is_refused) {
    EXPECT_TRUE(property::holds([] {
        const auto original = any_spark();
        byte_writer writer;
        writer.values(original);
        for (std::size_t length = 0; length < writer.size(); ++length) {
            byte_reader reader(writer.bytes().first(length));
            spark read;
            reader.values(read);
            PROPERTY_ASSERT(!reader.ok());
            PROPERTY_ASSERT(!reader.finish().is_ok());
        }
    }));
}

TEST(byte_archive, the_first_failure_stays) {
    const bytes input = make_bytes({1, 2, 3});
    byte_reader reader(input);
    EXPECT_EQ(reader.read<std::uint8_t>(), 1);
    EXPECT_EQ(reader.read<std::uint32_t>(), 0u);
    EXPECT_EQ(reader.read<std::uint8_t>(), 0);
    EXPECT_FALSE(reader.read<bool>());
    EXPECT_TRUE(reader.read_bytes(1).empty());
    EXPECT_TRUE(reader.read_string(10).empty());
    EXPECT_EQ(reader.read_count(1), 0u);
    reader.fail("something else");
    EXPECT_TRUE(reader.at_end());
    EXPECT_EQ(reader.failure().message, "byte 1: 4 bytes needed, 2 left");
    EXPECT_EQ(reader.finish().reason().message, "byte 1: 4 bytes needed, 2 left");
}

TEST(byte_archive, a_decoder_can_refuse_for_its_own_reason) {
    const bytes input = make_bytes({9, 9});
    byte_reader reader(input);
    (void)reader.read<std::uint8_t>();
    reader.fail("mass is -1, expected > 0");
    EXPECT_EQ(reader.failure().message, "byte 1: mass is -1, expected > 0");
    EXPECT_EQ(reader.remaining(), 0u);
}

TEST(byte_archive, a_bool_is_zero_or_one) {
    for (int value = 0; value < 256; ++value) {
        const bytes input = make_bytes({value});
        byte_reader reader(input);
        EXPECT_EQ(reader.read<bool>(), value == 1);
        EXPECT_EQ(reader.ok(), value <= 1);
    }
}

TEST(byte_archive, an_enum_out_of_range_is_refused) {
    for (int value = 0; value < 256; ++value) {
        const bytes input = make_bytes({value});
        byte_reader reader(input);
        const hue read = reader.read_enum(hue::blue);
        EXPECT_EQ(reader.ok(), value <= 2);
        EXPECT_EQ(static_cast<int>(read), value <= 2 ? value : 0);
    }
}

TEST(byte_archive, a_count_that_cannot_fit_is_refused_before_anything_is_allocated) {
    byte_writer writer;
    writer.write_variable(std::uint64_t{1} << 60);
    writer.write(0.0);
    byte_reader reader(writer.bytes());
    EXPECT_EQ(reader.read_count(8), 0u);
    EXPECT_EQ(reader.failure().message,
              "byte 0: 1152921504606846976 elements of at least 8 bytes cannot be in the 8 left");
}

TEST(byte_archive, a_count_that_just_fits_is_accepted) {
    byte_writer writer;
    writer.write_variable(2);
    writer.write(1.0);
    writer.write(2.0);
    byte_reader reader(writer.bytes());
    EXPECT_EQ(reader.read_count(8), 2u);
    byte_reader greedy(writer.bytes());
    EXPECT_EQ(greedy.read_count(9), 0u);
    EXPECT_FALSE(greedy.ok());
}

TEST(byte_archive, a_string_above_its_limit_is_refused) {
    byte_writer writer;
    writer.write_string("orrery");
    byte_reader reader(writer.bytes());
    EXPECT_EQ(reader.read_string(6), "orrery");
    byte_reader strict(writer.bytes());
    EXPECT_EQ(strict.read_string(5), "");
    EXPECT_EQ(strict.failure().message, "byte 0: a string of 6 bytes exceeds its limit of 5");
}

TEST(byte_archive, bytes_left_over_are_refused_at_the_end) {
    const bytes input = make_bytes({1, 2});
    byte_reader reader(input);
    (void)reader.read<std::uint8_t>();
    EXPECT_EQ(reader.finish().reason().message, "byte 1: 1 byte left over after the end");
}

TEST(byte_archive, a_reserved_slot_is_filled_in_later) {
    byte_writer writer;
    writer.write(std::uint8_t{7});
    const auto slot = writer.reserve<std::uint16_t>();
    writer.write(std::uint8_t{8});
    writer.patch(slot, 0x0102);
    EXPECT_EQ(writer.take(), make_bytes({7, 2, 1, 8}));
}

TEST(byte_archive, a_reader_can_skip_the_end_of_a_block_it_does_not_know) {
    byte_writer writer;
    const auto block = writer.begin_block();
    writer.write(std::uint16_t{5});
    writer.write_string("a field from the future");
    writer.end_block(block);
    writer.write(std::uint8_t{9});

    byte_reader reader(writer.bytes());
    byte_reader inside(reader.read_block());
    EXPECT_EQ(inside.read<std::uint16_t>(), 5);
    EXPECT_EQ(reader.read<std::uint8_t>(), 9);
    EXPECT_TRUE(reader.finish().is_ok());
}

TEST(byte_archive, blocks_nest) {
    byte_writer writer;
    const auto outer = writer.begin_block();
    const auto inner = writer.begin_block();
    writer.write(std::uint8_t{1});
    writer.end_block(inner);
    writer.end_block(outer);
    EXPECT_EQ(writer.take(), make_bytes({5, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(byte_archive, a_writer_can_be_cleared_taken_and_continued) {
    byte_writer writer;
    writer.write(std::uint32_t{1});
    writer.clear();
    EXPECT_EQ(writer.size(), 0u);
    writer.write(std::uint8_t{2});
    bytes first = writer.take();
    EXPECT_EQ(first, make_bytes({2}));
    EXPECT_EQ(writer.size(), 0u);
    EXPECT_TRUE(writer.take().empty());

    byte_writer continued(std::move(first));
    continued.write(std::uint8_t{3});
    EXPECT_EQ(continued.take(), make_bytes({2, 3}));
}

TEST(byte_archive, pieces_of_any_size_are_appended_in_order) {
    EXPECT_TRUE(property::holds([] {
        const auto pieces = property::any<std::vector<std::vector<std::uint8_t>>>();
        byte_writer writer;
        bytes expected;
        for (const auto& piece : pieces) {
            const auto view = std::as_bytes(std::span(piece));
            writer.write_bytes(view);
            expected.insert(expected.end(), view.begin(), view.end());
        }
        PROPERTY_ASSERT(to_vector(writer.bytes()) == expected);
        PROPERTY_ASSERT(writer.take() == expected);
    }));
}

TEST(byte_archive, a_hostile_vector_length_is_refused) {
    const bytes input = make_bytes({0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3});
    byte_reader reader(input);
    std::vector<double> numbers;
    reader.values(numbers);
    EXPECT_FALSE(reader.ok());
    EXPECT_TRUE(numbers.empty());
}

} // namespace
