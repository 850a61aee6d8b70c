#include "tests/core/property.hpp"

#include <orrery/timeline/event_history.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>
#include <tuple>

namespace {

using namespace orrery;
using namespace orrery::time;

struct happening {
    std::uint32_t kind = 0;
    event_role role = event_role::once;
    entity_key key_a = entity_key::none;
    entity_key key_b = entity_key::none;
    std::uint32_t payload = 0;
};

event_span span_of(const happening& event) {
    return {event.role, event.kind};
}

using history = event_history<happening>;
using whole_interval = interval<happening>;

constexpr entity_key key(std::uint64_t number) {
    return entity_key{number};
}

// The same by keeping a plain list and looking at all of it.
class naive_history {
public:
    void append(std::uint64_t frame, const std::vector<happening>& events) {
        for (const happening& each : events) {
            events_.emplace_back(frame, each);
        }
        put_in_order();
    }

    void erase_from(std::uint64_t frame) {
        std::erase_if(events_, [&](const auto& each) { return each.first >= frame; });
    }

    void replace(const changed_frames& change, const naive_history& part) {
        const auto is_concerned = [&](const auto& each) {
            const auto& [frame, event] = each;
            return change.frames.contains(frame) &&
                   (contains(change.keys, event.key_a) || contains(change.keys, event.key_b));
        };
        std::erase_if(events_, is_concerned);
        std::copy_if(part.events_.begin(), part.events_.end(), std::back_inserter(events_), is_concerned);
        put_in_order();
    }

    [[nodiscard]] std::vector<whole_interval> intervals() const {
        std::vector<whole_interval> all;
        for (const auto& [frame, event] : events_) {
            if (event.role == event_role::ends) {
                const auto begun = std::find_if(all.begin(), all.end(), [&](const whole_interval& each) {
                    return each.is_open() && each.kind == event.kind && each.a == event.key_a &&
                           each.b == event.key_b;
                });
                if (begun != all.end()) {
                    begun->last = frame;
                    begun->ending = event;
                    continue;
                }
            }
            const bool is_open = event.role == event_role::begins;
            all.push_back({event.kind, event.key_a, event.key_b, frame,
                           is_open ? whole_interval::open : frame, event, is_open ? happening{} : event});
        }
        return all;
    }

    [[nodiscard]] const std::vector<std::pair<std::uint64_t, happening>>& events() const { return events_; }

private:
    static bool contains(std::span<const entity_key> keys, entity_key wanted) {
        return std::find(keys.begin(), keys.end(), wanted) != keys.end();
    }

    // Events that compare equal keep their order.
    void put_in_order() {
        const auto rank = [](const auto& each) {
            return std::tuple(each.first, each.second.kind, each.second.key_a, each.second.key_b,
                              each.second.role);
        };
        for (auto each = events_.begin(); each != events_.end(); ++each) {
            const auto comes_before = [&](const auto& x, const auto& y) { return rank(x) < rank(y); };
            std::rotate(std::upper_bound(events_.begin(), each, *each, comes_before), each, each + 1);
        }
    }

