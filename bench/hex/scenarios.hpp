// Worlds that bench_hex measures, and the measurement that looks inside a tick.
#pragma once

#include "bench/report.hpp"
#include "scenes/builders/hex_fields.hpp"

#include <orrery/hex/world.hpp>

namespace bench {

[[nodiscard]] orrery::hex::world make_world(orrery::engine& machine, const orrery::scenes::hex_scene& scene);

void run(orrery::hex::world& world, int ticks);

// All objects one tick further, with their boxes and the tree of these, beside a plain copy of the objects;
// and what finding pairs and putting objects into another order takes.
void measure_passive_update(report& report, const options& chosen);

} // namespace bench
