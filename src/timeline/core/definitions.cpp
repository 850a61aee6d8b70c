// Definitions are known in all frames, whenever they come. So an entry of the past that refers to one of
// them, and that did nothing without it, takes effect when it comes.
#include <orrery/core/check.hpp>
#include <orrery/timeline/timeline_core.hpp>

#include <utility>

namespace orrery::time {

// Of parts that differ from what there is now in their definitions alone.
void timeline_core::take_definitions(const detail::history_parts& from) {
    report_ = {.from = head(), .entity_frames = 0, .was_local = true};
    if (from.prototype == now_.prototype) {
        return;
    }
    // They are of a past without the definitions.
    forget_shortcuts();
    workshop_.reset();
    move_to_head();
    seal();
    const std::shared_ptr<const simulation_interface> before = now_.prototype;
    const std::size_t known = now_.journal.definitions().size();
    now_.take_definitions_of(from);
    for (const detail::definition_item& each : now_.journal.definitions().items().subspan(known)) {
        const status answer = world_->define(each);
        ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
    }
    rewrite_entries(now_.journal, entries_unknown_to(*before));
}

// The entries of the past that refer to definitions that are known now and were not known before.
std::vector<timeline_core::journal_item>
timeline_core::entries_unknown_to(const simulation_interface& before) const {
    std::vector<journal_item> found;
    now_.journal.each({tail(), head()}, [&](const journal_item& each) {
        const std::uint64_t id = now_.prototype->definition_of(each);
        if (id != 0 && !before.has_definition(id) && now_.prototype->has_definition(id)) {
            found.push_back(each);
        }
    });
    return found;
}

} // namespace orrery::time
