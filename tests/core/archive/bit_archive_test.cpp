#include "tests/core/bytes.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/archive/bit_archive.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

namespace {

using namespace orrery;

using orrery::test::bytes;
using orrery::test::make_bytes;
using numbers = std::vector<std::uint64_t>;
using position = std::array<double, 3>;
using rotation = std::array<double, 4>;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

struct field {
    std::uint64_t noise;
    unsigned bits;
};

std::vector<field> any_fields() {
    std::vector<field> fields;
    for (const std::uint64_t noise : property::any<numbers>()) {
        const auto bits = property::in_range<std::uint32_t>(0, 65);
        fields.push_back({low_bits(noise * 0x9e3779b97f4a7c15u, bits), bits});
    }
    return fields;
}

// Sorted values whose gaps have anything from 0 to 63 bits.
numbers any_sorted(duplicates repeated) {
    numbers values = property::any<numbers>();
    const int shift = property::in_range(0, 64);
    for (std::uint64_t& value : values) {
        value = value * 0x9e3779b97f4a7c15u >> shift;
    }
    std::sort(values.begin(), values.end());
    if (repeated == duplicates::refused) {
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    return values;
}

numbers sorted_round_trip(const numbers& values, duplicates repeated) {
    bit_writer writer;
    writer.write_sorted(values, repeated);
    const bytes written = writer.take();
    bit_reader reader(written);
    numbers read;
    reader.read_sorted(read, values.size(), repeated);
    EXPECT_TRUE(reader.finish().is_ok());
    return read;
}

// Golden bytes: the order of bits is part of the network protocol.
TEST(bit_archive, the_first_bit_is_the_lowest_of_the_first_byte) {
    bit_writer writer;
    writer.write_bool(true);
    writer.write_unsigned(0b101, 3);
    writer.write_signed(-1, 2);
    writer.write_unsigned(0x3ff, 10);
    writer.write_variable(5);
    EXPECT_EQ(writer.bit_count(), 25u);
    EXPECT_EQ(writer.take(), make_bytes({0b11'11'101'1, 0xff, 0b1'0000011, 0b0}));
}

TEST(bit_archive, fields_of_any_width_are_read_back) {
    EXPECT_TRUE(property::holds([] {
        const auto fields = any_fields();
        bit_writer writer;
        std::uint64_t expected_bits = 0;
        for (const field& each : fields) {
            writer.write_unsigned(each.noise, each.bits);
            expected_bits += each.bits;
            PROPERTY_ASSERT(writer.bit_count() == expected_bits);
        }
        const bytes written = writer.take();
        PROPERTY_ASSERT(written.size() == (expected_bits + 7) / 8);
        bit_reader reader(written);
        for (const field& each : fields) {
            PROPERTY_ASSERT(reader.read_unsigned(each.bits) == each.noise);
        }
        PROPERTY_ASSERT(reader.finish().is_ok());
    }));
}

TEST(bit_archive, signed_fields_of_any_width_are_read_back) {
    for (unsigned bits = 1; bits <= 64; ++bits) {
        const std::int64_t high = static_cast<std::int64_t>(largest >> 1 >> (64 - bits));
        const std::int64_t low = -high - 1;
        bit_writer writer;
        writer.write_signed(low, bits);
        writer.write_signed(high, bits);
        writer.write_signed(-1, bits);
        writer.write_signed(0, bits);
        const bytes written = writer.take();
        bit_reader reader(written);
        EXPECT_EQ(reader.read_signed(bits), low);
        EXPECT_EQ(reader.read_signed(bits), high);
        EXPECT_EQ(reader.read_signed(bits), -1);
        EXPECT_EQ(reader.read_signed(bits), 0);
        EXPECT_TRUE(reader.finish().is_ok());
    }
}

TEST(bit_archive, variable_numbers_are_read_back) {
    EXPECT_TRUE(property::holds([] {
        const auto noise = property::any<std::uint64_t>();
        bit_writer writer;
        for (unsigned bits = 0; bits <= 64; ++bits) {
            writer.write_variable(low_bits(noise * 0x9e3779b97f4a7c15u, bits));
        }
        const bytes written = writer.take();
        bit_reader reader(written);
        for (unsigned bits = 0; bits <= 64; ++bits) {
            PROPERTY_ASSERT(reader.read_variable() == low_bits(noise * 0x9e3779b97f4a7c15u, bits));
        }
    }));
}

TEST(bit_archive, sorted_lists_are_read_back) {
    EXPECT_TRUE(property::holds([] {
        const auto values = any_sorted(duplicates::refused);
        PROPERTY_ASSERT(sorted_round_trip(values, duplicates::refused) == values);
        PROPERTY_ASSERT(sorted_round_trip(values, duplicates::allowed) == values);
    }));
}

TEST(bit_archive, sorted_lists_with_duplicates_are_read_back) {
    EXPECT_TRUE(property::holds([] {
        const auto values = any_sorted(duplicates::allowed);
        PROPERTY_ASSERT(sorted_round_trip(values, duplicates::allowed) == values);
    }));
}

TEST(bit_archive, sorted_lists_with_the_widest_gaps_are_read_back) {
    for (const numbers& values :
         {numbers{}, numbers{0}, numbers{largest}, numbers{0, largest}, numbers{0, 1, largest},
          numbers{0, largest - 1, largest}, numbers{largest - 1, largest}}) {
        EXPECT_EQ(sorted_round_trip(values, duplicates::refused), values);
        EXPECT_EQ(sorted_round_trip(values, duplicates::allowed), values);
    }
    const numbers equal(100, largest);
    EXPECT_EQ(sorted_round_trip(equal, duplicates::allowed), equal);
}

TEST(bit_archive, consecutive_ids_take_no_bits_each) {
    numbers ids;
    for (std::uint64_t id = 1000; id < 2000; ++id) {
        ids.push_back(id);
    }
    bit_writer writer;
    writer.write_sorted(ids, duplicates::refused);
    EXPECT_LE(writer.bit_count(), 3 * 7u + 2 * 10u);
}

TEST(bit_archive, a_list_above_its_limit_is_refused) {
    bit_writer writer;
    writer.write_sorted(numbers(1000, 7), duplicates::allowed);
    const bytes written = writer.take();
    bit_reader reader(written);
    numbers values;
    reader.read_sorted(values, 999, duplicates::allowed);
    EXPECT_TRUE(values.empty());
    EXPECT_EQ(reader.failure().message, "bit 0: a list of 1000 values exceeds its limit of 999");
}

TEST(bit_archive, a_list_that_cannot_fit_is_refused_before_anything_is_allocated) {
    bit_writer writer;
    writer.write_variable(1u << 30);
    writer.write_variable(0);
    writer.write_unsigned(8, 7);
    const bytes written = writer.take();
    bit_reader reader(written);
    numbers values;
    reader.read_sorted(values, std::numeric_limits<std::size_t>::max(), duplicates::allowed);
    EXPECT_EQ(values.capacity(), 0u);
    EXPECT_EQ(reader.failure().message,
              "bit 0: 1073741824 values with gaps of 8 bits cannot be in what is left");
}

TEST(bit_archive, a_list_that_goes_beyond_64_bits_is_refused) {
    for (const duplicates repeated : {duplicates::refused, duplicates::allowed}) {
        bit_writer writer;
        writer.write_variable(2);
        writer.write_variable(largest);
        writer.write_unsigned(1, 7);
        writer.write_unsigned(1, 1);
        const bytes written = writer.take();
        bit_reader reader(written);
        numbers values;
        reader.read_sorted(values, 10, repeated);
        EXPECT_TRUE(values.empty());
        EXPECT_EQ(reader.failure().message, "bit 0: a sorted list goes beyond 64 bits");
    }
}

TEST(bit_archive, a_strict_list_whose_gap_wraps_round_to_the_same_value_is_refused) {
    bit_writer writer;
    writer.write_variable(2);
    writer.write_variable(5);
    writer.write_unsigned(64, 7);
    writer.write_unsigned(largest, 64);
    const bytes written = writer.take();
    bit_reader reader(written);
    numbers values;
    reader.read_sorted(values, 10, duplicates::refused);
    EXPECT_EQ(reader.failure().message, "bit 0: a sorted list goes beyond 64 bits");
}

TEST(bit_archive, gaps_wider_than_necessary_are_refused) {
    bit_writer writer;
    writer.write_variable(2);
    writer.write_variable(5);
    writer.write_unsigned(4, 7);
    writer.write_unsigned(7, 4);
    const bytes written = writer.take();
    bit_reader reader(written);
    numbers values;
    reader.read_sorted(values, 10, duplicates::allowed);
    EXPECT_EQ(reader.failure().message, "bit 0: the gaps of a sorted list are wider than necessary");
}

TEST(bit_archive, every_truncation_is_refused) {
    EXPECT_TRUE(property::holds([] {
        auto values = any_sorted(duplicates::refused);
        values.push_back(largest);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        bit_writer writer;
        writer.write_unsigned(5, 3);
        writer.write_sorted(values, duplicates::refused);
        writer.write_unsigned(255, 8);
        const bytes written = writer.take();
        for (std::size_t length = 0; length < written.size(); ++length) {
            bit_reader reader(std::span<const std::byte>(written).first(length));
            numbers read;
            (void)reader.read_unsigned(3);
            reader.read_sorted(read, values.size(), duplicates::refused);
            (void)reader.read_unsigned(8);
            PROPERTY_ASSERT(!reader.ok());
            PROPERTY_ASSERT(!reader.finish().is_ok());
        }
    }));
}

TEST(bit_archive, the_first_failure_stays) {
    const bytes input = make_bytes({0xff});
    bit_reader reader(input);
    EXPECT_EQ(reader.read_unsigned(3), 7u);
    EXPECT_EQ(reader.read_unsigned(6), 0u);
    EXPECT_EQ(reader.read_unsigned(1), 0u);
    EXPECT_EQ(reader.read_signed(1), 0);
    EXPECT_FALSE(reader.read_bool());
    EXPECT_EQ(reader.read_variable(), 0u);
    EXPECT_TRUE(reader.read_bytes(1).empty());
    reader.fail("something else");
    EXPECT_EQ(reader.remaining(), 0u);
    EXPECT_EQ(reader.failure().message, "bit 3: 6 bits needed, 5 left");
}

TEST(bit_archive, a_number_of_more_than_64_bits_is_refused) {
    const bytes input(20, std::byte{65});
    bit_reader reader(input);
    EXPECT_EQ(reader.read_variable(), 0u);
    EXPECT_EQ(reader.failure().message, "bit 0: a number of 65 bits exceeds 64");
}

TEST(bit_archive, whole_bytes_follow_padding_of_zeros) {
    const bytes blob = make_bytes({1, 2, 3, 4, 5, 6, 7, 8, 9});
    for (unsigned bits = 0; bits <= 64; ++bits) {
        bit_writer writer;
        writer.write_unsigned(low_bits(largest, bits), bits);
        writer.write_bytes(blob);
        writer.write_bool(true);
        const bytes written = writer.take();
        EXPECT_EQ(written.size(), (bits + 7) / 8 + blob.size() + 1);
        bit_reader reader(written);
        EXPECT_EQ(reader.read_unsigned(bits), low_bits(largest, bits));
        const auto read = reader.read_bytes(blob.size());
        EXPECT_TRUE(std::equal(read.begin(), read.end(), blob.begin(), blob.end()));
        EXPECT_TRUE(reader.read_bool());
        EXPECT_TRUE(reader.finish().is_ok());
    }
}

TEST(bit_archive, padding_that_is_not_zero_is_refused) {
    const bytes input = make_bytes({0b10, 0});
    bit_reader reader(input);
    (void)reader.read_bool();
    reader.align();
    EXPECT_EQ(reader.failure().message, "bit 1: the bits before a whole byte are not zero");
    bit_reader at_the_end(std::span<const std::byte>(input).first(1));
    (void)at_the_end.read_bool();
    EXPECT_FALSE(at_the_end.finish().is_ok());
}

TEST(bit_archive, bytes_left_over_are_refused_at_the_end) {
    const bytes input = make_bytes({1, 2, 3});
    bit_reader reader(input);
    (void)reader.read_unsigned(1);
    EXPECT_EQ(reader.finish().reason().message, "bit 8: 2 bytes left over after the end");
}

TEST(bit_archive, quantised_numbers_points_and_rotations_come_back_as_their_quantizers_say) {
    const auto speed = quantizer<float>::with_precision(-50, 50, 0.01f);
    const auto box = box_quantizer<double, 3>::with_precision({-100, -100, 0}, {100, 100, 50}, 0.001);
    const rotation_quantizer turn(11);
    EXPECT_TRUE(property::holds([&] {
        const auto a = property::any<std::int16_t>();
        const auto b = property::any<std::int16_t>();
        const auto c = property::any<std::int16_t>();
        const auto value = static_cast<float>(a / 700.0);
        const position point{a / 400.0, b / 400.0, std::abs(c) / 700.0};
        const double length = std::sqrt(1.0 * a * a + 1.0 * b * b + 1.0 * c * c + 1);
        const rotation orientation{a / length, b / length, c / length, 1 / length};
        bit_writer writer;
        writer.write_quantized(speed, value);
        writer.write_point(box, point);
        writer.write_rotation(turn, orientation);
        PROPERTY_ASSERT(writer.bit_count() == speed.bits() + box.bits() + turn.bits());
        const bytes written = writer.take();
        bit_reader reader(written);
        PROPERTY_ASSERT(reader.read_quantized(speed) == speed.decode(speed.encode(value)));
        const auto read = reader.read_point<position>(box);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            PROPERTY_ASSERT(std::abs(read[axis] - point[axis]) <= 0.0005);
        }
        PROPERTY_ASSERT(reader.read_rotation<rotation>(turn) ==
                        turn.decode<rotation>(turn.encode(orientation)));
        PROPERTY_ASSERT(reader.finish().is_ok());
    }));
}

struct point2 {
    using value_type = float;
    float x;
    float y;

