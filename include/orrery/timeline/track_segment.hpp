// The motion of everything in some consecutive frames: what answers where something was without computing a
// step. A segment is immutable, shared by branches and readable from any thread.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/frame_record.hpp>
#include <orrery/core/simulation.hpp>
#include <orrery/timeline/mixed_census.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

template <typename World>
class track_segment {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using box = typename World::box_type;
    using source = typename World::source_type;
    using model = typename World::model_type;
    using shared = std::shared_ptr<const track_segment>;

    // From the records of consecutive frames, at least one. What a record leaves out is as in the record
    // before it; what the first leaves out is as in the last frame of `before`, which may be null if it
    // leaves nothing out.
    [[nodiscard]] static shared seal(std::span<const frame_record<World>> records,
                                     const track_segment* before, const model& flight) {
        ORRERY_CHECK(!records.empty(), "a segment has one frame at least");
        auto made = std::make_shared<track_segment>(token{}, flight);
        made->first_frame_ = records.front().frame;
        std::vector<entity_key> keys;
        std::vector<motion> motions;
        std::vector<reach> last;
        if (before != nullptr) {
            keys = before->frames_.back().who->keys;
            motions = before->frames_.back().motions;
            last = before->last_reaches_;
        }
        for (const frame_record<World>& each : records) {
            apply(each, keys, motions);
            made->frames_.push_back({each.who, motions, each.sources});
            made->add_reaches(each, last);
        }
        made->last_reaches_ = std::move(last);
        return made;
    }

    // The same frames, in which those with the keys (ascending), and whoever only `part` has, are as there.
    [[nodiscard]] static shared replace(const track_segment& old, std::span<const entity_key> keys,
                                        const track_segment& part, const model& flight) {
        ORRERY_CHECK(old.first_frame() == part.first_frame() && old.end_frame() == part.end_frame(),
                     "a part has the frames of the whole");
        auto made = std::make_shared<track_segment>(token{}, flight);
        made->first_frame_ = old.first_frame_;
        for (std::size_t index = 0; index < old.frames_.size(); ++index) {
            const frame_state& whole = old.frames_[index];
            const frame_state& piece = part.frames_[index];
            const bool is_same = index != 0 && whole.who == old.frames_[index - 1].who &&
                                 piece.who == part.frames_[index - 1].who;
            frame_state mixed;
            mixed.who = is_same ? made->frames_.back().who : mixed_census(*whole.who, keys, *piece.who);
            for (const entity_key key : mixed.who->keys) {
                const motion* const of_part = piece.find(key);
                mixed.motions.push_back(of_part != nullptr ? *of_part : *whole.find(key));
            }
            mixed.sources = mixed_sources(whole.sources, keys, piece);
            made->frames_.push_back(std::move(mixed));
        }
        made->reaches_ = mixed_reaches(old.reaches_, keys, part.reaches_);
        made->last_reaches_ = mixed_reaches(old.last_reaches_, keys, part.last_reaches_);
        return made;
    }

    [[nodiscard]] std::uint64_t first_frame() const noexcept { return first_frame_; }

    // One after the last.
    [[nodiscard]] std::uint64_t end_frame() const noexcept { return first_frame_ + frames_.size(); }

    [[nodiscard]] const std::shared_ptr<const census<form>>& who(std::uint64_t frame) const {
        return at(frame).who;
    }

    [[nodiscard]] bool exists(entity_key key, std::uint64_t frame) const {
        return std::ranges::binary_search(who(frame)->keys, key);
    }

    // None: it is not there in that frame.
    [[nodiscard]] std::optional<motion> motion_of(entity_key key, std::uint64_t frame) const {
        const motion* const found = at(frame).find(key);
        return found != nullptr ? std::optional(*found) : std::nullopt;
    }

    // Null: it is not there in that frame.
    [[nodiscard]] std::shared_ptr<const form> form_of(entity_key key, std::uint64_t frame) const {
        const census<form>& all = *who(frame);
        const auto place = std::ranges::lower_bound(all.keys, key);
        return place != all.keys.end() && *place == key
                   ? all.forms[static_cast<std::size_t>(place - all.keys.begin())]
                   : nullptr;
    }

    // The motions of all that are in the frame, in the order of who(frame)->keys.
    void read_frame(std::uint64_t frame, std::vector<motion>& motions) const { motions = at(frame).motions; }

    // The sources of fields as they are in the frame, in the order of keys.
    void read_sources(std::uint64_t frame, std::vector<source>& sources) const {
        sources = at(frame).sources;
    }

