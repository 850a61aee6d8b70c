// The time database: a world whose past and future can be asked about, changed and undone.
//
//   timeline<rigid::world> time(std::move(world));
//   time.advance(600);
//   time.known()->at(ship, 300);           // where was it?
//   time.add({120, 180}, thrust_of(ship)); // had it fired its engine for a second,
//   time.known()->at(ship, 300);           // where would it have been?
//   time.undo();
//
// A timeline owns a first frame and a journal; everything else follows from them. A change of the past is
// felt by the islands that it can reach, which are computed again, and by nobody else; the result is, bit for
// bit, what computing everything again would give. known() is all there is to know at a moment, as a value
// that other threads may read while the head moves on. branch() is another timeline that shares the past.
//
// One thread advances and changes a timeline. Frames are sealed into compressed tracks by a background thread
// of its own, if there are threads.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/simulation.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/rewriter.hpp>
#include <orrery/timeline/detail/sealer.hpp>
#include <orrery/timeline/detail/sequence_numbers.hpp>
#include <orrery/timeline/history.hpp>
#include <orrery/timeline/transaction.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery {

// Which values are possible is checked where a timeline is made.
struct timeline_settings {
    std::uint64_t frames_between_keyframes = 60; // 1 to 256
    // Of so many last frames every one is a keyframe, and none is compressed yet: for those who go back a
    // little all the time.
    std::uint64_t dense_keyframes = 0;
    // Beyond that keyframes are given up, the farther back the more; 2 or more.
    std::size_t most_keyframes = 128;
    // Beyond that the oldest tracks are given up, and questions about them computed.
    std::size_t track_bytes = std::size_t{256} << 20;
    // Changes that can be undone.
    std::size_t most_undos = 64;
    bool seals_in_background = true;
    // Whether a change that everything feels is computed up to the head at once. If not, the head goes back
    // to where it begins to be felt, and advance() goes on from there.
    bool keeps_head = true;
};

// What a change of the past has cost.
struct rewrite_report {
    std::uint64_t from = 0;          // the first frame that was computed again
    std::uint64_t entity_frames = 0; // how many entities in how many frames, all in all
    bool was_local = true;           // false: everything was computed again
};

template <recordable_simulation World>
class timeline {
public:
    using input = typename World::input_type;
    using entry = time::journal_entry<input>;
    using addition = time::addition<input>;
    using transaction = time::transaction<input>;
    using history = time::history<World>;

    // Goes on from the frame that the world is in.
    explicit timeline(World first, const timeline_settings& settings = {});
    timeline(timeline&&) noexcept = default;
    timeline& operator=(timeline&&) noexcept = default;
    ~timeline() = default;

    [[nodiscard]] const timeline_settings& settings() const noexcept { return settings_; }

    // See timeline_settings.
    void set_keeps_head(bool keeps) noexcept { settings_.keeps_head = keeps; }

    // Computes frames after the head.
    void advance(std::uint64_t frames = 1);

    [[nodiscard]] std::uint64_t head() const noexcept { return now_.head(); }

    [[nodiscard]] std::uint64_t tail() const noexcept { return now_.tail(); }

    // The world in the frame of the head, for what only it can tell. A branch computes it when first asked.
    [[nodiscard]] const World& world() {
        move_to_head();
        return *world_;
    }

    // All that is known at this moment. May be called from any thread, and the answer kept and read there.
    [[nodiscard]] std::shared_ptr<const history> known() const {
        const detail::lock_guard lock(*published_lock_);
        return published_;
    }

    [[nodiscard]] const time::journal<input>& journal() const noexcept { return now_.journal; }

    // Puts an input into the journal for the steps that leave the frames of an interval, past or future.
    // Refused for the reasons that apply() has; the log says so, too.
    addition add(time::frame_range when, const input& what, std::uint32_t author = 0);

    addition add(std::uint64_t frame, const input& what, std::uint32_t author = 0) {
        return add({frame, frame + 1}, what, author);
    }

    // The name that add() would give to an author's next entry.
    [[nodiscard]] time::entry_id next_id(std::uint32_t author) const { return numbers_.next(author); }

    // Refused, and nothing happens, if an entry to be removed is not there, or if one to be added has the id
    // of another, begins before the first frame, or has an input that World::check_input() refuses.
    status apply(const transaction& changes);

    // False if there is nothing to undo or redo.
    bool undo();
    bool redo();

    [[nodiscard]] const rewrite_report& last_rewrite() const noexcept { return report_; }

    // Goes on where a history ends.
    [[nodiscard]] static timeline from(history past, const timeline_settings& settings = {}) {
        return timeline(std::move(past), settings);
    }

    // Another timeline with the same past up to a frame that is known, and a future of its own.
    [[nodiscard]] timeline branch(std::uint64_t frame) const;

