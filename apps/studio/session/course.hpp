// One course that the world on show can take: a branch, or what a change has left behind. A session speaks to
// it without knowing which world it is of; world_course.hpp is what stands behind it for each.
//
// Frames that are asked for must be known: from the tail to the head.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/core/archive/compression.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/unique_function.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

// An answer that takes longer than others may wait: worked at in portions, until about the given time. True
// when the answer's members have been written.
using slow_answer = unique_function<bool(job_clock::time_point, json::writer&)>;

struct course_standing {
    std::uint64_t tail = 0;
    std::uint64_t head = 0;
    std::uint64_t goal = 0;
    bool is_forecasting = false;
    double frames_per_second = 0;
};

struct course_costs {
    std::size_t track_bytes = 0;
    std::size_t event_bytes = 0;
    std::size_t keyframes = 0;
    std::size_t entities = 0;
};

// What stands in front of a frame's bytes beside its number and census.
struct frame_label {
    std::uint32_t role = 0;
    std::uint32_t branch = 0;
    std::uint32_t edition = 0;
};

struct series_question {
    std::optional<entity_key> key{}; // none: of the whole world
    std::vector<std::string> quantities{};
    std::uint64_t from = 0;
    std::uint64_t step = 1;
    std::size_t count = 0; // of values
};

struct path_question {
    entity_key key = entity_key::none;
    std::uint64_t from = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0; // of points
};

struct happenings_question {
    std::string lane{};
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::size_t most = 1;
    std::optional<entity_key> key{};
};

class course {
public:
    course() = default;
    course(const course&) = delete;
    course& operator=(const course&) = delete;
    virtual ~course() = default;

    [[nodiscard]] virtual course_standing standing() const = 0;
    [[nodiscard]] virtual course_costs costs() = 0;

    // See forecaster.
    virtual void set_present(std::uint64_t frame) = 0;
    virtual void set_horizon(std::uint64_t frames) = 0;
    // Where there are no threads: computes for about so long, and says whether there is more to do.
    virtual bool work(job_clock::duration budget) = 0;

    // A frame as the bytes that protocol.ts describes; between two frames where `moment` has a fraction.
    virtual void pack(double moment, const frame_label& label, std::vector<std::byte>& out) = 0;
    // False if no frame with this census has been packed lately. Where the one that the page has is still
    // known and there is less to say so, the answer is how the two differ.
    [[nodiscard]] virtual bool write_census(std::uint32_t number, std::optional<std::uint32_t> have,
                                            json::writer& out) const = 0;

    // Each writes the members of an answer.
    virtual status inspect(entity_key key, std::uint64_t frame, json::writer& out) const = 0;
    virtual void path(const path_question& asked, json::writer& out) const = 0;
    virtual void events(std::uint64_t from, std::uint64_t to, std::uint64_t step,
                        json::writer& out) const = 0;
    virtual status happenings(const happenings_question& asked, json::writer& out) const = 0;
    [[nodiscard]] virtual slow_answer details(std::uint64_t frame) = 0;
    [[nodiscard]] virtual result<slow_answer> series(const series_question& asked) const = 0;
    // Of this course and another of the same world, which are called so, from a frame on.
    [[nodiscard]] virtual slow_answer compare(const course& other, std::uint64_t from, std::string name,
                                              std::string other_name) const = 0;

    // Changes the past or the future, and answers what the change is called. `fresh` is the key of what it
    // brings into being. One change is under way at a time; outcome() is what has become of it, once.
    virtual result<std::string> change(const request& asked, entity_key fresh) = 0;
    virtual void undo() = 0;
    virtual void redo() = 0;
    [[nodiscard]] virtual std::optional<status> outcome() = 0;

    // Whether nothing in this course, nor an input of it, has this key.
    [[nodiscard]] virtual bool is_free(entity_key key) const = 0;

    // A course that only remembers can be asked, but goes on and is changed only after it was woken.
    [[nodiscard]] virtual std::unique_ptr<course> remember() const = 0;
    virtual void wake() = 0;
    // Another one with the same past up to a frame.
    [[nodiscard]] virtual std::unique_ptr<course> branch(std::uint64_t frame) const = 0;

    [[nodiscard]] virtual result<std::vector<std::byte>> recording(compression how) const = 0;
};

} // namespace orrery::studio
