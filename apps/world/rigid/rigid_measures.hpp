// What can be measured of rigid bodies: energy in joules, speed in m/s,
// height in m. Only dynamic bodies that have a mass count. Energy is that of motion and rotation, that of the
// place in the body's uniform gravity, and that of the place in the fields of attractors, softened as the
// step softens them: -m k / sqrt(d2 + s2), the potential of Plummer's law.
#pragma once

#include <orrery/core/registry/entity_form.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/motion.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/frame_view.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::apps {

using rigid_view = time::frame_view<rigid::world>;

// Whether forces move it.
[[nodiscard]] bool is_dynamic(const entity_form& what) noexcept;

[[nodiscard]] double kinetic_energy(const entity_form& what, const rigid::motion& where);

// What it would take to bring the body there alone.
[[nodiscard]] double potential_energy(entity_key key, const entity_form& what, const rigid::motion& where,
                                      std::span<const rigid::field_source> sources,
                                      const rigid::world_settings& settings);

// The share of each body in the energy of all of them. What is between two that attract each other is there
// once, so each has half of it.
class shared_energy {
public:
    shared_energy(const census<entity_form>& who, std::span<const rigid::field_source> sources,
                  const rigid::world_settings& settings);

    [[nodiscard]] double potential_of(entity_key key, const entity_form& what,
                                      const rigid::motion& where) const;

private:
    std::span<const rigid::field_source> sources_;
    const rigid::world_settings& settings_;
    std::vector<std::uint8_t> is_pulled_; // of each source
};

// The attractors of a frame, in the order of their keys.
[[nodiscard]] std::vector<rigid::field_source> sources_of(const rigid_view& frame);

// Of all bodies of a frame. An empty one has no energy and no speed, and no centre of mass.
[[nodiscard]] double energy_of_all(const rigid_view& frame, std::span<const rigid::field_source> sources,
                                   const rigid::world_settings& settings);
[[nodiscard]] double highest_speed(const rigid_view& frame);
[[nodiscard]] std::optional<double> height_of_all(const rigid_view& frame);

} // namespace orrery::apps
