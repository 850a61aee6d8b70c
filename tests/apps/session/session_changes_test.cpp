// Changing the past: what is felt, what stays as a ghost, and how it is taken back.
#include "tests/apps/session/session_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::studio {
namespace {

constexpr std::string_view push_ball = R"("do":"push","key":"2","frame":20,"impulse":[0,0,2000])";

class session_changes : public session_fixture {
protected:
    void SetUp() override {
        open();
        page_ = session_.join();
        wait_for(page_, 100);
    }

    [[nodiscard]] std::vector<json::value> ghosts() {
        std::vector<json::value> found;
        const json::value now = standing(page_);
        for (const json::value& each : now.find("branches")->items()) {
            if (each.find("isGhost")->boolean()) {
                found.push_back(each);
            }
        }
        return found;
    }

    client_id page_ = client_id::none;
};

TEST_F(session_changes, a_push_in_the_past_changes_the_future_and_undo_restores_the_hash) {
    const std::string at_push = hash_at(page_, 20);
    const std::string before = hash_at(page_, 100);
    EXPECT_FALSE(standing(page_).find("canUndo")->boolean());
    const double edition = standing(page_).find("edition")->number();
    ask_well(page_, push_ball);
    EXPECT_GT(standing(page_).find("edition")->number(), edition);
    const std::string after = hash_at(page_, 100);
    EXPECT_NE(after, before);
    EXPECT_EQ(hash_at(page_, 20), at_push);
    EXPECT_TRUE(standing(page_).find("canUndo")->boolean());
    ask_well(page_, R"("do":"undo")");
    EXPECT_EQ(hash_at(page_, 100), before);
    EXPECT_TRUE(standing(page_).find("canRedo")->boolean());
    ask_well(page_, R"("do":"redo")");
    EXPECT_EQ(hash_at(page_, 100), after);
    EXPECT_NE(ask_badly(page_, R"("do":"redo")").find("nothing to redo"), std::string::npos);
}

TEST_F(session_changes, a_push_by_a_velocity_is_an_impulse_of_the_mass_times_it) {
    for (const std::string_view point : {"", R"(,"point":[0.2,1.5,0.1])"}) {
        const double mass = ask_well(page_, R"("do":"inspect","key":"2","frame":20)").find("mass")->number();
        const std::string impulse = text('[', 4 * mass, ',', -0.5 * mass, ',', 2 * mass, ']');
        ask_well(page_, text(R"("do":"push","key":"2","frame":20,"impulse":)", impulse, point));
        const std::string by_impulse = hash_at(page_, 100);
        ask_well(page_, R"("do":"undo")");
        const std::string before = hash_at(page_, 100);
        ask_well(page_, text(R"("do":"push","key":"2","frame":20,"velocity":[4,-0.5,2])", point));
        EXPECT_EQ(hash_at(page_, 100), by_impulse);
        EXPECT_NE(by_impulse, before);
        ask_well(page_, R"("do":"undo")");
    }
    EXPECT_NE(
        ask_badly(page_, R"("do":"push","key":"1","frame":20,"velocity":[0,0,1])").find("cannot be pushed"),
        std::string::npos);
}

TEST_F(session_changes, the_frame_on_show_stays) {
    ask_well(page_, R"("do":"show","frame":80)");
    ask_well(page_, push_ball);
    wait_for(page_, 80);
    EXPECT_EQ(standing(page_).find("shown")->number(), 80);
}

TEST_F(session_changes, a_change_leaves_the_old_future_as_a_ghost_until_it_is_undone) {
    EXPECT_TRUE(ghosts().empty());
    ask_well(page_, push_ball);
    ASSERT_EQ(ghosts().size(), 1u);
    EXPECT_EQ(ghosts()[0].find("name")->string(), "before: push on ball at 20");
    EXPECT_EQ(ghosts()[0].find("parted")->number(), 20);
    ask_well(page_, R"("do":"undo")");
    EXPECT_TRUE(ghosts().empty());
    ask_well(page_, R"("do":"redo")");
    EXPECT_EQ(ghosts().size(), 1u);
}

TEST_F(session_changes, the_answer_names_edition_ghost_and_first_difference) {
    const double shown = standing(page_).find("branch")->number();
    const json::value made = ask_well(page_, push_ball);
    EXPECT_EQ(made.find("edition")->number(), standing(page_).find("edition")->number());
    ASSERT_EQ(ghosts().size(), 1u);
    EXPECT_EQ(made.find("ghost")->number(), ghosts()[0].find("id")->number());
    EXPECT_EQ(standing(page_).find("compared")->number(), made.find("ghost")->number());
    const json::value& difference = *made.find("difference");
    EXPECT_EQ(difference.find("frame")->number(), 21);
    EXPECT_EQ(difference.find("key")->string(), ball_key);
    EXPECT_NE(difference.find("what")->string().find("ball"), std::string::npos);

    const json::value undone = ask_well(page_, R"("do":"undo")");
    EXPECT_EQ(undone.find("dropped")->number(), made.find("ghost")->number());
    EXPECT_GT(undone.find("edition")->number(), made.find("edition")->number());
    EXPECT_EQ(standing(page_).find("compared")->kind(), json::kind::null);

    const json::value redone = ask_well(page_, R"("do":"redo")");
    EXPECT_EQ(redone.find("difference")->find("frame")->number(), 21);
    ask_well(page_, text(R"("do":"switch","branch":)", redone.find("ghost")->number()));
    ask_well(page_, text(R"("do":"switch","branch":)", shown));
    EXPECT_EQ(ask_well(page_, R"("do":"undo")").find("dropped")->kind(), json::kind::null);
}

TEST_F(session_changes, pages_know_the_new_edition_before_a_change_or_its_undo_is_answered) {
    for (const std::string_view asked : {push_ball, std::string_view(R"("do":"undo")")}) {
        outbox_.texts[page_].clear();
        const json::value made = ask_well(page_, asked);
        const auto& all = outbox_.texts[page_];
        const auto told = std::ranges::find_if(all, [&](const json::value& each) {
            return each.find("branches") != nullptr &&
                   each.find("edition")->number() == made.find("edition")->number();
        });
        ASSERT_NE(told, all.end()) << asked;
        EXPECT_LT(told, std::ranges::find_if(all, [](const json::value& each) { return each.find("ok"); }));
        const json::value* const ghost = made.find("ghost");
        EXPECT_EQ(told->find("compared")->is(json::kind::null), ghost == nullptr);
        EXPECT_TRUE(ghost == nullptr || told->find("compared")->number() == ghost->number());
    }
}

TEST_F(session_changes, of_two_pages_at_once_each_is_answered_with_its_own_ghost) {
    const client_id other = session_.join();
    session_.receive(other, R"({"id":901,"do":"push","key":"3","frame":30,"impulse":[0,50,0]})");
    const json::value mine = ask_well(page_, push_ball);
    const auto answer =
        std::ranges::find_if(outbox_.texts[other], [](const json::value& each) { return each.find("ok"); });
    ASSERT_NE(answer, outbox_.texts[other].end());
    EXPECT_TRUE(answer->find("ok")->boolean());
    const auto left = ghosts();
    ASSERT_EQ(left.size(), 2u);
    EXPECT_EQ(left[0].find("name")->string(), "before: push on crate at 30");
    EXPECT_EQ(answer->find("ghost")->number(), left[0].find("id")->number());
    EXPECT_EQ(mine.find("ghost")->number(), left[1].find("id")->number());
    EXPECT_EQ(mine.find("edition")->number(), answer->find("edition")->number() + 1);
    EXPECT_EQ(standing(page_).find("compared")->number(), mine.find("ghost")->number());
    EXPECT_EQ(mine.find("difference")->find("frame")->number(), 21);
}

TEST_F(session_changes, a_change_whose_page_opens_something_else_is_refused) {
    session_.receive(page_, text(R"({"id":901,)", push_ball, "}"));
    open();
    const auto& all = outbox_.texts[page_];
    const auto answer = std::ranges::find_if(all, [](const json::value& each) { return each.find("ok"); });
    ASSERT_NE(answer, all.end());
    EXPECT_NE(answer->find("error")->string().find("something else"), std::string::npos);
}

TEST_F(session_changes, a_ghost_can_be_switched_to_and_goes_on_as_it_would_have) {
    const std::string before = hash_at(page_, 100);
    ask_well(page_, push_ball);
    ASSERT_EQ(ghosts().size(), 1u);
    ask_well(page_, text(R"("do":"switch","branch":)", ghosts()[0].find("id")->number()));
    EXPECT_TRUE(ghosts().empty());
    EXPECT_EQ(hash_at(page_, 100), before);
    EXPECT_GE(hash_at(page_, 150).size(), 16u); // it goes on
}

TEST_F(session_changes, only_so_many_ghosts_are_kept) {
    for (int frame = 20; frame < 32; ++frame) {
        ask_well(page_, text(R"("do":"push","key":"2","frame":)", frame, R"(,"impulse":[0,0,1])"));
    }
    EXPECT_EQ(ghosts().size(), 8u);
    EXPECT_EQ(ghosts()[0].find("parted")->number(), 24);
}

TEST_F(session_changes, changes_that_are_asked_for_at_once_are_made_one_after_the_other) {
    const std::string before = hash_at(page_, 100);
    session_.receive(page_, text(R"({"id":901,)", push_ball, "}"));
    session_.receive(page_, R"({"id":902,"do":"delete","key":"3","frame":30})");
    ask_well(page_, R"("do":"undo")");
    ask_well(page_, R"("do":"undo")");
    EXPECT_EQ(hash_at(page_, 100), before);
    EXPECT_FALSE(standing(page_).find("canUndo")->boolean());
}

TEST_F(session_changes, what_is_deleted_is_gone_from_the_next_frame_on) {
    ask_well(page_, R"("do":"delete","key":"3","frame":30)");
    wait_for(page_, 40);
    const json::value at = ask_well(page_, R"("do":"inspect","key":"3","frame":30)");
    EXPECT_TRUE(at.find("isThere")->boolean());
    const json::value after = ask_well(page_, R"("do":"inspect","key":"3","frame":31)");
    EXPECT_FALSE(after.find("isThere")->boolean());
    EXPECT_EQ(after.find("died")->number(), 31);
}

TEST_F(session_changes, what_is_spawned_is_there_with_a_key_of_its_own) {
    constexpr std::string_view spawn =
        R"("do":"spawn","frame":40,"shape":{"kind":"capsule","radius":0.25,"halfHeight":0.4},)"
        R"("position":[0,6,2],"velocity":[1,0,0],"density":700,"friction":0.4,"restitution":0.3)";
    const std::string key = ask_well(page_, spawn).find("key")->string();
    const std::string other = ask_well(page_, spawn).find("key")->string();
    EXPECT_NE(key, other);
    wait_for(page_, 60);
    const json::value found = ask_well(page_, text(R"("do":"inspect","frame":50,"key":")", key, "\""));
    EXPECT_TRUE(found.find("isThere")->boolean());
    EXPECT_EQ(found.find("born")->number(), 41);
    EXPECT_FLOAT_EQ(static_cast<float>(found.find("material")->find("restitution")->number()), 0.3F);
    // The volume of a cylinder and of a ball, times the density.
    const double volume = 3.14159265 * 0.25 * 0.25 * (0.8 + 4.0 / 3 * 0.25);
    EXPECT_NEAR(found.find("mass")->number(), 700 * volume, 0.01);
    ask_well(page_, R"("do":"show","frame":50)");
    session_.receive(page_, R"({"do":"seen"})");
    session_.receive(page_, R"({"do":"seen"})");
    EXPECT_EQ(shown_frame(page_).count, 6u);
    const json::value census = ask_well(page_, text(R"("do":"census","census":)", shown_frame(page_).census));
    EXPECT_EQ(census.find("keys")->items().size(), 6u);
}

