#include "hex/step/frame_draft.hpp"

namespace orrery::hex::detail {

frame_draft::frame_draft(const frame& before, std::uint64_t number, const record_placer& records,
                         std::size_t room, frame_pool& pool)
    : next_(pool.take(room)) {
    next_->number = number;
    next_->composite_count = before.composite_count;
    next_->count = before.count;
    next_->roster = before.roster;
    next_->arena = records.arena();
    next_->first_new_grain = records.first_new_grain();
}

hex::roster& frame_draft::own_roster() {
    if (roster_ == nullptr) {
        roster_ = std::make_shared<hex::roster>(*next_->roster);
        next_->roster = roster_;
    }
    return *roster_;
}

} // namespace orrery::hex::detail
