#include "hex/step/record_book.hpp"
#include "hex/world/frame_builder.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::hex::detail {

void frame_builder::add(entity_key key, const object& what, const std::byte* record) {
    std::vector<member>& into = record != nullptr ? composites_ : particles_;
    into.push_back({.key = key,
                    .what = what,
                    .record = record,
                    .first_fate = static_cast<std::uint32_t>(fates_.size())});
    last_ = &into.back();
}

const std::byte* frame_builder::own(std::span<const tile> tiles, const rules& types) {
    own_.push_back(std::make_unique<record_stage>());
    return own_.back()->at(own_.back()->add(tiles, types)).bytes().data();
}

void frame_builder::add_fate(const fate& what) {
    fates_.push_back(what);
    ++last_->fate_count;
}

std::vector<std::uint32_t> frame_builder::find_equal_records() const {
    // Numbers count from 1.
    const auto record_at = [&](std::uint32_t number) {
        return composite_view(composites_[number - 1].record);
    };
    record_book book(record_at, composites_.size());
    std::vector<std::uint32_t> equal(composites_.size());
    for (std::uint32_t place = 0; place < equal.size(); ++place) {
        equal[place] = book.find_or_add(place + 1) - 1;
    }
    return equal;
}

std::size_t frame_builder::excess() const {
    const std::vector<std::uint32_t> equal = find_equal_records();
    std::size_t grains = 0;
    for (std::uint32_t place = 0; place < equal.size(); ++place) {
        grains += equal[place] == place ? composite_view(composites_[place].record).header().grains : 0;
    }
    return grains > extended_arena::max_grains ? (grains - extended_arena::max_grains) * extended_arena::grain
                                               : 0;
}

frame_reference frame_builder::finish() {
    std::ranges::sort(composites_, {}, &member::key); // total order: keys differ
    const std::vector<std::uint32_t> equal = find_equal_records();
    auto arena = std::make_shared<extended_arena>();
    auto who = std::make_shared<roster>();
    frame* const made = pool_->take(composites_.size() + particles_.size());
    made->number = number_;
    made->count = 0;
    made->first_new_grain = extended_arena::capacity;
    const auto put = [&](const member& each, std::uint16_t extended) {
        const std::uint32_t index = made->count++;
        made->objects.places()[index] = each.what.place;
        made->objects.places()[index].extended = extended;
        made->objects.motions()[index] = each.what.motion;
        made->objects.motions()[index].set_id(index);
        who->keys.push_back(each.key);
        for (std::uint32_t number = 0; number < each.fate_count; ++number) {
            made->fates.push_back(fates_[each.first_fate + number]);
            made->fates.back().object = index;
        }
    };
    std::vector<std::uint16_t> placed(composites_.size(), 0);
    for (std::uint32_t place = 0; place < composites_.size(); ++place) {
        std::uint16_t& record = placed[equal[place]];
        if (record == 0) {
            const composite_view from(composites_[place].record);
            record = arena->allocate(from.header().grains);
            if (record == 0) {
                continue;
            }
            std::memcpy(arena->at(record), from.bytes().data(), from.bytes().size());
        }
        put(composites_[place], record);
    }
    made->composite_count = made->count;
    for (const member& each : particles_) {
        put(each, each.what.place.extended);
    }
    std::ranges::sort(made->fates); // total order: equal ones do the same
    made->roster = std::move(who);
    made->arena = std::move(arena);
    return frame_reference(made);
}

} // namespace orrery::hex::detail
