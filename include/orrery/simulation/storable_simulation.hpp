// A world whose frames, and whose entities' forms, can be written to bytes and read again: what a file of a
// timeline needs.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/simulation.hpp>

#include <concepts>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace orrery {

template <typename World>
using form_list = std::vector<std::shared_ptr<const typename World::form_type>>;

template <typename World>
concept storable_simulation =
    recordable_simulation<World> && described_type<typename World::input_type> &&
    described_type<typename World::event_type> &&
    requires(byte_writer& out, byte_reader& in, const World& reader, World& world,
             const typename World::snapshot_type& frame, const form_list<World>& forms) {
        { World::type_name } -> std::convertible_to<std::string_view>;
        save_frame(out, reader, frame);
        // The world is in that frame afterwards, or as it was if the bytes are refused.
        { load_frame(in, world) } -> std::same_as<status>;
        save_forms(out, forms);
        { load_forms(in, reader) } -> std::same_as<result<form_list<World>>>;
    };

} // namespace orrery
