#include "tests/core/property.hpp"

#include <orrery/core/archive/described_archive.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace {

enum class tint : std::uint16_t { red, green };

// With gaps between its fields, and a handle that is not for files.
struct described_spark {
    orrery::entity source{};
    tint shade = tint::green;
    std::uint64_t id = 0;
    float heat = 1;
    std::array<std::int16_t, 3> trail{};
};

struct older_spark {
    std::uint64_t id = 0;
    float heat = 1;
};

struct stranger {
    std::uint64_t id = 0;
    float weight = 1;
};

struct changed_spark {
    std::uint32_t id = 0;
};

struct with_handle {
    orrery::entity target{};
};

} // namespace

template <>
inline constexpr auto orrery::description<described_spark> =
    describe<described_spark>("described_spark", field<&described_spark::heat>("heat", {.minimum = 0}),
                              field<&described_spark::shade>("shade", {.maximum = 1}),
                              field<&described_spark::id>("id"), field<&described_spark::trail>("trail"));
template <>
inline constexpr auto orrery::description<older_spark> = describe<older_spark>(
    "described_spark", field<&older_spark::id>("id"), field<&older_spark::heat>("heat"));
template <>
inline constexpr auto orrery::description<stranger> =
    describe<stranger>("described_spark", field<&stranger::id>("id"), field<&stranger::weight>("weight"));
template <>
inline constexpr auto orrery::description<changed_spark> =
    describe<changed_spark>("described_spark", field<&changed_spark::id>("id"));
template <>
inline constexpr auto orrery::description<with_handle> =
    describe<with_handle>("with_handle", field<&with_handle::target>("target"));

namespace {

using namespace orrery;

template <typename T>
std::vector<std::byte> saved(const std::vector<T>& values) {
    byte_writer out;
    save_described(out, std::span<const T>(values));
    return out.take();
}

template <typename T>
std::string refusal(const std::vector<std::byte>& bytes) {
    byte_reader in(bytes);
    const std::vector<T> values = load_described<T>(in);
    EXPECT_TRUE(values.empty());
    return in.ok() ? "accepted" : in.failure().message;
}

described_spark any_described_spark() {
    described_spark made;
    made.id = property::any<std::uint64_t>();
    made.heat = static_cast<float>(property::in_range(0, 1000)) / 7.0F;
    made.shade = property::one_of({tint::red, tint::green});
    for (std::int16_t& each : made.trail) {
        each = property::any<std::int16_t>();
    }
    return made;
}

TEST(described_archive, gives_back_what_was_saved) {
    EXPECT_TRUE(property::holds([] {
        std::vector<described_spark> sparks(property::in_range<std::size_t>(0, 10));
        for (described_spark& each : sparks) {
            each = any_described_spark();
            each.source = {1, 2};
        }
        const auto bytes = saved(sparks);
        byte_reader in(bytes);
        const std::vector<described_spark> loaded = load_described<described_spark>(in);
        PROPERTY_ASSERT(in.finish().is_ok());
        PROPERTY_ASSERT(loaded.size() == sparks.size());
        for (std::size_t i = 0; i < sparks.size(); ++i) {
            PROPERTY_ASSERT(loaded[i].id == sparks[i].id);
            PROPERTY_ASSERT(loaded[i].heat == sparks[i].heat);
            PROPERTY_ASSERT(loaded[i].shade == sparks[i].shade);
            PROPERTY_ASSERT(loaded[i].trail == sparks[i].trail);
            PROPERTY_ASSERT(!loaded[i].source);
        }
    }));
}

TEST(described_archive, gives_fields_that_were_added_since_their_default) {
    const auto bytes = saved<older_spark>({{.id = 7, .heat = 3}});
    byte_reader in(bytes);
    const std::vector<described_spark> loaded = load_described<described_spark>(in);
    ASSERT_EQ(loaded.size(), 1u);
    EXPECT_EQ(loaded[0].id, 7u);
    EXPECT_EQ(loaded[0].heat, 3.0F);
    EXPECT_EQ(loaded[0].shade, tint::green);
}

TEST(described_archive, refuses_what_it_does_not_know_or_may_not_be) {
    EXPECT_NE(refusal<described_spark>(saved<stranger>({{}}))
                  .find("'weight' of component 'described_spark' is not known here"),
              std::string::npos);
    EXPECT_NE(
        refusal<described_spark>(saved<changed_spark>({{}})).find("was saved as uint32 and is uint64 here"),
        std::string::npos);
    described_spark cold;
    cold.heat = -1;
    EXPECT_NE(refusal<described_spark>(saved<described_spark>({{}, cold}))
                  .find("value 1: described_spark.heat is -1"),
              std::string::npos);
    cold.heat = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(refusal<described_spark>(saved<described_spark>({cold})).find("expected a finite number"),
              std::string::npos);
}

TEST(described_archive, leaves_out_values_that_the_rules_refuse_if_asked_to) {
    std::vector<described_spark> all(5);
    for (std::size_t index = 0; index < all.size(); ++index) {
        all[index].id = index;
    }
    all[0].heat = -1;
    all[3].heat = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(orrery::validate(all[0]));
    EXPECT_TRUE(orrery::validate(all[1]));
    const auto bytes = saved<described_spark>(all);
    orrery::byte_reader in(bytes);
    std::vector<orrery::refused_value> refused;
    const auto kept = orrery::load_described<described_spark>(in, refused);
    EXPECT_TRUE(in.finish());
    ASSERT_EQ(kept.size(), 3u);
    EXPECT_EQ(kept[0].id, 1u);
    EXPECT_EQ(kept[1].id, 2u);
    EXPECT_EQ(kept[2].id, 4u);
    ASSERT_EQ(refused.size(), 2u);
    EXPECT_EQ(refused[0].index, 0u);
    EXPECT_EQ(refused[0].reason, orrery::validate(all[0]).reason().message);
    EXPECT_EQ(refused[1].index, 3u);
}

TEST(described_archive, refuses_bytes_that_end_too_early) {
    const auto whole = saved<described_spark>({{}, {}});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_NE(
            refusal<described_spark>({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}),
            "accepted");
    }
}

TEST(described_archive_death, handles_are_not_for_files) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)saved<with_handle>({{}}), "means nothing in a file");
}

} // namespace
