// Hills of triangles, a rain of bodies on them, and somebody who walks across. The hills are one immutable
// mesh, shared by every frame and every copy of the world.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdio>
#include <vector>

using namespace orrery;

namespace {

constexpr entity_key hills_key{1};
constexpr entity_key walker_key{2};
constexpr std::uint64_t first_stone = 100;
constexpr std::uint64_t stones = 200;

scalar height_at(scalar x, scalar z) {
    return scalar(1.5) * sin(x * scalar(0.15)) * cos(z * scalar(0.12)) + scalar(0.15) * sin(x + z);
}

void build_hills(rigid::world& world) {
    constexpr std::uint32_t side = 161;
    constexpr scalar spacing = scalar(0.5);
    std::vector<scalar> heights;
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t column = 0; column < side; ++column) {
            const auto from_middle = [](std::uint32_t n) { return (static_cast<scalar>(n) - 80) * spacing; };
            heights.push_back(height_at(from_middle(column), from_middle(row)));
        }
    }
    const auto mesh = rigid::triangle_mesh::from(
        rigid::mesh_of({.columns = side, .rows = side, .spacing = spacing, .heights = heights}).value());
    std::printf("hills of %llu triangles\n", static_cast<unsigned long long>(mesh.value()->triangle_count()));
    (void)make_body(world, {.kind = rigid::body_kind::fixed,
                            .shape = world.shapes().add_mesh(mesh.value()).value(),
                            .key = hills_key});
}

void drop_stones(rigid::world& world) {
    for (std::uint64_t number = 0; number < stones; ++number) {
        const auto n = static_cast<scalar>(number);
        const scalar size = scalar(0.2) + scalar(0.02) * static_cast<scalar>(number % 10);
        (void)make_body(
            world,
            {.position = {n * scalar(0.3) - 30, 4 + scalar(0.05) * n, scalar(25) * sin(n * scalar(1.7))},
             .shape = number % 2 == 0 ? rigid::box(vector3::filled(size)) : rigid::sphere(size),
             .material = rigid::material{.rolling_friction = scalar(0.05)},
             .key = entity_key{first_stone + number}});
    }
}

int count_lost(const rigid::world& world) {
    int lost = 0;
    for (std::uint64_t number = 0; number < stones; ++number) {
        const entity stone = world.registry().find(entity_key{first_stone + number});
        lost += world.registry().get<rigid::position>(stone).value.y < -5 ? 1 : 0;
    }
    return lost;
}

} // namespace

int main() {
    engine machine;
    rigid::world world(machine);
    build_hills(world);
    drop_stones(world);
    const entity walker =
        make_character(world, {.position = {-30, height_at(-30, 3) + scalar(1.2), 3}, .key = walker_key})
            .value();

    const rigid::input ahead = rigid::walk(walker_key, {3, 0, 0});
    world.step({&ahead, 1});
    for (int second = 0; second < 15; ++second) {
        for (int frame = 0; frame < 60; ++frame) {
            world.step();
        }
        if (second % 3 == 2) {
            const vector3 where = placement(world, walker).position;
            std::printf("  %2d s: the walker is at x = %5.1f m, %4.1f m high; %llu bodies are asleep\n",
                        second + 1, static_cast<double>(where.x), static_cast<double>(where.y) - 0.9,
                        static_cast<unsigned long long>(world.registry().count<rigid::asleep>()));
        }
    }
    const rigid::queries seen(world);
    const auto below = seen.first_ray_hit({.ray = {{0, 10, 0}, {0, -1, 0}}, .farthest = 20});
    std::printf("below (0, 10, 0) is something at a height of %.2f m; the hill there is %.2f m high\n",
                below ? static_cast<double>(below->point.y) : 0.0, static_cast<double>(height_at(0, 0)));
    std::printf("%d of %llu stones fell through\n", count_lost(world),
                static_cast<unsigned long long>(stones));
    return count_lost(world) == 0 && placement(world, walker).position.x > -10 ? 0 : 1;
}
