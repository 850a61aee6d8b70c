#include "tests/core/property.hpp"
#include "tests/timeline/recorded_run.hpp"
#include "tests/timeline/toy_archive.hpp"

#include <orrery/timeline/track_segment.hpp>

#include <gtest/gtest.h>

namespace {

using namespace orrery;
using namespace orrery::test;

using segment = time::track_segment<toy_world>;

void expect_frame(const segment& tracks, std::uint64_t frame, const toy_truth& truth,
                  const std::vector<toy_source>& sources) {
    const auto& who = *tracks.who(frame);
    ASSERT_EQ(who.keys.size(), truth.size());
    std::vector<toy_motion> motions;
    tracks.read_frame(frame, motions);
    ASSERT_EQ(motions.size(), truth.size());
    std::size_t place = 0;
    for (const auto& [key, body] : truth) {
        EXPECT_EQ(who.keys[place], key);
        EXPECT_EQ(motions[place], body.motion);
        EXPECT_TRUE(tracks.exists(key, frame));
        EXPECT_EQ(tracks.motion_of(key, frame), body.motion);
        EXPECT_EQ(*tracks.form_of(key, frame), *body.form);
        ++place;
    }
    std::vector<toy_source> read;
    tracks.read_sources(frame, read);
    EXPECT_EQ(read, sources);
}

// Of a world that nobody touches.
recorded_run free_run(toy_world& world, int frames) {
    recorded_run run;
    for (int frame = 0; frame < frames; ++frame) {
        run.take(world);
        world.step({});
    }
    return run;
}

std::vector<segment::shared> seal_all(const recorded_run& run, std::size_t frames_each) {
    std::vector<segment::shared> segments;
    const std::span<const toy_record> all = run.records;
    for (std::size_t first = 0; first < all.size(); first += frames_each) {
        segments.push_back(segment::seal(all.subspan(first, std::min(frames_each, all.size() - first)),
                                         segments.empty() ? nullptr : segments.back().get(), toy_model{}));
    }
    return segments;
}

void expect_run(const std::vector<segment::shared>& segments, const recorded_run& run) {
    for (const segment::shared& each : segments) {
        for (std::uint64_t frame = each->first_frame(); frame < each->end_frame(); ++frame) {
            expect_frame(*each, frame, run.truth[frame], run.records[frame].sources);
        }
    }
}

TEST(track_segment, gives_back_every_word_of_every_frame) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        const auto bodies = property::in_range<std::uint64_t>(1, 100);
        const auto frames = property::in_range<std::uint64_t>(1, 130);
        const auto frames_each = property::one_of<std::size_t>({1, 7, 60});
        const recorded_run run = random_run(seed, bodies, frames);
        expect_run(seal_all(run, frames_each), run);
        PROPERTY_ASSERT(!testing::Test::HasFailure());
    }));
}

