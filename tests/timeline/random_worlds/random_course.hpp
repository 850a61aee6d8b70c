// What is done to the timelines of one random world, one thing after another: frames computed, the past
// changed, changes undone and done again, branches made and merged, tracks sealed, the first frames
// forgotten, worlds taken out of it and let go on elsewhere, all of it recorded.
#pragma once

#include "tests/timeline/random_worlds/elsewhere.hpp"
#include "tests/timeline/random_worlds/outcome.hpp"
#include "tests/timeline/random_worlds/plain_course.hpp"

#include <orrery/timeline/detail/event_changes.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::random_worlds {

template <typename Scene>
class random_course {
public:
    using world = typename Scene::world_type;
    using line = timeline<world>;
    using entry = typename line::entry;

    random_course(const Scene& scene, xoshiro256& dice, outcome& result)
        : scene_(scene)
        , dice_(dice)
        , result_(result) {
        for (course_feature each :
             {course_feature::transaction, course_feature::interval_input, course_feature::undo,
              course_feature::redo, course_feature::branch, course_feature::merge, course_feature::recording,
              course_feature::forget_before, course_feature::late_place, course_feature::second_life,
              course_feature::refused_at_border, course_feature::merge_again,
              course_feature::goes_on_elsewhere}) {
            // With this one keyframes are so near each other that other things are tried less.
            if (chance(dice_, each == course_feature::refused_at_border ? 0.45 : 0.6)) {
                wanted_.push_back(each);
            }
        }
        lines_.reserve(max_lines);
        lines_.emplace_back(scene.make(), random_settings());
    }

    // Until the first difference.
    void run() {
        line& first = lines_.front();
        if (wants(course_feature::recording)) {
            file_.emplace(time::recorder<world>::create_in_memory(first.world()).value());
            note(course_feature::recording);
        }
        for (const auto& each : scene_.first_inputs(dice_)) {
            const std::uint64_t frame = uniform_below(dice_, 60);
            trace(text("at first an input of kind ", static_cast<std::uint64_t>(each.kind), " for ",
                       static_cast<std::uint64_t>(each.target), " in frame ", frame));
            (void)first.add(frame, each);
        }
        for (std::uint64_t count = uniform_below(dice_, 4); count > 0; --count) {
            change(first);
        }
        advance(first, 30 + uniform_below(dice_, 70));
        std::vector<course_feature> due = wanted_;
        for (int round = 0; (round < 9 || !due.empty()) && result_.difference.empty(); ++round) {
            if (!due.empty()) {
                const std::size_t place = uniform_below(dice_, due.size());
                perform(due[place]);
                due.erase(due.begin() + static_cast<std::ptrdiff_t>(place));
            } else {
                change(any_line());
            }
            if (chance(dice_, 0.5)) {
                advance(any_line(), uniform_below(dice_, 25));
            }
            if (chance(dice_, 0.2)) {
                line& one = any_line();
                trace(text(name_of(one), ": sealed"));
                one.seal();
            }
            if (file_ && chance(dice_, 0.3)) {
                trace("the recording is written");
                require(file_->write(first), "writing the recording");
            }
            if (chance(dice_, 0.3)) {
                compare(any_line(), "");
            }
        }
        for (line& each : lines_) {
            compare(each, "");
        }
        if (file_ && result_.difference.empty()) {
            check_recording();
        }
    }

private:
    static constexpr std::size_t max_lines = 3;

