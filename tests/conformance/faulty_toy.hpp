// Toy worlds that break one promise each, to show that the suite notices.
#pragma once

#include "tests/conformance/course.hpp"
#include "tests/conformance/toy_case.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::test::conformance {

enum class fault {
    none,
    hashes_differ_between_runs,
    steps_depend_on_the_past, // before the snapshot that a world has gone back to
    restore_forgets_touches,
    restore_counts_wrong,
    restore_keeps_events,
    snapshots_follow_the_world,
    shrink_drops_touches,
    forks_share_the_engine,
    events_are_told_twice,
    records_lack_an_event,
    records_lack_a_motion,
    second_records_lack_departures,
    full_records_lack_the_resting,
    recording_moves_a_body,
    reaches_are_points,
    motions_differ_from_the_model,
    refused_inputs_act,
    no_input_is_refused,
    inputs_name_somebody_else,
    pushes_of_nobody_act,
    speeds_are_not_saved,
    touches_are_not_saved,
    flags_of_forms_are_not_saved,
    truncated_bytes_are_taken,
    unsound_bytes_are_taken,
    refused_bytes_clear_the_world,
    refusals_have_no_reason,
    parts_lack_strings,
    parts_count_wrong,
    defining_moves_a_body,
    restore_forgets_definitions,
    forks_forget_definitions,
    any_definition_is_taken,
    definitions_are_known_by_id_alone, // whatever the world has been told
    inputs_refer_to_nothing,
    bases_of_definitions_are_not_saved,
    joined_frames_lack_touches, // of the part with the rest
};

[[nodiscard]] inline toy_state without_touches(toy_state state) {
    state.touches.clear();
    return state;
}

template <fault Fault>
class faulty_snapshot {
public:
    faulty_snapshot() = default;

    explicit faulty_snapshot(toy_snapshot frame)
        : frame_(std::make_shared<toy_snapshot>(std::move(frame))) {}

    explicit faulty_snapshot(std::shared_ptr<const toy_snapshot> frame)
        : frame_(std::move(frame)) {}

    [[nodiscard]] const toy_snapshot& toy() const noexcept { return *frame_; }

    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_->frame(); }

    [[nodiscard]] std::uint64_t hash() const { return frame_->hash(); }

    void shrink() {
        if constexpr (Fault == fault::shrink_drops_touches) {
            frame_ = std::make_shared<const toy_snapshot>(without_touches(frame_->state()));
        }
    }

private:
    std::shared_ptr<const toy_snapshot> frame_ = std::make_shared<const toy_snapshot>();
};

template <fault Fault>
class faulty_toy : public toy_world {
public:
    using snapshot_type = faulty_snapshot<Fault>;

    [[nodiscard]] snapshot_type snapshot() const {
        if constexpr (Fault == fault::snapshots_follow_the_world) {
            *live_ = toy_world::snapshot();
            return snapshot_type(std::shared_ptr<const toy_snapshot>(live_));
        } else {
            return snapshot_type(toy_world::snapshot());
        }
    }

    void restore(const snapshot_type& frame) {
        toy_state state = frame.toy().state();
        if constexpr (Fault == fault::restore_forgets_touches) {
            state.touches.clear();
        } else if constexpr (Fault == fault::restore_counts_wrong) {
            state.frame += state.frame > 0 ? 1 : 0;
        }
        toy_world::restore(toy_snapshot(std::move(state)));
        if constexpr (Fault == fault::restore_forgets_definitions) {
            share_definitions(toy_world());
        }
        if constexpr (Fault != fault::restore_keeps_events) {
            events_.clear();
        }
    }

