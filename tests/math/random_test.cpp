#include <orrery/math/random.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

using block = std::array<std::uint32_t, 4>;

// The known answers published with the Random123 library (kat_vectors, philox4x32 10).
TEST(random, philox_gives_the_published_answers) {
    EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(random, philox_draws_are_a_function_of_seed_stream_and_position) {
    philox source{42, 7};
    std::vector<std::uint64_t> forwards;
    for (int i = 0; i < 100; ++i) {
        forwards.push_back(source());
    }
    EXPECT_EQ(source.position(), 100u);
    for (std::size_t i = forwards.size(); i-- > 0;) {
        EXPECT_EQ((philox{42, 7}.at(i)), forwards[i]);
        EXPECT_EQ((philox{42, 7, i}()), forwards[i]);
    }
    EXPECT_NE((philox{42, 8}()), forwards[0]);
    EXPECT_NE((philox{43, 7}()), forwards[0]);
    // The halves of the words must not be confused.
    EXPECT_NE((philox{1}()), (philox{std::uint64_t{1} << 32}()));
    EXPECT_NE((philox{0, 1}()), (philox{0, std::uint64_t{1} << 32}()));
    EXPECT_NE((philox{0, 0, 1}()), (philox{0, 0, std::uint64_t{1} << 32}()));
    EXPECT_EQ((philox{0}()), 0xe169c58d6627e8d5);
}

// The first values of the authors' C program for state 1, 2, 3, 4.
TEST(random, xoshiro_gives_the_published_answers) {
    xoshiro256 source{xoshiro256::state_type{1, 2, 3, 4}};
    for (const std::uint64_t wanted :
         {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240},
          std::uint64_t{1215971899390074240}, std::uint64_t{1216172134540287360},
          std::uint64_t{607988272756665600}, std::uint64_t{16172922978634559625u},
          std::uint64_t{8476171486693032832}, std::uint64_t{10595114339597558777u},
          std::uint64_t{2904607092377533576}}) {
        EXPECT_EQ(source(), wanted);
    }
}

// The first values of the author's C program for seed 1234567.
TEST(random, splitmix_gives_the_published_answers) {
    std::uint64_t state = 1234567;
    EXPECT_EQ(splitmix64(state), 6457827717110365317u);
    EXPECT_EQ(splitmix64(state), 3203168211198807973u);
    EXPECT_EQ(splitmix64(state), 9817491932198370423u);
    EXPECT_EQ(splitmix64(state), 4593380528125082431u);
    EXPECT_EQ(splitmix64(state), 16408922859458223821u);
}

TEST(random, xoshiro_goes_on_from_a_saved_state) {
    xoshiro256 source{99};
    for (int i = 0; i < 10; ++i) {
        static_cast<void>(source());
    }
    xoshiro256 again{source.state()};
    EXPECT_EQ(again, source);
    EXPECT_EQ(again(), source());
    EXPECT_NE(xoshiro256{1}(), xoshiro256{2}());
}

// Each bit of the output is set about half of the time; a stuck or biased bit would be far outside.
template <typename Source>
void expect_fair_bits(Source source) {
    constexpr int draws = 20'000;
    std::array<int, 64> counts{};
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t bits = source();
        for (std::size_t bit = 0; bit < 64; ++bit) {
            counts[bit] += static_cast<int>(bits >> bit & 1);
        }
    }
    for (const int count : counts) {
        // Six standard deviations of sqrt(draws) / 2.
        EXPECT_NEAR(count, draws / 2, 424);
    }
}

TEST(random, every_bit_is_fair) {
    expect_fair_bits(philox{5});
    expect_fair_bits(xoshiro256{5});
}

} // namespace
} // namespace orrery