    std::vector<std::pair<std::uint64_t, happening>> events_;
};

using plain_interval = std::tuple<std::uint32_t, entity_key, entity_key, std::uint64_t, std::uint64_t,
                                  std::uint32_t, std::uint32_t>;

plain_interval plain(const whole_interval& each) {
    return {each.kind, each.a, each.b, each.first, each.last, each.beginning.payload, each.ending.payload};
}

template <typename Keep>
std::vector<plain_interval> expected(const naive_history& naive, frame_range range, Keep keep) {
    std::vector<plain_interval> kept;
    for (const whole_interval& each : naive.intervals()) {
        if (each.first < range.end && each.last >= range.first && !range.is_empty() && keep(each)) {
            kept.push_back(plain(each));
        }
    }
    return kept;
}

// What a query visits.
template <typename Query>
std::vector<plain_interval> visited(Query query) {
    std::vector<plain_interval> all;
    query([&](const whole_interval& each) { all.push_back(plain(each)); });
    return all;
}

// From 0 to end - 1, all alike; inRange() by itself begins with small ones.
std::uint32_t any_below(std::uint64_t end) {
    return static_cast<std::uint32_t>(property::evenly_in_range<std::uint64_t>(0, end));
}

constexpr std::uint64_t entity_count = 4;
constexpr std::uint32_t kind_count = 2;

// Few entities and kinds, and two that meet all the time, so that beginnings and ends of one name come in all
// orders and numbers, also in those that no world would tell.
std::vector<happening> any_events(std::uint32_t& next_payload) {
    std::vector<happening> events(any_below(5));
    for (happening& each : events) {
        each = {.kind = 0, .key_a = key(1), .key_b = key(2), .payload = ++next_payload};
        each.role = property::one_of({event_role::begins, event_role::ends, event_role::once});
        if (any_below(2) == 0) {
            each.kind = any_below(kind_count);
            each.key_a = key(1 + any_below(entity_count));
            each.key_b = key(any_below(entity_count + 1));
        }
    }
    return events;
}

frame_range any_range(std::uint64_t head) {
    const auto begin = any_below(head + 2);
    const auto size = any_below(head / 2 + 2);
    return {begin, begin + size};
}

void expect_equal(const history& events, const naive_history& naive, frame_range range) {
    PROPERTY_ASSERT(events.size() == naive.events().size());
    const auto in_range = std::count_if(naive.events().begin(), naive.events().end(),
                                        [&](const auto& each) { return range.contains(each.first); });
    PROPERTY_ASSERT(events.count(range) == static_cast<std::size_t>(in_range));
    PROPERTY_ASSERT(visited([&](auto visit) { events.all(range, visit); }) ==
                    expected(naive, range, [](const whole_interval&) { return true; }));
    for (std::uint32_t kind = 0; kind < kind_count; ++kind) {
        PROPERTY_ASSERT(
            visited([&](auto visit) { events.of_kind(kind, range, visit); }) ==
            expected(naive, range, [&](const whole_interval& each) { return each.kind == kind; }));
    }
    for (std::uint64_t one = 1; one <= entity_count; ++one) {
        const auto concerns = [](const whole_interval& each, std::uint64_t number) {
            return each.a == key(number) || each.b == key(number);
        };
        PROPERTY_ASSERT(
            visited([&](auto visit) { events.of_entity(key(one), range, visit); }) ==
            expected(naive, range, [&](const whole_interval& each) { return concerns(each, one); }));
        for (std::uint64_t other = 1; other <= entity_count; ++other) {
            PROPERTY_ASSERT(visited([&](auto visit) {
                                events.of_pair(key(one), key(other), range, visit);
                            }) == expected(naive, range, [&](const whole_interval& each) {
                                return concerns(each, one) && concerns(each, other);
                            }));
        }
    }
}

// Pages of a few events, so that all borders are met.
class random_past {
public:
    random_past()
        : page_capacity_(1 + any_below(8))
        , events_(page_capacity_) {}

    void advance() {
        const std::vector<happening> some = any_events(payload_);
        events_.append(head_, some, span_of);
        naive_.append(head_, some);
        ++head_;
    }

    void go_back() {
        head_ = any_below(head_ + 1);
        events_ = events_.before(head_);
        naive_.erase_from(head_);
    }

    // Changes one range, or two, from one part.
    void change() {
        history part(page_capacity_);
        naive_history naive_part;
        for (std::uint64_t frame = 0; frame < head_; ++frame) {
            const std::vector<happening> some = any_events(payload_);
            part.append(frame, some, span_of);
            naive_part.append(frame, some);
        }
        const frame_range first = any_range(head_);
        const frame_range later = any_range(head_);
        const frame_range second{first.end + later.first, std::min(first.end + later.end, head_)};
        const std::vector<entity_key> keys = any_keys();
        const std::vector<entity_key> other_keys = any_keys();
        std::vector<changed_frames> changes{{common(first, {0, head_}), keys}};
        if (!second.is_empty()) {
            changes.push_back({second, other_keys});
        }
        events_ = events_.replaced(changes, part);
        for (const changed_frames& each : changes) {
            naive_.replace(each, naive_part);
        }
    }

    void compare() const { expect_equal(events_, naive_, any_range(head_)); }

    [[nodiscard]] const history& events() const { return events_; }