    // Calls visit(key, box) for all that are in any of the frames, in the order of keys: a box around all
    // that can have acted on it in these frames, and on which it can have acted.
    template <typename Visit>
    void each_reach(Visit&& visit) const {
        for (const reach& each : reaches_) {
            visit(each.key, each.around);
        }
    }

    // Of memory; what is shared with the segment before counts only there.
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = sizeof(*this) + (reaches_.size() + last_reaches_.size()) * sizeof(reach);
        for (const frame_state& each : frames_) {
            sum += each.motions.size() * sizeof(motion) + each.sources.size() * sizeof(source);
        }
        return sum;
    }

private:
    struct token {}; // segments are made by the functions above

    struct reach {
        entity_key key{};
        box around{};
    };

    struct frame_state {
        std::shared_ptr<const census<form>> who;
        std::vector<motion> motions;
        std::vector<source> sources;

        [[nodiscard]] const motion* find(entity_key key) const {
            const auto place = std::ranges::lower_bound(who->keys, key);
            return place != who->keys.end() && *place == key
                       ? &motions[static_cast<std::size_t>(place - who->keys.begin())]
                       : nullptr;
        }
    };

public:
    track_segment(token /*unused*/, const model& flight)
        : model_(flight) {}

private:
    [[nodiscard]] const frame_state& at(std::uint64_t frame) const {
        ORRERY_CHECK(frame >= first_frame() && frame < end_frame(), "the segment does not have this frame");
        return frames_[static_cast<std::size_t>(frame - first_frame_)];
    }

    // Brings the keys and motions of the frame before to those of the record.
    static void apply(const frame_record<World>& now, std::vector<entity_key>& keys,
                      std::vector<motion>& motions) {
        if (now.who->keys != keys) {
            std::vector<motion> kept(now.who->keys.size());
            std::size_t old = 0;
            for (std::size_t place = 0; place < kept.size(); ++place) {
                const entity_key key = now.who->keys[place];
                for (; old < keys.size() && keys[old] < key; ++old) {
                }
                if (old < keys.size() && keys[old] == key) {
                    kept[place] = motions[old];
                }
            }
            motions = std::move(kept);
            keys = now.who->keys;
        }
        for (std::size_t index = 0; index < now.moved.size(); ++index) {
            motions[now.moved[index]] = now.motions[index];
        }
    }

    [[nodiscard]] static auto find_reach(std::vector<reach>& all, entity_key key) {
        return std::ranges::lower_bound(all, key, {}, &reach::key);
    }

    static void put(std::vector<reach>& all, entity_key key, const box& around, bool is_merged) {
        const auto place = find_reach(all, key);
        if (place == all.end() || place->key != key) {
            all.insert(place, {key, around});
        } else {
            place->around = is_merged ? merge(place->around, around) : around;
        }
    }

    void add_reaches(const frame_record<World>& now, std::vector<reach>& last) {
        for (std::size_t index = 0; index < now.moved.size(); ++index) {
            put(last, now.who->keys[now.moved[index]], now.reaches[index], false);
        }
        for (const entity_key key : now.who->keys) {
            put(reaches_, key, find_reach(last, key)->around, true);
        }
    }

    [[nodiscard]] static std::vector<reach>
    mixed_reaches(const std::vector<reach>& old, std::span<const entity_key> keys, std::vector<reach> part) {
        const std::size_t of_part = part.size();
        for (const reach& each : old) {
            const std::span<reach> replaced(part.data(), of_part);
            if (!std::ranges::binary_search(keys, each.key) &&
                !std::ranges::binary_search(replaced, each.key, {}, &reach::key)) {
                part.push_back(each);
            }
        }
        std::ranges::sort(part, {}, &reach::key); // total order: keys differ
        return part;
    }

    // Whoever is in the part is a source there or nowhere.
    [[nodiscard]] static std::vector<source>
    mixed_sources(const std::vector<source>& old, std::span<const entity_key> keys, const frame_state& part) {
        std::vector<source> mixed = part.sources;
        for (const source& each : old) {
            if (!std::ranges::binary_search(keys, each.key) && part.find(each.key) == nullptr) {
                mixed.push_back(each);
            }
        }
        std::ranges::sort(mixed, {}, &source::key); // total order: keys differ
        return mixed;
    }

    model model_;
    std::uint64_t first_frame_ = 0;
    std::vector<frame_state> frames_;
    std::vector<reach> reaches_;      // over all frames; by key
    std::vector<reach> last_reaches_; // when they last moved; by key
};

} // namespace orrery::time
