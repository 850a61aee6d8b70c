// Players whose inputs come late, out of order and twice must end up in the world in which all inputs were
// known from the beginning.
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/rollback_session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using toy_session = rollback_session<toy_world>;
using entry = toy_session::entry;

[[nodiscard]] toy_input push_of(std::uint64_t key, std::int32_t speed_x) {
    return {.target = entity_key{key}, .value = {.speed_x = speed_x}};
}

// What a player has been told of, and whether it was withdrawn.
class told_events {
public:
    void hear(const toy_session::news& news) {
        for (const dated_event<toy_event>& each : news.withdrawn) {
            const auto place = std::ranges::find(all_, std::pair(each.frame, each.what));
            ASSERT_NE(place, all_.end()) << "withdrawn without having been told";
            ASSERT_GT(each.frame, confirmed_) << "withdrawn after it was confirmed";
            all_.erase(place);
        }
        for (const dated_event<toy_event>& each : news.happened) {
            all_.emplace_back(each.frame, each.what);
        }
    }

    void confirm(std::uint64_t frame) { confirmed_ = frame; }

    [[nodiscard]] bool are_those_of(const time::event_history<toy_event>& events) const {
        std::size_t count = 0;
        bool are_all_there = true;
        events.each_event(time::frame_range::all(), [&](std::uint64_t frame, const toy_event& what) {
            const std::pair<std::uint64_t, toy_event> event(frame, what);
            are_all_there = are_all_there && std::ranges::count(all_, event) == 1;
            ++count;
        });
        return are_all_there && count == all_.size();
    }

private:
    std::vector<std::pair<std::uint64_t, toy_event>> all_;
    std::uint64_t confirmed_ = 0;
};

struct player {
    std::unique_ptr<toy_session> session;
    told_events told;
    std::vector<std::pair<std::uint64_t, entry>> underway; // to this player: when it arrives
};

TEST(rollback_session, late_reordered_and_repeated_inputs_end_in_the_same_world) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        constexpr std::uint64_t frame_count = 260;
        constexpr std::uint64_t longest_way = 25;
        xoshiro256 dice(seed);
        const toy_world start = random_scene(dice, seed % 2 == 0);
        time::journal<toy_input> all;
        std::vector<player> players(2);
        for (std::uint32_t number = 0; number < 2; ++number) {
            players[number].session = std::make_unique<toy_session>(
                toy_world(start), rollback_settings{.local_author = number,
                                                    .remote_authors = {1 - number},
                                                    .window = 30,
                                                    .kept_frames = 40,
                                                    .frames_between_keyframes = 16,
                                                    .seals_in_background = false});
        }
        for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
            for (std::uint32_t number = 0; number < 2; ++number) {
                player& me = players[number];
                if (uniform_below(dice, 4) == 0 && frame + longest_way < frame_count) {
                    const entry made = me.session->add_local_input(random_input(dice)).value();
                    all.add(made);
                    for (std::uint64_t copies = 1 + uniform_below(dice, 2); copies > 0; --copies) {
                        players[1 - number].underway.emplace_back(frame + uniform_below(dice, longest_way),
                                                                  made);
                    }
                }
                std::erase_if(me.underway, [&](const auto& each) {
                    const auto& [arrival, sent] = each;
                    if (arrival > frame) {
                        return false;
                    }
                    EXPECT_TRUE(me.session->add_remote_input(sent.id.author, sent.id.sequence,
                                                             sent.when.first, sent.input));
                    return true;
                });
                if (frame >= longest_way) {
                    ASSERT_TRUE(me.session->confirm(1 - number, frame - longest_way));
                }
                me.session->advance();
                me.told.hear(me.session->events());
                me.told.confirm(me.session->confirmed_frame());
            }
        }
        const plain_run plain(start.snapshot(), all, frame_count);
        for (player& each : players) {
            ASSERT_TRUE(each.session->state().hash() == plain.frames.back().hash());
            ASSERT_TRUE(each.told.are_those_of(plain.events));
            const auto known = each.session->known();
            ASSERT_TRUE(known->tail() >= frame_count - 2 * (40 + 30) - 16);
            ASSERT_TRUE(known->journal.size() < all.size() || all.size() == 0);
            for (std::uint64_t frame = known->tail(); frame <= frame_count; ++frame) {
                const auto view = known->seek(frame);
                const auto& expected = plain.frames[static_cast<std::size_t>(frame)].state().bodies;
                ASSERT_TRUE(view->size() == expected.size());
                for (const toy_body& body : expected) {
                    ASSERT_TRUE(*view->find(body.key) == body.motion);
                }
            }
        }
    }
}

