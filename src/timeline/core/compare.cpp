#include <orrery/core/check.hpp>
#include <orrery/timeline/compare.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace orrery::time {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint32_t);

[[nodiscard]] std::optional<std::uint32_t> first_word_that_differs(std::span<const std::byte> a,
                                                                   std::span<const std::byte> b) {
    for (std::size_t offset = 0; offset < a.size(); offset += word_bytes) {
        if (std::memcmp(a.data() + offset, b.data() + offset, word_bytes) != 0) {
            return static_cast<std::uint32_t>(offset / word_bytes);
        }
    }
    return {};
}

[[nodiscard]] std::span<const entity_key> keys_of(const detail::frame_content& frame) noexcept {
    return frame.who != nullptr ? std::span<const entity_key>(frame.who->keys)
                                : std::span<const entity_key>{};
}

// A frame that is known, with memory that is used again.
class frame_reader {
public:
    explicit frame_reader(const known_history& from) noexcept
        : from_(from) {}

    [[nodiscard]] detail::frame_content read(std::uint64_t frame) {
        detail::frame_content content{.frame = frame, .who = {}, .motions = {}};
        const auto room = [&](const detail::census_pointer& who) {
            content.who = who;
            motions_.resize(who->keys.size() * from_.parts().format().motion_bytes);
            return std::span(motions_);
        };
        serial_scheduler here;
        const found how = from_.read_frame(frame, room, here);
        ORRERY_CHECK(is_found(how), "a frame of both courses can be found in both");
        content.motions = motions_;
        return content;
    }

private:
    const known_history& from_;
    std::vector<std::byte> motions_;
};

// The stretch of a frame, or null if it is in none.
[[nodiscard]] const track_stretch* stretch_at(const known_history& of, std::uint64_t frame) {
    const stretch_list& all = *of.parts().stretches;
    const auto after =
        std::ranges::upper_bound(all, frame, {}, [](const auto& each) { return each.frames.first; });
    return after != all.begin() && std::prev(after)->frames.contains(frame) ? &*std::prev(after) : nullptr;
}

} // namespace

std::optional<difference> detail::first_difference(const frame_content& a, const frame_content& b,
                                                   const census_forms& forms) {
    const std::span<const entity_key> my_keys = keys_of(a);
    const std::span<const entity_key> their_keys = keys_of(b);
    std::size_t mine = 0;
    std::size_t theirs = 0;
    while (mine < my_keys.size() || theirs < their_keys.size()) {
        if (theirs == their_keys.size() || (mine < my_keys.size() && my_keys[mine] < their_keys[theirs])) {
            return difference{a.frame, my_keys[mine], difference_kind::only_in_first};
        }
        if (mine == my_keys.size() || their_keys[theirs] < my_keys[mine]) {
            return difference{a.frame, their_keys[theirs], difference_kind::only_in_second};
        }
        const std::size_t size = a.motions.size() / my_keys.size();
        const auto word = first_word_that_differs(a.motions.subspan(mine * size, size),
                                                  b.motions.subspan(theirs * size, size));
        if (word) {
            return difference{a.frame, my_keys[mine], difference_kind::motion, *word};
        }
        if (a.who != b.who && !forms.are_same({a.who.get(), mine}, {b.who.get(), theirs})) {
            return difference{a.frame, my_keys[mine], difference_kind::form};
        }
        ++mine;
        ++theirs;
    }
    return {};
}

std::uint64_t detail::end_of_shared(const known_history& a, const known_history& b, std::uint64_t frame) {
    const track_stretch* const mine = stretch_at(a, frame);
    const track_stretch* const theirs = stretch_at(b, frame);
    const bool is_shared =
        mine != nullptr && theirs != nullptr && mine->tracks != nullptr && mine->tracks == theirs->tracks;
    return is_shared ? std::min(mine->frames.end, theirs->frames.end) : frame;
}

std::optional<difference> first_difference(const known_history& a, const known_history& b,
                                           frame_range range) {
    const frame_range both = common(range, common(a.frames(), b.frames()));
    frame_reader mine(a);
    frame_reader theirs(b);
    for (std::uint64_t frame = both.first; frame < both.end;) {
        const std::uint64_t shared_end = detail::end_of_shared(a, b, frame);
        if (shared_end > frame) {
            frame = shared_end;
            continue;
        }
        const auto found =
            detail::first_difference(mine.read(frame), theirs.read(frame), a.parts().model->forms());
        if (found) {
            return found;
        }
        ++frame;
    }
    return {};
}

census_difference who_differs(const known_history& a, const known_history& b, std::uint64_t frame) {
    frame_reader first(a);
    frame_reader second(b);
    const detail::frame_content mine = first.read(frame);
    const detail::frame_content theirs = second.read(frame);
    census_difference result;
    std::ranges::set_difference(keys_of(mine), keys_of(theirs), std::back_inserter(result.only_in_first));
    std::ranges::set_difference(keys_of(theirs), keys_of(mine), std::back_inserter(result.only_in_second));
    return result;
}

} // namespace orrery::time
