// Answers about one history: an entity's state, its path, numbers over time and what happened when. All read
// memory; frames whose tracks were given up are left out rather than computed again, except where a single
// one is asked for.
#pragma once

#include "apps/studio/session/course.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/studio/session/world/world_approaches.hpp"
#include "apps/studio/session/world/world_events.hpp"
#include "apps/studio/session/world/world_page.hpp"
#include "apps/world/event_series.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery::studio {

// When an entity came, by an event, and when it went.
struct life_span {
    std::optional<std::uint64_t> born{};
    std::optional<std::uint64_t> died{};
};

template <typename World>
[[nodiscard]] life_span life_of(const time::history<World>& known, entity_key key) {
    using traits = apps::world_traits<World>;
    life_span found;
    known.events.of_entity(key, time::frame_range::all(), [&](const auto& each) {
        if (traits::created_by(each.beginning) == key) {
            found.born = each.first;
        } else if (traits::removed_by(each.beginning) == key) {
            found.died = each.first;
        }
    });
    return found;
}

inline void write_number_or_null(json::writer& out, const std::optional<std::uint64_t>& what) {
    if (what) {
        out.value(*what);
    } else {
        out.null();
    }
}

// Whom else an event concerns. A wall has a name and no key.
template <typename World>
void write_partner(const apps::entity_names& names, const World& rules,
                   const typename World::event_type& what, entity_key self, json::writer& out) {
    const entity_key other = what.key_a == self ? what.key_b : what.key_a;
    write_key_or_null(out.key("key"), other);
    out.key("name");
    if (other != entity_key::none) {
        write_name_or_null(out, names.name_of(other));
    } else {
        write_name_or_null(out, apps::world_traits<World>::wall_name(what, rules));
    }
}

template <typename World>
status write_inspection(const apps::entity_names& names, const time::history<World>& known, entity_key key,
                        std::uint64_t frame, json::writer& out) {
    using traits = apps::world_traits<World>;
    const auto state = known.at(key, frame);
    const life_span life = life_of(known, key);
    if (!state && !life.born && !life.died && !known.at(key, known.tail())) {
        return error{text("there is no entity with the key ", static_cast<std::uint64_t>(key))};
    }
    write_key(out.key("key"), key);
    write_name_or_null(out.key("name"), names.name_of(key));
    out.member("isThere", static_cast<bool>(state));
    write_number_or_null(out.key("born"), life.born);
    write_number_or_null(out.key("died"), life.died);
    bool is_asleep = false;

    struct neighbor {
        typename World::event_type touch;
        std::uint64_t since;
    };

    std::vector<neighbor> touching;
    if (state) {
        world_page<World>::write_state(key, *state->form, state->motion, known.sources_at(frame),
                                       *known.prototype, out);
        known.events.of_entity(key, time::frame_range::one(frame), [&](const auto& each) {
            is_asleep = is_asleep || each.kind == traits::sleep_kind;
            if (traits::is_contact(each.beginning)) {
                touching.push_back({each.beginning, each.first});
            }
        });
    } else {
        for (const std::string_view name : {"motion", "mass", "energy", "material"}) {
            out.key(name).null();
        }
        out.key("components").begin_array().end_array();
    }
    out.member("isAsleep", is_asleep);
    out.key("touching").begin_array();
    for (const neighbor& each : touching) {
        out.begin_object();
        write_partner(names, *known.prototype, each.touch, key, out);
        out.member("since", each.since);
        out.end_object();
    }
    out.end_array();
    return {};
}

// Numbers over time, a point at a time.
template <typename World>
class series_writer {
public:
    using history = time::history<World>;
    using traits = apps::world_traits<World>;

    series_writer(std::shared_ptr<const history> known, series_question asked,
                  std::vector<std::size_t> wanted)
        : known_(std::move(known))
        , asked_(std::move(asked))
        , wanted_(std::move(wanted))
        , values_(wanted_.size())
        , counted_(wanted_.size()) {
        for (std::size_t row = 0; row < wanted_.size(); ++row) {
            values_[row].assign(asked_.count, none);
            count_events(wanted_[row], counted_[row]);
            // What was hit is told of, also where it is not there or its tracks were given up.
            std::ranges::transform(counted_[row], values_[row].begin(),
                                   [](double counted) { return counted > 0 ? counted : none; });
        }
    }

