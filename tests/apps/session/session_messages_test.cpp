// Messages that are none: each is answered with one sentence, counted and forgotten.
#include "tests/apps/session/session_fixture.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

class session_messages : public session_fixture {
protected:
    void SetUp() override {
        open();
        page_ = session_.join();
        wait_for(page_, 100);
    }

    // What is answered to bytes as they are.
    [[nodiscard]] std::string refusal_of(std::string_view message) {
        const std::uint64_t refused = session_.refused_messages();
        outbox_.texts[page_].clear();
        session_.receive(page_, message);
        EXPECT_EQ(session_.refused_messages(), refused + 1) << message;
        EXPECT_EQ(outbox_.texts[page_].size(), 1u) << message;
        if (outbox_.texts[page_].size() != 1) {
            return {};
        }
        const json::value& answer = outbox_.texts[page_][0];
        EXPECT_FALSE(answer.find("ok")->boolean()) << message;
        EXPECT_TRUE(answer.find("id")->is(json::kind::number)) << message;
        return answer.find("error")->string();
    }

    client_id page_ = client_id::none;
};

TEST_F(session_messages, what_is_no_request_is_refused_and_counted) {
    const std::string_view bad[] = {
        "",
        "{",
        "nonsense",
        "[]",
        "7",
        "null",
        "{}",
        R"({"id":1})",
        R"({"id":1,"do":7})",
        R"({"id":1,"do":"explode"})",
        R"({"do":"show","frame":3})",
        R"({"id":-1,"do":"show","frame":3})",
        R"({"id":1.5,"do":"show","frame":3})",
        R"({"id":"1","do":"show","frame":3})",
        R"({"id":1,"do":"show"})",
        R"({"id":1,"do":"show","frame":-3})",
        R"({"id":1,"do":"show","frame":"3"})",
        R"({"id":1,"do":"show","frame":null})",
        R"({"id":1,"do":"show","frame":NaN})",
        R"({"id":1,"do":"show","frame":1e300})",
        R"({"id":1,"do":"show","frame":1e999})",
        R"({"id":1,"do":"show","frame":3,"extra":1})",
        R"({"id":1,"do":"show","frame":3,"frame":4})",
        R"({"id":1,"do":"play","rate":1e300})",
        R"({"id":1,"do":"inspect","key":2,"frame":3})",
        R"({"id":1,"do":"inspect","key":"","frame":3})",
        R"({"id":1,"do":"inspect","key":"-2","frame":3})",
        R"({"id":1,"do":"inspect","key":"0","frame":3})",
        R"({"id":1,"do":"inspect","key":"2x","frame":3})",
        R"({"id":1,"do":"inspect","key":"99999999999999999999999","frame":3})",
        R"({"id":1,"do":"inspect","key":"2","frame":3.5})",
        R"({"id":1,"do":"push","key":"2","frame":3,"impulse":[1,2]})",
        R"({"id":1,"do":"push","key":"2","frame":3,"impulse":[1,2,"3"]})",
        R"({"id":1,"do":"push","key":"2","frame":3,"impulse":[1,2,1e30]})",
        R"({"id":1,"do":"push","key":"2","frame":3,"impulse":[1,2,3],"point":null})",
        R"({"id":1,"do":"push","key":"2","frame":3,"velocity":[1,2]})",
        R"({"id":1,"do":"push","key":"2","frame":3})",
        R"({"id":1,"do":"push","key":"2","frame":3,"velocity":[1,2,3],"impulse":[1,2,3]})",
        R"({"id":1,"do":"material","key":"2","frame":3,"friction":-1,"restitution":0})",
        R"({"id":1,"do":"material","key":"2","frame":3,"friction":1,"restitution":1.5})",
        R"({"id":1,"do":"series","key":null,"quantities":[],"from":0,"to":9,"points":5})",
        R"({"id":1,"do":"series","key":null,"quantities":["speed"],"from":0,"to":9,"points":0})",
        R"({"id":1,"do":"series","key":null,"quantities":["speed"],"from":0,"to":9,"points":1e9})",
        R"({"id":1,"do":"spawn","frame":3,"shape":{"kind":"sphere","radius":-1},"position":[0,0,0],)"
        R"("velocity":[0,0,0],"density":1,"friction":0,"restitution":0})",
        R"({"id":1,"do":"spawn","frame":3,"shape":{"kind":"teapot"},"position":[0,0,0],)"
        R"("velocity":[0,0,0],"density":1,"friction":0,"restitution":0})",
        R"({"id":1,"do":"spawn","frame":3,"shape":{"kind":"blueprint","name":"ship"},"position":[0,0,0],)"
        R"("velocity":[0,0,0],"density":1,"friction":0,"restitution":0})",
        R"({"id":1,"do":"spawn","frame":3,"shape":{"kind":"blueprint","name":"ship","group":256},)"
        R"("position":[0,0,0],"velocity":[0,0,0],"density":1,"friction":0,"restitution":0})",
        R"({"id":1,"do":"spawn","frame":3,"shape":{"kind":"blueprint","name":7,"group":1},)"
        R"("position":[0,0,0],"velocity":[0,0,0],"density":1,"friction":0,"restitution":0})",
        R"({"id":1,"do":"census","census":5,"have":"4"})",
        R"({"id":1,"do":"switch","branch":-1})",
        R"({"id":1,"do":"switch","branch":1e12})",
        R"({"id":1,"do":"open"})",
    };
    for (const std::string_view each : bad) {
        const std::string reason = refusal_of(each);
        EXPECT_GT(reason.size(), 10u) << each;
    }
}

