// A world that is brought to any frame of a history, a portion at a time: from the last keyframe, or from
// where it is already if that is nearer.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/history.hpp>

#include <cstdint>
#include <memory>
#include <optional>

namespace orrery::studio {

template <typename World>
class world_reviver {
public:
    // Works until about `end`. True when the world is in that frame. `edition` is another one after every
    // change of what is known. Where `by_step` is said the world makes the frame itself, even if there is a
    // keyframe of it; not the first one.
    bool go_to(const time::history<World>& known, std::uint64_t edition, std::uint64_t frame, bool by_step,
               job_clock::time_point end) {
        const bool goes_back = by_step && frame > known.tail();
        const auto& start = known.keyframes.last_before(goes_back ? frame - 1 : frame);
        const bool is_on_the_way =
            there_ && edition_ == edition && there_->frame() <= frame && there_->frame() >= start.frame;
        if (!is_on_the_way) {
            if (machine_ == nullptr) {
                machine_ = known.make_engine();
            }
            there_.emplace(known.prototype->fork(*machine_));
            there_->restore(start.state);
            edition_ = edition;
        }
        while (there_->frame() < frame) {
            if (job_clock::now() >= end) {
                return false;
            }
            steps_.run(*there_, known.journal);
        }
        return true;
    }

    [[nodiscard]] const World& there() const {
        ORRERY_CHECK(there_, "go_to makes the world");
        return *there_;
    }

private:
    std::unique_ptr<engine> machine_; // once a world is made
    std::optional<World> there_;
    std::uint64_t edition_ = 0;
    time::detail::journal_step<World> steps_;
};

} // namespace orrery::studio
