#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/hex/input.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <set>
#include <span>
#include <string_view>

using namespace orrery;
using namespace orrery::hex;

static_assert(component<input>, "every byte belongs to a field");

TEST(hex_input, survives_being_saved_at_the_ends_of_its_fields) {
    constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
    constexpr auto highest = std::numeric_limits<std::int32_t>::max();
    const std::array<input, 2> saved{input{.target = entity_key{~std::uint64_t{0}},
                                           .kind = input_kind::set_group,
                                           .position = {lowest, highest},
                                           .velocity = {highest, lowest},
                                           .angle = lowest,
                                           .spin = highest,
                                           .at = {-32768, 32767},
                                           .subject = 65535,
                                           .amount = 65535},
                                     input{}};
    byte_writer out;
    save_described<input>(out, saved);
    byte_reader in(out.bytes());
    const std::vector<input> loaded = load_described<input>(in);
    ASSERT_TRUE(in.finish().is_ok());
    EXPECT_TRUE(std::ranges::equal(loaded, saved));
}

TEST(hex_input, of_a_kind_that_does_not_exist_is_refused) {
    const std::array<input, 1> wrong{input{.kind = input_kind{input_kind_count}}};
    byte_writer out;
    save_described<input>(out, wrong);
    byte_reader in(out.bytes());
    (void)load_described<input>(in);
    EXPECT_FALSE(in.ok());
}

TEST(hex_input, every_kind_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (std::uint64_t kind = 0; kind < hex::input_kind_count; ++kind) {
        names.insert(hex::name_of(static_cast<hex::input_kind>(kind)));
    }
    EXPECT_EQ(names.size(), hex::input_kind_count);
    EXPECT_FALSE(names.contains(""));
    EXPECT_EQ(hex::name_of(hex::input_kind{hex::input_kind_count}), "");
}
