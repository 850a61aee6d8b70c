// Forward declarations of the core layer.
#pragma once

#include <cstdint>

namespace orrery {

struct entity;
enum class entity_key : std::uint64_t;
class page_pool;
class page_directory;
class component_pool;
struct component_type;
class registry;
class registry_state;
class snapshot;

} // namespace orrery