TEST_F(session_changes, a_material_can_be_changed) {
    ask_well(page_, R"("do":"material","key":"2","frame":5,"friction":0.1,"restitution":0.9)");
    wait_for(page_, 60);
    const json::value found = ask_well(page_, R"("do":"inspect","key":"2","frame":10)");
    EXPECT_FLOAT_EQ(static_cast<float>(found.find("material")->find("restitution")->number()), 0.9F);
}

TEST_F(session_changes, what_is_not_possible_is_refused_and_changes_nothing) {
    const std::string before = hash_at(page_, 100);
    EXPECT_NE(ask_badly(page_, R"("do":"push","key":"1","frame":20,"impulse":[0,0,1])").find("floor"),
              std::string::npos);
    EXPECT_NE(ask_badly(page_, R"("do":"push","key":"99","frame":20,"impulse":[0,0,1])").find("99"),
              std::string::npos);
    EXPECT_NE(ask_badly(page_, R"("do":"delete","key":"2","frame":100000)").find("not known"),
              std::string::npos);
    EXPECT_NE(ask_badly(page_,
                        R"("do":"spawn","frame":20,"shape":{"kind":"blueprint","name":"ship","group":1},)"
                        R"("position":[0,6,2],"velocity":[0,0,0],"density":1,"friction":0,"restitution":0)")
                  .find("no blueprints"),
              std::string::npos);
    EXPECT_EQ(hash_at(page_, 100), before);
    EXPECT_TRUE(ghosts().empty());
    EXPECT_FALSE(standing(page_).find("canUndo")->boolean());
}

