// A timeline in a file, opened. The file is mapped, and what is asked for is read: a frame takes the segment
// it is in, and no more than the few before it that it stands on. Nothing is computed. Damaged blocks and
// inputs that cannot be are named, and the rest stays readable. Bytes are taken for hostile.
//
//   const auto fall = time::recording<rigid::world>::open("fall.orrery", world);
//   fall->seek(600);
//
// verify() computes everything again and tells the first frame that is not as recorded; resume() is a
// timeline that goes on where the recording ends. Several threads may ask one recording.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/census_archive.hpp>
#include <orrery/timeline/detail/current_blocks.hpp>
#include <orrery/timeline/detail/event_changes.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::time {

// What verify() found.
struct verification {
    std::uint64_t frames = 0; // that are as recorded, before the first that is not
    std::optional<std::uint64_t> first_difference{};
    entity_key who = entity_key::none; // none: somebody is there in one only, or a hash differs
    bool is_in_events = false;         // the frame is as recorded, but not what happened in it

    [[nodiscard]] bool is_same() const noexcept { return !first_difference.has_value(); }
};

// An entry of a recorded journal that could not be taken.
struct refused_entry {
    entry_id id{};
    frame_range when{};
    std::string reason;
};

template <storable_simulation World>
class recording {
public:
    using input = typename World::input_type;
    using event = typename World::event_type;
    using motion = typename World::motion_type;
    using segment = detail::motion_segment;

    // The world says by which rules: its settings, shapes and the like; its own frame does not matter.
    [[nodiscard]] static result<recording> open(const std::string& path, const World& rules);
    // The same of a file that is open already, or never was one.
    [[nodiscard]] static result<recording> open(recording_reader file, const World& rules);

    [[nodiscard]] const recording_reader& file() const noexcept { return *file_; }

    // Those that have tracks; damage may have left holes.
    [[nodiscard]] frame_range frames() const noexcept {
        return segments_.empty() ? frame_range{}
                                 : frame_range{segments_.front().frames.first, segments_.back().frames.end};
    }

    [[nodiscard]] const time::journal<input>& journal() const noexcept { return journal_; }

    // What the file has in its journal beyond that: inputs that the rules of their field table refuse, which
    // did nothing when they were recorded, and entries without frames or names of their own. The log tells of
    // them.
    [[nodiscard]] std::span<const refused_entry> refused_entries() const noexcept { return refused_; }

    // Everything there was in a frame, or why it cannot be had.
    [[nodiscard]] result<frame_view<World>> seek(std::uint64_t frame) const;

    // One entity in one frame.
    [[nodiscard]] result<entity_state<World>> at(entity_key key, std::uint64_t frame) const;

    // All events of readable blocks, without those that the rules of their field table refuse.
    [[nodiscard]] event_history<event> events() const;

    // Puts a world into a frame: from the last readable keyframe on, with the journal. If there is none, the
    // world stays as it is.
    status revive(World& world, std::uint64_t frame) const;

    // Refused if the first keyframe or the journal cannot be read.
    [[nodiscard]] result<verification> verify() const {
        return verify([](std::uint64_t) {});
    }

    // Calls watch(frame) after each frame that is as recorded, for those who show how far it has come.
    template <typename Watch>
    [[nodiscard]] result<verification> verify(Watch watch) const;

    // A timeline that has the past of the recording, and goes on.
    [[nodiscard]] result<timeline<World>> resume(const timeline_settings& settings = {}) const;

private:
    // How many segments are kept after they were read.
    static constexpr std::size_t cached_segments = 2 * segments_a_group;

    struct loaded_segment {
        std::size_t number = 0;
        std::shared_ptr<const segment> tracks;
        std::uint64_t hash = 0; // of its bytes
    };

    recording(std::unique_ptr<recording_reader> file, const World& rules)
        : file_(std::move(file))
        , machine_(rules.machine().make_single_threaded())
        , rules_(std::make_shared<simulation_adapter<World>>(rules.fork(*machine_)))
        , model_(rules_->model()) {}

