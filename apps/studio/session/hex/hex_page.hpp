// What a page is told of a hex world; see world_page.hpp.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/world/world_page.hpp"
#include "apps/world/hex/hex_traits.hpp"

namespace orrery::studio {

template <>
struct world_page<hex::world> {
    using traits = apps::world_traits<hex::world>;
    using view = time::frame_view<hex::world>;
    using history = time::history<hex::world>;

    static constexpr bool has_step_details = false;

    [[nodiscard]] static std::uint64_t look_hash(entity_key key, const hex::object_form& form);
    static void write_census(const census_excerpt<hex::object_form>& who, const history& known,
                             const apps::scene_look<hex::world>& look, json::writer& out);
    static void write_details(const hex::world& there, const view& frame, const history& known,
                              json::writer& out);
    static void write_state(entity_key key, const hex::object_form& form, const hex::recorded_motion& motion,
                            std::span<const hex::field_source> sources, const hex::world& rules,
                            json::writer& out);
};

static_assert(shown_world<hex::world>);

using hex_page = world_page<hex::world>;

} // namespace orrery::studio
