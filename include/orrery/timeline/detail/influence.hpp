// Who can have felt a change of the past, over some frames of it. The changed are joined by everyone whose
// box meets one of theirs, on the old course or the new, and by what hangs on them; so are those, and so on.
// What takes no notice of others (a floor, a lift) comes along without passing anything on.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/timeline/detail/key_set.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class influence {
public:
    using box = typename World::box_type;

    // Those that a change has been made to, or that already differ; others join them.
    key_set changed;
    // What takes no notice of others and is near.
    key_set companions;

    // Looks at the old course. The changed of the frames before stay.
    void look_at(const history<World>& old, frame_range frames) {
        all_.clear();
        links_.clear();
        sources_.clear();
        companions.clear();
        old.each_reach(frames, [&](entity_key key, const box& around) { all_.push_back({key, around}); });
        unite(all_);
        old.each_census(frames, [&](const auto& who) {
            for (std::size_t row = 0; row < who.keys.size(); ++row) {
                if (who.is_aloof[row] != 0) {
                    if (course* const known = find(who.keys[row])) {
                        known->is_aloof = true;
                    }
                }
            }
            for (const auto& [a, b] : who.links) {
                link(a, b);
            }
            sources_.add_all(who.sources);
        });
    }

    void link(entity_key a, entity_key b) {
        if (a != entity_key::none && b != entity_key::none) {
            links_.emplace_back(std::min(a, b), std::max(a, b));
        }
    }

    // Lets everyone join who was near the changed on the old course.
    void close() {
        bool has_spread = true;
        while (has_spread) {
            has_spread = false;
            const std::optional<box> around = box_of_changed();
            near_.clear();
            for (const course& each : all_) {
                if (around && intersects(*around, each.around)) {
                    near_.push_back(each);
                }
            }
            std::vector<entity_key> waiting(changed.keys().begin(), changed.keys().end());
            while (!waiting.empty()) {
                const entity_key key = waiting.back();
                waiting.pop_back();
                const course* const mine = find(key);
                // Who comes to lie outside may be near others than those.
                has_spread = has_spread || (mine != nullptr && !contains(*around, mine->around));
                join_neighbors(key, mine, waiting);
            }
        }
    }

    // The same for a new course, of which the records tell; says whether anyone has joined.
    [[nodiscard]] bool close_over(std::span<const frame_record<World>> records) {
        new_courses_.clear();
        for (const frame_record<World>& each : records) {
            for (std::size_t index = 0; index < each.moved.size(); ++index) {
                const entity_key key = each.who->keys[each.moved[index]];
                if (!companions.contains(key)) {
                    new_courses_.push_back({key, each.reaches[index]});
                }
            }
            for (const auto& [key, around] : each.departed) {
                new_courses_.push_back({key, around});
            }
        }
        unite(new_courses_);
        if (new_courses_.empty()) {
            return false;
        }
        box everything = new_courses_.front().around;
        for (const course& each : new_courses_) {
            everything = merge(everything, each.around);
        }
        std::vector<entity_key> joined;
        bool has_grown = false;
        for (const course& other : all_) {
            if (changed.contains(other.key) || companions.contains(other.key) ||
                !intersects(everything, other.around)) {
                continue;
            }
            const bool is_near = std::ranges::any_of(
                new_courses_, [&](const course& mine) { return intersects(mine.around, other.around); });
            if (is_near) {
                join(other.key, other.is_aloof, joined);
                has_grown = true;
            }
        }
        return has_grown;
    }

    // Everyone who is computed again.
    [[nodiscard]] key_set everyone() const {
        key_set all = changed;
        all.add_all(companions.keys());
        return all;
    }

    // Whether one of them is felt by others from afar.
    [[nodiscard]] bool has_source() const {
        return std::ranges::any_of(sources_.keys(), [&](entity_key key) { return changed.contains(key); });
    }

    // Whether anybody is, changed or not.
    [[nodiscard]] bool are_there_sources() const noexcept { return !sources_.is_empty(); }

    // How many there are on the old course.
    [[nodiscard]] std::size_t size_of_all() const noexcept { return all_.size(); }

    // The changed in groups that had nothing to do with each other, neither on the old course nor on the new.
    [[nodiscard]] std::vector<key_set> groups() const {
        std::vector<key_set> result;
        key_set left = changed;
        while (!left.is_empty()) {
            key_set group;
            std::vector<entity_key> waiting{left.keys().front()};
            group.add(waiting.front());
            while (!waiting.empty()) {
                const entity_key key = waiting.back();
                waiting.pop_back();
                for (const entity_key other : left.keys()) {
                    if (!group.contains(other) && are_near(key, other)) {
                        group.add(other);
                        waiting.push_back(other);
                    }
                }
            }
            left.remove_all(group.keys());
            result.push_back(std::move(group));
        }
        return result;
    }

