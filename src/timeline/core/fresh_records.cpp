#include <orrery/timeline/detail/fresh_records.hpp>

#include <algorithm>
#include <cstring>

namespace orrery::time::detail {

void fresh_records::remove_before(std::uint64_t frame) {
    std::erase_if(records_, [=](const record_pointer& each) { return each->frame < frame; });
}

void fresh_records::remove_after(std::uint64_t frame) {
    std::erase_if(records_, [=](const record_pointer& each) { return each->frame > frame; });
}

const std::byte* fresh_records::find(entity_key key, std::uint64_t frame,
                                     std::size_t motion_bytes) const noexcept {
    for (std::size_t index = index_of(frame) + 1; index-- > 0;) {
        const recorded_frame& each = *records_[index];
        const std::size_t row = place_among(each.who->keys, key);
        if (row == each.who->keys.size()) {
            return nullptr; // it was not there yet, and so has been listed since
        }
        const auto place = std::ranges::lower_bound(each.moved, static_cast<std::uint32_t>(row));
        if (place != each.moved.end() && *place == row) {
            return each.motions.data() + static_cast<std::size_t>(place - each.moved.begin()) * motion_bytes;
        }
    }
    return nullptr;
}

void fresh_records::read(std::uint64_t frame, std::size_t motion_bytes, std::byte* motions,
                         function_ref<void(entity_key, std::byte*)> rest) const {
    const entity_census& who = *at(frame).who;
    std::vector<std::uint8_t> is_known(who.keys.size(), 0);
    std::size_t unknown = who.keys.size();
    for (std::size_t number = index_of(frame) + 1; number-- > 0 && unknown > 0;) {
        const recorded_frame& each = *records_[number];
        const bool is_same_census = each.who.get() == &who;
        for (std::size_t index = 0; index < each.moved.size(); ++index) {
            const std::size_t row =
                is_same_census ? each.moved[index] : place_among(who.keys, each.who->keys[each.moved[index]]);
            if (row < who.keys.size() && is_known[row] == 0) {
                std::memcpy(motions + row * motion_bytes, each.motions.data() + index * motion_bytes,
                            motion_bytes);
                is_known[row] = 1;
                --unknown;
            }
        }
    }
    for (std::size_t row = 0; row < who.keys.size() && unknown > 0; ++row) {
        if (is_known[row] == 0) {
            rest(who.keys[row], motions + row * motion_bytes);
        }
    }
}

} // namespace orrery::time::detail
