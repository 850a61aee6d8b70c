// Answers about one history: an entity's state, its path, numbers over time and what happened when. All read
// memory; frames whose tracks were given up are left out rather than computed again, except where a single
// one is asked for.
#pragma once

#include "apps/studio/session/course.hpp"
#include "apps/studio/session/lens.hpp"
#include "apps/studio/session/world_approaches.hpp"
#include "apps/studio/session/world_events.hpp"

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

template <typename Lens>
[[nodiscard]] life_span life_of(const typename Lens::history& known, entity_key key) {
    life_span found;
    known.events.of_entity(key, time::frame_range::all(), [&](const auto& each) {
        if (Lens::newcomer_of(each.beginning) == key) {
            found.born = each.first;
        } else if (Lens::leaver_of(each.beginning) == key) {
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
template <typename Lens>
void write_partner(const Lens& lens, const typename Lens::event& what, entity_key self, json::writer& out) {
    const entity_key other = what.key_a == self ? what.key_b : what.key_a;
    write_key_or_null(out.key("key"), other);
    out.key("name");
    if (other != entity_key::none) {
        write_name_or_null(out, lens.looks().name_of(other));
    } else {
        write_name_or_null(out, lens.wall_of(what));
    }
}

template <typename Lens>
status write_inspection(const Lens& lens, const typename Lens::history& known, entity_key key,
                        std::uint64_t frame, json::writer& out) {
    const auto state = known.at(key, frame);
    const life_span life = life_of<Lens>(known, key);
    if (!state && !life.born && !life.died && !known.at(key, known.tail())) {
        return error{text("there is no entity with the key ", static_cast<std::uint64_t>(key))};
    }
    write_key(out.key("key"), key);
    write_name_or_null(out.key("name"), lens.looks().name_of(key));
    out.member("isThere", static_cast<bool>(state));
    write_number_or_null(out.key("born"), life.born);
    write_number_or_null(out.key("died"), life.died);
    bool is_asleep = false;

    struct neighbor {
        typename Lens::event touch;
        std::uint64_t since;
    };

    std::vector<neighbor> touching;
    if (state) {
        lens.write_state(key, *state->form, state->motion, known.sources_at(frame), *known.prototype, out);
        known.events.of_entity(key, time::frame_range::one(frame), [&](const auto& each) {
            is_asleep = is_asleep || each.kind == Lens::sleep;
            if (Lens::is_touch(each.beginning)) {
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
        write_partner(lens, each.touch, key, out);
        out.member("since", each.since);
        out.end_object();
    }
    out.end_array();
    return {};
}

// Numbers over time, a point at a time.
template <typename Lens>
class series_writer {
public:
    using history = typename Lens::history;

    series_writer(std::shared_ptr<const history> known, series_question asked,
                  std::vector<std::size_t> wanted)
        : known_(std::move(known))
        , asked_(std::move(asked))
        , wanted_(std::move(wanted))
        , values_(wanted_.size()) {
        for (std::size_t row = 0; row < wanted_.size(); ++row) {
            values_[row].assign(asked_.count, none);
            if (wanted_[row] == Lens::impulse_quantity) {
                read_impulses(values_[row]);
            }
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
            out.member("quantity", Lens::quantities[wanted_[row]].name);
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
        std::optional<time::entity_state<typename Lens::world>> state;
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
            if (wanted_[row] == Lens::impulse_quantity) {
                value = value == value ? value : 0; // it was there, and nothing hit it
            } else if (asked_.key && state) {
                value = Lens::measure(wanted_[row], *asked_.key, *state->form, state->motion, sources, rules);
            } else {
                value = Lens::measure(wanted_[row], view_, sources, rules);
            }
        }
    }

    // The strongest from one point to the next.
    void read_impulses(std::vector<double>& values) const {
        const auto take = [&](std::uint64_t frame, const auto& what) {
            const auto place = static_cast<std::size_t>((frame - asked_.from) / asked_.step);
            if (Lens::is_collision(what) && place < values.size()) {
                const double impulse = Lens::impulse_of(what, *known_->prototype);
                values[place] = values[place] >= impulse ? values[place] : impulse;
            }
        };
        const time::frame_range range{asked_.from, asked_.from + asked_.count * asked_.step};
        if (asked_.key) {
            known_->events.of_entity(*asked_.key, range, [&](const auto& each) {
                if (each.first >= range.first) {
                    take(each.first, each.beginning);
                }
            });
        } else {
            known_->events.each_event(range, take);
        }
    }

    std::shared_ptr<const history> known_;
    series_question asked_;
    std::vector<std::size_t> wanted_;
    std::vector<std::vector<double>> values_;
    std::size_t next_ = 0;
    time::frame_view<typename Lens::world> view_;
};

template <typename Lens>
void write_path(const Lens& lens, const typename Lens::history& known, const path_question& asked,
                json::writer& out) {
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
        append_vector(out, Lens::position_of(state->motion));
        end = frame + 1;
    }
    out.end_array();
    const time::frame_range range{asked.from, end};
    std::vector<entity_key> touched;
    out.key("collisions").begin_array();
    constexpr std::size_t most_collisions = 64;
    std::size_t count = 0;
    known.events.of_entity(asked.key, range, [&](const auto& each) {
        if (!Lens::is_collision(each.beginning)) {
            return;
        }
        const entity_key other = each.a == asked.key ? each.b : each.a;
        touched.push_back(other);
        if (each.first >= range.first && count++ < most_collisions) {
            out.begin_object();
            write_partner(lens, each.beginning, asked.key, out);
            out.member("frame", each.first);
            write_vector(out.key("at"), Lens::point_of(each.beginning));
            out.member("impulse", Lens::impulse_of(each.beginning, *known.prototype));
            out.end_object();
        }
    });
    out.end_array();
    std::ranges::sort(touched); // total order: keys
    out.key("approaches").begin_array();
    for (const approach& each : nearest_passes<Lens>(known, asked.key, range, touched)) {
        out.begin_object();
        write_key(out.key("key"), each.key);
        write_name_or_null(out.key("name"), lens.looks().name_of(each.key));
        out.member("frame", each.frame);
        out.member("distance", each.distance);
        write_vector(out.key("at"), each.at);
        out.end_object();
    }
    out.end_array();
}

} // namespace orrery::studio