    bool operator()(job_clock::time_point end, json::writer& out) {
        for (; next_ < asked_.count; ++next_) {
            if (next_ % 16 == 15 && job_clock::now() >= end) {
                return false;
            }
            const std::uint64_t frame = asked_.from + next_ * asked_.step;
            if (known_->reach(frame) == time::found::recorded) {
                read(frame);
            }
        }
        out.member("from", asked_.from);
        out.member("step", asked_.step);
        out.key("series").begin_array();
        for (std::size_t row = 0; row < wanted_.size(); ++row) {
            out.begin_object();
            out.member("quantity", traits::quantities[wanted_[row]].name);
            out.key("values").begin_array();
            for (const double each : values_[row]) {
                out.value(static_cast<float>(each)); // none becomes null
            }
            out.end_array();
            out.end_object();
        }
        out.end_array();
        return true;
    }

private:
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    void read(std::uint64_t frame) {
        const auto& rules = *known_->prototype;
        const auto sources = known_->sources_at(frame);
        std::optional<time::entity_state<World>> state;
        if (asked_.key) {
            auto found = known_->at(*asked_.key, frame);
            if (!found) {
                return;
            }
            state = std::move(found).value();
        } else if (!is_found(known_->seek(frame, view_))) {
            return;
        }
        for (std::size_t row = 0; row < wanted_.size(); ++row) {
            double& value = values_[row][next_];
            const apps::quantity_kind kind = traits::quantities[wanted_[row]].kind;
            if (!counted_[row].empty()) {
                value = counted_[row][next_];
            } else if (asked_.key && state) {
                value = traits::measure(kind, *asked_.key, *state->form, state->motion, sources, rules);
            } else {
                value = traits::measure_all(kind, view_, sources, rules).value_or(none);
            }
        }
    }

    void count_events(std::size_t quantity, std::vector<double>& into) const {
        const apps::series_points points{asked_.from, asked_.step, asked_.count};
        const apps::quantity_kind kind = traits::quantities[quantity].kind;
        if (kind == apps::quantity_kind::impulse) {
            into = apps::strongest_impulses<World>(known_->events, *known_->prototype, points, asked_.key);
        } else if (kind == apps::quantity_kind::contacts) {
            const auto counts = apps::contact_counts<World>(known_->events, points, asked_.key);
            into.assign(counts.begin(), counts.end());
        }
    }

    std::shared_ptr<const history> known_;
    series_question asked_;
    std::vector<std::size_t> wanted_;
    std::vector<std::vector<double>> values_;
    std::vector<std::vector<double>> counted_; // empty for what is not counted from events
    std::size_t next_ = 0;
    time::frame_view<World> view_;
};

template <typename World>
void write_path(const apps::entity_names& names, const time::history<World>& known,
                const path_question& asked, json::writer& out) {
    using traits = apps::world_traits<World>;
    out.member("from", asked.from);
    out.member("step", asked.step);
    out.key("points").begin_array();
    std::uint64_t end = asked.from;
    for (std::uint64_t number = 0; number < asked.count; ++number) {
        const std::uint64_t frame = asked.from + number * asked.step;
        if (known.reach(frame) != time::found::recorded) {
            break;
        }
        const auto state = known.at(asked.key, frame);
        if (!state) {
            break;
        }
        append_vector(out, traits::position_of(state->motion));
        end = frame + 1;
    }
    out.end_array();
    const time::frame_range range{asked.from, end};
    std::vector<entity_key> touched;
    out.key("collisions").begin_array();
    constexpr std::size_t most_collisions = 64;
    std::size_t count = 0;
    known.events.of_entity(asked.key, range, [&](const auto& each) {
        if (!traits::is_collision(each.beginning)) {
            return;
        }
        const entity_key other = each.a == asked.key ? each.b : each.a;
        touched.push_back(other);
        if (each.first >= range.first && count++ < most_collisions) {
            out.begin_object();
            write_partner(names, *known.prototype, each.beginning, asked.key, out);
            out.member("frame", each.first);
            write_vector(out.key("at"), traits::point_of(each.beginning));
            out.member("impulse", traits::impulse_of(each.beginning, *known.prototype));
            out.end_object();
        }
    });
    out.end_array();
    std::ranges::sort(touched); // total order: keys
    out.key("approaches").begin_array();
    for (const approach& each : nearest_passes(known, asked.key, range, touched)) {
        out.begin_object();
        write_key(out.key("key"), each.key);
        write_name_or_null(out.key("name"), names.name_of(each.key));
        out.member("frame", each.frame);
        out.member("distance", each.distance);
        write_vector(out.key("at"), each.at);
        out.end_object();
    }
    out.end_array();
}

} // namespace orrery::studio
