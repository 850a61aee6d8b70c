// What the spatial layer costs, beside Boost.Geometry, CGAL and what one would write without a library. All
// contenders run on the same boxes and must find the same pairs; the fastest run of each counts.
//
//   bench_spatial --part clumps --n 80000 --density 0.8       one number while working on it
//   bench_spatial --n 80000 --density 0.8 --chart FILE.svg    the chart of docs/spatial.md
#include "bench/report.hpp"
#include "bench/spatial/n_body.hpp"
#include "bench/spatial/options.hpp"
#include "bench/spatial/pairs.hpp"
#include "bench/spatial/pipeline.hpp"
#include "bench/spatial/queries.hpp"
#include "bench/spatial/threads.hpp"

#include <cstdio>

int main(int count, char** arguments) {
    const bench::options chosen(count, arguments, {bench::spatial_parts.begin(), bench::spatial_parts.end()},
                                bench::spatial_further);
    bench::report report(chosen);
    const bench::bar_chart chart = bench::measure_pairs(report, chosen);
    bench::measure_threads(report, chosen);
    bench::measure_pipeline(report, chosen);
    if (chosen.wants("queries")) {
        bench::measure_queries(report);
    }
    if (chosen.wants("n_body")) {
        bench::measure_n_body(report);
    }
    if (const auto path = chosen.value_of("--chart"); path && !bench::write_svg(chart, *path)) {
        std::fprintf(stderr, "cannot write %s\n", path->c_str());
        return 2;
    }
    return report.finish();
}