    // Replays what was done to another branch since the two parted. What is there already does not come
    // again, so that a branch may be merged more than once. An entry whose number is taken in its frame comes
    // under another one; refused if sixteen have had the same.
    status merge(const timeline& other);

    // Lets every copy of the world learn something that changes no frame by itself, such as a blueprint that
    // inputs may create bodies from: lesson(World&) is called for each.
    template <typename Lesson>
    void teach(const Lesson& lesson);

    // Lets the tail move up to the last keyframe not after this frame at which a track segment begins, and
    // forgets what was before: frames, events and inputs that are over, and how to undo changes of them.
    // Waits until finished segments are sealed, so that the tail depends on the frames alone. For worlds that
    // run for hours.
    void forget_before(std::uint64_t frame);

    // The hash of the world in a frame that is known, computed from the last keyframe if need be.
    [[nodiscard]] std::uint64_t hash(std::uint64_t frame) const;

    // Waits until everything up to the head is compressed.
    void seal();

private:
    struct change {
        transaction what;
        // What there was before it, while nothing has been computed since.
        std::optional<history> before;
        typename World::snapshot_type head_before{};
    };

    [[nodiscard]] static timeline_settings checked(const timeline_settings& settings);

    // A branch.
    timeline(history past, const timeline_settings& settings);

    [[nodiscard]] static std::optional<entry> named_for(const time::journal<input>& journal,
                                                        const entry& what);

    [[nodiscard]] std::shared_ptr<frame_record<World>> record_of_start();
    void record_frame();
    void keep_keyframe();
    void collect_sealed();

    // While the sealer is idle; `next` if all frames are sealed.
    [[nodiscard]] std::uint64_t first_unsealed(std::uint64_t next) const noexcept {
        return now_.fresh.is_empty() ? next : now_.fresh.frames().first;
    }

    void stay_within_budget();
    void publish();
    [[nodiscard]] status check(const transaction& changes) const;
    [[nodiscard]] change make_change(const transaction& changes);
    bool take_back(std::vector<change>& from, std::vector<change>& to);
    void rewrite(const transaction& changes);
    void count_track_bytes();
    void recompute_from(std::uint64_t frame, std::uint64_t head);
    void tell_again(std::uint64_t frame);
    void forget_shortcuts();
    void forget_changes_before(std::uint64_t frame);
    void move_to_head();

    timeline_settings settings_;
    std::shared_ptr<engine> workshop_machine_; // writes to the log of the first world's engine
    std::unique_ptr<World> world_;
    std::unique_ptr<World> workshop_; // where islands are computed again
    history now_;
    time::detail::journal_step<World> steps_;
    time::detail::sealer<World> sealer_;
    std::uint64_t sealed_end_ = 0; // frames before it have been handed to the sealer
    std::vector<change> undone_;
    std::vector<change> done_;
    time::detail::sequence_numbers numbers_;
    std::size_t track_bytes_ = 0;
    time::journal<input> parted_journal_; // when this branch began
    rewrite_report report_;
    bool is_at_head_ = true; // a branch goes there when it is first needed

    std::unique_ptr<detail::mutex> published_lock_ = std::make_unique<detail::mutex>();
    std::shared_ptr<const history> published_;
};

template <recordable_simulation World>
timeline_settings timeline<World>::checked(const timeline_settings& settings) {
    constexpr std::uint64_t max_frames = history::segment::max_frames;
    ORRERY_CHECK(settings.frames_between_keyframes >= 1 && settings.frames_between_keyframes <= max_frames,
                 text("frames_between_keyframes is ", settings.frames_between_keyframes, "; expected 1 to ",
                      max_frames));
    ORRERY_CHECK(settings.most_keyframes >= 2,
                 text("most_keyframes is ", settings.most_keyframes, "; expected 2 or more"));
    return settings;
}

template <recordable_simulation World>
timeline<World>::timeline(World first, const timeline_settings& settings)
    : settings_(checked(settings))
    , workshop_machine_(first.machine().make_single_threaded())
    , world_(std::make_unique<World>(std::move(first)))
    , sealer_(settings.seals_in_background)
    , sealed_end_(world_->frame()) {
    now_.machine = workshop_machine_;
    now_.prototype = std::make_shared<const World>(world_->fork(*workshop_machine_));
    now_.keyframes.put(world_->frame(), world_->snapshot());
    now_.fresh.add(record_of_start());
    publish();
}

template <recordable_simulation World>
timeline<World>::timeline(history past, const timeline_settings& settings)
    : settings_(checked(settings))
    , workshop_machine_(past.prototype->machine().make_single_threaded())
    , now_(std::move(past))
    , sealer_(settings.seals_in_background)
    , sealed_end_(first_unsealed(now_.head() + 1))
    , is_at_head_(false) {
    now_.journal.each(time::frame_range::all(), [&](const entry& known) { numbers_.note(known.id); });
    publish();
}

