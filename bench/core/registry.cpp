#include "bench/core/registry.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/core/registry/registry_archive.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using namespace orrery;

// Eight components of various sizes, 200 bytes in all.
template <int Number, int Words>
struct block {
    std::array<double, Words> values{};
};

constexpr std::array<std::string_view, 8> block_names{"position", "orientation", "velocity", "spin",
                                                      "mass",     "inertia",     "pose",     "contact"};

struct awake {};

struct position {
    float x = 0;
    float y = 0;
    float z = 0;
};

struct velocity {
    float x = 0;
    float y = 0;
    float z = 0;
};

struct inverse_mass {
    float value = 1;
};

} // namespace

namespace orrery {

template <int Number, int Words>
inline constexpr auto description<block<Number, Words>> =
    describe<block<Number, Words>>(block_names[Number], field<&block<Number, Words>::values>("values"));
template <>
inline constexpr auto description<awake> = describe<awake>("awake");
template <>
inline constexpr auto description<position> =
    describe<position>("place", field<&position::x>("x"), field<&position::y>("y"), field<&position::z>("z"));
template <>
inline constexpr auto description<velocity> = describe<velocity>(
    "motion", field<&velocity::x>("x"), field<&velocity::y>("y"), field<&velocity::z>("z"));
template <>
inline constexpr auto description<inverse_mass> =
    describe<inverse_mass>("inverse_mass", field<&inverse_mass::value>("value"));

} // namespace orrery

namespace {

constexpr std::size_t entity_count = 10'000;
constexpr std::size_t rewritten = entity_count / 20;
constexpr std::size_t history = 60; // frames that are kept, as for a second of rollback

template <template <typename...> typename List>
using all_blocks = List<block<0, 3>, block<1, 4>, block<2, 3>, block<3, 2>, block<4, 1>, block<5, 2>,
                        block<6, 4>, block<7, 6>>;

// The components in plain arrays, which have to be copied to be kept.
template <typename... Blocks>
using arrays_of = std::tuple<std::vector<Blocks>...>;
using plain_components = all_blocks<arrays_of>;

template <typename... Blocks>
struct block_list {
    static void emplace(registry& world, entity id) { (world.emplace<Blocks>(id), ...); }

    static auto awake_view(registry& world) { return world.view<const awake, Blocks...>(); }