private:
    struct course {
        entity_key key = entity_key::none;
        box around{};
        bool is_aloof = false;
    };

    // Around those of the changed that were there on the old course.
    [[nodiscard]] std::optional<box> box_of_changed() const {
        std::optional<box> around;
        for (const entity_key key : changed.keys()) {
            if (const course* const mine = find(key)) {
                around = around ? merge(*around, mine->around) : mine->around;
            }
        }
        return around;
    }

    void join_neighbors(entity_key key, const course* mine, std::vector<entity_key>& waiting) {
        if (mine != nullptr) {
            for (const course& each : near_) {
                if (intersects(mine->around, each.around)) {
                    join(each.key, each.is_aloof, waiting);
                }
            }
        }
        for (const auto& [a, b] : links_) {
            if (a == key || b == key) {
                const entity_key other = a == key ? b : a;
                const course* const theirs = find(other);
                join(other, theirs != nullptr && theirs->is_aloof, waiting);
            }
        }
    }

    // One box for each key, by key.
    static void unite(std::vector<course>& all) {
        const auto is_in_order = [](const course& a, const course& b) { return a.key < b.key; };
        if (std::ranges::adjacent_find(all, std::not_fn(is_in_order)) == all.end()) {
            return; // as the courses of one segment are
        }
        std::ranges::stable_sort(all, {}, &course::key);
        std::size_t kept = 0;
        for (std::size_t index = 0; index < all.size(); ++index) {
            if (kept > 0 && all[kept - 1].key == all[index].key) {
                all[kept - 1].around = merge(all[kept - 1].around, all[index].around);
            } else {
                all[kept++] = all[index];
            }
        }
        all.resize(kept);
    }

    [[nodiscard]] static const course* find_in(const std::vector<course>& all, entity_key key) {
        const auto place = std::ranges::lower_bound(all, key, {}, &course::key);
        return place != all.end() && place->key == key ? &*place : nullptr;
    }

    [[nodiscard]] const course* find(entity_key key) const { return find_in(all_, key); }

    [[nodiscard]] course* find(entity_key key) { return const_cast<course*>(find_in(all_, key)); }

    [[nodiscard]] bool are_near(entity_key a, entity_key b) const {
        const auto meet = [](const course* mine, const course* theirs) {
            return mine != nullptr && theirs != nullptr && intersects(mine->around, theirs->around);
        };
        return meet(find(a), find(b)) || meet(find_in(new_courses_, a), find_in(new_courses_, b)) ||
               std::ranges::find(links_, std::pair{std::min(a, b), std::max(a, b)}) != links_.end();
    }

    void join(entity_key key, bool is_aloof, std::vector<entity_key>& waiting) {
        if (changed.contains(key)) {
            return;
        }
        if (is_aloof) {
            companions.add(key);
        } else if (changed.add(key)) {
            waiting.push_back(key);
        }
    }

    std::vector<course> all_;         // on the old course, by key
    std::vector<course> near_;        // of those, who may be near the changed
    std::vector<course> new_courses_; // by key
    std::vector<std::pair<entity_key, entity_key>> links_;
    key_set sources_;
};

} // namespace orrery::time::detail