template <recordable_simulation World>
void timeline<World>::advance(std::uint64_t frames) {
    move_to_head();
    forget_shortcuts();
    for (std::uint64_t count = 0; count < frames; ++count) {
        steps_.run(*world_, now_.journal);
        record_frame();
        keep_keyframe();
        collect_sealed();
        publish();
    }
}

// Of a frame from which the world goes on. The step that made it is not recorded here.
template <recordable_simulation World>
std::shared_ptr<frame_record<World>> timeline<World>::record_of_start() {
    auto record = std::make_shared<frame_record<World>>();
    world_->record(*record, record_extent::full);
    record->events.clear();
    record->departed.clear();
    return record;
}

template <recordable_simulation World>
void timeline<World>::record_frame() {
    const std::uint64_t frame = world_->frame();
    const std::uint64_t spacing = settings_.frames_between_keyframes;
    const std::uint64_t segment_end = (sealed_end_ / spacing + 1) * spacing;
    if (frame >= segment_end + settings_.dense_keyframes) {
        const std::span<const std::shared_ptr<const frame_record<World>>> all = now_.fresh.records();
        const auto open = all.begin() + static_cast<std::ptrdiff_t>(sealed_end_ - all.front()->frame);
        sealer_.add({open, open + static_cast<std::ptrdiff_t>(segment_end - sealed_end_)},
                    now_.last_segment(), world_->model());
        sealed_end_ = segment_end;
    }
    auto record = std::make_shared<frame_record<World>>();
    world_->record(*record);
    now_.events.append(frame, std::span<const typename World::event_type>(record->events), World::span_of);
    now_.fresh.add(std::move(record));
}

template <recordable_simulation World>
void timeline<World>::keep_keyframe() {
    const std::uint64_t frame = world_->frame();
    const bool is_regular = frame % settings_.frames_between_keyframes == 0;
    if (is_regular || settings_.dense_keyframes > 0) {
        now_.keyframes.put(frame, world_->snapshot());
    }
    if (settings_.dense_keyframes > 0 && frame > settings_.dense_keyframes) {
        now_.keyframes.thin_before(frame - settings_.dense_keyframes, settings_.frames_between_keyframes);
    }
    if (is_regular) {
        // Those who change the past change the last seconds of it most of the time.
        constexpr std::uint64_t ready_keyframes = 16;
        const std::uint64_t age = settings_.frames_between_keyframes * ready_keyframes;
        now_.keyframes.shrink(frame - std::min(frame, age));
        now_.keyframes.thin_to(settings_.most_keyframes +
                               static_cast<std::size_t>(settings_.dense_keyframes));
    }
}

template <recordable_simulation World>
void timeline<World>::collect_sealed() {
    while (const auto made = sealer_.take()) {
        auto all = std::make_shared<std::vector<typename history::stretch>>(*now_.stretches);
        all->push_back({{made->first_frame(), made->end_frame()}, made});
        now_.stretches = std::move(all);
        now_.fresh.remove_before(made->end_frame());
        stay_within_budget();
    }
}

template <recordable_simulation World>
void timeline<World>::seal() {
    while (sealer_.is_busy()) {
        sealer_.wait();
        collect_sealed();
    }
    publish();
}

// The last segment stays, since what rests is read from it.
template <recordable_simulation World>
void timeline<World>::stay_within_budget() {
    track_bytes_ += now_.stretches->back().tracks->bytes();
    if (track_bytes_ <= settings_.track_bytes) {
        return;
    }
    auto all = std::make_shared<std::vector<typename history::stretch>>(*now_.stretches);
    for (std::size_t number = 0; number + 1 < all->size() && track_bytes_ > settings_.track_bytes; ++number) {
        if ((*all)[number].tracks != nullptr) {
            track_bytes_ -= std::min(track_bytes_, (*all)[number].tracks->bytes());
            (*all)[number].give_up();
        }
    }
    now_.stretches = std::move(all);
}

template <recordable_simulation World>
void timeline<World>::publish() {
    auto next = std::make_shared<const history>(now_);
    const detail::lock_guard lock(*published_lock_);
    published_.swap(next);
}

template <recordable_simulation World>
void timeline<World>::move_to_head() {
    if (!is_at_head_) {
        is_at_head_ = true;
        world_ = std::make_unique<World>(now_.revive(now_.head(), *workshop_machine_));
        if (now_.fresh.is_empty()) {
            tell_again(now_.head());
        }
    }
}