    status read_index();
    status read_journal(const recorded_block& block);
    status read_events(const recorded_block& block, event_history<event>& into) const;
    // Whether the recording has said what happened in a frame; it may have been cut off before.
    [[nodiscard]] bool has_events_of(std::uint64_t frame) const noexcept;
    void log_refused_entries();
    [[nodiscard]] result<std::shared_ptr<const segment>> tracks_of(std::uint64_t frame) const;
    // A block may refer to the one before it, and that to another one, but not to more than a group has.
    [[nodiscard]] result<loaded_segment> load(std::size_t number,
                                              std::size_t max_before = segments_a_group - 1) const;
    [[nodiscard]] result<std::shared_ptr<const segment>>
    load_before(std::size_t number, segment_link link, std::uint64_t hash, std::size_t max_before) const;
    // The block of a kind that holds for exactly this frame, or null.
    [[nodiscard]] const recorded_block* find(const std::vector<recorded_block>& blocks,
                                             std::uint64_t frame) const noexcept;

    std::unique_ptr<recording_reader> file_;
    std::shared_ptr<engine> machine_; // histories of it may outlast the recording
    std::shared_ptr<simulation_adapter<World>> rules_;
    detail::shared_model model_;           // of its entities
    std::vector<recorded_block> segments_; // by frame, the latest of each
    std::vector<recorded_block> keyframes_;
    std::vector<recorded_block> hashes_;
    std::vector<recorded_block> event_blocks_;
    time::journal<input> journal_;
    std::vector<refused_entry> refused_;
    std::unique_ptr<orrery::detail::mutex> caching_ = std::make_unique<orrery::detail::mutex>();
    mutable std::vector<loaded_segment> cache_; // the one used last at the end
};

template <storable_simulation World>
result<recording<World>> recording<World>::open(const std::string& path, const World& rules) {
    auto file = recording_reader::open(path);
    if (!file) {
        return file.reason();
    }
    return open(std::move(*file), rules);
}

template <storable_simulation World>
result<recording<World>> recording<World>::open(recording_reader file, const World& rules) {
    if (!file.header()) {
        return file.header().reason();
    }
    const recording_header& header = *file.header();
    const std::string_view name = World::type_name;
    if (header.world != name) {
        return error{text(file.name(), " holds a world of type '", header.world, "', expected '", name, "'")};
    }
    if (header.scalar_bytes != sizeof(scalar)) {
        return error{text(file.name(), " was recorded with numbers of ", header.scalar_bytes,
                          " bytes, but this build has ", sizeof(scalar))};
    }
    recording made(std::make_unique<recording_reader>(std::move(file)), rules);
    if (const status answer = made.read_index(); !answer) {
        return answer.reason();
    }
    return made;
}

template <storable_simulation World>
status recording<World>::read_index() {
    detail::current_blocks current = detail::list_current_blocks(file_->blocks());
    segments_ = std::move(current.tracks);
    keyframes_ = std::move(current.keyframes);
    hashes_ = std::move(current.hashes);
    event_blocks_ = std::move(current.events);
    for (const recorded_block& block : current.journals) {
        if (const status answer = read_journal(block); !answer) {
            return answer;
        }
    }
    log_refused_entries();
    return {};
}

template <storable_simulation World>
status recording<World>::read_journal(const recorded_block& block) {
    const auto bytes = file_->read(block);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    std::vector<journal_entry<input>> entries(
        in.read_count(2 * sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t)));
    for (journal_entry<input>& each : entries) {
        in.values(each.id.author, each.id.sequence, each.when.first, each.when.end);
    }
    std::vector<refused_value> refused;
    const std::vector<input> inputs = load_described<input>(in, refused);
    if (const status answer = in.finish(); !answer) {
        return answer;
    }
    if (inputs.size() + refused.size() != entries.size()) {
        return error{text("the ", describe(block), " has ", entries.size(), " entries and ",
                          inputs.size() + refused.size(), " inputs, expected as many")};
    }
    auto next_input = inputs.begin();
    auto next_refused = refused.begin();
    for (std::size_t index = 0; index < entries.size(); ++index) {
        journal_entry<input>& each = entries[index];
        if (next_refused != refused.end() && next_refused->index == index) {
            refused_.push_back({each.id, each.when, std::move((next_refused++)->reason)});
            continue;
        }
        each.input = *next_input++;
        if (each.when.is_empty() || !block.frames.contains(each.when.first)) {
            refused_.push_back(
                {each.id, each.when,
                 text("it has frames ", each.when.first, " to ", each.when.end,
                      ", expected some that begin from ", block.frames.first, " to ", block.frames.end - 1)});
        } else if (journal_.find(each) != nullptr) {
            refused_.push_back({each.id, each.when, "there is another one of this author with its number"});
        } else {
            journal_.add(each);
        }
    }
    return {};
}