TEST_F(session_messages, a_refusal_carries_the_id_and_names_member_value_and_expectation) {
    const std::string reason = refusal_of(R"({"id":77,"do":"show","frame":-3})");
    EXPECT_EQ(outbox_.texts[page_][0].find("id")->number(), 77);
    EXPECT_NE(reason.find("frame"), std::string::npos);
    EXPECT_NE(reason.find("-3"), std::string::npos);
    EXPECT_NE(reason.find("expected"), std::string::npos);
}

TEST_F(session_messages, a_push_has_either_an_impulse_or_a_velocity) {
    const std::string_view expected = "push: expected either 'velocity' or 'impulse'";
    EXPECT_EQ(refusal_of(R"({"id":1,"do":"push","key":"2","frame":3})"), expected);
    EXPECT_EQ(refusal_of(R"({"id":1,"do":"push","key":"2","frame":3,"velocity":[1,2,3],"impulse":[1,2,3]})"),
              expected);
}

TEST_F(session_messages, a_message_that_is_too_long_is_refused) {
    const std::string reason = refusal_of(std::string(std::size_t{1} << 17, ' '));
    EXPECT_NE(reason.find("131072"), std::string::npos);
}

TEST_F(session_messages, requests_for_what_is_not_there_are_answered_with_one_sentence) {
    const std::string_view missing[] = {
        R"("do":"show","frame":100000)",
        R"("do":"inspect","key":"2","frame":100000)",
        R"("do":"inspect","key":"12345","frame":5)",
        R"("do":"census","census":5)",
        R"("do":"unbookmark","bookmark":5)",
        R"("do":"series","key":"2","quantities":["taste"],"from":0,"to":9,"points":5)",
        R"("do":"series","key":"2","quantities":["speed"],"from":9,"to":0,"points":5)",
        R"("do":"series","key":"2","quantities":["speed"],"from":0,"to":9,"points":5,"branch":99)",
        R"("do":"path","key":"2","from":9,"to":0,"points":5)",
        R"("do":"events","from":9,"to":0,"buckets":5)",
        R"("do":"happenings","lane":"weather","from":0,"to":9,"most":5)",
        R"("do":"branch","frame":100000,"name":"no")",
        R"("do":"switch","branch":99)",
        R"("do":"rename","branch":99,"name":"no")",
        R"("do":"drop","branch":99)",
        R"("do":"compare","branch":99)",
        R"("do":"undo")",
        R"("do":"redo")",
        R"("do":"open","scene":"anything")",
    };
    for (const std::string_view each : missing) {
        EXPECT_GT(ask_badly(page_, each).size(), 10u) << each;
    }
}

TEST(session_without_a_world, answers_that_nothing_is_open) {
    kept_outbox outbox;
    studio::session studio(outbox, {.has_thread = false});
    const client_id page = studio.join();
    studio.receive(page, R"({"id":1,"do":"details"})");
    ASSERT_EQ(outbox.texts[page].size(), 1u);
    EXPECT_EQ(outbox.texts[page][0].find("error")->string(), "nothing is open");
    studio.receive(page, R"({"id":2,"do":"scenes"})");
    EXPECT_TRUE(outbox.texts[page][1].find("scenes")->items().empty());
    EXPECT_GT(studio.work(1), 0);
    EXPECT_FALSE(studio.recording());
}

TEST_F(session_messages, of_somebody_who_has_left_are_not_heard) {
    session_.leave(page_);
    outbox_.texts[page_].clear();
    session_.receive(page_, R"({"id":1,"do":"show","frame":3})");
    session_.receive(client_id{12345}, R"({"id":1,"do":"show","frame":3})");
    EXPECT_TRUE(outbox_.texts[page_].empty());
}

} // namespace
} // namespace orrery::studio