// A stretch stays, in which what rests in the fresh frames is found, and the tail is the first frame of one.
template <recordable_simulation World>
void timeline<World>::forget_before(std::uint64_t frame) {
    seal();
    const auto& all = *now_.stretches;
    const auto after = std::ranges::upper_bound(
        all, frame, {}, [](const typename history::stretch& each) { return each.frames.first; });
    std::uint64_t new_tail = tail();
    for (auto each = after; each != all.begin() && new_tail == tail();) {
        --each;
        if (now_.keyframes.last_before(each->frames.first).frame == each->frames.first) {
            new_tail = each->frames.first;
        }
    }
    if (new_tail == tail()) {
        return;
    }
    auto kept = std::make_shared<std::vector<typename history::stretch>>(all);
    std::erase_if(*kept, [=](const typename history::stretch& each) { return each.frames.first < new_tail; });
    now_.stretches = std::move(kept);
    now_.keyframes.forget_before(new_tail);
    now_.journal.forget_before(new_tail);
    now_.events = now_.events.since(new_tail, World::span_of);
    parted_journal_.forget_before(new_tail);
    forget_shortcuts();
    forget_changes_before(new_tail);
    count_track_bytes();
    publish();
}

// A change can be undone only after all later ones, so those before it go with it.
template <recordable_simulation World>
void timeline<World>::forget_changes_before(std::uint64_t frame) {
    const auto is_early = [=](const change& each) { return each.what.begins_before(frame); };
    for (std::vector<change>* changes : {&done_, &undone_}) {
        const auto last = std::find_if(changes->rbegin(), changes->rend(), is_early);
        changes->erase(changes->begin(), last.base());
    }
}

template <recordable_simulation World>
void timeline<World>::count_track_bytes() {
    track_bytes_ = 0;
    for (const typename history::stretch& each : *now_.stretches) {
        track_bytes_ += each.tracks != nullptr ? each.tracks->bytes() : 0;
    }
}

template <recordable_simulation World>
template <typename Lesson>
void timeline<World>::teach(const Lesson& lesson) {
    move_to_head();
    forget_shortcuts(); // they hold copies that have not learnt it
    lesson(*world_);
    if (workshop_ != nullptr) {
        lesson(*workshop_);
    }
    auto prototype = std::make_shared<World>(now_.prototype->fork(*workshop_machine_));
    lesson(*prototype);
    now_.machine = workshop_machine_;
    now_.prototype = std::move(prototype);
    publish();
}

template <recordable_simulation World>
timeline<World> timeline<World>::branch(std::uint64_t frame) const {
    now_.check_known(frame);
    history past = now_;
    if (frame < head()) {
        past.cut_after(frame);
    }
    timeline made(std::move(past), settings_);
    made.parted_journal_ = now_.journal;
    made.numbers_ = numbers_;
    return made;
}

template <recordable_simulation World>
status timeline<World>::merge(const timeline& other) {
    transaction changes;
    // No other name may become that of one that comes along.
    other.now_.journal.each_difference(other.parted_journal_,
                                       [&](const entry& what, bool) { numbers_.note(what.id); });
    time::journal<input> trial = now_.journal;
    std::vector<entry> newcomers;
    other.now_.journal.each_difference(other.parted_journal_, [&](const entry& what, bool is_new) {
        const entry* const mine = trial.find(what);
        if (is_new) {
            newcomers.push_back(what);
        } else if (mine != nullptr && *mine == what) {
            changes.remove(what);
            trial.remove(what);
        }
    });
    for (const entry& each : newcomers) {
        const std::optional<entry> named = named_for(trial, each);
        if (!named) {
            return error{text("too many branches have an entry of author ", each.id.author,
                              " with sequence number ", time::detail::name_of(each.id, 0).sequence,
                              " in frame ", each.when.first)};
        }
        if (trial.find(*named) == nullptr) {
            changes.add(*named);
            trial.add(*named);
        }
    }
    return changes.is_empty() ? status{} : apply(changes);
}

// An entry of a branch under the name that it has in a journal, or else under one that is free there.
template <recordable_simulation World>
std::optional<typename timeline<World>::entry> timeline<World>::named_for(const time::journal<input>& journal,
                                                                          const entry& what) {
    std::optional<entry> free;
    if (journal.find(what) == nullptr) {
        free = what;
    }
    for (std::uint32_t count = 0; count < time::detail::names_of_number; ++count) {
        entry named = what;
        named.id = time::detail::name_of(what.id, count);
        const entry* const there = journal.find(named);
        if (there != nullptr && *there == named) {
            return named;
        }
        if (there == nullptr && !free) {
            free = named;
        }
    }
    return free;
}

template <recordable_simulation World>
std::uint64_t timeline<World>::hash(std::uint64_t frame) const {
    now_.check_known(frame);
    if (is_at_head_ && frame == head()) {
        return world_->hash();
    }
    const auto machine = now_.make_engine();
    return now_.revive(frame, *machine).hash();
}

} // namespace orrery

#include <orrery/timeline/detail/timeline_changes.hpp>
