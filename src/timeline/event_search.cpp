#include "timeline/event_page.hpp"
#include "timeline/open_notes.hpp"

#include <orrery/core/check.hpp>
#include <orrery/timeline/detail/event_log.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace orrery::time::detail {

// Goes through the events that a query concerns, from the last note before the range to the end of the
// range, and joins beginnings and ends. The ends that lie later are looked up one by one, with the help of
// the notes on the way: an interval is in all of them up to its end and in none after it.
class interval_search {
public:
    interval_search(const event_log& log, const event_query& query, frame_range range)
        : log_(log)
        , query_(query)
        , range_(range) {}

    [[nodiscard]] std::vector<found_interval> run() {
        if (range_.is_empty() || log_.piece_count() == 0) {
            return {};
        }
        const std::size_t next = walk(start());
        if (next < log_.piece_count() && !open_.empty()) {
            find_later_ends(next);
        }
        std::erase_if(found_, [&](const found_interval& each) { return each.last < range_.first; });
        return std::move(found_);
    }

private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    // Takes what is open in the last note before the range and answers where it stands.
    std::size_t start() {
        if (log_.page_count() == 0) {
            return 0;
        }
        const std::size_t in_range = std::min(log_.piece_at(range_.first), log_.page_count() - 1);
        const std::size_t noted = last_noted(*log_.pages_, in_range);

        struct noted_beginning {
            event_mark mark;
            std::size_t newer;
        };

        std::vector<noted_beginning> beginnings;
        note_of(noted).each(query_, [&](const open_event& each, std::size_t newer) {
            beginnings.push_back({beginning_of(each), newer});
        });
        // total order: equal ones differ in how many follow them
        std::ranges::sort(beginnings, [](const noted_beginning& x, const noted_beginning& y) {
            return x.mark != y.mark ? x.mark < y.mark : x.newer > y.newer;
        });
        for (const noted_beginning& each : beginnings) {
            open_.emplace(name_of(each.mark), found_.size());
            found_.push_back({each.mark, never, payload_of(each.mark, each.newer, noted), nullptr});
        }
        return noted;
    }

    // The payload of the beginning in the pieces before `end` after which `newer` equal ones follow there.
    [[nodiscard]] const std::byte* payload_of(const event_mark& beginning, std::size_t newer,
                                              std::size_t end) const {
        std::vector<const std::byte*> equal;
        for (std::size_t index = log_.piece_at(beginning.frame); index < end; ++index) {
            const event_piece piece = log_.piece(index);
            if (piece.first_frame() > beginning.frame) {
                break;
            }
            visit_matching(piece, query_for(name_of(beginning)),
                           [&](const event_mark& mark, std::uint32_t place) {
                               if (mark == beginning) {
                                   equal.push_back(piece.events->payload(place));
                               }
                               return mark.frame <= beginning.frame;
                           });
        }
        ORRERY_CHECK(newer < equal.size(), "what is noted as open has begun");
        return equal[equal.size() - 1 - newer];
    }

    [[nodiscard]] static event_query query_for(const interval_name& name) {
        return {.is_of_one_kind = true, .kind = name.kind, .one = name.a, .other = name.b};
    }

    // Up to the end of the range, and on to the next note if something is still open; answers where it is.
    std::size_t walk(std::size_t index) {
        for (; index < log_.piece_count(); ++index) {
            const event_piece piece = log_.piece(index);
            const bool is_past = piece.first_frame() >= range_.end;
            if (is_past && (open_.empty() || piece.open != nullptr)) {
                break;
            }
            visit_matching(piece, query_, [&](const event_mark& mark, std::uint32_t place) {
                meet(mark, piece.events->payload(place));
                return mark.frame < range_.end || !open_.empty();
            });
        }
        return index;
    }

    void meet(const event_mark& mark, const std::byte* payload) {
        if (mark.role == event_role::begins) {
            if (mark.frame < range_.end) {
                open_.emplace(name_of(mark), found_.size());
                found_.push_back({mark, never, payload, nullptr});
            }
            return;
        }
        if (mark.role == event_role::ends) {
            if (const auto ended = oldest(open_, name_of(mark)); ended != open_.end()) {
                end(found_[ended->second], mark.frame, payload);
                open_.erase(ended);
                return;
            }
        }
        if (range_.contains(mark.frame)) {
            found_.push_back({mark, mark.frame, payload, payload});
        }
    }

    static void end(found_interval& interval, std::uint64_t frame, const std::byte* payload) {
        interval.last = frame;
        interval.ending_payload = payload;
    }

    // For what is open at the note of the page `first`, and began before the end of the range.
    void find_later_ends(std::size_t first) {
        for (auto group = open_.begin(); group != open_.end();) {
            const interval_name& name = group->first;
            const auto group_end = open_.upper_bound(name);
            // Those that began first end first, so of `count` in a group the last ones are left in a note.
            const auto count = static_cast<std::size_t>(std::distance(group, group_end));
            for (std::size_t rank = 0; group != group_end; ++group, ++rank) {
                const std::size_t seen = last_noted_with(name, count - rank, first);
                const std::size_t left = note_of(seen).count(name, range_.end);
                find_end(found_[group->second], name, seen, left - (count - rank));
            }
        }
    }

    [[nodiscard]] const open_note& note_of(std::size_t page) const { return *log_.piece(page).open; }

    // The last note, from the one of the page `first` on, in which so many of that name are left.
    [[nodiscard]] std::size_t last_noted_with(const interval_name& name, std::size_t count,
                                              std::size_t first) const {
        std::size_t seen = first;
        std::size_t end = log_.page_count();
        while (seen + 1 < end) {
            const std::size_t middle = seen + (end - seen) / 2;
            const std::size_t noted = last_noted(*log_.pages_, middle);
            if (noted == seen) {
                // No other note up to the middle.
                const std::size_t next = next_noted(middle + 1, end);
                if (next == end || note_of(next).count(name, range_.end) < count) {
                    break;
                }
                seen = next;
            } else if (note_of(noted).count(name, range_.end) >= count) {
                seen = noted;
            } else {
                end = noted;
            }
        }
        return seen;
    }

    [[nodiscard]] std::size_t next_noted(std::size_t page, std::size_t end) const {
        while (page < end && log_.piece(page).open == nullptr) {
            ++page;
        }
        return page;
    }

    // The end with that name that comes after `earlier` others, from a piece on.
    void find_end(found_interval& interval, const interval_name& name, std::size_t index,
                  std::size_t earlier) {
        for (; index < log_.piece_count() && interval.last == never; ++index) {
            const event_piece piece = log_.piece(index);
            visit_matching(piece, query_for(name), [&](const event_mark& mark, std::uint32_t place) {
                if (mark.role != event_role::ends || name_of(mark) != name) {
                    return true;
                }
                if (earlier-- == 0) {
                    end(interval, mark.frame, piece.events->payload(place));
                    return false;
                }
                return true;
            });
        }
    }

    const event_log& log_;
    event_query query_;
    frame_range range_;
    std::vector<found_interval> found_;
    open_table<std::size_t> open_; // where each is in found_
};

std::vector<found_interval> event_log::find(const event_query& query, frame_range range) const {
    return interval_search(*this, query, range).run();
}

} // namespace orrery::time::detail
