// What the conformance suite needs to be told about a world, because it does not follow from the concepts in
// core/simulation.hpp. Whoever has a world of their own writes one such type for it:
//
//   struct my_case {
//       using world_type = my_world;
//       // In its first frame. Seeds differ in what is there, and agree in the rules.
//       static my_world make(engine& machine, std::uint64_t seed);
//       // Two or three entities that touch: every bit of its bytes is flipped.
//       static my_world make_small(engine& machine);
//       // Entities that meet nothing.
//       static my_world make_free(engine& machine);
//       // For this key, and such that check_input() takes it.
//       static my_input random_input(const my_world& world, xoshiro256& dice, entity_key key);
//       // Such that check_input() refuses them.
//       static std::vector<my_input> bad_inputs();
//   };
//
// It may have these, too:
//
//       // The world of make() with settings that must not change the result.
//       static my_world make_twin(engine& machine, std::uint64_t seed);
//       // Whether records of changes leave out who rests in the scene of make().
//       static constexpr bool records_leave_out_resting = true;
//
// If inputs of the world can refer to definitions (definable_simulation), it needs these, too:
//
//       // In an order in which a world of make() can take them and does not know them yet. The last refers
//       to
//       // the one before it, and is others for each seed.
//       static std::vector<my_definition> definitions(std::uint64_t seed);
//       // Such that check_definition() refuses them.
//       static std::vector<my_definition> bad_definitions();
//       // Creates an entity with this key, from the last of a list above.
//       static my_input input_with(std::uint64_t definition, xoshiro256& dice, entity_key key);
//
// A scene of make() has events and three or more groups that do not come near each other for 100 frames, or
// parts and local changes are not tested. About a dozen entities are enough. random_input() creates entities
// as well if it can: some of the keys it is given are of none.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/math/random.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/simulation/simulation.hpp>

#include <concepts>
#include <cstdint>
#include <vector>

namespace orrery::test::conformance {

template <typename Case>
concept world_case = recordable_simulation<typename Case::world_type> &&
                     std::equality_comparable<typename Case::world_type::event_type> &&
                     std::equality_comparable<typename Case::world_type::form_type> &&
                     requires(engine& machine, std::uint64_t seed, xoshiro256& dice,
                              const typename Case::world_type& world, entity_key key) {
                         { Case::make(machine, seed) } -> std::same_as<typename Case::world_type>;
                         { Case::make_small(machine) } -> std::same_as<typename Case::world_type>;
                         { Case::make_free(machine) } -> std::same_as<typename Case::world_type>;
                         {
                             Case::random_input(world, dice, key)
                         } -> std::same_as<typename Case::world_type::input_type>;
                         {
                             Case::bad_inputs()
                         } -> std::same_as<std::vector<typename Case::world_type::input_type>>;
                     };

template <typename Case>
concept definable_case = world_case<Case> && definable_simulation<typename Case::world_type> &&
                         requires(std::uint64_t seed, xoshiro256& dice, entity_key key) {
                             {
                                 Case::definitions(seed)
                             } -> std::same_as<std::vector<typename Case::world_type::definition_type>>;
                             {
                                 Case::bad_definitions()
                             } -> std::same_as<std::vector<typename Case::world_type::definition_type>>;
                             {
                                 Case::input_with(seed, dice, key)
                             } -> std::same_as<typename Case::world_type::input_type>;
                         };

// Of its definitions, also as bytes.
template <typename Case>
concept storable_definition_case = definable_case<Case> && storable_definitions<typename Case::world_type>;

template <typename Case>
using world_of = typename Case::world_type;

template <typename Case>
using input_of = typename Case::world_type::input_type;

template <typename Case>
using event_of = typename Case::world_type::event_type;

} // namespace orrery::test::conformance
