// The time database without templates: what timeline<World> is the typed side of, and what networking and
// language bindings are built on. Inputs are journal items, whole frames and worlds are behind
// simulation_interface.
//
// src/timeline/core/advance.cpp and rewrite.cpp list the steps of what it does: a frame more at the head, and
// a change of the past.
//
// One thread advances and changes a timeline; known() may be called from any. Frames are sealed into
// compressed tracks by a background thread of its own, if there are threads.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/detail/sealer.hpp>
#include <orrery/timeline/detail/sequence_numbers.hpp>
#include <orrery/timeline/journal_change.hpp>
#include <orrery/timeline/known_history.hpp>
#include <orrery/timeline/simulation_interface.hpp>
#include <orrery/timeline/timeline_settings.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace orrery::time {

class timeline_core {
public:
    using journal_item = detail::journal_item;
    // Makes the histories that are published; a typed timeline has typed ones.
    using history_maker = std::shared_ptr<const known_history> (*)(detail::history_parts);

    // Goes on from the frame that the world is in.
    explicit timeline_core(std::unique_ptr<simulation_interface> first,
                           const timeline_settings& settings = {},
                           history_maker make_history = &make_plain_history);
    // Goes on where a history ends.
    explicit timeline_core(detail::history_parts past, const timeline_settings& settings = {},
                           history_maker make_history = &make_plain_history);

    [[nodiscard]] const timeline_settings& settings() const noexcept { return settings_; }

    void set_keeps_head(bool keeps) noexcept { settings_.keeps_head = keeps; }

    // Computes frames after the head.
    void advance(std::uint64_t frames = 1);

    [[nodiscard]] std::uint64_t head() const noexcept { return now_.head(); }

    [[nodiscard]] std::uint64_t tail() const noexcept { return now_.tail(); }

    // The world in the frame of the head. A branch computes it when first asked.
    [[nodiscard]] const simulation_interface& world();

    // All that is known at this moment. May be called from any thread, and the answer kept and read there.
    [[nodiscard]] std::shared_ptr<const known_history> known() const;

    [[nodiscard]] const detail::journal_log& journal() const noexcept { return now_.journal; }

    // One entry; the log says so if it is refused.
    status add(const journal_item& what);

    // Makes a definition known to the world in all frames; see timeline.
    status define(const detail::definition_item& what) { return apply({.defined = {what}}); }

    // The name of an author's next entry.
    [[nodiscard]] entry_id next_id(std::uint32_t author) const { return numbers_.next(author); }

    // Refused, and nothing happens, if an entry to be removed is not there, or if one to be added has the id
    // of another, begins before the first frame, or has an input that the world refuses; and if the world
    // refuses a definition. There is nothing to undo about a change that only defines.
    status apply(const journal_change& changes);

    // False if there is nothing to undo or redo.
    bool undo() { return take_back(done_, undone_); }

    bool redo() { return take_back(undone_, done_); }

    [[nodiscard]] const rewrite_report& last_rewrite() const noexcept { return report_; }

    // See timeline.
    [[nodiscard]] timeline_core branch(std::uint64_t frame) const;
    status merge(const timeline_core& other);
    void forget_before(std::uint64_t frame);
    [[nodiscard]] std::uint64_t hash(std::uint64_t frame) const;

    // Waits until everything up to the head is compressed.
    void seal();

private:
    status merge_entries(const timeline_core& other);

    struct change {
        journal_change what;
        // What there was before it, while nothing has been computed since.
        std::optional<detail::history_parts> before{};
        detail::frame_state head_before{};
    };

    [[nodiscard]] static std::shared_ptr<const known_history> make_plain_history(detail::history_parts parts);
    [[nodiscard]] static timeline_settings checked(const timeline_settings& settings);

    // advance.cpp
    void compute_frame();
    void seal_full_segment();
    void record_frame();
    void keep_keyframe();
    void collect_sealed();
    void publish();

    // rewrite.cpp
    [[nodiscard]] status check(const journal_change& changes, const detail::history_parts& now) const;
    [[nodiscard]] change make_change(const journal_change& changes);
    bool take_back(std::vector<change>& from, std::vector<change>& to);
    void rewrite(const journal_change& changes);
    void rewrite_entries(detail::journal_log journal, std::vector<journal_item> all);
    [[nodiscard]] detail::journal_log changed_journal(const journal_change& changes);
    void rewrite_past(const detail::journal_log& journal, std::vector<journal_item> changes);
    void recompute_from(std::uint64_t frame, std::uint64_t head);
    void record_again(std::uint64_t frame);

    // definitions.cpp
    void take_definitions(const detail::history_parts& from);
    [[nodiscard]] std::vector<journal_item> entries_unknown_to(const simulation_interface& before) const;

    // budget.cpp
    void stay_within_budget();
    void count_track_bytes();
    void forget_shortcuts();
    void forget_changes_before(std::uint64_t frame);

    [[nodiscard]] std::shared_ptr<detail::recorded_frame> record_of_start();
    void move_to_head();

    // While the sealer is idle; `next` if all frames are sealed.
    [[nodiscard]] std::uint64_t first_unsealed(std::uint64_t next) const noexcept {
        return now_.fresh.is_empty() ? next : now_.fresh.frames().first;
    }

    timeline_settings settings_;
    history_maker make_history_;
    std::shared_ptr<engine> workshop_machine_; // writes to the log of the first world's engine
    std::unique_ptr<simulation_interface> world_;
    std::unique_ptr<simulation_interface> workshop_; // where islands are computed again
    detail::history_parts now_;
    detail::journal_stepper steps_;
    detail::sealer sealer_;
    std::uint64_t sealed_end_ = 0; // frames before it have been handed to the sealer
    std::vector<change> undone_;
    std::vector<change> done_;
    detail::sequence_numbers numbers_;
    std::size_t track_bytes_ = 0;
    detail::journal_log parted_journal_; // when this branch began
    rewrite_report report_;
    bool is_at_head_ = true; // a branch goes there when it is first needed

    std::unique_ptr<orrery::detail::mutex> published_lock_ = std::make_unique<orrery::detail::mutex>();
    std::shared_ptr<const known_history> published_;
};

} // namespace orrery::time
