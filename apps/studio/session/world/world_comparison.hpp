// Finds where two courses of a world begin to differ, a few frames at a time, and says so in one sentence.
#pragma once

#include "apps/studio/session/course.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/compare.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace orrery::studio {

template <typename World>
struct stage;

template <typename World>
class comparison {
public:
    using history = time::history<World>;

    comparison(std::shared_ptr<const stage<World>> shared, std::shared_ptr<const history> mine,
               std::shared_ptr<const history> theirs, std::uint64_t from, std::string name,
               std::string other_name)
        : stage_(std::move(shared))
        , mine_(std::move(mine))
        , theirs_(std::move(theirs))
        , name_(std::move(name))
        , other_name_(std::move(other_name))
        , both_(common(mine_->frames(), theirs_->frames()))
        , next_(std::max(both_.first, from)) {}

    bool operator()(job_clock::time_point end, json::writer& out) {
        constexpr std::uint64_t frames_at_once = 8;
        while (next_ < both_.end) {
            // What both share takes no time, however long it is.
            const std::uint64_t shared = time::detail::end_of_shared(*mine_, *theirs_, next_);
            const time::frame_range part{next_, std::max(shared, next_ + frames_at_once)};
            if (const auto found = time::first_difference(*mine_, *theirs_, part)) {
                write(*found, out);
                return true;
            }
            next_ = part.end;
            if (job_clock::now() >= end) {
                return false;
            }
        }
        out.key("frame").null();
        out.key("key").null();
        out.member("what",
                   text("'", name_, "' and '", other_name_, "' do not differ in the frames that both have"));
        return true;
    }

private:
    void write(const time::difference& found, json::writer& out) const {
        out.member("frame", found.frame);
        write_key(out.key("key"), found.key);
        out.member("what", sentence(found));
    }

    [[nodiscard]] std::string sentence(const time::difference& found) const {
        const std::string who = stage_->look.names.called(found.key);
        switch (found.kind) {
        case time::difference_kind::only_in_first:
            return text("In frame ", found.frame, " ", who, " is only in '", name_, "'");
        case time::difference_kind::only_in_second:
            return text("In frame ", found.frame, " ", who, " is only in '", other_name_, "'");
        case time::difference_kind::form:
            return text("In frame ", found.frame, " ", who, " is made differently in '", name_, "' and '",
                        other_name_, "'");
        case time::difference_kind::motion:
            break;
        }
        const auto motion_in = [&](const history& of) { return of.at(found.key, found.frame)->motion; };
        const apps::value_difference values =
            apps::world_traits<World>::first_difference(motion_in(*mine_), motion_in(*theirs_), found.word);
        return text("In frame ", found.frame, " ", values.field, " of ", who, " is ", values.first, " in '",
                    name_, "' and ", values.second, " in '", other_name_, "'");
    }

    std::shared_ptr<const stage<World>> stage_;
    std::shared_ptr<const history> mine_;
    std::shared_ptr<const history> theirs_;
    std::string name_;
    std::string other_name_;
    time::frame_range both_;
    std::uint64_t next_;
};

} // namespace orrery::studio
