#include "apps/studio/server/packing.hpp"
#include "tests/core/property.hpp"

#include <gtest/gtest.h>

#include <string>
#include <zlib.h>

using namespace orrery::studio;

namespace {

// By zlib itself, as a browser would.
std::string unpacked(std::span<const std::byte> packed, std::size_t size) {
    std::string out(size + 1, '\0');
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return out;
}

TEST(packing, what_was_packed_unpacks_to_the_same) {
    EXPECT_TRUE(property::holds([] {
        const auto content = property::any<std::string>();
        PROPERTY_ASSERT(unpacked(gzip(bytes_of(content)), content.size()) == content);
    }));
    const std::string large(300'000, 'x');
    const auto packed = gzip(bytes_of(large), packing::smallest);
    EXPECT_LT(packed.size(), large.size() / 100);
    EXPECT_EQ(unpacked(packed, large.size()), large);
}

TEST(packing, base64_is_as_the_standard_says) {
    // RFC 4648, section 10
    EXPECT_EQ(base64(bytes_of("")), "");
    EXPECT_EQ(base64(bytes_of("f")), "Zg==");
    EXPECT_EQ(base64(bytes_of("fo")), "Zm8=");
    EXPECT_EQ(base64(bytes_of("foo")), "Zm9v");
    EXPECT_EQ(base64(bytes_of("foob")), "Zm9vYg==");
    EXPECT_EQ(base64(bytes_of("fooba")), "Zm9vYmE=");
    EXPECT_EQ(base64(bytes_of("foobar")), "Zm9vYmFy");
    EXPECT_EQ(base64(bytes_of("\xff\xfe\xfd")), "//79");
}

} // namespace
