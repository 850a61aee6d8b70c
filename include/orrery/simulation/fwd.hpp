// Names of the simulation layer without their definitions, for headers that only pass them on.
#pragma once

#include <orrery/core/fwd.hpp>

#include <cstdint>

namespace orrery {

struct entity_census;
template <typename Form>
struct census;
template <typename World>
struct frame_record;
enum class record_extent : std::uint8_t;
enum class event_role : std::uint8_t;
struct event_span;

} // namespace orrery
