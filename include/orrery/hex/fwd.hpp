// The names of the layer, for headers that only mention them.
#pragma once

#include <cstdint>

namespace orrery::hex {

struct cell;
struct place;
struct motion;
struct object;
struct tile;
struct composite_header;
class composite_view;
struct environment;
struct rules;
struct object_definition;
struct input;
struct event;
class extended_arena;
class world_snapshot;
class world;
class motion_model;

} // namespace orrery::hex