    void step(std::span<const toy_input> inputs) {
        std::vector<toy_input> given(inputs.begin(), inputs.end());
        const std::vector<entity_key> keys = full_record(static_cast<toy_world&>(*this)).who->keys;
        for (toy_input& each : given) {
            const bool is_there = std::ranges::binary_search(keys, each.target);
            if (Fault == fault::definitions_are_known_by_id_alone && each.kind == toy_input_kind::spawn) {
                each.kind = toy_input_kind::create;
            }
            if (Fault == fault::refused_inputs_act && !toy_world::check_input(each)) {
                each.kind = toy_input_kind::destroy;
            } else if (Fault == fault::pushes_of_nobody_act && each.kind == toy_input_kind::push &&
                       !is_there) {
                each.target = keys.front();
            }
        }
        if (Fault == fault::steps_depend_on_the_past && ++steps_ % 50 == 0) {
            given.push_back({.target = keys.back(), .kind = toy_input_kind::paint, .form = {.color = 77}});
        }
        is_recorded_ = false;
        toy_world::step(given);
        std::vector<toy_event> now(toy_world::events().begin(), toy_world::events().end());
        if constexpr (Fault == fault::events_are_told_twice) {
            std::swap(now, last_);
            now.insert(now.end(), last_.begin(), last_.end());
        }
        events_ = std::move(now);
        if constexpr (Fault == fault::motions_differ_from_the_model) {
            edit([](toy_body& each) { each.motion.x += each.form->is_fixed ? 0 : 1; });
        }
        if constexpr (Fault == fault::snapshots_follow_the_world) {
            *live_ = toy_world::snapshot();
        }
    }

    [[nodiscard]] std::span<const toy_event> events() const noexcept { return events_; }

    [[nodiscard]] std::uint64_t hash() const {
        if constexpr (Fault == fault::hashes_differ_between_runs) {
            static std::uint64_t count = 0;
            return toy_world::hash() + ++count;
        } else {
            return toy_world::hash();
        }
    }

    void record(frame_record<faulty_toy>& out, record_extent extent = record_extent::changes) {
        toy_world::record(record_,
                          Fault == fault::full_records_lack_the_resting ? record_extent::changes : extent);
        out.frame = record_.frame;
        out.who = record_.who;
        out.moved = record_.moved;
        out.motions = record_.motions;
        out.reaches = record_.reaches;
        out.departed = record_.departed;
        out.events = events_;
        out.sources = record_.sources;
        if (Fault == fault::records_lack_an_event && !out.events.empty()) {
            out.events.pop_back();
        }
        if (Fault == fault::records_lack_a_motion && extent == record_extent::changes &&
            out.moved.size() > 1) {
            out.moved.pop_back();
            out.motions.pop_back();
            out.reaches.pop_back();
        }
        if (Fault == fault::second_records_lack_departures && std::exchange(is_recorded_, true)) {
            out.departed.clear();
        }
        if constexpr (Fault == fault::recording_moves_a_body) {
            edit([](toy_body& each) { each.motion.y += each.key == entity_key{2} ? 1 : 0; });
        }
        if constexpr (Fault == fault::reaches_are_points) {
            for (std::size_t index = 0; index < out.reaches.size(); ++index) {
                out.reaches[index] = aabb2::from_center(position_of(out.motions[index]), {});
            }
        }
    }

    [[nodiscard]] static std::array<entity_key, 2> keys_of(const toy_input& input) {
        return toy_world::keys_of(
            {.target = Fault == fault::inputs_name_somebody_else ? entity_key{1} : input.target});
    }

    [[nodiscard]] static status check_input(const toy_input& input) {
        return Fault == fault::no_input_is_refused ? status{} : toy_world::check_input(input);
    }

    [[nodiscard]] status check_definition(const toy_definition& what) const {
        return Fault == fault::any_definition_is_taken ? status{} : toy_world::check_definition(what);
    }

    status define(const toy_definition& what) {
        if constexpr (Fault == fault::defining_moves_a_body) {
            edit([](toy_body& each) { each.motion.y += each.key == entity_key{2} ? 1 : 0; });
        }
        status answer = toy_world::define(what);
        return Fault == fault::any_definition_is_taken ? status{} : answer;
    }

    [[nodiscard]] static std::uint64_t definition_of(const toy_input& input) {
        return Fault == fault::inputs_refer_to_nothing ? 0 : toy_world::definition_of(input);
    }