TEST_F(session_changes, branches_share_the_past_and_go_their_own_ways) {
    const std::string at = hash_at(page_, 30);
    const std::string later = hash_at(page_, 100);
    const json::value made = ask_well(page_, R"("do":"branch","frame":30,"name":"what if")");
    const double id = made.find("branch")->number();
    EXPECT_EQ(standing(page_).find("branch")->number(), id);
    ask_well(page_, R"("do":"push","key":"2","frame":30,"impulse":[500,0,0])");
    EXPECT_EQ(hash_at(page_, 30), at);
    EXPECT_NE(hash_at(page_, 100), later);
    const double first = standing(page_).find("branches")->items()[0].find("id")->number();
    ask_well(page_, text(R"("do":"switch","branch":)", first));
    EXPECT_EQ(hash_at(page_, 100), later);
    EXPECT_NE(ask_badly(page_, text(R"("do":"drop","branch":)", first)).find("on show"), std::string::npos);
    ask_well(page_, text(R"("do":"rename","branch":)", id, R"(,"name":"other")"));
    ask_well(page_, text(R"("do":"drop","branch":)", id));
    EXPECT_NE(ask_badly(page_, text(R"("do":"switch","branch":)", id)).find("no branch"), std::string::npos);
}

TEST_F(session_changes, comparing_names_the_first_difference_and_sends_frames_of_both) {
    ask_well(page_, push_ball);
    wait_for(page_, 100);
    const double ghost = ghosts()[0].find("id")->number();
    const json::value found = ask_well(page_, text(R"("do":"compare","branch":)", ghost));
    EXPECT_EQ(found.find("frame")->number(), 21);
    EXPECT_EQ(found.find("key")->string(), ball_key);
    EXPECT_NE(found.find("what")->string().find("ball"), std::string::npos);
    session_.receive(page_, R"({"do":"seen"})");
    session_.receive(page_, R"({"do":"seen"})");
    ask_well(page_, R"("do":"show","frame":60)");
    ASSERT_GE(outbox_.frames[page_].size(), 2u);
    const sent_frame& other = outbox_.frames[page_].back();
    const sent_frame& shown = outbox_.frames[page_][outbox_.frames[page_].size() - 2];
    EXPECT_EQ(other.role, 1u);
    EXPECT_EQ(shown.role, 0u);
    EXPECT_EQ(other.branch, ghost);
    EXPECT_EQ(other.moment, shown.moment);
    ask_well(page_, R"("do":"compare","branch":null)");
    EXPECT_EQ(standing(page_).find("compared")->kind(), json::kind::null);
}

} // namespace
} // namespace orrery::studio
