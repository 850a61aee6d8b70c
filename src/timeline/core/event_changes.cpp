#include <orrery/timeline/detail/event_changes.hpp>

#include <vector>

namespace orrery::time::detail {
namespace {

struct compared_event {
    event_mark mark;
    const std::byte* payload = nullptr;
    bool is_in_both = false;
};

[[nodiscard]] std::vector<compared_event> list_events(const event_log& from, frame_range range) {
    std::vector<compared_event> all;
    from.each_event(
        range, [&](const event_mark& mark, const std::byte* payload) { all.push_back({mark, payload}); });
    return all;
}

void visit_rest(const std::vector<compared_event>& all, event_visitor visit) {
    for (const compared_event& each : all) {
        if (!each.is_in_both) {
            visit(each.mark, each.payload);
        }
    }
}

} // namespace

void each_event_change(const event_log& old_course, const event_log& new_course, frame_range range,
                       event_equality are_equal, event_visitor happens, event_visitor withdrawn) {
    std::vector<compared_event> before = list_events(old_course, range);
    std::vector<compared_event> after = list_events(new_course, range);
    // Both are in the order of their marks; of one mark there are seldom two.
    std::size_t start = 0;
    for (compared_event& mine : after) {
        for (; start < before.size() && before[start].mark < mine.mark; ++start) {
        }
        for (std::size_t index = start; index < before.size() && before[index].mark == mine.mark; ++index) {
            compared_event& theirs = before[index];
            if (!theirs.is_in_both && are_equal(mine.mark, theirs.payload, mine.payload)) {
                theirs.is_in_both = true;
                mine.is_in_both = true;
                break;
            }
        }
    }
    visit_rest(before, withdrawn);
    visit_rest(after, happens);
}

} // namespace orrery::time::detail