// One line, however many there are: the bytes may be hostile.
template <storable_simulation World>
void recording<World>::log_refused_entries() {
    if (!refused_.empty()) {
        const refused_entry& first = refused_.front();
        machine_->log().warning("timeline", file_->name(),
                                ": inputs left out of the journal: ", refused_.size(),
                                "; the first is by author ", first.id.author, " for frame ", first.when.first,
                                ": ", first.reason);
    }
}

template <storable_simulation World>
result<detail::motion_segment::shared> recording<World>::tracks_of(std::uint64_t frame) const {
    const auto after = std::ranges::upper_bound(segments_, frame, {},
                                                [](const recorded_block& each) { return each.frames.first; });
    if (after == segments_.begin() || !std::prev(after)->frames.contains(frame)) {
        return error{text("frame ", frame, " is not in the recording, which has frames ", frames().first,
                          " to ", frames().end)};
    }
    const orrery::detail::lock_guard lock(*caching_);
    auto loaded = load(static_cast<std::size_t>(after - segments_.begin()) - 1);
    if (!loaded) {
        return loaded.reason();
    }
    return std::move(loaded->tracks);
}

template <storable_simulation World>
auto recording<World>::load(std::size_t number, std::size_t max_before) const -> result<loaded_segment> {
    const auto known = std::ranges::find(cache_, number, &loaded_segment::number);
    if (known != cache_.end()) {
        std::rotate(known, known + 1, cache_.end());
        return cache_.back();
    }
    const auto bytes = file_->read(segments_[number]);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    std::shared_ptr<const segment> before;
    if (const auto link = in.read<segment_link>(); link != segment_link::none) {
        const std::uint64_t hash = link == segment_link::to_hash ? in.read<std::uint64_t>() : 0;
        auto loaded = load_before(number, link, hash, max_before);
        if (!loaded) {
            return loaded.reason();
        }
        before = std::move(*loaded);
    }
    detail::census_reader<World> censuses(rules_->world());
    auto made = segment::load(in, before.get(), model_, [&](byte_reader& from) -> detail::census_pointer {
        return censuses.load(from);
    });
    if (!made) {
        return made.reason();
    }
    if ((*made)->first_frame() != segments_[number].frames.first ||
        (*made)->end_frame() < segments_[number].frames.end) {
        return error{text("the ", describe(segments_[number]), " holds other frames")};
    }
    if (cache_.size() >= cached_segments) {
        cache_.erase(cache_.begin());
    }
    cache_.push_back({number, *made, hash_bytes(*bytes)});
    return cache_.back();
}

template <storable_simulation World>
result<detail::motion_segment::shared> recording<World>::load_before(std::size_t number, segment_link link,
                                                                     std::uint64_t hash,
                                                                     std::size_t max_before) const {
    const auto missing = [&] {
        return error{text("the ", describe(segments_[number]), " refers to one that is not there")};
    };
    const bool is_next = number > 0 && segments_[number - 1].frames.end == segments_[number].frames.first;
    if (link > segment_link::to_hash || !is_next || max_before == 0) {
        return missing();
    }
    auto loaded = load(number - 1, max_before - 1);
    if (!loaded) {
        return loaded.reason();
    }
    if (link == segment_link::to_hash && loaded->hash != hash) {
        return missing();
    }
    return std::move(loaded->tracks);
}

template <storable_simulation World>
result<frame_view<World>> recording<World>::seek(std::uint64_t frame) const {
    const auto tracks = tracks_of(frame);
    if (!tracks) {
        return tracks.reason();
    }
    frame_view<World> view;
    serial_scheduler here;
    (*tracks)->read_frame(frame, view.begin_frame(frame, (*tracks)->who(frame)), here);
    return view;
}

