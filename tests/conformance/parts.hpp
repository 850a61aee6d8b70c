// Parts of frames. Each check answers with the first violation it finds, or with nothing.
#pragma once

#include "tests/conformance/course.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::conformance {

template <typename Case>
concept divisible_case = world_case<Case> && divisible_simulation<world_of<Case>>;

// What a time database knows of some frames: around each entity, all that it can have felt.
template <typename World>
class known_reaches {
public:
    void add(const frame_record<World>& full) {
        for (std::size_t index = 0; index < full.moved.size(); ++index) {
            add(full.who->keys[full.moved[index]], full.reaches[index]);
            if (full.who->is_aloof[full.moved[index]] != 0) {
                aloof_.insert(full.who->keys[full.moved[index]]);
            }
        }
        for (const auto& [key, box] : full.departed) {
            add(key, box);
        }
        links_.insert(full.who->links.begin(), full.who->links.end());
    }

    [[nodiscard]] bool is_aloof(entity_key key) const { return aloof_.contains(key); }

    // All that an entity's course can depend on.
    [[nodiscard]] std::vector<entity_key> closure(entity_key start) const {
        std::set<entity_key> found{start};
        std::vector<entity_key> open{start};
        const auto visit = [&](entity_key key) {
            if (found.insert(key).second) {
                open.push_back(key);
            }
        };
        while (!open.empty()) {
            const entity_key key = open.back();
            open.pop_back();
            if (aloof_.contains(key)) {
                continue;
            }
            for (const auto& [other, box] : around_) {
                if (intersects(around_.at(key), box)) {
                    visit(other);
                }
            }
            for (const auto& [a, b] : links_) {
                if (a == key || b == key) {
                    visit(a == key ? b : a);
                }
            }
        }
        return {found.begin(), found.end()};
    }

private:
    void add(entity_key key, const typename World::box_type& box) {
        const auto [place, is_new] = around_.try_emplace(key, box);
        place->second = merge(place->second, box);
    }

    std::map<entity_key, typename World::box_type> around_;
    std::set<entity_key> aloof_;
    std::set<std::pair<entity_key, entity_key>> links_;
};

// Takes entities out of a frame, puts them back and goes on in `joined`.
template <divisible_case Case>
[[nodiscard]] std::string put_back(course<Case>& truth, world_of<Case>& joined, const auto& whole,
                                   std::span<const entity_key> keys) {
    const std::uint64_t frame = whole.frame();
    const auto same = with_part(whole, keys, part_of(whole, keys));
    joined.restore(same);
    if (joined.frame() != frame || same.hash() != whole.hash()) {
        return text("frame ", frame, " changes when ", keys.size(), " entities are taken out and put back");
    }
    if (std::string found = truth.difference_on(joined, 3); !found.empty()) {
        return text(found, " after ", keys.size(), " entities of frame ", frame, " were put back");
    }
    return {};
}

// Nobody, everyone, or those of some groups.
template <divisible_case Case>
[[nodiscard]] std::string a_part_put_back_at_once_changes_nothing() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed);
        world_of<Case> now = truth.make();
        world_of<Case> joined = truth.make();
        xoshiro256 dice(seed);
        for (std::size_t frame = 0; frame < truth.inputs().size(); ++frame) {
            const auto record = full_record(now);
            known_reaches<world_of<Case>> known;
            known.add(record);
            std::set<entity_key> some;
            for (const entity_key key : record.who->keys) {
                if (!known.is_aloof(key) && chance(dice, 0.2)) {
                    const std::vector<entity_key> group = known.closure(key);
                    some.insert(group.begin(), group.end());
                }
            }
            const auto whole = now.snapshot();
            for (const auto& keys : {std::vector<entity_key>(), record.who->keys,
                                     std::vector<entity_key>(some.begin(), some.end())}) {
                std::vector<entity_key> there; // some keys may be of entities that are gone
                std::ranges::set_intersection(keys, record.who->keys, std::back_inserter(there));
                const auto part = part_of(whole, keys);
                joined.restore(part);
                if (joined.frame() != frame || full_record(joined).who->keys != there) {
                    return text("a part of frame ", frame, " is of another frame or other entities");
                }
                if (std::string found = put_back(truth, joined, whole, keys); !found.empty()) {
                    return found;
                }
            }
            now.step(truth.inputs()[frame]);
        }
    }
    return {};
}

// Any entities, so that contacts and links lead from the part to the rest.
template <divisible_case Case>
[[nodiscard]] std::string any_entities_put_back_at_once_change_nothing() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed);
        world_of<Case> now = truth.make();
        world_of<Case> joined = truth.make();
        xoshiro256 dice(seed);
        for (std::size_t frame = 0; frame < truth.inputs().size(); ++frame) {
            std::vector<entity_key> keys;
            for (const entity_key key : full_record(now).who->keys) {
                if (chance(dice, 0.5)) {
                    keys.push_back(key);
                }
            }
            if (std::string found = put_back(truth, joined, now.snapshot(), keys); !found.empty()) {
                return found;
            }
            now.step(truth.inputs()[frame]);
        }
    }
    return {};
}

// Entities whose reaches meet and that are linked go on alone as they do among all others.
template <divisible_case Case>
[[nodiscard]] std::string parts_go_on_alone_as_in_the_whole() {
    using world = world_of<Case>;
    constexpr std::size_t frames = 8;
    std::size_t real_parts = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        engine machine({.thread_count = 1, .level = log_level::error});
        world whole = Case::make(machine, seed);
        world alone = Case::make(machine, seed);
        for (int segment = 0; segment < 10; ++segment) {
            const auto before = whole.snapshot();
            std::vector<frame_record<world>> records{full_record(whole)};
            known_reaches<world> known;
            known.add(records.front());
            for (std::size_t count = 0; count < frames; ++count) {
                whole.step({});
                known.add(records.emplace_back(full_record(whole)));
            }
            const auto after = whole.snapshot();
            std::set<entity_key> done;
            for (const entity_key key : records.front().who->keys) {
                if (known.is_aloof(key) || done.contains(key)) {
                    continue;
                }
                const std::vector<entity_key> keys = known.closure(key);
                done.insert(keys.begin(), keys.end());
                real_parts += keys.size() < records.front().who->keys.size() ? 1 : 0;
                const auto now = [&] { // also of those that came to be by it
                    std::vector<entity_key> named = keys;
                    const auto there = full_record(alone).who->keys;
                    named.insert(named.end(), there.begin(), there.end());
                    std::ranges::sort(named); // total order: keys
                    const auto repeated = std::ranges::unique(named);
                    named.erase(repeated.begin(), repeated.end());
                    return named;
                };
                alone.restore(part_of(before, keys));
                for (std::size_t count = 0; count < frames; ++count) {
                    std::vector<typename world::source_type> foreign = records[count].sources;
                    std::erase_if(foreign, [&](const auto& each) {
                        return std::ranges::binary_search(keys, each.key);
                    });
                    alone.set_foreign_sources(foreign);
                    alone.step({});
                }
                const auto part = alone.snapshot();
                if (part_of(after, now()).hash() != part.hash() ||
                    with_part(after, now(), part).hash() != after.hash()) {
                    return text("a part of ", keys.size(), " entities, with the key ",
                                static_cast<std::uint64_t>(key), ", goes another way alone after frame ",
                                before.frame());
                }
            }
        }
    }
    return real_parts == 0 ? "no part is less than the whole: the groups of the scene are too near" : "";
}

} // namespace orrery::test::conformance
