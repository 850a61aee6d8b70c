// What pages rely on: what they are told, and that what they see is what the world does.
#include "apps/scene/rigid/rigid_scene.hpp"
#include "tests/apps/session/session_fixture.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery::studio {
namespace {

[[nodiscard]] std::string hexadecimal(std::uint64_t number) {
    std::string digits(16, '0');
    for (std::size_t place = digits.size(); place-- > 0; number /= 16) {
        digits[place] = "0123456789abcdef"[number % 16];
    }
    return digits;
}

// The scene stepped by hand, without anything of the studio.
[[nodiscard]] std::string hash_by_hand(std::uint64_t frame) {
    engine machine({.thread_count = 1});
    const auto scene = scene_format::parse_scene(std::string(small_scene), "small");
    auto built = scene_format::build_rigid(*scene, machine);
    while (built->world.frame() < frame) {
        std::vector<rigid::input> inputs;
        for (const auto& each : built->inputs) {
            if (each.when.contains(built->world.frame())) {
                inputs.push_back(each.input);
            }
        }
        built->world.step(inputs);
    }
    return hexadecimal(built->world.hash());
}

[[nodiscard]] bool is_telling(const json::value& message, std::string_view what) {
    const json::value* const found = message.find("tell");
    return found != nullptr && found->string() == what;
}

using session_test = session_fixture;

TEST_F(session_test, tells_newcomers_what_is_open_how_time_stands_and_the_frame_on_show) {
    open();
    const client_id page = session_.join();
    ASSERT_GE(outbox_.texts[page].size(), 2u);
    const json::value& welcome = outbox_.texts[page][0];
    EXPECT_TRUE(is_telling(welcome, "welcome"));
    EXPECT_EQ(welcome.find("title")->string(), "Small");
    EXPECT_EQ(welcome.find("names")->items().size(), 4u);
    EXPECT_TRUE(welcome.find("hasMaterials")->boolean());
    EXPECT_TRUE(welcome.find("tiles")->items().empty());
    EXPECT_TRUE(welcome.find("blueprints")->items().empty());
    EXPECT_TRUE(is_telling(outbox_.texts[page][1], "standing"));
    ASSERT_EQ(outbox_.frames[page].size(), 1u);
    EXPECT_EQ(outbox_.frames[page][0].moment, 0);
    EXPECT_EQ(outbox_.frames[page][0].count, 4u);
    EXPECT_FLOAT_EQ(outbox_.frames[page][0].height_of(1), 2);
}

TEST_F(session_test, shows_by_details_the_hash_of_the_world_stepped_by_hand) {
    open();
    const client_id page = session_.join();
    EXPECT_EQ(hash_at(page, 0), hash_by_hand(0));
    EXPECT_EQ(hash_at(page, 100), hash_by_hand(100));
    EXPECT_EQ(hash_at(page, 37), hash_by_hand(37));
    EXPECT_EQ(hash_at(page, 39), hash_by_hand(39));
}

TEST_F(session_test, describes_who_there_is_in_the_order_of_keys) {
    open();
    const client_id page = session_.join();
    const std::uint32_t number = outbox_.frames[page][0].census;
    const json::value census = ask_well(page, text("\"do\":\"census\",\"census\":", number));
    ASSERT_EQ(census.find("keys")->items().size(), 4u);
    EXPECT_EQ(census.find("keys")->items()[1].string(), ball_key);
    EXPECT_EQ(census.find("shapes")->items().size(), 3u);
    const json::value& ball = census.find("entities")->items()[1];
    EXPECT_EQ(ball.find("color")->string(), "#ff8800");
    EXPECT_EQ(ball.find("kind")->string(), "dynamic");
    EXPECT_EQ(census.find("entities")->items()[0].find("kind")->string(), "fixed");
    std::string kinds;
    for (const json::value& each : census.find("entities")->items()) {
        const auto place = static_cast<std::size_t>(each.find("shape")->number());
        ASSERT_LT(place, 3u);
        kinds += census.find("shapes")->items()[place].find("kind")->string() + " ";
    }
    EXPECT_EQ(kinds, "plane sphere box sphere ");
}

TEST_F(session_test, plays_forwards_and_backwards_and_stops_at_the_tail) {
    open();
    const client_id page = session_.join();
    wait_for(page, 60);
    ask_well(page, R"("do":"play","rate":1)");
    for (int count = 0; count < 30; ++count) {
        session_.receive(page, R"({"do":"seen"})");
        work();
    }
    const double there = outbox_.frames[page].back().moment;
    EXPECT_NEAR(there, 30, 2);
    EXPECT_EQ(there, std::floor(there));
    ask_well(page, R"("do":"play","rate":-1)");
    for (int count = 0; count < 60; ++count) {
        session_.receive(page, R"({"do":"seen"})");
        work();
    }
    EXPECT_EQ(outbox_.frames[page].back().moment, 0);
    EXPECT_EQ(standing(page).find("rate")->number(), 0);
}

TEST_F(session_test, blends_between_frames_when_it_plays_slowly) {
    open();
    const client_id page = session_.join();
    wait_for(page, 60);
    ask_well(page, R"("do":"show","frame":20.5)");
    session_.receive(page, R"({"do":"seen"})");
    session_.receive(page, R"({"do":"seen"})");
    work();
    const sent_frame between = outbox_.frames[page].back();
    ask_well(page, R"("do":"show","frame":20)");
    session_.receive(page, R"({"do":"seen"})");
    const sent_frame before = outbox_.frames[page].back();
    ask_well(page, R"("do":"show","frame":21)");
    const sent_frame after = outbox_.frames[page].back();
    EXPECT_EQ(between.moment, 20.5);
    EXPECT_EQ(before.moment, 20);
    EXPECT_EQ(after.moment, 21);
    EXPECT_NEAR(between.height_of(1), (before.height_of(1) + after.height_of(1)) / 2, 1e-5);
}

TEST_F(session_test, lets_two_pages_see_the_same_frames) {
    open();
    const client_id one = session_.join();
    const client_id other = session_.join();
    wait_for(one, 60);
    for (const client_id page : {one, other}) {
        for (int count = 0; count < 3; ++count) {
            session_.receive(page, R"({"do":"seen"})");
        }
    }
    ask_well(one, R"("do":"show","frame":50)");
    ASSERT_FALSE(outbox_.frames[other].empty());
    EXPECT_EQ(outbox_.frames[other].back().moment, 50);
    EXPECT_EQ(outbox_.frames[one].back().bytes, outbox_.frames[other].back().bytes);
    EXPECT_EQ(standing(other).find("watchers")->number(), 2);
}

TEST_F(session_test, has_no_more_than_two_frames_under_way_and_then_sends_the_newest) {
    open();
    const client_id page = session_.join();
    wait_for(page, 100);
    for (int frame = 1; frame <= 40; ++frame) {
        ask_well(page, text(R"("do":"show","frame":)", frame));
    }
    EXPECT_EQ(outbox_.frames[page].size(), 2u);
    session_.receive(page, R"({"do":"seen"})");
    ASSERT_EQ(outbox_.frames[page].size(), 3u);
    EXPECT_EQ(outbox_.frames[page].back().moment, 40);
}

TEST_F(session_test, sends_nothing_while_nothing_changes) {
    open();
    const client_id page = session_.join();
    wait_for(page, 120);
    work(2, 0.6);
    outbox_.texts[page].clear();
    const std::size_t frames = outbox_.frames[page].size();
    work(30, 0.01);
    EXPECT_EQ(outbox_.frames[page].size(), frames);
    for (const json::value& each : outbox_.texts[page]) {
        EXPECT_FALSE(is_telling(each, "standing"));
    }
}

TEST_F(session_test, tells_what_it_costs) {
    open();
    const client_id page = session_.join();
    work(3, 0.6);
    bool is_told = false;
    for (const json::value& each : outbox_.texts[page]) {
        if (is_telling(each, "performance")) {
            is_told = true;
            EXPECT_EQ(each.find("entities")->number(), 4);
            EXPECT_GT(each.find("step")->number(), 0);
            EXPECT_FALSE(each.find("phases")->items().empty());
        }
    }
    EXPECT_TRUE(is_told);
}

TEST_F(session_test, keeps_bookmarks_for_all_who_watch) {
    open();
    const client_id one = session_.join();
    const client_id other = session_.join();
    ask_well(one, R"("do":"bookmark","frame":30,"name":"impact")");
    const json::value now = standing(other);
    ASSERT_EQ(now.find("bookmarks")->items().size(), 1u);
    EXPECT_EQ(now.find("bookmarks")->items()[0].find("name")->string(), "impact");
    const double id = now.find("bookmarks")->items()[0].find("id")->number();
    ask_well(other, text(R"("do":"unbookmark","bookmark":)", id));
    EXPECT_TRUE(standing(one).find("bookmarks")->items().empty());
}

TEST(session_with_threads, computes_ahead_by_itself_to_the_same_hash) {
    kept_outbox outbox;
    studio::session studio(outbox, {.horizon = 100});
    const auto scene = scene_format::parse_scene(std::string(small_scene), "small");
    ASSERT_TRUE(studio.open_scene(*scene).is_ok());
    const client_id page = studio.join();
    studio.receive(page, R"({"id":1,"do":"show","frame":90})");
    double clock = 0;
    std::string hash;
    bool has_asked = false;
    while (hash.empty()) {
        studio.work(clock += 0.01);
        studio.receive(page, R"({"do":"seen"})");
        if (!has_asked && outbox.frames[page].back().moment == 90) {
            studio.receive(page, R"({"id":2,"do":"details"})");
            has_asked = true;
        }
        for (const json::value& each : outbox.texts[page]) {
            if (each.find("hash") != nullptr) {
                hash = each.find("hash")->string();
            }
        }
    }
    EXPECT_EQ(hash, hash_by_hand(90));
}

} // namespace
} // namespace orrery::studio