TEST(track_segment, knows_nobody_who_is_not_there) {
    const recorded_run run = random_run(1, 20, 60);
    const segment::shared tracks = seal_all(run, 60).front();
    EXPECT_FALSE(tracks->exists(entity_key{999'999}, 3));
    EXPECT_FALSE(tracks->motion_of(entity_key{999'999}, 3).has_value());
    EXPECT_EQ(tracks->form_of(entity_key{999'999}, 3), nullptr);
}

// Each box holds the reaches of all frames in which its owner is there, also of those in which it rests.
TEST(track_segment, reaches_hold_what_each_could_have_felt) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        const recorded_run run = random_run(seed, 40, 90);
        for (const segment::shared& each : seal_all(run, 30)) {
            std::map<entity_key, aabb2> reaches;
            each->each_reach([&](entity_key key, const aabb2& box) { reaches[key] = box; });
            for (std::uint64_t frame = each->first_frame(); frame < each->end_frame(); ++frame) {
                for (const auto& [key, body] : run.truth[frame]) {
                    PROPERTY_ASSERT(reaches.contains(key));
                    PROPERTY_ASSERT(contains(reaches[key], position_of(body.motion)));
                }
                const toy_record& record = run.records[frame];
                for (std::size_t index = 0; index < record.moved.size(); ++index) {
                    const entity_key key = record.who->keys[record.moved[index]];
                    PROPERTY_ASSERT(contains(reaches[key], record.reaches[index]));
                }
            }
        }
    }));
}

TEST(track_segment, what_rests_takes_no_memory) {
    toy_world world;
    for (std::uint64_t key = 1; key <= 500; ++key) {
        world.add(entity_key{key}, {static_cast<std::int32_t>(20 * key), 0, 0, 0});
    }
    const recorded_run run = free_run(world, 180);
    const std::vector<segment::shared> segments = seal_all(run, 60);
    expect_run(segments, run);
    EXPECT_GT(segments[0]->bytes(), 500 * sizeof(toy_motion));
    EXPECT_LT(segments[1]->bytes(), 400u);
    EXPECT_LT(segments[2]->bytes(), 400u);
}

// Its motion in the first frame, a number, a mask, and a box.
TEST(track_segment, what_flies_takes_little_memory) {
    toy_world world;
    for (std::uint64_t key = 1; key <= 400; ++key) {
        world.add(entity_key{key},
                  {0, static_cast<std::int32_t>(50 * key), static_cast<std::int32_t>(key), 0});
    }
    const recorded_run run = free_run(world, 120);
    const std::vector<segment::shared> segments = seal_all(run, 60);
    expect_run(segments, run);
    EXPECT_LT(segments[1]->bytes(), 400u * 40u);
}

// A scene of a good thousand bodies keeps its flights as a smaller one does.
TEST(track_segment, what_flies_takes_little_memory_among_many_that_rest) {
    const auto bytes_of_flights = [](std::uint64_t resting) {
        toy_world world;
        for (std::uint64_t key = 1; key <= 300 + resting; ++key) {
            const auto row = static_cast<std::int32_t>(50 * key);
            world.add(entity_key{key}, {0, row, key <= 300 ? static_cast<std::int32_t>(key) : 0, 0});
        }
        const recorded_run run = free_run(world, 120);
        const std::vector<segment::shared> segments = seal_all(run, 60);
        expect_run(segments, run);
        return segments[1]->bytes();
    };
    EXPECT_LT(bytes_of_flights(1000), bytes_of_flights(600) * 11 / 10);
}

// Pushed in every frame, so that no model foresees it.
TEST(track_segment, keeps_what_is_always_pushed) {
    std::mt19937_64 random(1);
    toy_world world;
    std::vector<toy_input> pushes;
    for (std::uint64_t key = 1; key <= 100; ++key) {
        world.add(entity_key{key}, {0, static_cast<std::int32_t>(50 * key), 0, 0});
        pushes.push_back({.target = entity_key{key}});
    }
    recorded_run run;
    for (int frame = 0; frame < 120; ++frame) {
        run.take(world);
        for (toy_input& each : pushes) {
            each.value.speed_x = static_cast<std::int32_t>(random() % 100) - 50;
        }
        world.step(pushes);
    }
    const std::vector<segment::shared> segments = seal_all(run, 60);
    expect_run(segments, run);
    EXPECT_LT(segments[1]->bytes(), 100u * 60u * sizeof(toy_motion) / 2);
}

TEST(track_segment, reads_the_same_frame_on_several_threads) {
    const recorded_run run = random_run(3, 300, 60);
    const segment::shared tracks = seal_all(run, 60).front();
    engine machine({.thread_count = 3});
    std::vector<toy_motion> alone;
    std::vector<toy_motion> together;
    for (const std::uint64_t frame : {0u, 17u, 59u}) {
        tracks->read_frame(frame, alone);
        tracks->read_frame(frame, together, machine.jobs());
        EXPECT_EQ(alone, together);
    }
}

TEST(track_segment, comes_back_from_bytes) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        const recorded_run run = random_run(seed, 70, 30);
        const std::vector<segment::shared> segments = seal_all(run, 10);
        std::vector<segment::shared> loaded;
        for (std::size_t index = 0; index < segments.size(); ++index) {
            byte_writer out;
            segments[index]->save(out, index > 0 ? segments[index - 1].get() : nullptr, save_toy_census);
            byte_reader in(out.bytes());
            auto back =
                segment::load(in, index > 0 ? loaded.back().get() : nullptr, toy_model{}, load_toy_census);
            PROPERTY_ASSERT(back.has_value());
            PROPERTY_ASSERT(in.at_end());
            loaded.push_back(back.value());
        }
        expect_run(loaded, run);
        PROPERTY_ASSERT(!testing::Test::HasFailure());
    }));
}

// The motions and sources of all frames.
struct all_frames {
    std::vector<std::vector<toy_motion>> motions;
    std::vector<std::vector<toy_source>> sources;

    explicit all_frames(const segment& tracks) {
        for (std::uint64_t frame = tracks.first_frame(); frame < tracks.end_frame(); ++frame) {
            tracks.read_frame(frame, motions.emplace_back());
            tracks.read_sources(frame, sources.emplace_back());
        }
    }

    bool operator==(const all_frames&) const = default;
};

// Whatever is taken can be read in every frame (the address sanitizer looks on) and comes back when it is
// saved again.
TEST(track_segment, reads_damaged_bytes_whole_or_refuses_them) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        std::mt19937_64 random(seed);
        const recorded_run run = random_run(seed, 20, 24);
        const segment::shared tracks = seal_all(run, 24).front();
        byte_writer out;
        tracks->save(out, nullptr, save_toy_census);
        for (int damage = 0; damage < 10; ++damage) {
            std::vector<std::byte> damaged(out.bytes().begin(), out.bytes().end());
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1u << random() % 8);
            if (random() % 4 == 0) {
                damaged.resize(random() % damaged.size());
            }
            byte_reader in(damaged);
            if (const auto back = segment::load(in, nullptr, toy_model{}, load_toy_census)) {
                byte_writer out_again;
                (*back)->save(out_again, nullptr, save_toy_census);
                byte_reader in_again(out_again.bytes());
                const auto again = segment::load(in_again, nullptr, toy_model{}, load_toy_census);
                PROPERTY_ASSERT(again.has_value());
                PROPERTY_ASSERT(all_frames(**again) == all_frames(**back));
            }
        }
    }));
}

