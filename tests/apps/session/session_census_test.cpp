// Who there is, told as a whole or by how it differs from what a page has.
#include "tests/apps/session/census_fixture.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

class session_census : public census_fixture {
protected:
    void SetUp() override {
        open();
        page_ = session_.join();
        wait_for(page_, 60);
    }

    client_id page_ = client_id::none;
};

TEST_F(session_census, is_told_by_its_difference_to_what_the_page_has) {
    ask_well(page_, R"("do":"delete","key":"3","frame":30)");
    ask_well(page_, R"("do":"spawn","frame":40,"shape":{"kind":"sphere","radius":0.25},"position":[0,6,2],)"
                    R"("velocity":[1,0,0],"density":700,"friction":0.4,"restitution":0.3)");
    const std::uint32_t first = census_at(page_, 30);
    const std::uint32_t second = census_at(page_, 31);
    const std::uint32_t third = census_at(page_, 41);
    EXPECT_NE(first, second);
    EXPECT_NE(second, third);
    drawn_census seen;
    apply_census(census(page_, first), seen);
    for (const auto& [number, have, gone, came] :
         {std::tuple{second, first, 1u, 0u}, {third, second, 0u, 1u}, {first, third, 1u, 1u}}) {
        const json::value told = census(page_, number, have);
        EXPECT_EQ(told.find("base")->number(), have);
        EXPECT_EQ(told.find("gone")->items().size(), gone);
        EXPECT_EQ(told.find("keys")->items().size(), came);
        apply_census(told, seen);
        drawn_census whole;
        apply_census(census(page_, number), whole);
        EXPECT_EQ(seen, whole);
    }
}

TEST_F(session_census, is_told_as_a_whole_when_the_page_has_none_that_is_known) {
    const std::uint32_t number = census_at(page_, 0);
    for (const json::value& told : {census(page_, number), census(page_, number, 12345),
                                    ask_well(page_, text(R"("do":"census","census":)", number))}) {
        EXPECT_EQ(told.find("base")->kind(), json::kind::null);
        EXPECT_EQ(told.find("gone")->items().size(), 0u);
        EXPECT_EQ(told.find("keys")->items().size(), 4u);
    }
}

TEST_F(session_census, is_told_as_a_whole_when_the_difference_is_longer) {
    for (const int key : {2, 3, 4}) {
        ask_well(page_, text(R"("do":"delete","frame":30,"key":")", key, "\""));
    }
    const std::uint32_t before = census_at(page_, 30);
    const std::uint32_t after = census_at(page_, 31);
    const json::value told = census(page_, after, before);
    EXPECT_EQ(told.find("base")->kind(), json::kind::null);
    EXPECT_EQ(told.find("keys")->items().size(), 1u);
    const json::value nothing = census(page_, after, after);
    EXPECT_EQ(nothing.find("base")->number(), after);
    EXPECT_EQ(nothing.find("keys")->items().size(), 0u);
}

} // namespace
} // namespace orrery::studio
