// What is open as a recording, and back.
#include "tests/apps/session/session_fixture.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

class session_recording : public session_fixture {
protected:
    void SetUp() override {
        open();
        page_ = session_.join();
        wait_for(page_, 100);
    }

    client_id page_ = client_id::none;
};

TEST_F(session_recording, opens_again_with_the_same_hashes_names_and_a_future) {
    ask_well(page_, R"("do":"push","key":"2","frame":20,"impulse":[0,0,300])");
    const std::string key =
        ask_well(page_,
                 R"("do":"spawn","frame":40,"shape":{"kind":"sphere","radius":0.25},)"
                 R"("position":[0,6,2],"velocity":[1,0,0],"density":700,"friction":0.4,"restitution":0.3)")
            .find("key")
            ->string();
    const std::string before = hash_at(page_, 30);
    const std::string after = hash_at(page_, 100);
    const std::string later = hash_at(page_, 200);
    for (const compression how : {compression::fast, compression::none}) {
        auto bytes = session_.recording(how);
        ASSERT_TRUE(bytes) << bytes.reason().message;
        kept_outbox outbox;
        const status opened = session_.open_recording(std::move(*bytes), "fall.orrery");
        ASSERT_TRUE(opened) << opened.reason().message;
        EXPECT_EQ(hash_at(page_, 30), before);
        EXPECT_EQ(hash_at(page_, 100), after);
        EXPECT_EQ(hash_at(page_, 200), later);
        const json::value found = ask_well(page_, text(R"("do":"inspect","frame":90,"key":")", key, "\""));
        EXPECT_TRUE(found.find("isThere")->boolean());
        EXPECT_EQ(ask_well(page_, R"("do":"inspect","frame":9,"key":"2")").find("name")->string(), "ball");
    }
    ask_well(page_, R"("do":"push","key":"2","frame":20,"impulse":[0,0,300])");
    EXPECT_NE(hash_at(page_, 100), after);
    ask_well(page_, R"("do":"undo")");
    EXPECT_EQ(hash_at(page_, 100), after);
}

TEST_F(session_recording, a_branch_and_a_ghost_are_recorded_as_they_are) {
    ask_well(page_, R"("do":"branch","frame":35,"name":"short")");
    auto bytes = session_.recording();
    ASSERT_TRUE(bytes) << bytes.reason().message;
    const std::string there = hash_at(page_, 90);
    const status opened = session_.open_recording(std::move(*bytes), "branch.orrery");
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(hash_at(page_, 90), there);
}

TEST_F(session_recording, damage_is_refused_with_one_sentence_and_what_is_open_stays) {
    const std::string before = hash_at(page_, 50);
    auto bytes = session_.recording(compression::none);
    ASSERT_TRUE(bytes);
    EXPECT_FALSE(session_.open_recording({}, "empty.orrery"));
    std::vector<std::byte> half(bytes->begin(), bytes->begin() + 100);
    EXPECT_FALSE(session_.open_recording(half, "half.orrery"));
    std::size_t refused = 0;
    for (std::size_t place = 60; place < bytes->size(); place += bytes->size() / 40) {
        std::vector<std::byte> broken = *bytes;
        broken[place] ^= std::byte{0x55};
        const status opened = session_.open_recording(broken, "broken.orrery");
        if (!opened) {
            ++refused;
            EXPECT_GT(opened.reason().message.size(), 10u);
            EXPECT_EQ(opened.reason().message.find('\n'), std::string::npos);
        }
    }
    EXPECT_GT(refused, 0u);
    EXPECT_EQ(hash_at(page_, 50), before);
}

} // namespace
} // namespace orrery::studio