    [[nodiscard]] faulty_toy fork(engine& machine) const {
        faulty_toy other;
        if constexpr (Fault != fault::forks_forget_definitions) {
            other.share_definitions(*this);
        }
        other.restore(snapshot());
        other.set_machine(Fault == fault::forks_share_the_engine ? this->machine() : machine);
        return other;
    }

private:
    template <typename Change>
    void edit(Change change) {
        toy_state state = toy_world::snapshot().state();
        std::ranges::for_each(state.bodies, change);
        toy_world::restore(toy_snapshot(std::move(state)));
    }

    std::shared_ptr<toy_snapshot> live_ = std::make_shared<toy_snapshot>();
    std::vector<toy_event> events_;
    std::vector<toy_event> last_;
    std::uint64_t steps_ = 0;
    bool is_recorded_ = false; // in this frame
    frame_record<toy_world> record_;
};

template <fault Fault>
void save_frame(byte_writer& out, const faulty_toy<Fault>& by, const faulty_snapshot<Fault>& frame) {
    toy_state state = frame.toy().state();
    for (toy_body& each : state.bodies) {
        each.motion.speed_x *= Fault == fault::speeds_are_not_saved ? 0 : 1;
    }
    if constexpr (Fault == fault::touches_are_not_saved) {
        state.touches.clear();
    }
    save_frame(out, static_cast<const toy_world&>(by), toy_snapshot(std::move(state)));
}

template <fault Fault>
status load_frame(byte_reader& in, faulty_toy<Fault>& world) {
    toy_world read;
    const status answer = load_frame(in, read);
    if (answer) {
        world.restore(faulty_snapshot<Fault>(read.snapshot()));
    } else if constexpr (Fault == fault::refused_bytes_clear_the_world) {
        world.restore(faulty_snapshot<Fault>());
    } else if constexpr (Fault == fault::refusals_have_no_reason) {
        return error{""};
    } else if constexpr (Fault == fault::truncated_bytes_are_taken) {
        return {};
    } else if constexpr (Fault == fault::unsound_bytes_are_taken) {
        toy_state state;
        state.bodies.resize(2, {.form = std::make_shared<const toy_form>()}); // both without a key
        state.frame = world.frame() + 1;
        world.restore(faulty_snapshot<Fault>(toy_snapshot(std::move(state))));
        return {};
    }
    return answer;
}

template <fault Fault>
[[nodiscard]] result<form_list<toy_world>> load_forms(byte_reader& in, const faulty_toy<Fault>& by) {
    auto forms = load_forms(in, static_cast<const toy_world&>(by));
    if (Fault == fault::flags_of_forms_are_not_saved && forms) {
        for (auto& each : *forms) {
            each = std::make_shared<const toy_form>(toy_form{.color = each->color});
        }
    }
    return forms;
}

template <fault Fault>
[[nodiscard]] result<toy_definition> load_definition(byte_reader& in, const faulty_toy<Fault>& by) {
    auto loaded = load_definition(in, static_cast<const toy_world&>(by));
    if (Fault == fault::bases_of_definitions_are_not_saved && loaded) {
        loaded->base = 0;
    }
    return loaded;
}

template <fault Fault>
[[nodiscard]] faulty_snapshot<Fault> part_of(const faulty_snapshot<Fault>& whole,
                                             std::span<const entity_key> keys) {
    toy_state part = part_of(whole.toy(), keys).state();
    if constexpr (Fault == fault::parts_lack_strings) {
        part.strings.clear();
    }
    part.frame += Fault == fault::parts_count_wrong ? 1 : 0;
    return faulty_snapshot<Fault>(toy_snapshot(std::move(part)));
}

template <fault Fault>
[[nodiscard]] faulty_snapshot<Fault> with_part(const faulty_snapshot<Fault>& whole,
                                               std::span<const entity_key> keys,
                                               const faulty_snapshot<Fault>& part) {
    toy_state made = with_part(whole.toy(), keys, part.toy()).state();
    if constexpr (Fault == fault::joined_frames_lack_touches) {
        std::erase_if(made.touches, [&](const toy_pair& each) {
            return std::ranges::binary_search(keys, each.first) !=
                   std::ranges::binary_search(keys, each.second);
        });
    }
    return faulty_snapshot<Fault>(toy_snapshot(std::move(made)));
}

} // namespace orrery::test::conformance
