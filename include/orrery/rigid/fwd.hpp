// Forward declarations of the rigid-body world.
#pragma once

#include <cstdint>

namespace orrery::rigid {

enum class shape_kind : std::uint32_t;
enum class shape_id : std::uint64_t;
enum class blueprint_id : std::uint64_t;
enum class fracture_id : std::uint64_t;
struct shape;
struct placed_shape;
struct manifold;
struct manifold_point;
struct collide_cache;
class convex_hull;
class compound;
class shape_store;
class blueprint_store;
class definition;
class layer_matrix;
struct body_definition;
struct world_settings;
struct material;
class surface;
struct surface_triangle;
struct vertex_material;
class triangle_mesh;
class paged_mesh;
// NOLINTNEXTLINE(bugprone-forward-declaration-namespace): not every source includes its definition
struct contact;
struct event;
struct input;
class world;
class world_snapshot;
class queries;
class async_world;

} // namespace orrery::rigid
