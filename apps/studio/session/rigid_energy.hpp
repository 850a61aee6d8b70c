// The energy of bodies, in joules: that of their motion, and that of their place in gravity and in the fields
// of attractors.
#pragma once

#include <orrery/core/entity_form.hpp>
#include <orrery/core/frame_record.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/motion.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::studio {

[[nodiscard]] double kinetic_energy(const entity_form& what, const rigid::motion& where);

// What it would take to bring the body there alone.
[[nodiscard]] double potential_energy(entity_key key, const entity_form& what, const rigid::motion& where,
                                      std::span<const rigid::field_source> sources,
                                      const rigid::world_settings& settings);

// The share of each body in the energy of all of them. What is between two that attract each other is there
// once, so each has half of it.
class energy_of_all {
public:
    energy_of_all(const census<entity_form>& who, std::span<const rigid::field_source> sources,
                  const rigid::world_settings& settings);

    [[nodiscard]] double potential_of(entity_key key, const entity_form& what,
                                      const rigid::motion& where) const;

private:
    std::span<const rigid::field_source> sources_;
    const rigid::world_settings& settings_;
    std::vector<std::uint8_t> is_pulled_; // of each source
};

} // namespace orrery::studio
