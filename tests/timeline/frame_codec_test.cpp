#include "tests/timeline/recorded_piles.hpp"

#include <orrery/timeline/frame_codec.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery::test {
namespace {

class frame_codec_test : public recorded_piles {
protected:
    time::simulation_adapter<rigid::world> piles{four_piles()};
    time::frame_codec_of<rigid::world> rigid_codec;
    const time::frame_codec& codec = rigid_codec;
};

TEST_F(frame_codec_test, frames_and_parts_come_back_as_they_were) {
    for (int frame = 0; frame < 30; ++frame) {
        piles.step({});
    }
    const auto whole = piles.snapshot();
    for (const auto& state : {whole, piles.extract_part(whole, std::vector{entity_key{2}, entity_key{3}})}) {
        byte_writer out;
        codec.encode(piles, state, out);
        piles.step({}); // its own frame does not matter
        byte_reader in(out.bytes());
        const auto back = codec.decode(piles, in);
        ASSERT_TRUE(back) << back.reason().message;
        EXPECT_EQ((*back)->frame, 30U);
        EXPECT_EQ(piles.hash_of(*back), piles.hash_of(state));
    }
    EXPECT_EQ(piles.frame(), 32U);
}

TEST_F(frame_codec_test, bytes_that_are_cut_off_are_refused) {
    byte_writer out;
    codec.encode(piles, piles.snapshot(), out);
    byte_reader in(out.bytes().first(out.bytes().size() / 2));
    EXPECT_FALSE(codec.decode(piles, in));
}

} // namespace
} // namespace orrery::test
