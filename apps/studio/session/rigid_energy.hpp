// The energy of a body, in joules: that of its motion, and that of its place in gravity and in the fields of
// attractors. Two that attract each other each count what is between them.
#pragma once

#include <orrery/core/entity_form.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/motion.hpp>
#include <orrery/rigid/settings.hpp>

#include <span>

namespace orrery::studio {

[[nodiscard]] double kinetic_energy(const entity_form& what, const rigid::motion& where);

[[nodiscard]] double potential_energy(entity_key key, const entity_form& what, const rigid::motion& where,
                                      std::span<const rigid::field_source> sources,
                                      const rigid::world_settings& settings);

} // namespace orrery::studio
