// A world that is stepped from its first frame with the inputs of a journal, and the first thing in which a
// timeline with that journal differs from it: who there is in a frame, how it moves and what it is like, the
// hash of a keyframe, of the head and of frames that are gone back to, the life and the course of an entity,
// or an event.
#pragma once

#include <orrery/core/text.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::random_worlds {

// A scene has the first frame (make), reads motions out of a world without asking what is recorded (read),
// and says in which component two worlds differ (difference).
template <typename Scene>
class plain_course {
public:
    using world = typename Scene::world_type;
    using motion = typename world::motion_type;
    using event = typename world::event_type;

    explicit plain_course(const Scene& scene)
        : scene_(scene)
        , world_(scene.make()) {}

    // Empty if there is none. The journal no longer has the entries that were forgotten with the first
    // frames.
    [[nodiscard]] std::string first_difference(timeline<world>& time,
                                               std::span<const typename timeline<world>::entry> forgotten,
                                               xoshiro256& dice) {
        const auto known = time.known();
        auto inputs = time.journal();
        for (const auto& each : forgotten) {
            if (inputs.find(each) == nullptr) {
                inputs.add(each);
            }
        }
        if (const status answer = time::detail::define_all(world_, inputs); !answer) {
            return text("a definition of the journal is refused: ", answer.reason().message);
        }
        world_.record(record_);
        for (;;) {
            if (world_.frame() >= known->tail()) {
                scene_.read(world_, motions_);
                for (const auto& [key, where] : motions_) {
                    paths_[key].push_back({world_.frame(), where});
                }
                if (std::string found = difference_in_frame(time, *known, dice); !found.empty()) {
                    return text("frame ", world_.frame(), ", ", found);
                }
            }
            if (world_.frame() == time.head()) {
                break;
            }
            steps_.run(world_, inputs);
            world_.record(record_);
            events_.append(world_.frame(), world_.events(), world::span_of);
        }
        if (time.world().hash() != world_.hash()) {
            return text("frame ", world_.frame(), ", the head: ", scene_.difference(time.world(), world_));
        }
        if (std::string found = difference_of_paths(*known, dice); !found.empty()) {
            return found;
        }
        return difference_of_events(*known);
    }

private:
    using history = time::history<world>;
    using waypoint = typename history::waypoint;

    [[nodiscard]] std::string difference_in_frame(const timeline<world>& time, const history& known,
                                                  xoshiro256& dice) {
        const std::uint64_t frame = world_.frame();
        // Going back to a frame and computing one whose tracks are gone take long.
        const bool is_far = known.reach(frame) == time::found::computed;
        const bool is_chosen = uniform_below(dice, 16) == 0;
        const time::keyframe<typename world::snapshot_type>& last = known.keyframes.last_before(frame);
        if (last.frame == frame && last.state.hash() != world_.hash()) {
            world there = scene_.make();
            there.restore(last.state);
            return text("its keyframe: ", scene_.difference(there, world_));
        }
        if (is_chosen && time.hash(frame) != world_.hash()) {
            return "going back to it";
        }
        return is_far && !is_chosen ? std::string() : difference_of_tracks(known, dice);
    }

    [[nodiscard]] std::string difference_of_tracks(const history& known, xoshiro256& dice) {
        const std::uint64_t frame = world_.frame();
        const auto view = known.seek(frame);
        if (!view) {
            return "there is no answer to what was there";
        }
        for (std::size_t row = 0; row < std::min(motions_.size(), view->size()); ++row) {
            const auto key = static_cast<std::uint64_t>(motions_[row].first);
            if (view->keys()[row] != motions_[row].first) {
                return text("tracks: who there is, from the key ", key, " on; the timeline has ",
                            static_cast<std::uint64_t>(view->keys()[row]));
            }
            if (!are_equal(view->motions()[row], motions_[row].second)) {
                return text("tracks: the motion of the entity with the key ", key, ", ",
                            other_word(view->motions()[row], motions_[row].second));
            }
            if (!(view->form_at(row) == *record_.who->forms[row])) {
                return text("tracks: the form of the entity with the key ", key);
            }
        }
        if (motions_.size() != view->size()) {
            return text("tracks: the timeline has ", view->size(), " entities instead of ", motions_.size());
        }
        const bool is_far = known.reach(frame) == time::found::computed;
        const std::size_t chosen = motions_.empty() ? 0 : uniform_below(dice, motions_.size());
        for (std::size_t row = 0; row < motions_.size(); ++row) {
            const auto& [key, expected] = motions_[row];
            if (is_far && row != chosen) {
                continue;
            }
            const auto state = known.at(key, frame);
            if (!state || !are_equal(state->motion, expected)) {
                return text("the answer about the entity with the key ", static_cast<std::uint64_t>(key));
            }
        }
        return {};
    }

