#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/hex/input.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

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
