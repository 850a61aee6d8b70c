// Lets a change of the past take effect on the islands that can feel it, and on nobody else.
//
// The past is gone through from keyframe to keyframe. Between two of them the changed, and all that influence
// says they may have to do with, are computed alone, in a small world, with the new journal. If their new
// course comes near somebody else, they are computed again with that one among them. Then the new course is
// put in place of the old one: into the tracks, the events and the keyframe. Those who are by then as they
// were on the old course, bit for bit, have not been changed after all and are left alone from there on.
//
// By the law of locality the result is what computing everything again would give.
#pragma once

#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/detail/influence.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

class rewriter {
public:
    // The workshop is a world of the same rules, in any frame; it is left in another one.
    rewriter(const history_parts& old, simulation_interface& workshop)
        : old_(old)
        , result_(old)
        , workshop_(workshop)
        , part_events_(workshop.event_payload_bytes(), part_events_a_page) {}

    // Takes the new journal and the entries that only one of the two journals has. Says whether that was
    // enough: if not, everything has to be computed again from restart() on.
    [[nodiscard]] bool run(const journal_log& now, std::span<const journal_item> changes,
                           const frame_state& old_head);

    [[nodiscard]] history_parts& result() noexcept { return result_; }

    // The state in the last frame.
    [[nodiscard]] const frame_state& head() const noexcept { return head_; }

    // If run() was not enough: the frame from which on everything has to be computed again.
    [[nodiscard]] std::uint64_t restart() const noexcept { return restart_; }

    // How much was computed: the frames of all entities together.
    [[nodiscard]] std::uint64_t entity_frames() const noexcept { return entity_frames_; }

private:
    static constexpr std::uint32_t part_events_a_page = 4096;

    // Which frames.
    [[nodiscard]] bool is_border(std::uint64_t frame) const;
    [[nodiscard]] std::optional<std::uint64_t> start_before(std::uint64_t frame) const;
    [[nodiscard]] std::uint64_t end_after(std::uint64_t frame) const;
    [[nodiscard]] bool is_kept(std::uint64_t frame) const;
    [[nodiscard]] bool are_tracks_given_up(frame_range frames) const;

    // Who.
    [[nodiscard]] bool note_changes(std::span<const journal_item> changes, frame_range frames);
    void look_at_old_course(std::uint64_t from, std::uint64_t to);
    void link_keys(const journal_item& entry, std::uint64_t from);
    void link_owners(const frame_state& state, entity_key key);
    [[nodiscard]] bool is_felt_by_too_many() const;
    [[nodiscard]] bool has_new_sources() const;
    [[nodiscard]] bool join_named_newcomers(std::uint64_t from, std::uint64_t to);

    // The new course.
    [[nodiscard]] bool rewrite(std::uint64_t from, std::uint64_t to, const frame_state& old_head);
    void compute(std::uint64_t from, std::uint64_t to);
    void add_arrivals(std::uint64_t frame, const key_set& everyone);

    // What takes the place of the old one.
    void put_tracks(std::uint64_t from, std::uint64_t end);
    void put_fresh_records(std::uint64_t from, std::uint64_t to);
    [[nodiscard]] motion_segment::shared clipped(const track_stretch& shared) const;
    void put_events(std::uint64_t from, std::uint64_t to);
    void replace_events();
    void put_states(std::uint64_t to, const frame_state& old_head);
    void forget_unchanged(std::uint64_t to, const frame_state& old_head);

    [[nodiscard]] const world_format& format() const noexcept { return old_.format(); }

    const history_parts& old_;
    history_parts result_;
    simulation_interface& workshop_;
    frame_state head_;
    std::uint64_t restart_ = 0;
    std::uint64_t entity_frames_ = 0;
    bool is_felt_by_all_ = false;
    influence influence_;
    journal_stepper steps_;
    event_log part_events_;
    std::vector<std::pair<frame_range, key_set>> event_keys_; // whose events were computed again, and when
    recorded_frame arrival_;                                  // the last of the interval before
    std::vector<recorded_frame> records_;                     // of one interval, both ends included
    std::vector<frame_state> states_;                         // where keyframes were
};

} // namespace orrery::time::detail
