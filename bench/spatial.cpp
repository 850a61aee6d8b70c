// What the spatial layer costs, beside Boost.Geometry, CGAL and what one would write without a library. All
// contenders run on the same boxes and must find the same pairs; the fastest run of each counts.
//
//   bench_spatial --only clumps --n 80000 --density 0.8       one number while working on it
//   bench_spatial --n 80000 --density 0.8 --chart FILE.svg    the chart of docs/spatial.md
#include "bench/report.hpp"
#include "bench/spatial_n_body.hpp"
#include "bench/spatial_options.hpp"
#include "bench/spatial_pairs.hpp"
#include "bench/spatial_queries.hpp"
#include "bench/spatial_threads.hpp"

#include <cstdio>

int main(int count, char** arguments) {
    std::vector<char*> list(arguments, arguments + count);
    const bench::spatial_options options = bench::take_spatial_options(list);
    bench::report report(static_cast<int>(list.size()), list.data(), bench::spatial_usage);

    const bench::bar_chart chart = bench::measure_pairs(report, options);
    bench::measure_threads(report, options);
    if (options.wants("queries", 80'000)) {
        bench::measure_queries(report);
    }
    if (options.wants("n_body", 80'000)) {
        bench::measure_n_body(report);
    }
    if (!options.chart_path.empty() && !bench::write_svg(chart, options.chart_path)) {
        std::fprintf(stderr, "cannot write %s\n", options.chart_path.c_str());
        return 2;
    }
    return report.finish();
}
