// Parts of a world that go on by themselves: some bodies of a frame with all that belongs to them, as a frame
// of its own from which any world with the same rules can go on, and the frame in which they stand in place
// of what they were. By the law of locality a part goes through the same bits as in the whole for as long as
// none of its bodies meets one that is not in it.
//
//   const world_snapshot island = part_of(whole, keys);
//   small.restore(island);
//   small.step();
//   const world_snapshot next = with_part(next_of_the_others, keys, small.snapshot());
//
// An entity that is no body itself (a contact, a joint, an excluded pair) belongs to the bodies it refers to,
// and goes with a part that has all of them. So a part should have whatever touches those of its bodies that
// can be pushed; fixed and kinematic ones may be in any number of parts. What a body that can be pushed is
// joined or glued to, and what is joined or glued to it, comes with it by itself, named or not.
//
// Keys name bodies. That of an entity which refers to bodies but is none itself adds nothing to a part: the
// entity is in it if its bodies are, whose keys owners_of() has.
//
// What holds for all bodies (material_pair.hpp) is in every part, and with_part takes it from the part.
//
// Both take time for the bodies of the part, and pages of others stay shared.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/rigid/fwd.hpp>

#include <span>
#include <vector>

namespace orrery::rigid {

// The bodies with these keys and those that they are joined or glued to; keys that nobody has are ignored.
[[nodiscard]] world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys);

// The bodies that an entity which is none itself refers to: the ends of a joint, the two of a contact. Nobody
// for a body, and if there is no entity with this key.
[[nodiscard]] std::vector<entity_key> owners_of(const world_snapshot& whole, entity_key key);

// `whole` without the bodies with these keys and what belongs to them, and with all that is in `part`. It is
// the part's frame.
[[nodiscard]] world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                                       const world_snapshot& part);

} // namespace orrery::rigid
