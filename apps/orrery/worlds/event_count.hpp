// How often what happened.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::command {

class event_count {
public:
    // The names of the kinds, which must outlive this.
    explicit event_count(std::span<const std::string_view> names)
        : names_(names)
        , counts_(names.size()) {}

    void add(std::uint32_t kind) {
        if (kind < counts_.size()) {
            ++counts_[kind];
        }
    }

    template <typename World>
    void add_all(std::span<const typename World::event_type> events) {
        for (const typename World::event_type& each : events) {
            add(apps::world_traits<World>::kind_of(each));
        }
    }

    // "12 contact_began, 3 broke", or "none".
    [[nodiscard]] std::string line() const {
        std::string shown;
        for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
            if (counts_[kind] > 0) {
                shown += text(shown.empty() ? "" : ", ", counts_[kind], " ", names_[kind]);
            }
        }
        return shown.empty() ? "none" : shown;
    }

    // An object with those that happened.
    void write(json::writer& out) const {
        out.begin_object();
        for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
            if (counts_[kind] > 0) {
                out.member(names_[kind], counts_[kind]);
            }
        }
        out.end_object();
    }

private:
    std::span<const std::string_view> names_;
    std::vector<std::uint64_t> counts_;
};

} // namespace orrery::command
