#include "tests/core/components.hpp"

#include <orrery/core/fields.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

struct padded {
    float number = 0;
    std::uint8_t flag = 0; // three bytes of padding follow
};

struct forgotten {
    float first = 0;
    float second = 0;
};

struct nested {
    std::array<place, 2> where{};
    std::array<motion, 2> how{};
    entity_key key = entity_key::none;
};

struct plain {};

struct owning {
    int* pointer = nullptr;

    ~owning() {}
};

} // namespace

template <>
inline constexpr auto description<padded> =
    describe<padded>("padded", field<&padded::number>("number"), field<&padded::flag>("flag"));
template <>
inline constexpr auto description<forgotten> =
    describe<forgotten>("forgotten", field<&forgotten::first>("first"));
template <>
inline constexpr auto description<nested> = describe<nested>(
    "nested", field<&nested::where>("where"), field<&nested::how>("how"), field<&nested::key>("key"));
template <>
inline constexpr auto description<owning> = describe<owning>("owning");

namespace {

TEST(component, is_described_plain_data_without_a_byte_that_no_field_owns) {
    EXPECT_TRUE(component<place>);
    EXPECT_TRUE(component<bond>);
    EXPECT_TRUE(component<nested>);
    EXPECT_TRUE(component<asleep>);
    EXPECT_FALSE(component<plain>);
    EXPECT_FALSE(component<padded>);
    EXPECT_FALSE(component<forgotten>);
    EXPECT_FALSE(component<owning>);
    EXPECT_FALSE(component<float>);
}

TEST(field_kind, sizes_and_names_agree) {
    EXPECT_EQ(size_of(field_kind::boolean), 1U);
    EXPECT_EQ(size_of(field_kind::int16), 2U);
    EXPECT_EQ(size_of(field_kind::uint32), 4U);
    EXPECT_EQ(size_of(field_kind::float64), 8U);
    EXPECT_EQ(size_of(field_kind::reference), sizeof(entity));
    EXPECT_EQ(name_of(field_kind::int64), "int64");
    EXPECT_EQ(name_of(field_kind::reference), "reference");
}

TEST(field_kind, follows_the_type_of_the_member) {
    static_assert(detail::kind_of<bool>() == field_kind::boolean);
    static_assert(detail::kind_of<std::int8_t>() == field_kind::int8);
    static_assert(detail::kind_of<std::uint16_t>() == field_kind::uint16);
    static_assert(detail::kind_of<std::int64_t>() == field_kind::int64);
    static_assert(detail::kind_of<float>() == field_kind::float32);
    static_assert(detail::kind_of<colour>() == field_kind::uint8);
    static_assert(detail::kind_of<entity>() == field_kind::reference);
    static_assert(detail::kind_of<entity_key>() == field_kind::uint64);
}

} // namespace
} // namespace orrery
