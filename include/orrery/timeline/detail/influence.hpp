// Who can have felt a change of the past, over some frames of it. The changed are joined by everyone whose
// box meets one of theirs, on the old course or the new, and by what hangs on them; so are those, and so on.
// What takes no notice of others (a floor, a lift) comes along without passing anything on.
#pragma once

#include <orrery/timeline/detail/disjoint_sets.hpp>
#include <orrery/timeline/detail/history_parts.hpp>
#include <orrery/timeline/detail/key_set.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

class influence {
public:
    // Those that a change has been made to, or that already differ; others join them.
    key_set changed;
    // What takes no notice of others and is near.
    key_set companions;

    // Looks at the old course. The changed of the frames before stay.
    void look_at(const history_parts& old, frame_range frames);

    void link(entity_key a, entity_key b);

    // The same for a key that can be given away only when what its owner has under it is gone. So whether
    // somebody has this key may change with the owner, even one that takes no notice of others.
    void link_owned(entity_key owned, entity_key owner);

    // Lets everyone join who was near the changed on the old course.
    void close();

    // The same for a new course, of which the records tell, the first of them of everyone who was computed;
    // says whether anyone has joined.
    [[nodiscard]] bool close_over(std::span<const recorded_frame> records, const world_format& format);

    // Everyone who is computed again.
    [[nodiscard]] key_set everyone() const;

    // Whether one of them is felt by others from afar.
    [[nodiscard]] bool has_source() const;

    // Whether anybody is, changed or not.
    [[nodiscard]] bool are_there_sources() const noexcept { return !sources_.is_empty(); }

    // How many there are on the old course.
    [[nodiscard]] std::size_t size_of_all() const noexcept { return all_.size(); }

    // The changed in groups that had nothing to do with each other, neither on the old course nor on the new,
    // by their smallest keys.
    [[nodiscard]] std::vector<key_set> groups() const;

private:
    // A box around where an entity went.
    struct path_box {
        entity_key key = entity_key::none;
        reach_box around{};
        // One key may have two lives in these frames, as a floor and as something that falls.
        bool was_aloof = false;
        bool was_concerned = false;

        [[nodiscard]] bool is_aloof() const noexcept { return was_aloof && !was_concerned; }
    };

    using path_list = std::vector<path_box>;

    static void unite(path_list& all);
    void note_census(const entity_census& who);
    [[nodiscard]] std::size_t index_of(entity_key key) const;
    [[nodiscard]] bool is_aloof(entity_key key) const;
    void sort_links();
    void join_linked(entity_key key, std::vector<entity_key>& joined);
    void join_near(std::span<const entity_key> keys, std::vector<entity_key>& joined);
    void join_met(std::span<const path_box> those, std::vector<entity_key>& joined);
    void join(entity_key key, bool takes_no_notice, std::vector<entity_key>& waiting);
    [[nodiscard]] std::size_t place_among_changed(entity_key key) const;
    void unite_near(const path_list& paths, disjoint_sets& sets) const;

    path_list all_;                                        // on the old course, by key
    path_list new_paths_;                                  // by key
    std::vector<std::pair<entity_key, entity_key>> links_; // both ways
    bool are_links_sorted_ = true;
    key_set sources_;
};

} // namespace orrery::time::detail
