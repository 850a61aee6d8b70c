#include "bench/process_meter.hpp"
#include "bench/rigid/terrain.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using orrery::scalar;

constexpr std::uint32_t places = 1416; // along a side, a metre apart: 4 004 450 triangles
constexpr std::uint32_t rows_in_a_quick_run = 100;
// For about twenty pages: the bodies need fifteen at a time, and come over more than thirty.
constexpr std::uint64_t budget = 6 << 20;
constexpr double megabyte = 1 << 20;

// Besides the pages: the bodies, the directory of pages and one page that is on its way.
constexpr double besides_pages = 8; // MB

// Long hills with small waves on them; no slope stops a body that does not rub.
scalar height_at(scalar x, scalar z) {
    const scalar hills = 4 * orrery::sin(x * scalar(0.021)) * orrery::cos(z * scalar(0.017));
    return hills + scalar(0.1) * orrery::sin(x * scalar(0.9) + z * scalar(0.7));
}

// The middle of the land is at zero.
scalar place_of(std::uint32_t number, std::uint32_t count) {
    return static_cast<scalar>(number) - static_cast<scalar>(count - 1) / 2;
}

// A file of its own for each run, gone afterwards.
class land_file {
public:
    explicit land_file(std::uint32_t rows)
        : folder_((std::filesystem::temp_directory_path() / "orrery_terrain_XXXXXX").string()) {
        if (mkdtemp(folder_.data()) == nullptr) {
            give_up("a temporary folder cannot be made");
        }
        std::vector<scalar> heights;
        heights.reserve(std::size_t{places} * rows);
        for (std::uint32_t row = 0; row < rows; ++row) {
            for (std::uint32_t column = 0; column < places; ++column) {
                heights.push_back(height_at(place_of(column, places), place_of(row, rows)));
            }
        }
        const orrery::status written = rigid::write_paged_mesh(
            path(), rigid::height_grid{.columns = places, .rows = rows, .heights = heights});
        if (!written) {
            give_up(written.reason().message);
        }
    }

    ~land_file() { std::filesystem::remove_all(folder_); }

    land_file(const land_file&) = delete;
    land_file& operator=(const land_file&) = delete;

    [[nodiscard]] std::string path() const { return folder_ + "/land.pages"; }

private:
    [[noreturn]] void give_up(const std::string& why) {
        std::fprintf(stderr, "%s: %s\n", folder_.c_str(), why.c_str());
        std::filesystem::remove_all(folder_);
        std::exit(2);
    }

    std::string folder_;
};

// Twenty rows of ten that slide over the land side by side at 40 m/s.
std::vector<orrery::entity> add_travellers(rigid::world& world) {
    std::vector<orrery::entity> travellers;
    for (int number = 0; number < 200; ++number) {
        const auto x = static_cast<scalar>(-600 + 6 * (number / 10));
        const auto z = static_cast<scalar>(-30 + 6 * (number % 10));
        const rigid::shape shape =
            number % 2 == 0 ? rigid::sphere(scalar(0.5)) : rigid::box(orrery::vector3::filled(scalar(0.5)));
        travellers.push_back(rigid::make_body(world, {.position = {x, height_at(x, z) + scalar(1.2), z},
                                                      .linear_velocity = {40, 0, 0},
                                                      .shape = shape,
                                                      .material = rigid::material{.friction = 0}})
                                 .value());
    }
    return travellers;
}

// Those that the land did not hold.
int count_below(const rigid::world& world, const std::vector<orrery::entity>& travellers) {
    return static_cast<int>(std::count_if(travellers.begin(), travellers.end(), [&](orrery::entity each) {
        const orrery::vector3 at = rigid::placement(world, each).position;
        return !(at.y > height_at(at.x, at.z));
    }));
}

} // namespace

void measure_terrain(report& report, const options& chosen, int steps, bool is_whole) {
    const double before_writing = wall_seconds();
    const land_file file(chosen.amount(places, rows_in_a_quick_run));
    report.add({.name = "terrain, cut and written", .value = wall_seconds() - before_writing, .unit = "s"});

    const std::size_t memory_before = bytes_in_use();
    const double before_opening = wall_seconds();
    const auto land = rigid::paged_mesh::open(file.path(), {.budget = budget}).value();
    report.add({.name = "terrain, open",
                .value = wall_seconds() - before_opening,
                .unit = "s",
                .required_value = 1});

    orrery::engine machine({.thread_count = 1});
    rigid::world world(machine, {.may_sleep = false});
    const rigid::shape ground = world.shapes().add_mesh(land).value();
    (void)rigid::make_body(
        world, {.kind = rigid::body_kind::fixed, .shape = ground, .material = rigid::material{.friction = 0}})
        .value();
    const std::vector<orrery::entity> travellers = add_travellers(world);
    std::size_t most_memory = 0;
    const double before_steps = wall_seconds();
    for (int step = 0; step < steps; ++step) {
        world.step();
        most_memory = std::max(most_memory, bytes_in_use());
    }
    const double step_time = (wall_seconds() - before_steps) / steps * 1e3;
    const rigid::paged_mesh::counts counts = land->statistics();
    const auto require = [&](double value) { return is_whole ? std::optional(value) : std::nullopt; };
    report.add({.name = "terrain, step", .value = step_time, .unit = "ms"});
    report.add({.name = "terrain, pages in memory, of " + std::to_string(budget / (1 << 20)),
                .value = static_cast<double>(counts.most_resident_bytes) / megabyte,
                .unit = "MB",
                .required_value = static_cast<double>(budget) / megabyte});
    report.add({.name = "terrain, memory of the program",
                .value = static_cast<double>(most_memory - memory_before) / megabyte,
                .unit = "MB",
                .required_value = static_cast<double>(budget) / megabyte + besides_pages});
    report.add({.name = "terrain, loads", .value = static_cast<double>(counts.loads), .unit = "pages"});
    report.add({.name = "terrain, waits", .value = static_cast<double>(counts.waits), .unit = "pages"});
    report.add({.name = "terrain, fallen through",
                .value = static_cast<double>(count_below(world, travellers)),
                .unit = "bodies",
                .required_value = require(0)});
}

} // namespace bench
