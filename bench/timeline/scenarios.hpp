// The parts of bench_timeline. Each has a file of its own, which says what it simulates.
#pragma once

#include "bench/report.hpp"

namespace bench {

// Whole frames of ten thousand bodies looked at, and a change of the past that one pile of 500 feels.
void measure_piles(report& report, const options& chosen);

// What it costs a step to be remembered.
void measure_recording(report& report, const options& chosen);

// Where something was at any moment of an hour.
void measure_hour(report& report, const options& chosen);

// What happened to one body among a million events.
void measure_events(report& report, const options& chosen);

// How much room a past takes.
void measure_memory(report& report, const options& chosen);

// How fast the future comes.
void measure_forecasts(report& report, const options& chosen);

} // namespace bench
