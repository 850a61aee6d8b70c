// What the program takes of the machine, as the operating system and the allocator count it. Time of the
// processor leaves out what other programs did meanwhile, so it can be compared on a busy machine.
#pragma once

#include <cstddef>
#include <vector>

namespace bench {

// Seconds that the calling thread has run.
[[nodiscard]] double thread_seconds();

// Seconds that all threads of the program have run.
[[nodiscard]] double process_seconds();

// Seconds that have passed.
[[nodiscard]] double wall_seconds();

// Bytes that have been allocated and not been given back.
[[nodiscard]] std::size_t bytes_in_use();

// The calling thread, and those that it starts from now on, run on this core alone, if there is one.
void stay_on_core(unsigned number);

// The value that this share of the samples does not exceed.
[[nodiscard]] double quantile(std::vector<double> samples, double share);

} // namespace bench