// A second run of some of the bodies takes the place of those in the first.
TEST(track_segment, a_part_takes_the_place_of_those_with_its_keys) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        constexpr std::uint64_t first = 20;
        constexpr std::uint64_t frames = 20;
        std::mt19937_64 random(seed);
        const std::uint64_t bodies = property::one_of<std::uint64_t>({8, 90});
        toy_world world = random_toy_world(random, bodies);
        recorded_run whole;
        for (std::uint64_t frame = 0; frame < first; ++frame) {
            whole.take(world);
            world.step({});
        }
        std::vector<entity_key> keys;
        const toy_snapshot start = world.snapshot();
        for (const toy_body& each : start.state().bodies) {
            if (random() % 5 == 0) {
                keys.push_back(each.key);
            }
        }
        toy_world other;
        other.restore(part_of(start, keys));
        recorded_run part;
        for (std::uint64_t frame = 0; frame < frames; ++frame) {
            whole.take(world);
            part.take(other);
            world.step(random_toy_inputs(random, bodies));
            other.step(random_toy_inputs(random, 6));
        }
        const auto old = seal_all(whole, 20).back();
        const auto piece = segment::seal(part.records, nullptr, toy_model{});
        const auto mixed = segment::replace(*old, keys, *piece, toy_model{});
        for (std::uint64_t frame = first; frame < first + frames; ++frame) {
            toy_truth truth = part.truth[frame - first];
            const auto is_of_part = [&](entity_key key) {
                return std::ranges::binary_search(keys, key) || part.truth[frame - first].contains(key);
            };
            std::vector<toy_source> sources = part.records[frame - first].sources;
            for (const auto& each : whole.truth[frame]) {
                if (!is_of_part(each.first)) {
                    truth.insert(each);
                }
            }
            for (const toy_source& each : whole.records[frame].sources) {
                if (!is_of_part(each.key)) {
                    sources.push_back(each);
                }
            }
            std::ranges::sort(sources, {}, &toy_source::key); // total order: keys differ
            expect_frame(*mixed, frame, truth, sources);
        }
        PROPERTY_ASSERT(!testing::Test::HasFailure());
    }));
}

} // namespace