    [[nodiscard]] const naive_history& naive() const { return naive_; }

private:
    static std::vector<entity_key> any_keys() {
        std::vector<entity_key> keys;
        for (std::uint64_t number = 1; number <= entity_count; ++number) {
            if (property::any<bool>()) {
                keys.push_back(key(number));
            }
        }
        return keys;
    }

    std::uint32_t page_capacity_;
    history events_;
    naive_history naive_;
    std::uint64_t head_ = 0;
    std::uint32_t payload_ = 0;
};

TEST(event_history, finds_what_a_plain_list_finds_whatever_is_done_to_the_past) {
    EXPECT_TRUE(property::holds([] {
        random_past past;
        const std::uint32_t moves = any_below(40);
        for (std::uint32_t move = 0; move < moves; ++move) {
            const std::uint32_t choice = any_below(10);
            if (choice == 0) {
                past.go_back();
            } else if (choice == 1) {
                past.change();
            } else {
                past.advance();
            }
        }
        past.compare();
        past.compare();
    }));
}

TEST(event_history, stays_as_it_was_in_every_copy_while_another_goes_on) {
    EXPECT_TRUE(property::holds([] {
        random_past past;
        for (int frame = 0; frame < 12; ++frame) {
            past.advance();
        }
        const random_past kept = past;
        random_past other = past;
        for (int move = 0; move < 6; ++move) {
            past.advance();
            other.advance();
            if (move % 3 == 2) {
                past.change();
                other.go_back();
            }
        }
        kept.compare();
        past.compare();
        other.compare();
    }));
}

happening begins(std::uint32_t payload = 0) {
    return {.kind = 7, .role = event_role::begins, .key_a = key(1), .key_b = key(2), .payload = payload};
}

happening ends(std::uint32_t payload = 0) {
    return {.kind = 7, .role = event_role::ends, .key_a = key(1), .key_b = key(2), .payload = payload};
}

using frames_of = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

frames_of all_frames(const history& events) {
    frames_of all;
    events.all(frame_range::all(),
               [&](const whole_interval& each) { all.emplace_back(each.first, each.last); });
    return all;
}

history make_history(std::initializer_list<std::pair<std::uint64_t, happening>> events) {
    history made(2);
    for (const auto& [frame, event] : events) {
        made.append(frame, std::span(&event, 1), span_of);
    }
    return made;
}

TEST(event_history, an_interval_lasts_from_its_beginning_to_its_end) {
    const history events = make_history({{3, begins(30)}, {8, ends(80)}});
    std::vector<whole_interval> found;
    const auto keep = [&](const whole_interval& each) { found.push_back(each); };
    events.of_entity(key(2), frame_range::one(5), keep);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(plain(found[0]), plain_interval(7u, key(1), key(2), 3u, 8u, 30u, 80u));
    found.clear();
    events.of_entity(key(2), {9, 100}, keep);
    events.of_entity(key(2), {0, 3}, keep);
    events.of_entity(entity_key::none, frame_range::all(), keep);
    EXPECT_TRUE(found.empty());
}

TEST(event_history, what_ends_and_begins_again_in_one_frame_is_two_intervals) {
    const std::vector<happening> both{ends(), begins()};
    history events = make_history({{3, begins()}});
    events.append(5, both, span_of);
    EXPECT_EQ(all_frames(events), (frames_of{{3, 5}, {5, whole_interval::open}}));
}

TEST(event_history, what_begins_and_ends_in_one_frame_is_an_interval_of_that_frame) {
    const std::vector<happening> both{ends(), begins()};
    history events;
    events.append(5, both, span_of);
    EXPECT_EQ(all_frames(events), (frames_of{{5, 5}}));
}

// A note in the middle of a frame once mixed up the events on its two sides.
TEST(event_history, equal_beginnings_of_one_frame_keep_their_own_payloads) {
    const happening other{.kind = 0, .key_a = key(8), .key_b = key(9)};
    const std::vector<happening> three{other, begins(1), begins(2)};
    history events(2);
    events.append(3, three, span_of);
    events.append(5, std::span(&other, 1), span_of);
    events.append(6, std::span(&other, 1), span_of);
    std::vector<std::uint32_t> payloads;
    events.of_kind(7, frame_range::one(6),
                   [&](const whole_interval& each) { payloads.push_back(each.beginning.payload); });
    EXPECT_EQ(payloads, (std::vector<std::uint32_t>{1, 2}));
}

TEST(event_history, a_frame_that_is_computed_again_does_not_tell_its_events_twice) {
    history events = make_history({{3, begins()}, {8, ends()}});
    events = events.before(3);
    EXPECT_EQ(events.size(), 0u);
    const happening again = begins();
    events.append(3, std::span(&again, 1), span_of);
    EXPECT_EQ(all_frames(events), (frames_of{{3, whole_interval::open}}));
}

TEST(event_history, an_edit_that_takes_an_end_away_joins_what_is_left) {
    const history events = make_history({{3, begins()}, {8, ends()}, {12, begins()}, {20, ends()}});
    const std::vector<entity_key> keys{key(2)};
    EXPECT_EQ(all_frames(events.replaced(6, 15, keys, history())), (frames_of{{3, 20}}));
    EXPECT_EQ(all_frames(events.replaced(0, 6, keys, history())), (frames_of{{8, 8}, {12, 20}}));
    EXPECT_EQ(all_frames(events.replaced(15, 30, keys, make_history({{17, ends()}}))),
              (frames_of{{3, 8}, {12, 17}}));
    const std::vector<entity_key> strangers{key(5)};
    EXPECT_EQ(all_frames(events.replaced(0, 30, strangers, history())), all_frames(events));
}

TEST(event_history, what_lasts_costs_nothing_while_it_lasts) {
    history events = make_history({{3, begins()}});
    const std::size_t bytes = events.bytes();
    for (std::uint64_t frame = 4; frame < 10'000; ++frame) {
        events.append(frame, {}, span_of);
    }
    EXPECT_EQ(events.bytes(), bytes);
}

// Contacts that come and go between many, on top of many that stay.
history make_long_history(std::uint64_t frames) {
    history events;
    std::vector<happening> some;
    for (std::uint64_t number = 0; number < 2000; ++number) {
        some.push_back({.kind = 0, .role = event_role::begins, .key_a = key(1), .key_b = key(2 + number)});
    }
    events.append(0, some, span_of);
    for (std::uint64_t frame = 1; frame < frames; ++frame) {
        some.clear();
        for (std::uint64_t number = 0; number < 8; ++number) {
            const auto role = frame % 2 == 1 ? event_role::begins : event_role::ends;
            const std::uint64_t pair = (frame - 1) / 2 * 8 + number;
            some.push_back(
                {.kind = 1, .role = role, .key_a = key(2 + pair % 100), .key_b = key(200 + pair % 1000)});
        }
        events.append(frame, some, span_of);
    }
    return events;
}

TEST(event_history, an_event_takes_few_bytes_beside_its_own) {
    const history events = make_long_history(10'000);
    EXPECT_LT(events.bytes() / events.size(), sizeof(happening) + 45);
}

TEST(event_history, one_page_is_written_anew_when_one_event_changes) {
    const history events = make_long_history(5'000);
    const std::vector<entity_key> keys{key(2)};
    const history changed = events.replaced(100, 102, keys, history());
    EXPECT_LT(changed.size(), events.size());
    EXPECT_GE(changed.count({102, 5'000}), events.count({102, 5'000}));
    std::size_t lasting = 0;
    changed.of_kind(0, frame_range::one(4'999),
                    [&](const whole_interval& each) { lasting += each.is_open(); });
    EXPECT_EQ(lasting, 2000u);
}

TEST(event_history, can_be_read_on_another_thread_while_it_grows) {
    history events = make_long_history(100);
    const history published = events;
    const std::size_t size = published.size();
    std::size_t seen = 0;
    std::thread reader(
        [&] { published.each_event(frame_range::all(), [&](std::uint64_t, const happening&) { ++seen; }); });
    for (std::uint64_t frame = 100; frame < 1000; ++frame) {
        const happening next = begins();
        events.append(frame, std::span(&next, 1), span_of);
    }
    reader.join();
    EXPECT_EQ(seen, size);
    EXPECT_EQ(published.size(), size);
    EXPECT_EQ(events.size(), size + 900);
}

TEST(event_history_death, frames_come_in_order) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    history events = make_history({{3, begins()}});
    const happening late = ends();
    EXPECT_DEATH(events.append(3, std::span(&late, 1), span_of), "frame by frame");
}

} // namespace
