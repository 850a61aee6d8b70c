// The names of the layer, for headers that only mention them.
#pragma once

namespace orrery::circles {

struct collision_filter;
struct surface;
struct motion;
struct form;
struct circle_definition;
struct wall;
struct blueprint;
struct rules;
struct input;
struct event;
struct contact;
struct contact_place;
struct roster;
struct frame;
class world_snapshot;
class world;
class motion_model;
class query;

} // namespace orrery::circles