TEST(rollback_session, rolling_back_after_every_frame_for_ten_minutes_changes_nothing) {
    constexpr std::uint64_t frame_count = 36'000;
    const std::vector<std::uint64_t> depths{2, 7, 15, 60};
    toy_world start;
    start.add(entity_key{1}, {0, 0, 3, 1});
    start.add(entity_key{2}, {100, 20, -2, 0});
    start.add(entity_key{3}, {-50, 0, 1, -1});
    start.tie(entity_key{1}, entity_key{2});
    start.tie(entity_key{2}, entity_key{3});
    toy_session session(toy_world(start), {.remote_authors = {1}, .window = 60, .kept_frames = 60});
    toy_world plain = start;
    std::uint64_t frames_again = 0;
    for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
        const std::uint64_t depth = std::min(depths[frame % 4], frame);
        ASSERT_TRUE(
            session.add_remote_input(1, static_cast<std::uint32_t>(frame), frame - depth, push_of(2, 0)));
        frames_again += depth;
        session.advance();
        plain.step({});
        ASSERT_TRUE(session.events().withdrawn.empty());
        ASSERT_EQ(session.events().happened.size(), plain.events().size());
        if (frame % 100 == 0) {
            ASSERT_EQ(session.state().hash(), plain.hash()) << "frame " << frame;
        }
    }
    EXPECT_EQ(session.state().hash(), plain.hash());
    EXPECT_EQ(session.statistics().frames_again, frames_again);
    EXPECT_EQ(session.statistics().largest_rollback, 60U);
    EXPECT_LE(session.known()->keyframes.frames().size(), 100U); // nothing has piled up
    EXPECT_LE(session.known()->journal.size(), 400U);
}

TEST(rollback_session, a_late_input_withdraws_what_does_not_happen_after_all) {
    toy_world start;
    start.add(entity_key{1}, {0, 0, 2, 0});
    start.add(entity_key{2}, {60, 0, 0, 0});
    toy_session session(std::move(start), {.remote_authors = {1}});
    std::vector<dated_event<toy_event>> happened;
    while (session.frame() < 40) {
        session.advance();
        happened.insert(happened.end(), session.events().happened.begin(), session.events().happened.end());
    }
    ASSERT_EQ(happened.size(), 2U); // the two meet, and part
    EXPECT_EQ(happened.front().what.kind, toy_event_kind::touch_began);
    ASSERT_TRUE(session.add_remote_input(1, 0, 1, push_of(1, -2))); // it had stopped long before
    session.advance();
    ASSERT_EQ(session.events().withdrawn.size(), 2U);
    EXPECT_EQ(session.events().withdrawn.front().what, happened.front().what);
    EXPECT_EQ(session.events().withdrawn.front().frame, happened.front().frame);
    EXPECT_TRUE(session.events().happened.empty());
    session.advance();
    EXPECT_TRUE(session.events().withdrawn.empty());
}

TEST(rollback_session, refuses_what_comes_too_late_or_was_promised_not_to_come) {
    xoshiro256 dice(1);
    toy_session session(random_scene(dice, false), {.remote_authors = {1}, .window = 10});
    while (session.frame() < 30) {
        session.advance();
    }
    EXPECT_EQ(session.confirmed_frame(), 20U); // nobody has promised anything, but the window is over
    EXPECT_EQ(session.add_remote_input(1, 0, 19, push_of(3, 1)).reason().message,
              "an input for frame 19 came too late: in frame 30 inputs are taken for frame 20 and later");
    EXPECT_FALSE(session.add_remote_input(1, 0, 41, push_of(3, 1)));
    EXPECT_FALSE(session.add_remote_input(5, 0, 25, push_of(3, 1)));
    EXPECT_TRUE(session.add_remote_input(1, 0, 21, push_of(3, 1)));
    EXPECT_TRUE(session.add_remote_input(1, 0, 21, push_of(3, 1)));
    EXPECT_FALSE(session.add_remote_input(1, 0, 21, push_of(3, 2)));
    EXPECT_TRUE(session.confirm(1, 25));
    EXPECT_FALSE(session.add_remote_input(1, 1, 24, push_of(3, 1)));
    EXPECT_EQ(session.confirmed_frame(), 21U); // something that came late waits
    session.advance();
    EXPECT_EQ(session.confirmed_frame(), 25U);
    EXPECT_TRUE(session.add_remote_input(1, 0, 21, push_of(3, 1))); // again, which is no news
    EXPECT_EQ(session.statistics().late_inputs, 1U);
    EXPECT_EQ(session.statistics().repeated_inputs, 2U);
    EXPECT_EQ(session.statistics().refused_inputs, 5U);
    EXPECT_EQ(session.statistics().rollbacks, 1U);
}

