#include <orrery/timeline/detail/recorded_frame.hpp>

#include <algorithm>
#include <iterator>

namespace orrery::time::detail {
namespace {

// Puts the rows of an old record and of a part together, in the order of keys.
class record_mixer {
public:
    record_mixer(const recorded_frame& old, std::span<const entity_key> keys, const recorded_frame& part,
                 recorded_frame& made, const world_format& format)
        : old_(old)
        , keys_(keys)
        , part_(part)
        , made_(made)
        , format_(format) {}

    // From one of the part to the next, those in between are copied together.
    void run() {
        made_.moved.reserve(old_.moved.size() + part_.moved.size());
        made_.motions.reserve(old_.motions.size() + part_.motions.size());
        made_.reaches.reserve(old_.reaches.size() + part_.reaches.size());
        for (std::size_t index = 0; index < part_.moved.size(); ++index) {
            const entity_key limit = part_.who->keys[part_.moved[index]];
            add_old_until([=](entity_key key) { return key >= limit; });
            add(part_, index, index + 1);
        }
        add_old_until([](entity_key) { return false; });
    }

private:
    [[nodiscard]] bool is_of_part(entity_key key) const {
        return std::ranges::binary_search(keys_, key) || std::ranges::binary_search(part_.who->keys, key);
    }

    [[nodiscard]] entity_key old_key(std::size_t index) const { return old_.who->keys[old_.moved[index]]; }

    template <typename IsEnd>
    void add_old_until(IsEnd is_end) {
        while (next_ < old_.moved.size() && !is_end(old_key(next_))) {
            std::size_t end = next_;
            while (end < old_.moved.size() && !is_end(old_key(end)) && !is_of_part(old_key(end))) {
                ++end;
            }
            add(old_, next_, end);
            next_ = end < old_.moved.size() && is_of_part(old_key(end)) ? end + 1 : end;
        }
    }

    void add(const recorded_frame& from, std::size_t begin, std::size_t end) {
        if (&from == &old_ && made_.who == old_.who) {
            made_.moved.insert(made_.moved.end(), from.moved.begin() + static_cast<std::ptrdiff_t>(begin),
                               from.moved.begin() + static_cast<std::ptrdiff_t>(end));
        } else {
            for (std::size_t index = begin; index < end; ++index) {
                made_.moved.push_back(static_cast<std::uint32_t>(
                    place_among(made_.who->keys, from.who->keys[from.moved[index]])));
            }
        }
        copy_rows(from.motions, begin, end, format_.motion_bytes, made_.motions);
        copy_rows(from.reaches, begin, end, format_.box_bytes(), made_.reaches);
    }

    static void copy_rows(const std::vector<std::byte>& from, std::size_t begin, std::size_t end,
                          std::size_t size, std::vector<std::byte>& into) {
        into.insert(into.end(), from.begin() + static_cast<std::ptrdiff_t>(begin * size),
                    from.begin() + static_cast<std::ptrdiff_t>(end * size));
    }

    const recorded_frame& old_;
    std::span<const entity_key> keys_;
    const recorded_frame& part_;
    recorded_frame& made_;
    const world_format& format_;
    std::size_t next_ = 0; // of the old ones
};

} // namespace

std::size_t place_among(std::span<const entity_key> keys, entity_key key) noexcept {
    const auto place = std::ranges::lower_bound(keys, key);
    return place != keys.end() && *place == key ? static_cast<std::size_t>(place - keys.begin())
                                                : keys.size();
}

void each_reach(const recorded_frame& record, const world_format& format,
                function_ref<void(entity_key, const reach_box&)> visit) {
    for (std::size_t index = 0; index < record.moved.size(); ++index) {
        visit(record.who->keys[record.moved[index]],
              read_box(format, record.reaches.data() + index * format.box_bytes()));
    }
    for (const auto& [key, around] : record.departed) {
        visit(key, around);
    }
}

void add_arrival(recorded_frame& full, const world_format& format, entity_key key, const reach_box& around) {
    const std::size_t row = place_among(full.who->keys, key);
    if (row == full.who->keys.size()) {
        full.departed.emplace_back(key, around);
        return;
    }
    const auto place = std::ranges::lower_bound(full.moved, static_cast<std::uint32_t>(row));
    if (place != full.moved.end() && *place == row) {
        const auto index = static_cast<std::size_t>(place - full.moved.begin());
        std::byte* const mine = full.reaches.data() + index * format.box_bytes();
        write_box(format, merge(read_box(format, mine), around), mine);
    }
}

record_pointer mixed_record(const recorded_frame& old, std::span<const entity_key> keys,
                            const recorded_frame& part, census_pointer who, const world_format& format) {
    auto made = std::make_shared<recorded_frame>();
    made->frame = old.frame;
    made->who = std::move(who);
    made->sources = old.sources;
    record_mixer(old, keys, part, *made, format).run();
    std::ranges::copy_if(old.departed, std::back_inserter(made->departed),
                         [&](const auto& each) { return !std::ranges::binary_search(keys, each.first); });
    made->departed.insert(made->departed.end(), part.departed.begin(), part.departed.end());
    return made;
}

} // namespace orrery::time::detail
