// Who touches whom at the end of an update, and what has begun and ended by that.
#pragma once

#include "circles/contacts/touch.hpp"
#include "circles/step/body_table.hpp"
#include "circles/step/impact_log.hpp"
#include "circles/walls/terrain.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class touching {
public:
    // Of those that touched before (with the impulses of this update), that met, or that came into a sensor:
    // whoever is near enough in `now` is written to its contacts. Events are appended, by keys.
    void find(std::span<const contact> before, const impact_log& happened, const body_table& bodies,
              const terrain& among, std::span<const scalar> margins, frame& now, std::vector<event>& events);

private:
    // What a contact is called in events: circles by rank, walls by number and not by part.
    struct pair_name {
        std::uint32_t a = 0;
        std::uint32_t b = 0; // a rank, or wall_bit and the number of the wall

        friend constexpr auto operator<=>(const pair_name&, const pair_name&) = default;
    };

    struct named {
        pair_name name{};
        scalar time = 0;
        std::uint32_t b = 0; // of the contact

        friend constexpr auto operator<=>(const named&, const named&) = default;
    };

    void collect(std::span<const contact> before, const impact_log& happened);
    void consider(const contact& which);
    void report(std::span<const contact> before, const impact_log& happened, std::vector<event>& events);
    void tell(event_kind kind, const named& who, std::vector<event>& events) const;

    [[nodiscard]] std::optional<touch> touch_in_the_end(std::uint32_t a, std::uint32_t b) const noexcept;
    [[nodiscard]] pair_name name_of(std::uint32_t a, std::uint32_t b) const noexcept;
    void name_all(std::span<const contact> of, std::vector<named>& into) const;

    // While it looks.
    const body_table* bodies_ = nullptr;
    const terrain* among_ = nullptr;
    std::span<const scalar> margins_;
    frame* now_ = nullptr;

    std::vector<named> before_;
    std::vector<named> present_;
    std::vector<named> come_; // into a sensor
};

} // namespace orrery::circles::detail
