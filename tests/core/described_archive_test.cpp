#include <orrery/core/described_archive.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace {

enum class colour : std::uint16_t { red, green };

// With gaps between its fields, and a handle that is not for files.
struct spark {
    orrery::entity source{};
    colour shade = colour::green;
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
inline constexpr auto orrery::description<spark> =
    describe<spark>("spark", field<&spark::heat>("heat", {.minimum = 0}),
                    field<&spark::shade>("shade", {.maximum = 1}), field<&spark::id>("id"),
                    field<&spark::trail>("trail"));
template <>
inline constexpr auto orrery::description<older_spark> =
    describe<older_spark>("spark", field<&older_spark::id>("id"), field<&older_spark::heat>("heat"));
template <>
inline constexpr auto orrery::description<stranger> =
    describe<stranger>("spark", field<&stranger::id>("id"), field<&stranger::weight>("weight"));
template <>
inline constexpr auto orrery::description<changed_spark> =
    describe<changed_spark>("spark", field<&changed_spark::id>("id"));
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

spark any_spark() {
    spark made;
    made.id = *rc::gen::arbitrary<std::uint64_t>();
    made.heat = static_cast<float>(*rc::gen::inRange(0, 1000)) / 7.0F;
    made.shade = *rc::gen::element(colour::red, colour::green);
    for (std::int16_t& each : made.trail) {
        each = *rc::gen::arbitrary<std::int16_t>();
    }
    return made;
}

TEST(described_archive, gives_back_what_was_saved) {
    EXPECT_TRUE(rc::check([] {
        std::vector<spark> sparks(*rc::gen::inRange<std::size_t>(0, 10));
        for (spark& each : sparks) {
            each = any_spark();
            each.source = {1, 2};
        }
        const auto bytes = saved(sparks);
        byte_reader in(bytes);
        const std::vector<spark> loaded = load_described<spark>(in);
        RC_ASSERT(in.finish().is_ok());
        RC_ASSERT(loaded.size() == sparks.size());
        for (std::size_t i = 0; i < sparks.size(); ++i) {
            RC_ASSERT(loaded[i].id == sparks[i].id);
            RC_ASSERT(loaded[i].heat == sparks[i].heat);
            RC_ASSERT(loaded[i].shade == sparks[i].shade);
            RC_ASSERT(loaded[i].trail == sparks[i].trail);
            RC_ASSERT(!loaded[i].source);
        }
    }));
}

TEST(described_archive, gives_fields_that_were_added_since_their_default) {
    const auto bytes = saved<older_spark>({{.id = 7, .heat = 3}});
    byte_reader in(bytes);
    const std::vector<spark> loaded = load_described<spark>(in);
    ASSERT_EQ(loaded.size(), 1u);
    EXPECT_EQ(loaded[0].id, 7u);
    EXPECT_EQ(loaded[0].heat, 3.0F);
    EXPECT_EQ(loaded[0].shade, colour::green);
}

TEST(described_archive, refuses_what_it_does_not_know_or_may_not_be) {
    EXPECT_NE(refusal<spark>(saved<stranger>({{}})).find("'weight' of component 'spark' is not known here"),
              std::string::npos);
    EXPECT_NE(refusal<spark>(saved<changed_spark>({{}})).find("was saved as uint32 and is uint64 here"),
              std::string::npos);
    spark cold;
    cold.heat = -1;
    EXPECT_NE(refusal<spark>(saved<spark>({{}, cold})).find("value 1: spark.heat is -1"), std::string::npos);
    cold.heat = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(refusal<spark>(saved<spark>({cold})).find("expected a finite number"), std::string::npos);
}

TEST(described_archive, refuses_bytes_that_end_too_early) {
    const auto whole = saved<spark>({{}, {}});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_NE(refusal<spark>({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}),
                  "accepted");
    }
}

TEST(described_archive_death, handles_are_not_for_files) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)saved<with_handle>({{}}), "means nothing in a file");
}

} // namespace