TEST(rollback_session, local_inputs_act_after_the_delay) {
    toy_world start;
    start.add(entity_key{1}, {0, 0, 0, 0});
    toy_session session(std::move(start), {.input_delay = 3});
    EXPECT_EQ(session.add_local_input(push_of(1, 5))->when.first, 3U);
    const auto speed = [&] { return session.known()->at(entity_key{1}, session.frame())->motion.speed_x; };
    for (int frame = 0; frame < 3; ++frame) {
        session.advance();
        EXPECT_EQ(speed(), 0);
    }
    session.advance();
    EXPECT_EQ(speed(), 5);
    EXPECT_EQ(session.statistics().rollbacks, 0U);
}

// Whoever hears of a definition first, and however late an input is that refers to it.
TEST(rollback_session, players_who_define_end_in_the_same_world) {
    xoshiro256 dice(8);
    const toy_world start = random_scene(dice, false);
    const rollback_settings one{.local_author = 0, .remote_authors = {1}, .window = 30};
    const rollback_settings two{.local_author = 1, .remote_authors = {0}, .window = 30};
    toy_session first(toy_world(start), one);
    toy_session second(toy_world(start), two);
    const toy_definition red{.form = {.color = 7}};
    const toy_definition dark_red{.form = {.color = 9},
                                  .base = static_cast<std::uint32_t>(definition_id(red))};
    const auto advance = [&](int frames) {
        for (; frames > 0; --frames) {
            first.advance();
            second.advance();
        }
    };
    advance(10);
    const toy_input spawn = spawn_toy(entity_key{700}, definition_id(dark_red), {500, 500, 0, 0});
    EXPECT_FALSE(first.add_local_input(spawn)) << "nobody has said what it is";
    ASSERT_TRUE(first.define(red));
    EXPECT_EQ(first.define(dark_red).value(), definition_id(dark_red));
    const entry made = first.add_local_input(spawn).value();
    const auto send = [&](toy_session& to) {
        return to.add_remote_input(0, made.id.sequence, made.when.first, made.input);
    };
    advance(15);
    const status unknown = send(second);
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.reason().message.find("not known"), std::string::npos);
    EXPECT_FALSE(second.define(dark_red)) << "what it is based on has not come";
    for (int count = 0; count < 2; ++count) {
        ASSERT_TRUE(second.define(red));
        ASSERT_TRUE(second.define(dark_red));
        ASSERT_TRUE(send(second));
        advance(1);
        EXPECT_EQ(first.state().hash(), second.state().hash());
    }
    EXPECT_TRUE(second.known()->at(entity_key{700}, made.when.first + 1));
    EXPECT_EQ(second.statistics().rollbacks, 1U);
    EXPECT_TRUE(first.known()->journal.log().definitions() == second.known()->journal.log().definitions());
    toy_definition other = red;
    other.note = 1;
    EXPECT_FALSE(first.define(other)) << "its id is that of another one";
    advance(5);
    EXPECT_EQ(first.state().hash(), second.state().hash());
}

// One bad input of somebody else once went into the journal, and from there into recordings.
TEST(rollback_session, refuses_inputs_that_cannot_be_and_goes_on) {
    toy_world start;
    start.add(entity_key{1}, {0, 0, 1, 0});
    toy_world plain = start;
    toy_session session(std::move(start), {.remote_authors = {1}});
    const toy_input bad{.target = entity_key{1}, .kind = static_cast<toy_input_kind>(7)};
    for (int frame = 0; frame < 5; ++frame) {
        session.advance();
        plain.step({});
    }
    EXPECT_EQ(
        session.add_remote_input(1, 0, 3, bad).reason().message,
        "author 1 has sent an input for frame 3 that cannot be: a toy can be pushed, created, destroyed, "
        "painted or spawned");
    EXPECT_FALSE(session.add_local_input(bad));
    EXPECT_EQ(session.statistics().refused_inputs, 2U);
    session.advance();
    plain.step({});
    EXPECT_EQ(session.state().hash(), plain.hash());
    EXPECT_EQ(session.known()->journal.size(), 0U);
    // What was refused has taken no number.
    EXPECT_EQ(session.add_local_input(push_of(1, 5))->id.sequence, 0U);
    EXPECT_TRUE(session.add_remote_input(1, 0, 3, push_of(1, 1)));
    session.advance();
    EXPECT_EQ(session.known()->journal.size(), 2U);
}

} // namespace
} // namespace orrery::test
