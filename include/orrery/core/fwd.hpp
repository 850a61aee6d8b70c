// Names of the core layer without their definitions, for headers that only pass them on.
#pragma once

#include <cstdint>

namespace orrery {

struct entity;
enum class entity_key : std::uint64_t;
struct component_type;
class component_pool;
class page_pool;
class registry_state;
class registry;
class snapshot;
class weak_registry;

class engine;
class logger;
class scheduler;
class serial_scheduler;
class thread_pool;
class task_graph;
class background_jobs;
class job_queue;
class arena;
class scratch_arenas;
class connection;
class scoped_connection;

class byte_writer;
class byte_reader;
class bit_writer;
class bit_reader;
class file_archive;
class mapped_file;
class hasher;

} // namespace orrery
