// What a page is told of a world of circles; see world_page.hpp.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/world/world_page.hpp"
#include "apps/world/circles/circles_traits.hpp"

namespace orrery::studio {

template <>
struct world_page<circles::world> {
    using traits = apps::world_traits<circles::world>;
    using view = time::frame_view<circles::world>;
    using history = time::history<circles::world>;

    // Islands are of the step that made the frame.
    static constexpr bool has_step_details = true;

    [[nodiscard]] static std::uint64_t look_hash(entity_key key, const circles::form& form);
    static void write_census(const census_excerpt<circles::form>& who, const history& known,
                             const apps::scene_look<circles::world>& look, json::writer& out);
    static void write_details(const circles::world& there, const view& frame, const history& known,
                              json::writer& out);
    static void write_state(entity_key key, const circles::form& form, const circles::motion& motion,
                            std::span<const circles::field_source> sources, const circles::world& rules,
                            json::writer& out);
};

static_assert(shown_world<circles::world>);

using circles_page = world_page<circles::world>;

} // namespace orrery::studio
