// What a world tells a time database of the frame it has just made: who there is, who moved and where to,
// what happened, and what others may have felt. It says so in terms that mean the same in every copy of the
// world: entities are named by their keys, and no handle is left in an event.
#pragma once

#include <orrery/core/entity.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {

// Who there is. Frames share one for as long as nobody comes, goes or changes.
struct entity_census {
    std::vector<entity_key> keys; // ascending
    // Of each, whether it takes no notice of others: what is fixed, or moves by its velocities alone. Two
    // that touch the same such entity are not joined by it.
    std::vector<std::uint8_t> is_aloof;
    std::vector<std::pair<entity_key, entity_key>> links; // what is joined goes through time together
    std::vector<entity_key> sources;                      // ascending: of fields that all others may feel
};

// The same, and what each is like apart from its motion.
template <typename Form>
struct census : entity_census {
    std::vector<std::shared_ptr<const Form>> forms; // one for each key
};

// Which entities a record lists.
enum class record_extent : std::uint8_t {
    changes, // those whose motion may differ from that of the record before
    full,    // all: the record stands by itself
};

template <typename World>
struct frame_record {
    std::uint64_t frame = 0;
    std::shared_ptr<const census<typename World::form_type>> who;

    // Those whose motion may differ from the frame before, as ascending places in the census. After a
    // restore, and when the census is another one than in the frame before, those that nothing is known of
    // are among them. In a full record: everyone.
    std::vector<std::uint32_t> moved;
    std::vector<typename World::motion_type> motions; // of those
    // Of those: a box around all that can have acted on them in the step that made this frame, and on which
    // they can have acted. Two whose boxes do not meet go through this step as if the other were not there.
    std::vector<typename World::box_type> reaches;

    // The same for those that the step itself has removed, who are no longer in the census. Every record of
    // the frame lists them, like events and sources.
    std::vector<std::pair<entity_key, typename World::box_type>> departed;

    std::vector<typename World::event_type> events;
    // Of fields, as they are in this frame: what the next step will read.
    std::vector<typename World::source_type> sources;
};

// What an event means for the time it takes.
enum class event_role : std::uint8_t {
    once,   // it happens in one frame
    begins, // from this frame on
    ends,   // up to this frame: what the same two began
};

struct event_span {
    event_role role = event_role::once;
    std::uint32_t kind = 0; // of the interval: the same for its beginning and its end
};

} // namespace orrery