    [[nodiscard]] timeline_settings random_settings() {
        const auto choose = [&](course_feature which) {
            const bool is_chosen = chance(dice_, 0.5);
            if (is_chosen) {
                note(which);
            }
            return is_chosen;
        };
        timeline_settings made{.frames_between_keyframes = 8 + uniform_below(dice_, 32)};
        if (wants(course_feature::refused_at_border)) {
            made.frames_between_keyframes = 2 + uniform_below(dice_, 4);
        }
        made.seals_in_background = choose(course_feature::sealed_in_background);
        if (choose(course_feature::dense_keyframes)) {
            made.dense_keyframes = 1 + uniform_below(dice_, 30);
        }
        if (choose(course_feature::few_keyframes)) {
            made.most_keyframes = 2 + uniform_below(dice_, 4);
        }
        if (choose(course_feature::small_track_budget)) {
            constexpr std::array<std::size_t, 4> budgets{1, 2'000, 10'000, 40'000};
            made.track_bytes = budgets[uniform_below(dice_, budgets.size())];
        }
        made.keeps_head = !choose(course_feature::head_goes_back);
        trace(text("keyframes every ", made.frames_between_keyframes, " frames, ", made.dense_keyframes,
                   " dense ones, at most ", made.most_keyframes, ", ", made.track_bytes, " bytes of tracks"));
        return made;
    }

    void note(course_feature which) { result_.features.set(static_cast<std::size_t>(which)); }

    [[nodiscard]] bool wants(course_feature which) const {
        return std::ranges::find(wanted_, which) != wanted_.end();
    }

    [[nodiscard]] std::string name_of(const line& which) const {
        return &which < lines_.data() || &which >= lines_.data() + lines_.size()
                   ? std::string("resumed")
                   : text("timeline ", &which - lines_.data());
    }

    void trace(std::string what) { result_.trace.push_back(std::move(what)); }

    [[nodiscard]] line& any_line() { return lines_[uniform_below(dice_, lines_.size())]; }

    void perform(course_feature what) {
        note(what);
        switch (what) {
        case course_feature::transaction:
            change_much(any_line());
            break;
        case course_feature::undo:
            take_back(any_line());
            break;
        case course_feature::redo: {
            line& one = any_line();
            take_back(one);
            trace(text(name_of(one), ": redo"));
            rewritten(one, [&] { (void)one.redo(); });
            break;
        }
        case course_feature::branch:
            branch();
            break;
        case course_feature::merge:
            if (lines_.size() == 1) {
                branch();
            }
            trace("merge");
            rewritten(lines_.front(), [&] {
                const status answer = lines_.front().merge(lines_.back());
                if (lines_.front().tail() == 0 && lines_.back().tail() == 0) {
                    require(answer, "merging"); // otherwise it may concern what is forgotten
                }
            });
            break;
        case course_feature::forget_before:
            forget(any_line());
            break;
        case course_feature::late_place:
            place_late(any_line());
            break;
        case course_feature::second_life:
            live_again(any_line());
            break;
        case course_feature::refused_at_border:
            refuse_at_border(lines_.front());
            break;
        case course_feature::merge_again:
            merge_again();
            break;
        case course_feature::goes_on_elsewhere:
            go_on_elsewhere(any_line());
            break;
        default:
            change(any_line());
        }
    }

    // In the past, most of the time.
    [[nodiscard]] time::frame_range random_frames(const line& in) {
        const std::uint64_t first = in.tail() + uniform_below(dice_, in.head() + 5 - in.tail());
        const bool is_long = wants(course_feature::interval_input) && chance(dice_, 0.4);
        return {first, first + 1 + (is_long ? uniform_below(dice_, 20) : 0)};
    }

    void change(line& of) {
        if constexpr (requires { scene_.defined_input(dice_); }) {
            if (scene_.has_definitions() && chance(dice_, 0.25)) {
                define(of);
                return;
            }
        }
        change(of, random_frames(of), scene_.random_input(dice_));
    }

    // Definitions, an input that refers to them, or both; in the past or the future. An input whose frame is
    // forgotten cannot act any more when its definition comes, so they come together if frames are forgotten.
    void define(line& of) {
        const auto [definitions, what] = scene_.defined_input(dice_);
        const bool is_complete = wants(course_feature::forget_before) || chance(dice_, 0.6);
        const std::size_t count = is_complete ? definitions.size() : uniform_below(dice_, definitions.size());
        typename line::transaction changes;
        for (std::size_t index = 0; index < count; ++index) {
            changes.define(definitions[index]);
        }
        const time::frame_range when = random_frames(of);
        if (chance(dice_, 0.8)) {
            changes.add({.id = of.next_id(2), .when = when, .input = what});
        }
        trace(text(name_of(of), ": ", count, " of ", definitions.size(), " definitions and ",
                   changes.added.size(), " inputs of kind ", static_cast<std::uint64_t>(what.kind), " for ",
                   static_cast<std::uint64_t>(what.target), " in frames ", when.first, " to ", when.end));
        rewritten(of, [&] { require(of.apply(changes), "a change with definitions"); });
    }

    void change(line& of, time::frame_range when, const typename world::input_type& what) {
        trace(text(name_of(of), ": input of kind ", static_cast<std::uint64_t>(what.kind), " for ",
                   static_cast<std::uint64_t>(what.target), " in frames ", when.first, " to ", when.end));
        rewritten(of, [&] { (void)of.add(when, what); });
    }

    // Whom an entity has had to do with, as the events tell.
    [[nodiscard]] std::vector<entity_key> partners_of(const line& in, entity_key key) const {
        std::vector<entity_key> found;
        in.known()->events.of_entity(key, time::frame_range::all(), [&](const auto& each) {
            const entity_key other = each.a == key ? each.b : each.a;
            if (other != entity_key::none && other != key) {
                found.push_back(other);
            }
        });
        return found;
    }

    // Somebody is put elsewhere, and then it turns out that something happened to those who touched it
    // before that, all of it in frames that are not sealed yet. It is put there before the frames are
    // computed, so that none of their records but one tells of it.
    void place_late(line& of) {
        constexpr std::uint64_t needed = 12;
        const std::uint64_t length = of.settings().frames_between_keyframes;
        const std::uint64_t left = length - (of.head() - of.tail()) % length;
        if (left < needed && length > needed) {
            advance(of, left);
        }
        advance(of, 3 + uniform_below(dice_, 3));
        auto placing = scene_.place_input(dice_);
        std::vector<entity_key> partners = partners_of(of, placing.target);
        for (int count = 0; count < 12 && partners.empty(); ++count) {
            placing = scene_.place_input(dice_);
            partners = partners_of(of, placing.target);
        }
        const std::uint64_t placed = of.head() + uniform_below(dice_, 3);
        change(of, time::frame_range::one(placed), placing);
        advance(of, placed - of.head() + 1 + uniform_below(dice_, 3));
        for (int count = 0; count < 2; ++count) {
            const std::uint64_t frame = placed - std::min(placed - of.tail(), 1 + uniform_below(dice_, 4));
            change(of, time::frame_range::one(frame),
                   partners.empty()
                       ? scene_.random_input(dice_)
                       : scene_.push_input(dice_, partners[uniform_below(dice_, partners.size())]));
        }
    }

    // Somebody goes, and another one comes under its name, within one segment most of the time.
    void live_again(line& of) {
        const auto [goes, comes] = scene_.second_life(dice_);
        const std::uint64_t gone = of.tail() + uniform_below(dice_, of.head() + 1 - of.tail());
        const std::uint64_t back = gone + uniform_below(dice_, 6);
        change(of, time::frame_range::one(gone), goes);
        change(of, time::frame_range::one(back), comes);
        if (of.head() < back + 3) {
            advance(of, back + 3 - of.head());
        }
    }

    // An input that changes no more than what is told of the step, and that a recording tells in another
    // block than the one of the frame it acts in.
    void refuse_at_border(line& of) {
        const std::uint64_t length = of.settings().frames_between_keyframes;
        of.seal();
        if (const std::size_t count = of.known()->stretches->size(); count <= time::segments_a_group) {
            advance(of, length * (time::segments_a_group + 1 - count));
            of.seal();
        }
        const auto before = of.known();
        if (before->stretches->size() <= time::segments_a_group) {
            return;
        }
        auto file = time::recorder<world>::create_in_memory(of.world()).value();
        require(file.write(of), "writing a recording");
        const std::uint64_t border = (*before->stretches)[time::segments_a_group].frames.first;
        change(of, time::frame_range::one(border - 1), scene_.refused_input(dice_));
        require(file.write(of), "writing a recording again");
        require(file.close(of), "closing a recording");
        auto reader = time::recording_reader::open(mapped_file(file.take_bytes()), "border");
        if (!reader) {
            differs(text("a recording cannot be read: ", reader.reason().message));
            return;
        }
        const auto opened = time::recording<world>::open(std::move(*reader), scene_.make());
        if (!opened) {
            differs(text("a recording cannot be opened: ", opened.reason().message));
            return;
        }
        const auto known = of.known();
        const time::event_history<typename world::event_type> recorded = opened->events();
        const auto other = [&](std::uint64_t frame, const auto&) {
            differs(
                text("the recording has other events in frame ", frame, ", changed before frame ", border));
        };
        time::detail::each_event_change<world>(
            recorded, known->events, time::frame_range{known->tail() + 1, known->head() + 1}, other, other);
    }

    // What both have said under one number must come once, however often the two are merged.
    void merge_again() {
        if (lines_.size() == 1) {
            branch();
        }
        line& into = lines_.front();
        line& from = lines_.back();
        const std::uint64_t first = std::max(into.tail(), from.tail());
        const std::uint64_t frame = first + uniform_below(dice_, std::max(into.head(), first) + 1 - first);
        const time::frame_range when = time::frame_range::one(frame);
        change(into, when, scene_.random_input(dice_));
        change(from, when, scene_.random_input(dice_));
        const auto merge = [&] {
            rewritten(into, [&] {
                const status answer = into.merge(from);
                if (into.tail() == 0 && from.tail() == 0) {
                    require(answer, "merging");
                }
            });
            std::vector<entry> all;
            into.journal().each(time::frame_range::all(), [&](const entry& each) { all.push_back(each); });
            return all;
        };
        trace("merge, twice");
        if (merge() != merge()) {
            differs("the journal is another one after the same branch was merged twice");
        }
    }

    void go_on_elsewhere(line& from) {
        const std::uint64_t frame = from.tail() + uniform_below(dice_, from.head() + 1 - from.tail());
        auto inputs = from.journal();
        for (const entry& each : forgotten_of(from)) {
            if (inputs.find(each) == nullptr) {
                inputs.add(each);
            }
        }
        std::vector<typename world::input_type> first{scene_.holder_input(dice_)};
        for (std::uint64_t count = uniform_below(dice_, 3); count > 0; --count) {
            first.push_back(scene_.random_input(dice_));
        }
        trace(text("frame ", frame, " goes on elsewhere, with an input of kind ",
                   static_cast<std::uint64_t>(first.front().kind), " for ",
                   static_cast<std::uint64_t>(first.front().target)));
        if (std::string found =
                difference_elsewhere<Scene, typename world::input_type>(scene_, dice_, inputs, frame, first);
            !found.empty()) {
            differs(std::move(found));
        }
    }

    // Some go, one moves and some come, all at once.
    void change_much(line& of) {
        typename line::transaction changes;
        std::vector<entry> known;
        of.journal().each(time::frame_range::all(), [&](const entry& each) { known.push_back(each); });
        for (int count = 0; count < 2 && !known.empty(); ++count) {
            const std::size_t place = uniform_below(dice_, known.size());
            const time::frame_range when = random_frames(of);
            entry moved = known[place];
            moved.when = when;
            const bool is_free = of.journal().find(moved) == nullptr;
            if (count == 0 || !is_free) {
                changes.remove(known[place]);
            } else {
                changes.move(known[place], when);
            }
            known.erase(known.begin() + static_cast<std::ptrdiff_t>(place));
        }
        time::entry_id id = of.next_id(3);
        for (std::uint64_t count = 1 + uniform_below(dice_, 3); count > 0; --count, ++id.sequence) {
            changes.add({.id = id, .when = random_frames(of), .input = scene_.random_input(dice_)});
        }
        const auto tell = [&](const entry& each, std::string_view how) {
            trace(text(name_of(of), ": a transaction ", how, " an input of kind ",
                       static_cast<std::uint64_t>(each.input.kind), " for ",
                       static_cast<std::uint64_t>(each.input.target), " in frames ", each.when.first, " to ",
                       each.when.end));
        };
        for (const entry& each : changes.removed) {
            tell(each, "removes");
        }
        for (const entry& each : changes.added) {
            tell(each, "adds");
        }
        rewritten(of, [&] {
            const status answer = of.apply(changes);
            if (!changes.begins_before(of.tail())) {
                require(answer, "a transaction");
            } else if (answer) {
                differs("a change of what is forgotten is taken");
            }
        });
    }

    // The first frames, and whatever was before the tail can no longer be changed.
    void forget(line& one) {
        std::vector<entry> before;
        one.journal().each(time::frame_range::all(), [&](const entry& each) { before.push_back(each); });
        const std::uint64_t frame = uniform_below(dice_, one.head() + 10);
        const std::uint64_t old_tail = one.tail();
        one.forget_before(frame);
        trace(text(name_of(one), ": forgets what is before frame ", frame, ", the tail is ", one.tail()));
        if (one.tail() < old_tail || (one.tail() > frame && one.tail() != old_tail)) {
            differs(text("the tail went from ", old_tail, " to ", one.tail(), ", expected at most ", frame));
        }
        for (const entry& each : before) {
            if (one.journal().find(each) != nullptr) {
                continue;
            }
            forgotten_of(one).push_back(each);
            if (each.when.end > one.tail()) {
                differs("an entry that still acts is forgotten");
            }
        }
        if (one.tail() > 0) {
            const std::uint64_t early = uniform_below(dice_, one.tail());
            if (one.add({early, one.head()}, scene_.random_input(dice_))) {
                differs(text("an input in frame ", early, " is taken, before the tail"));
            }
        }
    }

    // Which entries frames were computed with that the journal has forgotten.
    [[nodiscard]] std::vector<entry>& forgotten_of(const line& which) {
        const bool is_resumed = &which < lines_.data() || &which >= lines_.data() + lines_.size();
        return forgotten_[is_resumed ? max_lines : static_cast<std::size_t>(&which - lines_.data())];
    }

    void advance(line& one, std::uint64_t frames) {
        one.advance(frames);
        trace(text(name_of(one), ": advanced to frame ", one.head()));
    }

    void take_back(line& of) {
        if (chance(dice_, 0.5)) { // without anything computed since, so that nothing has to be again
            change(of);
        }
        trace(text(name_of(of), ": undo"));
        rewritten(of, [&] { (void)of.undo(); });
    }

    void branch() {
        if (lines_.size() == max_lines) {
            return;
        }
        const line& from = lines_.front();
        const std::uint64_t frame = from.tail() + uniform_below(dice_, from.head() + 1 - from.tail());
        forgotten_[lines_.size()] = forgotten_.front();
        trace(text("timeline ", lines_.size(), " branches off in frame ", frame));
        lines_.push_back(lines_.front().branch(frame));
        if (chance(dice_, 0.7)) {
            advance(lines_.back(), uniform_below(dice_, 40));
        }
        for (std::uint64_t count = uniform_below(dice_, 3); count > 0; --count) {
            change(lines_.back());
        }
    }

    // A timeline that does not keep its head has gone back to where the change is felt, and goes on.
    template <typename Change>
    void rewritten(line& of, Change make) {
        const std::uint64_t head = of.head();
        make();
        ++result_.changes;
        trace(text("    computed from frame ", of.last_rewrite().from, " on, ",
                   of.last_rewrite().was_local ? "locally, " : "all of it, ", of.last_rewrite().entity_frames,
                   " frames of entities"));
        result_.local_changes += of.last_rewrite().was_local && of.last_rewrite().entity_frames > 0 ? 1 : 0;
        if (of.head() < head && chance(dice_, 0.7)) {
            advance(of, head - of.head());
        }
    }

    void require(const status& answer, std::string_view what) {
        if (!answer) {
            differs(text(what, " is refused: ", answer.reason().message));
        }
    }

    // The first difference counts.
    void differs(std::string how) {
        if (result_.difference.empty()) {
            result_.difference = std::move(how);
        }
    }

    void compare(line& one, std::string_view where) {
        if (!result_.difference.empty()) {
            return;
        }
        std::string found = plain_course<Scene>(scene_).first_difference(one, forgotten_of(one), dice_);
        if (!found.empty()) {
            result_.difference = text(name_of(one), where, ": ", found);
        }
    }

    void check_recording() {
        require(file_->close(lines_.front()), "closing the recording");
        if (!result_.difference.empty()) {
            return;
        }
        auto reader = time::recording_reader::open(mapped_file(file_->take_bytes()), "random");
        if (!reader) {
            result_.difference = text("the recording cannot be read: ", reader.reason().message);
            return;
        }
        auto opened = time::recording<world>::open(std::move(*reader), scene_.make());
        if (!opened) {
            result_.difference = text("the recording cannot be opened: ", opened.reason().message);
            return;
        }
        const auto verified = opened->verify();
        if (!verified || !verified->is_same()) {
            result_.difference =
                verified ? text("the recording differs in ", verified->is_in_events ? "the events of " : "",
                                "frame ", *verified->first_difference, ", key ",
                                static_cast<std::uint64_t>(verified->who), " (0: a hash, or who there is)")
                         : text("the recording cannot be verified: ", verified.reason().message);
            return;
        }
        auto resumed = opened->resume(random_settings());
        if (!resumed) {
            result_.difference = text("the recording cannot be resumed: ", resumed.reason().message);
            return;
        }
        forgotten_[max_lines] = forgotten_.front();
        change(*resumed);
        advance(*resumed, uniform_below(dice_, 20));
        compare(*resumed, " from a recording");
    }

    const Scene& scene_;
    xoshiro256& dice_;
    outcome& result_;
    std::vector<course_feature> wanted_;
    std::vector<line> lines_;
    std::array<std::vector<entry>, max_lines + 1> forgotten_; // of each line, and of the resumed one
    std::optional<time::recorder<world>> file_;
};

// A world of this kind of scene and what is done to it, all by one seed.
template <typename Scene>
[[nodiscard]] outcome run_random_world(std::uint64_t seed) {
    xoshiro256 dice(seed);
    outcome result;
    const Scene scene(dice, result.features);
    random_course<Scene>(scene, dice, result).run();
    return result;
}

} // namespace orrery::test::random_worlds