    static void rewrite(registry& world, entity id, double value) {
        (world.get<Blocks>(id).values.fill(value), ...);
    }
};

using blocks = all_blocks<block_list>;

plain_components make_plain_components() {
    plain_components arrays;
    std::apply([](auto&... array) { (array.resize(entity_count), ...); }, arrays);
    return arrays;
}

void measure_snapshots(bench::report& report, const bench::options& chosen) {
    registry world;
    std::vector<entity> ids;
    for (std::size_t number = 0; number < entity_count; ++number) {
        ids.push_back(world.create());
        blocks::emplace(world, ids.back());
    }
    for (std::size_t number = 0; number < rewritten; ++number) {
        world.emplace<awake>(ids[3333 + number]);
    }
    std::vector<snapshot> frames(history);
    std::size_t frame = 0;
    const auto take_snapshot = [&] { world.snapshot_into(frames[++frame % history]); };
    for (std::size_t taken = 0; taken < history; ++taken) {
        take_snapshot(); // so that there is something to go back to, however few are measured
    }
    report.add({.name = "snapshot, 10 000 entities x 8 components (200 bytes)",
                .value = bench::measure(1, take_snapshot) / 1000,
                .unit = "us",
                .required_value = 20});
    report.add({.name = "restore, the same",
                .value = bench::measure(1, [&] { world.restore(frames[++frame % history]); }) / 1000,
                .unit = "us"});

    // Peer: keep the last second of frames by copying all components into a ring of copies.
    const plain_components current = make_plain_components();
    std::vector<plain_components> copies(history, current);
    std::size_t copied = 0;
    const auto full_copy = [&] {
        copies[++copied % history] = current;
        benchmark::ClobberMemory();
    };
    // The first second finds its memory; what follows is the steady state.
    const auto compare_when_warm = [&](auto& rewrite) {
        for (std::size_t warming = 0; warming < chosen.amount<std::size_t>(20, 1) * history; ++warming) {
            rewrite();
        }
        return bench::compare(1, rewrite, full_copy);
    };
    const auto rewrite_awake = [&] {
        take_snapshot();
        const auto value = static_cast<double>(frame);
        blocks::awake_view(world).each([value](auto&... parts) { (parts.values.fill(value), ...); });
    };
    const bench::comparison awake_cost = compare_when_warm(rewrite_awake);
    report.add({.name = "snapshot + rewriting 5 % of them (an awake group), against a full copy",
                .value = awake_cost.ours / 1000,
                .unit = "us",
                .peer = awake_cost.peer / 1000,
                .required_ratio = 10});
    const auto rewrite_scattered = [&] {
        take_snapshot();
        for (std::size_t number = frame % 20; number < entity_count; number += 20) {
            blocks::rewrite(world, ids[number], static_cast<double>(frame));
        }
    };
    const bench::comparison scattered_cost = compare_when_warm(rewrite_scattered);
    report.add({.name = "the same, every 20th entity (worst case: every page is copied)",
                .value = scattered_cost.ours / 1000,
                .unit = "us",
                .peer = scattered_cost.peer / 1000});

    report.add({.name = "hash after rewriting the awake group",
                .value = bench::measure(1,
                                        [&] {
                                            rewrite_awake();
                                            benchmark::DoNotOptimize(world.hash());
                                        }) /
                         1000,
                .unit = "us"});
    byte_writer image;
    report.add({.name = "image written",
                .value = bench::measure(1,
                                        [&] {
                                            image.clear();
                                            save_state(image, world);
                                        }) /
                         1000,
                .unit = "us"});
    report.add({.name = "image read and validated",
                .value = bench::measure(1,
                                        [&] {
                                            byte_reader reader(image.bytes());
                                            benchmark::DoNotOptimize(load_state(reader, world).is_ok());
                                        }) /
                         1000,
                .unit = "us"});
}

void measure_loops(bench::report& report) {
    constexpr std::size_t many = 1'000'000;
    constexpr float dt = 0.01F;
    registry world;
    std::vector<entity> ids;
    for (std::size_t number = 0; number < many; ++number) {
        ids.push_back(world.create());
        world.emplace<position>(ids.back());
        world.emplace<velocity>(ids.back(), 1.0F, 2.0F, 3.0F);
        world.emplace<inverse_mass>(ids.back());
    }
    const auto advance = [](position& where, const velocity& how, const inverse_mass& weight) {
        const float step = dt * weight.value;
        where.x += how.x * step;
        where.y += how.y * step;
        where.z += how.z * step;
    };
    std::vector<position> where(many);
    const std::vector<velocity> how(many, {1, 2, 3});
    const std::vector<inverse_mass> weight(many);
    const bench::comparison loop = bench::compare(
        many, [&] { world.view<position, const velocity, const inverse_mass>().each(advance); },
        [&] {
            for (std::size_t row = 0; row < many; ++row) {
                advance(where[row], how[row], weight[row]);
            }
            benchmark::ClobberMemory();
        });
    report.add({.name = "view of 3 components, 1 000 000 entities, against plain arrays",
                .value = loop.ours,
                .unit = "ns",
                .peer = loop.peer,
                .required_ratio = 0.6});

    std::uint32_t noise = 1;
    report.add({.name = "get of a random entity among 1 000 000",
                .value = bench::measure(10000,
                                        [&] {
                                            for (int call = 0; call < 10000; ++call) {
                                                noise = noise * 1664525U + 1013904223U;
                                                const entity id = ids[noise % many];
                                                benchmark::DoNotOptimize(world.get<const position>(id).x);
                                            }
                                        }),
                .unit = "ns"});
    std::size_t next = 0;
    report.add({.name = "create an entity with 3 components, and destroy it",
                .value = bench::measure(1000,
                                        [&] {
                                            for (int call = 0; call < 1000; ++call) {
                                                entity& id = ids[next++ % many];
                                                world.destroy(id);
                                                id = world.create();
                                                world.emplace<position>(id);
                                                world.emplace<velocity>(id);
                                                world.emplace<inverse_mass>(id);
                                            }
                                        }),
                .unit = "ns"});
}

} // namespace

void bench::measure_registry(report& out, const options& chosen) {
    measure_snapshots(out, chosen);
    measure_loops(out);
}
