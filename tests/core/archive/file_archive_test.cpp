#include "tests/core/bytes.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/hash.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>

namespace {

using namespace orrery;

using orrery::test::bytes;
using orrery::test::make_bytes;

constexpr archive_expectation any_test_file{.kind = "TEST", .newest_version = 9};

bytes repeated(std::size_t count) {
    bytes made(count);
    for (std::size_t i = 0; i < count; ++i) {
        made[i] = static_cast<std::byte>(i % 7);
    }
    return made;
}

// Two sections: one that compresses well and one that does not.
file_archive make_archive() {
    file_archive archive("TEST", 3);
    archive.add("long", repeated(500));
    archive.add("short", make_bytes({1, 2, 3}));
    return archive;
}

std::string refusal(std::span<const std::byte> encoded, const archive_expectation& expected = any_test_file) {
    const auto decoded = decode_archive(encoded, expected, "world.orrery");
    return decoded ? "accepted" : decoded.reason().message;
}

// Writes a number over the bytes at `offset`, as someone would who knows the format.
template <fixed_width T>
void overwrite(bytes& encoded, std::size_t offset, T value) {
    std::memcpy(encoded.data() + offset, &value, sizeof(T));
}

void sign_header(bytes& encoded) {
    overwrite(encoded, 32, hash_bytes(std::span<const std::byte>(encoded).first(32)));
}

// For files with one section.
void sign_section(bytes& encoded) {
    overwrite(encoded, 40, hash_bytes(std::span<const std::byte>(encoded).subspan(48)));
}

bytes with_one_section(const bytes& content, compression how = compression::none) {
    file_archive archive("TEST", 1);
    archive.add("only", content);
    return encode_archive(archive, how);
}

file_archive any_archive() {
    file_archive archive("TEST", property::any<std::uint32_t>() % 10);
    for (const auto& content : property::any<std::vector<std::vector<std::uint8_t>>>()) {
        const auto view = std::as_bytes(std::span(content));
        archive.add("section" + std::to_string(archive.sections().size()), bytes(view.begin(), view.end()));
    }
    return archive;
}

TEST(file_archive, what_is_encoded_is_decoded) {
    EXPECT_TRUE(property::holds([] {
        const file_archive archive = any_archive();
        for (const compression how : {compression::none, compression::fast, compression::small}) {
            const auto decoded = decode_archive(encode_archive(archive, how), any_test_file);
            PROPERTY_ASSERT(decoded.has_value());
            PROPERTY_ASSERT(*decoded == archive);
        }
    }));
}

TEST(file_archive, large_sections_are_compressed_and_decoded) {
    const bytes content = repeated(3'000'000);
    for (const compression how : {compression::none, compression::fast, compression::small}) {
        const bytes encoded = with_one_section(content, how);
        const bool is_compressed = encoded.size() < content.size();
        EXPECT_EQ(is_compressed, ORRERY_ZSTD && how != compression::none);
        const auto decoded = decode_archive(encoded, any_test_file);
        ASSERT_TRUE(decoded.has_value());
        const auto section = decoded->section("only");
        ASSERT_TRUE(section.has_value());
        EXPECT_EQ(bytes(section->begin(), section->end()), content);
    }
}

TEST(file_archive, bytes_that_do_not_compress_are_stored_as_they_are) {
    bytes noise(1000);
    for (std::size_t i = 0; i < noise.size(); ++i) {
        noise[i] = static_cast<std::byte>(hash_value(i));
    }
    EXPECT_EQ(with_one_section(noise, compression::small), with_one_section(noise, compression::none));
}

// Golden bytes: files must open in every later version. The two checksums are our own hash (hash_test.cpp).
TEST(file_archive, the_layout_is_the_documented_one) {
    bytes expected = make_bytes({0x8f, 'O', 'R', 'R', 'E', 'R', 'Y', '\n', // magic
                                 1,    0,   0,   0,                        // format version
                                 'T',  'E', 'S', 'T',                      // content kind
                                 7,    0,   0,   0,                        // content version
                                 1,    0,   0,   0,                        // number of sections
                                 72,   0,   0,   0,   0,   0,   0,   0,    // file size
                                 0,    0,   0,   0,   0,   0,   0,   0,    // checksum of the above
                                 0,    0,   0,   0,   0,   0,   0,   0,    // checksum of the section below
                                 2,    0,   0,   0,   0,   0,   0,   0,    // stored size
                                 2,    0,   0,   0,   0,   0,   0,   0,    // content size
                                 0,                                        // stored plain
                                 4,    'd', 'a', 't', 'a',                 // name
                                 0x55, 0xaa});                             // content
    sign_header(expected);
    sign_section(expected);
    file_archive archive("TEST", 7);
    archive.add("data", make_bytes({0x55, 0xaa}));
    EXPECT_EQ(encode_archive(archive), expected);
}

TEST(file_archive, every_truncation_is_refused) {
    const bytes encoded = encode_archive(make_archive());
    for (std::size_t length = 0; length < encoded.size(); ++length) {
        const std::string reason = refusal(std::span(encoded).first(length));
        ASSERT_NE(reason.find("the file is truncated"), std::string::npos) << reason;
    }
}

TEST(file_archive, every_flipped_bit_is_detected) {
    for (const compression how : {compression::none, compression::fast}) {
        bytes encoded = encode_archive(make_archive(), how);
        for (std::size_t bit = 0; bit < 8 * encoded.size(); ++bit) {
            encoded[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
            ASSERT_NE(refusal(encoded), "accepted") << "bit " << bit;
            encoded[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
        }
        ASSERT_EQ(refusal(encoded), "accepted");
    }
}

TEST(file_archive, something_else_is_not_an_orrery_file) {
    EXPECT_EQ(refusal(make_bytes({'P', 'K', 3, 4})),
              "world.orrery: header at byte 0: this is not an Orrery file");
    EXPECT_EQ(refusal(repeated(1000)), "world.orrery: header at byte 0: this is not an Orrery file");
    EXPECT_EQ(refusal({}), "world.orrery: header at byte 0: the file is truncated: 0 bytes of at least 40");
}

TEST(file_archive, a_damaged_header_is_told_from_a_newer_version) {
    bytes encoded = with_one_section({});
    overwrite(encoded, 8, std::uint32_t{2});
    EXPECT_EQ(refusal(encoded),
              "world.orrery: header at byte 0: the checksum does not match, the header is damaged");
    sign_header(encoded);
    EXPECT_EQ(refusal(encoded),
              "world.orrery: header at byte 0: the file has format version 2, this program reads 1");
}

TEST(file_archive, other_content_and_newer_content_are_refused) {
    const bytes encoded = with_one_section({});
    EXPECT_EQ(refusal(encoded, {.kind = "SCEN", .newest_version = 1}),
              "world.orrery: header at byte 0: the file holds 'TEST', expected 'SCEN'");
    EXPECT_EQ(refusal(encoded, {.kind = "TEST", .newest_version = 0}),
              "world.orrery: header at byte 0: the content has version 1, this program reads up to 0");
}

TEST(file_archive, trailing_garbage_is_refused) {
    bytes encoded = with_one_section(make_bytes({1}));
    encoded.resize(encoded.size() + 3);
    EXPECT_EQ(refusal(encoded),
              "world.orrery: header at byte 0: 3 bytes left over after the end of the file");
    overwrite(encoded, 24, std::uint64_t{encoded.size()});
    sign_header(encoded);
    EXPECT_EQ(refusal(encoded), "world.orrery: end at byte 71: 3 bytes left over after the last section");
}

TEST(file_archive, a_damaged_section_is_named_with_its_offset) {
    bytes encoded = with_one_section(make_bytes({1, 2, 3}));
    encoded.back() ^= std::byte{1};
    EXPECT_EQ(refusal(encoded),
              "world.orrery: section 0 at byte 40: the checksum does not match, the section is damaged");
}

TEST(file_archive, a_section_that_claims_more_than_the_file_holds_is_refused) {
    for (const std::uint64_t size : {std::uint64_t{4}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        bytes encoded = with_one_section(make_bytes({1, 2, 3}));
        overwrite(encoded, 48, size);
        sign_section(encoded);
        EXPECT_EQ(refusal(encoded), "world.orrery: section 0 at byte 40: the section is truncated");
    }
}

TEST(file_archive, more_sections_than_there_are_is_refused) {
    bytes encoded = with_one_section({});
    overwrite(encoded, 20, std::uint32_t{2});
    sign_header(encoded);
    EXPECT_EQ(refusal(encoded), "world.orrery: section 1 at byte 70: the section is truncated");
    overwrite(encoded, 20, std::uint32_t{5000});
    sign_header(encoded);
    EXPECT_EQ(refusal(encoded),
              "world.orrery: header at byte 0: the file has 5000 sections, the limit is 4096");
}

TEST(file_archive, forged_sections_are_refused_even_with_a_good_checksum) {
    const bytes original = with_one_section(make_bytes({1, 2, 3}));
    bytes size = original;
    overwrite(size, 56, std::uint64_t{4});
    sign_section(size);
    EXPECT_EQ(refusal(size), "world.orrery: section 'only' at byte 40: the section stores 3 bytes of 4");

    bytes storage = original;
    overwrite(storage, 64, std::uint8_t{2});
    sign_section(storage);
    EXPECT_EQ(refusal(storage),
              "world.orrery: section 'only' at byte 40: the section is stored in an unknown way, 2");

    bytes name = original;
    overwrite(name, 66, std::uint8_t{'\n'});
    sign_section(name);
    EXPECT_EQ(refusal(name),
              "world.orrery: section 0 at byte 40: the name is not made of 1 to 64 printable characters");
}

TEST(file_archive, a_name_that_occurs_twice_is_refused) {
    file_archive archive("TEST", 1);
    archive.add("a", {});
    archive.add("b", {});
    bytes encoded = encode_archive(archive);
    const std::size_t second = encoded.size() - 27;
    overwrite(encoded, encoded.size() - 1, std::uint8_t{'a'});
    overwrite(encoded, second, hash_bytes(std::span<const std::byte>(encoded).subspan(second + 8)));
    EXPECT_EQ(refusal(encoded), "world.orrery: section 'a' at byte 67: the name occurs twice");
}

TEST(file_archive, a_file_cannot_unfold_into_more_than_the_reader_allows) {
    file_archive archive("TEST", 1);
    archive.add("first", bytes(600));
    archive.add("second", bytes(600));
    for (const compression how : {compression::none, compression::fast}) {
        const bytes encoded = encode_archive(archive, how);
        EXPECT_EQ(refusal(encoded, {.kind = "TEST", .newest_version = 1, .max_content_bytes = 1200}),
                  "accepted");
        const std::string reason =
            refusal(encoded, {.kind = "TEST", .newest_version = 1, .max_content_bytes = 1199});
        EXPECT_NE(reason.find("section 'second'"), std::string::npos) << reason;
        EXPECT_NE(reason.find("600 bytes of content beyond what is left of the limit of 1199"),
                  std::string::npos);
    }
}

#if ORRERY_ZSTD

TEST(file_archive, compressed_bytes_that_unfold_into_another_size_are_refused) {
    const bytes original = with_one_section(repeated(1000), compression::fast);
    for (const std::uint64_t claimed : {std::uint64_t{999}, std::uint64_t{1001}, std::uint64_t{0}}) {
        bytes encoded = original;
        overwrite(encoded, 56, claimed);
        sign_section(encoded);
        EXPECT_EQ(refusal(encoded),
                  "world.orrery: section 'only' at byte 40: the compressed bytes do not unfold into " +
                      std::to_string(claimed) + " bytes");
    }
}

#else

TEST(file_archive, a_compressed_section_is_refused_by_a_build_without_zstd) {
    bytes encoded = with_one_section(make_bytes({1, 2, 3}));
    overwrite(encoded, 64, std::uint8_t{1});
    sign_section(encoded);
    EXPECT_EQ(refusal(encoded),
              "world.orrery: section 'only' at byte 40: the section is compressed, and this "
              "build of Orrery has no zstd");
}

#endif

TEST(file_archive, sections_are_found_by_name_and_keep_their_order) {
    const file_archive archive = make_archive();
    EXPECT_TRUE(archive.contains("short"));
    EXPECT_FALSE(archive.contains("none"));
    EXPECT_EQ(archive.section("short")->size(), 3u);
    EXPECT_EQ(archive.section("none").reason().message, "section 'none' is missing");
    EXPECT_EQ(archive.sections()[0].name, "long");
    EXPECT_EQ(archive.sections()[1].name, "short");
}

TEST(file_archive_death, bad_names_are_misuse) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    file_archive archive = make_archive();
    EXPECT_DEATH(archive.add("short", {}), "occurs once");
    EXPECT_DEATH(archive.add("", {}), "1 to 64");
    EXPECT_DEATH(archive.add("two words", {}), "without spaces");
    EXPECT_DEATH(archive.add(std::string(65, 'x'), {}), "1 to 64");
}

TEST(file_archive, a_file_on_disk_is_read_back_and_errors_name_it) {
    const std::string path = testing::TempDir() + "orrery_file_archive_test.orrery";
    const file_archive archive = make_archive();
    ASSERT_TRUE(write_archive(path, archive).is_ok());
    const auto read = read_archive(path, any_test_file);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, archive);

    ASSERT_TRUE(write_file(path, repeated(10)).is_ok());
    EXPECT_EQ(read_archive(path, any_test_file).reason().message,
              path + ": header at byte 0: this is not an Orrery file");
    std::remove(path.c_str());
    EXPECT_EQ(read_archive(path, any_test_file).reason().message,
              path + ": the file cannot be opened: No such file or directory");
}

TEST(file_archive, a_file_larger_than_its_content_may_be_is_not_loaded) {
    const std::string path = testing::TempDir() + "orrery_file_archive_limit_test.orrery";
    ASSERT_TRUE(write_file(path, bytes(1 << 20)).is_ok());
    const auto read = read_archive(path, {.kind = "TEST", .newest_version = 1, .max_content_bytes = 1000});
    ASSERT_FALSE(read.has_value());
    EXPECT_NE(read.reason().message.find("the file exceeds the limit"), std::string::npos);
    const auto unlimited =
        read_archive(path, {.kind = "TEST",
                            .newest_version = 1,
                            .max_content_bytes = std::numeric_limits<std::uint64_t>::max()});
    EXPECT_NE(unlimited.reason().message.find("this is not an Orrery file"), std::string::npos);
    std::remove(path.c_str());
}

} // namespace