template <storable_simulation World>
result<entity_state<World>> recording<World>::at(entity_key key, std::uint64_t frame) const {
    const auto tracks = tracks_of(frame);
    if (!tracks) {
        return tracks.reason();
    }
    motion where{};
    if (!(*tracks)->read_motion(key, frame, std::as_writable_bytes(std::span(&where, 1)).data())) {
        return error{
            text("there is no entity with the key ", static_cast<std::uint64_t>(key), " in frame ", frame)};
    }
    const detail::census_pointer& who = (*tracks)->who(frame);
    const detail::census_place place{who.get(), detail::place_among(who->keys, key)};
    return entity_state<World>{where, detail::census_forms_of<typename World::form_type>::form_at(place)};
}

template <storable_simulation World>
event_history<typename World::event_type> recording<World>::events() const {
    event_history<event> all;
    for (const recorded_block& block : event_blocks_) {
        static_cast<void>(read_events(block, all)); // those of the others can still be had
    }
    return all;
}

template <storable_simulation World>
status recording<World>::read_events(const recorded_block& block, event_history<event>& into) const {
    const auto bytes = file_->read(block);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    std::vector<std::uint64_t> when(in.read_count(1));
    for (std::uint64_t& each : when) {
        each = block.frames.first + in.read_variable();
    }
    std::vector<refused_value> refused;
    const std::vector<event> what = load_described<event>(in, refused);
    for (auto each = refused.rbegin(); each != refused.rend() && each->index < when.size(); ++each) {
        when.erase(when.begin() + static_cast<std::ptrdiff_t>(each->index));
    }
    if (const status answer = in.finish(); !answer) {
        return answer;
    }
    if (what.size() != when.size() || !std::ranges::is_sorted(when) ||
        (!when.empty() && when.back() >= block.frames.end)) {
        return error{text("the ", describe(block), " has events of frames that it does not hold")};
    }
    if (!when.empty() && !into.ends_before(when.front())) {
        return error{text("the ", describe(block), " has events of frames that another block holds")};
    }
    for (std::size_t begin = 0; begin < when.size();) {
        std::size_t end = begin;
        while (end < when.size() && when[end] == when[begin]) {
            ++end;
        }
        into.append(when[begin], std::span(what).subspan(begin, end - begin), World::span_of);
        begin = end;
    }
    return {};
}

template <storable_simulation World>
bool recording<World>::has_events_of(std::uint64_t frame) const noexcept {
    const auto after = std::ranges::upper_bound(event_blocks_, frame, {},
                                                [](const recorded_block& each) { return each.frames.first; });
    return frame < segments_.back().frames.first ||
           (after != event_blocks_.begin() && std::prev(after)->frames.contains(frame));
}

template <storable_simulation World>
const recorded_block* recording<World>::find(const std::vector<recorded_block>& blocks,
                                             std::uint64_t frame) const noexcept {
    const auto place = std::ranges::lower_bound(blocks, frame, {},
                                                [](const recorded_block& each) { return each.frames.first; });
    return place != blocks.end() && place->frames.first == frame ? &*place : nullptr;
}

template <storable_simulation World>
status recording<World>::revive(World& world, std::uint64_t frame) const {
    const typename World::snapshot_type before = world.snapshot();
    status reason = error{text("the recording has no keyframe before frame ", frame)};
    for (const recorded_block& each : std::views::reverse(keyframes_)) {
        if (each.frames.first > frame) {
            continue;
        }
        const auto bytes = file_->read(each);
        if (!bytes) {
            reason = bytes.reason();
            continue;
        }
        byte_reader in(*bytes);
        reason = load_frame(in, world);
        if (reason && world.frame() != each.frames.first) {
            reason = error{text("the ", describe(each), " holds frame ", world.frame())};
        }
        if (reason) {
            detail::journal_step<World> steps;
            while (world.frame() < frame) {
                steps.run(world, journal_);
            }
            return {};
        }
    }
    world.restore(before);
    return reason;
}

