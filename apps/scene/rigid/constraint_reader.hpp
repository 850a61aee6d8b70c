// Joints, and pairs of bodies that do not meet, from a document that has passed the schema.
#pragma once

#include "apps/scene/rigid/body_list.hpp"

#include <orrery/rigid/world.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace orrery::scene_format {

// Constraints have keys from here on, so that none depends on how many bodies there are.
inline constexpr std::uint64_t first_constraint_key = std::uint64_t{2} << 40;

// What inputs need to know of a joint.
struct listed_joint {
    entity_key key = entity_key::none;
    entity_key body = entity_key::none; // its first
};

class joint_list {
public:
    // A name that is taken is refused.
    void add(const json::cursor& name, listed_joint what, reading& notes);

    // What names none is refused.
    [[nodiscard]] std::optional<listed_joint> find(const json::cursor& name, reading& notes) const;

private:
    std::map<std::string, listed_joint, std::less<>> names_;
};

// `entities` are the bodies of the list that are there from the beginning. What is not possible is refused.
[[nodiscard]] joint_list add_constraints(const body_list& list, std::span<const entity> entities,
                                         rigid::world& world, reading& notes);

} // namespace orrery::scene_format
