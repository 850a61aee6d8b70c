// What a page is told of a world of rigid bodies; see world_page.hpp.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/world/world_page.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

namespace orrery::studio {

template <>
struct world_page<rigid::world> {
    using traits = apps::world_traits<rigid::world>;
    using view = time::frame_view<rigid::world>;
    using history = time::history<rigid::world>;

    static constexpr bool has_step_details = false;

    [[nodiscard]] static std::uint64_t look_hash(entity_key key, const entity_form& form);
    static void write_census(const census_excerpt<entity_form>& who, const history& known,
                             const apps::scene_look<rigid::world>& look, json::writer& out);
    static void write_details(const rigid::world& there, const view& frame, const history& known,
                              json::writer& out);
    static void write_state(entity_key key, const entity_form& form, const rigid::motion& motion,
                            std::span<const rigid::field_source> sources, const rigid::world& rules,
                            json::writer& out);
};

static_assert(shown_world<rigid::world>);

using rigid_page = world_page<rigid::world>;

} // namespace orrery::studio