template <storable_simulation World>
template <typename Watch>
result<verification> recording<World>::verify(Watch watch) const {
    verification found;
    const auto machine = machine_->make_single_threaded();
    World world = rules_->world().fork(*machine);
    if (keyframes_.empty()) {
        return error{"the recording has no keyframe to begin with"};
    }
    const std::uint64_t first = keyframes_.front().frames.first;
    if (const status answer = revive(world, first); !answer) {
        return answer.reason();
    }
    event_history<event> recorded;
    for (const recorded_block& block : event_blocks_) {
        if (const status answer = read_events(block, recorded); !answer) {
            return answer.reason();
        }
    }
    detail::journal_step<World> steps;
    frame_record<World> record;
    event_history<event> computed; // of one frame
    for (std::uint64_t frame = first; frame < frames().end; ++frame) {
        if (frame != first) {
            steps.run(world, journal_);
        }
        world.record(record, record_extent::full);
        computed = {};
        computed.append(frame, std::span<const event>(record.events), World::span_of);
        if (const recorded_block* block = find(hashes_, frame)) {
            const auto bytes = file_->read(*block);
            if (!bytes) {
                return bytes.reason();
            }
            byte_reader in(*bytes);
            if (in.read<std::uint64_t>() != world.hash() || !in.ok()) {
                found.first_difference = frame;
                return found;
            }
        }
        const auto view = seek(frame);
        if (!view) {
            return view.reason();
        }
        if (!std::ranges::equal(record.who->keys, view->keys())) {
            found.first_difference = frame;
            return found;
        }
        const auto [mine, theirs] = std::ranges::mismatch(record.motions, view->motions());
        if (mine != record.motions.end()) {
            found.first_difference = frame;
            found.who = record.who->keys[static_cast<std::size_t>(mine - record.motions.begin())];
            return found;
        }
        // The step that made the first frame is not in the recording.
        if (frame != first && has_events_of(frame)) {
            const auto differs = [&](std::uint64_t, const event& what) {
                if (found.is_same()) {
                    found.first_difference = frame;
                    found.who = what.key_a;
                    found.is_in_events = true;
                }
            };
            detail::each_event_change<World>(recorded, computed, frame_range::one(frame), differs, differs);
            if (!found.is_same()) {
                return found;
            }
        }
        ++found.frames;
        watch(frame);
    }
    return found;
}

template <storable_simulation World>
result<timeline<World>> recording<World>::resume(const timeline_settings& settings) const {
    auto stretches = std::make_shared<stretch_list>();
    for (std::size_t number = 0; number < segments_.size(); ++number) {
        if (number > 0 && segments_[number].frames.first != segments_[number - 1].frames.end) {
            return error{text("the recording cannot be gone on with: its tracks of frames ",
                              segments_[number - 1].frames.first, " to ", segments_[number - 1].frames.end,
                              " are followed by those of frames ", segments_[number].frames.first, " to ",
                              segments_[number].frames.end)};
        }
        const orrery::detail::lock_guard lock(*caching_);
        auto loaded = load(number);
        if (!loaded) {
            return loaded.reason();
        }
        stretches->push_back({segments_[number].frames, std::move(loaded->tracks)});
    }
    World world = rules_->world().fork(*machine_);
    keyframe_list<typename World::snapshot_type> keyframes;
    // No more of them than the timeline would keep.
    const std::size_t stride = keyframes_.size() / std::max<std::size_t>(settings.most_keyframes, 1) + 1;
    for (std::size_t number = 0; number < keyframes_.size(); number += stride) {
        const std::uint64_t frame = keyframes_[number].frames.first;
        if (frame > frames().end) {
            return error{text("the recording cannot be gone on with: it has a keyframe of frame ", frame,
                              ", but its tracks end before frame ", frames().end)};
        }
        if (const status answer = revive(world, frame); !answer) {
            return answer.reason();
        }
        keyframes.put(frame, world.snapshot());
    }
    if (stretches->empty() || keyframes.frames().empty()) {
        return error{"the recording has no frames to go on from"};
    }
    // With all that its frames have brought.
    auto past = detail::history_parts::of_world(
        std::make_shared<const simulation_adapter<World>>(world.fork(*machine_)), machine_);
    past.journal = journal_.log();
    past.events = events().log();
    past.stretches = std::move(stretches);
    past.keyframes = keyframes.log();
    return timeline<World>::from(history<World>(std::move(past)), settings);
}

} // namespace orrery::time
