// The newest frames, as the world told of them and before they are sealed into a track_segment. Reading one
// entity looks back through at most as many records as there are frames here.
#pragma once

#include <orrery/core/frame_record.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/mixed_census.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time {

// The place of a key in ascending keys, or their number if it is not among them.
[[nodiscard]] inline std::size_t place_of(std::span<const entity_key> keys, entity_key key) noexcept {
    const auto place = std::ranges::lower_bound(keys, key);
    return place != keys.end() && *place == key ? static_cast<std::size_t>(place - keys.begin())
                                                : keys.size();
}

// Calls visit(key, box) for everyone whose reach a record tells.
template <typename World, typename Visit>
void each_reach(const frame_record<World>& record, Visit&& visit) {
    for (std::size_t index = 0; index < record.moved.size(); ++index) {
        visit(record.who->keys[record.moved[index]], record.reaches[index]);
    }
    for (const auto& [key, around] : record.departed) {
        visit(key, around);
    }
}

template <typename World>
class fresh_frames {
public:
    using record = frame_record<World>;
    using record_pointer = std::shared_ptr<const record>;
    using motion = typename World::motion_type;

    [[nodiscard]] bool is_empty() const noexcept { return records_.empty(); }

    [[nodiscard]] frame_range frames() const noexcept {
        return is_empty() ? frame_range{} : frame_range{records_.front()->frame, records_.back()->frame + 1};
    }

    [[nodiscard]] std::span<const record_pointer> records() const noexcept { return records_; }

    void add(record_pointer next) { records_.push_back(std::move(next)); }

    void remove_before(std::uint64_t frame) {
        std::erase_if(records_, [=](const record_pointer& each) { return each->frame < frame; });
    }

    void remove_after(std::uint64_t frame) {
        std::erase_if(records_, [=](const record_pointer& each) { return each->frame > frame; });
    }

    void replace(record_pointer with) { records_[place_in_list(with->frame)] = std::move(with); }

    [[nodiscard]] const record& at(std::uint64_t frame) const noexcept {
        return *records_[place_in_list(frame)];
    }

    // The motion of an entity that is there in a frame, or null if it has not moved since before these
    // frames.
    [[nodiscard]] const motion* find(entity_key key, std::uint64_t frame) const noexcept {
        for (std::size_t number = place_in_list(frame) + 1; number-- > 0;) {
            const record& each = *records_[number];
            const std::size_t row = place_of(each.who->keys, key);
            if (row == each.who->keys.size()) {
                return nullptr; // it was not there yet, and so has been listed since
            }
            const auto place = std::ranges::lower_bound(each.moved, static_cast<std::uint32_t>(row));
            if (place != each.moved.end() && *place == row) {
                return &each.motions[static_cast<std::size_t>(place - each.moved.begin())];
            }
        }
        return nullptr;
    }

    // The motions of all that are there in a frame, as far as they have moved in these frames; the others are
    // asked for by rest(key, motion&).
    template <typename Rest>
    void read(std::uint64_t frame, std::vector<motion>& out, Rest rest) const {
        const census<typename World::form_type>& who = *at(frame).who;
        out.resize(who.keys.size());
        std::vector<std::uint8_t> is_known(who.keys.size(), 0);
        std::size_t unknown = who.keys.size();
        for (std::size_t number = place_in_list(frame) + 1; number-- > 0 && unknown > 0;) {
            const record& each = *records_[number];
            const bool is_same_census = each.who.get() == &who;
            for (std::size_t index = 0; index < each.moved.size(); ++index) {
                const std::size_t row = is_same_census
                                            ? each.moved[index]
                                            : place_of(who.keys, each.who->keys[each.moved[index]]);
                if (row < who.keys.size() && is_known[row] == 0) {
                    out[row] = each.motions[index];
                    is_known[row] = 1;
                    --unknown;
                }
            }
        }
        for (std::size_t row = 0; row < who.keys.size() && unknown > 0; ++row) {
            if (is_known[row] == 0) {
                rest(who.keys[row], out[row]);
            }
        }
    }

private:
    [[nodiscard]] std::size_t place_in_list(std::uint64_t frame) const noexcept {
        return static_cast<std::size_t>(frame - records_.front()->frame);
    }

    std::vector<record_pointer> records_; // of consecutive frames
};

// The same frame, in which those with the keys (ascending), and whoever only `part` has, are as there. Who
// there is has been mixed before.
template <typename World>
[[nodiscard]] std::shared_ptr<const frame_record<World>>
mixed_record(const frame_record<World>& old, std::span<const entity_key> keys,
             const frame_record<World>& part, std::shared_ptr<const census<typename World::form_type>> who) {
    auto made = std::make_shared<frame_record<World>>();
    made->frame = old.frame;
    made->sources = old.sources;
    const bool is_same_census = who == old.who;
    const auto is_of_part = [&](entity_key key) {
        return std::ranges::binary_search(keys, key) || std::ranges::binary_search(part.who->keys, key);
    };
    made->moved.reserve(old.moved.size() + part.moved.size());
    made->motions.reserve(old.moved.size() + part.moved.size());
    made->reaches.reserve(old.moved.size() + part.moved.size());
    const auto add = [&](const frame_record<World>& from, std::size_t begin, std::size_t end) {
        const auto copy = [&](const auto& source, auto& into) {
            into.insert(into.end(), source.begin() + static_cast<std::ptrdiff_t>(begin),
                        source.begin() + static_cast<std::ptrdiff_t>(end));
        };
        if (is_same_census && &from == &old) {
            copy(from.moved, made->moved);
        } else {
            for (std::size_t index = begin; index < end; ++index) {
                made->moved.push_back(
                    static_cast<std::uint32_t>(place_of(who->keys, from.who->keys[from.moved[index]])));
            }
        }
        copy(from.motions, made->motions);
        copy(from.reaches, made->reaches);
    };
    // From one of the part to the next, those in between are copied together.
    std::size_t next = 0; // of the old ones
    const auto add_old_before = [&](entity_key limit, bool has_limit) {
        while (next < old.moved.size() && (!has_limit || old.who->keys[old.moved[next]] < limit)) {
            std::size_t end = next;
            while (end < old.moved.size() && (!has_limit || old.who->keys[old.moved[end]] < limit) &&
                   !is_of_part(old.who->keys[old.moved[end]])) {
                ++end;
            }
            add(old, next, end);
            next = end < old.moved.size() && is_of_part(old.who->keys[old.moved[end]]) ? end + 1 : end;
        }
    };
    for (std::size_t index = 0; index < part.moved.size(); ++index) {
        add_old_before(part.who->keys[part.moved[index]], true);
        add(part, index, index + 1);
    }
    add_old_before(entity_key::none, false);
    std::ranges::copy_if(old.departed, std::back_inserter(made->departed),
                         [&](const auto& each) { return !std::ranges::binary_search(keys, each.first); });
    made->departed.insert(made->departed.end(), part.departed.begin(), part.departed.end());
    made->who = std::move(who);
    return made;
}

} // namespace orrery::time
