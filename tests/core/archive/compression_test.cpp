#include <orrery/build_settings.hpp>
#include <orrery/core/archive/compression.hpp>
#include <orrery/core/hash.hpp>

#include <gtest/gtest.h>

namespace {

using namespace orrery;

using bytes = std::vector<std::byte>;

TEST(compression, gives_back_what_it_made_smaller) {
    const bytes plain(1000, std::byte{3});
    for (const compression how : {compression::fast, compression::small}) {
        const bytes packed = compress(plain, how);
        ASSERT_EQ(!packed.empty(), ORRERY_ZSTD != 0);
        if (!packed.empty()) {
            EXPECT_LT(packed.size(), plain.size());
            bytes unpacked(plain.size());
            EXPECT_TRUE(decompress(packed, unpacked));
            EXPECT_EQ(unpacked, plain);
            bytes too_short(plain.size() - 1);
            EXPECT_FALSE(decompress(packed, too_short));
            bytes too_long(plain.size() + 1);
            EXPECT_FALSE(decompress(packed, too_long));
        }
    }
}

TEST(compression, gives_nothing_where_nothing_would_be_gained) {
    bytes noise(64);
    for (std::size_t i = 0; i < noise.size(); ++i) {
        noise[i] = static_cast<std::byte>(hash_value(i));
    }
    EXPECT_TRUE(compress(noise, compression::small).empty());
    EXPECT_TRUE(compress({}, compression::small).empty());
    EXPECT_TRUE(compress(bytes(1000), compression::none).empty());
}

} // namespace