    [[nodiscard]] float operator[](int axis) const { return axis == 0 ? x : y; }
};

TEST(bit_archive, points_of_any_library_can_be_written) {
    const auto box = box_quantizer<float, 2>::with_precision(point2{-4, 0}, point2{4, 1}, 0.5f);
    bit_writer writer;
    writer.write_point(box, point2{-4, 1});
    const bytes written = writer.take();
    bit_reader reader(written);
    const auto read = reader.read_point<point2>(box);
    EXPECT_EQ(read.x, -4.0f);
    EXPECT_EQ(read.y, 1.0f);
}

TEST(bit_archive, codes_that_no_quantizer_makes_are_refused) {
    const bytes ones(8, std::byte{0xff});
    bit_reader number(ones);
    EXPECT_EQ(number.read_quantized(quantizer<float>::with_bits(1, 2, 9)), 0.0f);
    EXPECT_EQ(number.failure().message, "bit 0: the code of a quantised number is out of range");
    bit_reader turn(ones);
    EXPECT_EQ(turn.read_rotation<rotation>(rotation_quantizer(20)), (rotation{0, 0, 0, 1}));
    EXPECT_EQ(turn.failure().message, "bit 0: the code of a rotation is out of range");
}

TEST(bit_archive, a_cleared_writer_starts_again) {
    bit_writer writer;
    writer.write_unsigned(largest, 64);
    writer.write_unsigned(3, 2);
    writer.clear();
    writer.write_unsigned(1, 3);
    EXPECT_EQ(writer.take(), make_bytes({1}));
    EXPECT_EQ(writer.bit_count(), 0u);
    writer.write_unsigned(2, 2);
    EXPECT_EQ(writer.take(), make_bytes({2}));
}

TEST(bit_archive_death, values_that_do_not_fit_and_unsorted_lists_are_misuse) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    bit_writer writer;
    EXPECT_DEATH(writer.write_unsigned(8, 3), "does not fit");
    EXPECT_DEATH(writer.write_signed(4, 3), "does not fit");
    EXPECT_DEATH(writer.write_signed(-5, 3), "does not fit");
    EXPECT_DEATH(writer.write_sorted(numbers{2, 1}, duplicates::allowed), "must be sorted");
    EXPECT_DEATH(writer.write_sorted(numbers{1, 1}, duplicates::refused), "without duplicates");
}

} // namespace
