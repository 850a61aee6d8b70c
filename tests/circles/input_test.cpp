#include <orrery/circles/input.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

using namespace orrery;
using namespace orrery::circles;

static_assert(component<input>, "every byte belongs to a field");

TEST(circles_input, survives_being_saved_at_the_ends_of_its_fields) {
    constexpr scalar most = std::numeric_limits<scalar>::max();
    const std::array<input, 2> saved{input{.target = entity_key{~std::uint64_t{0}},
                                           .kind = input_kind::become,
                                           .position = {-most, most},
                                           .velocity = {most, -most},
                                           .angle = -most,
                                           .spin = std::numeric_limits<scalar>::denorm_min(),
                                           .subject = ~std::uint64_t{0}},
                                     input{}};
    byte_writer out;
    save_described<input>(out, saved);
    byte_reader in(out.bytes());
    const std::vector<input> loaded = load_described<input>(in);
    ASSERT_TRUE(in.finish().is_ok());
    EXPECT_TRUE(std::ranges::equal(loaded, saved));
}

TEST(circles_input, of_a_kind_that_does_not_exist_is_refused) {
    const std::array<input, 1> wrong{input{.kind = input_kind{input_kind_count}}};
    byte_writer out;
    save_described<input>(out, wrong);
    byte_reader in(out.bytes());
    (void)load_described<input>(in);
    EXPECT_FALSE(in.ok());
}

TEST(circles_input, concerns_its_target) {
    const std::array<entity_key, 2> keys = world::keys_of({.target = entity_key{5}});
    EXPECT_EQ(keys[0], entity_key{5});
    EXPECT_EQ(keys[1], entity_key::none);
}

TEST(circles_input, every_kind_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (std::uint64_t kind = 0; kind < circles::input_kind_count; ++kind) {
        names.insert(circles::name_of(static_cast<circles::input_kind>(kind)));
    }
    EXPECT_EQ(names.size(), circles::input_kind_count);
    EXPECT_FALSE(names.contains(""));
    EXPECT_EQ(circles::name_of(circles::input_kind{circles::input_kind_count}), "");
}