    // Over all frames, and over some of them with a stride. Where tracks are gone, of one entity.
    [[nodiscard]] std::string difference_of_paths(const history& known, xoshiro256& dice) const {
        if (paths_.empty()) {
            return {};
        }
        bool is_far = false;
        for (std::uint64_t frame = known.tail(); frame <= known.head(); ++frame) {
            is_far = is_far || known.reach(frame) == time::found::computed;
        }
        const std::uint64_t first = known.tail() + uniform_below(dice, known.frames().size());
        const time::frame_range some{first, first + 1 + uniform_below(dice, known.head() + 3 - first)};
        const std::uint64_t stride = 1 + uniform_below(dice, 7);
        const std::size_t chosen = uniform_below(dice, paths_.size());
        std::size_t number = 0;
        for (const auto& [key, path] : paths_) {
            if (is_far && number++ != chosen) {
                continue;
            }
            if (is_other_life(known, key, path, known.frames()) || is_other_life(known, key, path, some)) {
                return text("the frames in which the entity with the key ", static_cast<std::uint64_t>(key),
                            " exists");
            }
            if (is_other_path(known, key, path, known.frames(), 1) ||
                is_other_path(known, key, path, some, stride)) {
                return text("the trajectory of the entity with the key ", static_cast<std::uint64_t>(key));
            }
        }
        return {};
    }

    [[nodiscard]] static bool is_other_life(const history& known, entity_key key,
                                            const std::vector<waypoint>& path, time::frame_range frames) {
        std::vector<time::frame_range> expected;
        for (const waypoint& each : path) {
            if (!frames.contains(each.frame)) {
                continue;
            }
            if (!expected.empty() && expected.back().end == each.frame) {
                ++expected.back().end;
            } else {
                expected.push_back(time::frame_range::one(each.frame));
            }
        }
        return known.existence(key, frames) != expected;
    }

    [[nodiscard]] static bool is_other_path(const history& known, entity_key key,
                                            const std::vector<waypoint>& path, time::frame_range frames,
                                            std::uint64_t stride) {
        std::vector<waypoint> expected;
        std::ranges::copy_if(path, std::back_inserter(expected), [&](const waypoint& each) {
            return frames.contains(each.frame) && (each.frame - frames.first) % stride == 0;
        });
        const auto is_same = [](const waypoint& a, const waypoint& b) {
            return a.frame == b.frame && are_equal(a.where, b.where);
        };
        return !std::ranges::equal(known.trajectory(key, frames, stride), expected, is_same);
    }

    [[nodiscard]] std::string difference_of_events(const history& known) const {
        const auto list = [&](const time::event_history<event>& from) {
            std::vector<std::pair<std::uint64_t, event>> all;
            from.each_event(time::frame_range::all(), [&](std::uint64_t frame, const event& what) {
                if (frame >= known.tail()) { // before it only the beginnings of what lasts are kept
                    all.emplace_back(frame, what);
                }
            });
            return all;
        };
        const auto mine = list(known.events);
        const auto theirs = list(events_);
        const auto [here, there] = std::ranges::mismatch(mine, theirs);
        const auto name = [](const auto& place, const auto& all) {
            if (place == all.end()) {
                return std::string("none");
            }
            const event& what = place->second;
            return text("kind ", static_cast<std::uint64_t>(what.kind), " of ",
                        static_cast<std::uint64_t>(what.key_a), " and ",
                        static_cast<std::uint64_t>(what.key_b), " in frame ", place->first, " with impulse ",
                        what.impulse);
        };
        if (here != mine.end() || there != theirs.end()) {
            return text("events: the timeline has ", name(here, mine), ", expected ", name(there, theirs));
        }
        return {};
    }

    // By their bits.
    [[nodiscard]] static bool are_equal(const motion& a, const motion& b) noexcept {
        return std::memcmp(&a, &b, sizeof(motion)) == 0;
    }

    // The first word in which two motions differ.
    [[nodiscard]] static std::string other_word(const motion& a, const motion& b) {
        using number = typename world::motion_number;
        std::array<number, sizeof(motion) / sizeof(number)> mine;
        std::array<number, sizeof(motion) / sizeof(number)> theirs;
        std::memcpy(mine.data(), &a, sizeof(motion));
        std::memcpy(theirs.data(), &b, sizeof(motion));
        std::size_t word = 0;
        while (word + 1 < mine.size() && std::memcmp(&mine[word], &theirs[word], sizeof(number)) == 0) {
            ++word;
        }
        return text("word ", word, ": ", mine[word], ", expected ", theirs[word]);
    }

    const Scene& scene_;
    world world_;
    time::detail::journal_step<world> steps_;
    time::event_history<event> events_;
    frame_record<world> record_;
    std::vector<std::pair<entity_key, motion>> motions_;
    std::map<entity_key, std::vector<waypoint>> paths_; // from the timeline's tail on
};

} // namespace orrery::test::random_worlds
