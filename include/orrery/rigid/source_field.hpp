// The attractors of one frame, ready to be felt. A body's pull is a function of where it is and of the list
// of all attractors in the order of their keys, and of nothing else: whoever else feels them, and on how many
// threads, changes no bit of it.
//
// Each attractor pulls with strength d / (d2 + s2)^(3/2) (Plummer), which is strength / d2 far beyond the
// softening length s and falls to nothing within it. The potential is -strength / sqrt(d2 + s2). Up to
// settings.direct_attractors are summed up one by one, in about 3 ns each. Of more, a tree is built:
// attractors feel each other through spatial::n_body, so that momentum is kept, and others walk the tree,
// which takes a time that grows with the logarithm of their number.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/settings.hpp>

#include <memory>
#include <span>

namespace orrery::rigid {

class source_field {
public:
    // Nothing pulls.
    source_field();
    source_field(source_field&&) noexcept;
    source_field& operator=(source_field&&) noexcept;
    ~source_field();

    // The sources, in ascending order of their keys, are not copied: they must stay as long as this is used.
    // Memory is used again. Jobs, where they are given, share the work and change nothing.
    void assign(std::span<const field_source> sources, const world_settings& settings,
                scheduler* jobs = nullptr);

    // The acceleration of a body at this place. An attractor is known by its key and does not pull itself.
    [[nodiscard]] vector3 pull(vector3 position, entity_key key) const noexcept;

private:
    struct crowd; // the tree of many

    [[nodiscard]] vector3 sum_of_pulls(vector3 position) const noexcept;

    std::span<const field_source> sources_;
    scalar softening_squared_ = 1;
    bool is_crowded_ = false;
    std::unique_ptr<crowd> crowd_;
};

} // namespace orrery::rigid
