// A spiral of dominoes, each a little larger than the one before, and a tower at its end. It falls; the world
// is wound back to the middle of it and falls again, to the same bits; it is wound back once more, one domino
// is taken out of the past, and the tower stands. Usage: domino_run [PICTURE.svg]
#include "domino_picture.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdio>
#include <numbers>

using namespace orrery;

namespace {

constexpr std::uint64_t domino_count = 110;
constexpr entity_key first_domino{1};
constexpr entity_key missing_domino{92};
constexpr std::uint64_t first_crate = 1001;

// Half the height of a domino; the other measures follow from it.
scalar half_height(std::uint64_t number) {
    return scalar(0.35) + scalar(0.5) * static_cast<scalar>(number) / domino_count;
}

// From the middle of the spiral outwards, 0.6 of their height apart. Answers where the last one stands.
transform3 add_dominoes(rigid::world& world) {
    scalar angle = 0;
    transform3 where;
    for (std::uint64_t number = 0; number < domino_count; ++number) {
        const scalar half = half_height(number);
        const scalar radius = scalar(1.6) + scalar(0.34) * angle;
        const auto [sine, cosine] = sin_cos(angle);
        where = {{radius * cosine, half, radius * sine}, quaternion::from_axis_angle({0, 1, 0}, -angle)};
        (void)make_body(world,
                        {.position = where.position,
                         .orientation = where.rotation,
                         .shape = rigid::box({half / 2, half, half / 7}),
                         .density = 600,
                         .key = static_cast<entity_key>(static_cast<std::uint64_t>(first_domino) + number)});
        angle += scalar(1.2) * half / radius;
    }
    return where;
}

// Crates in front of the last domino, three side by side.
void add_tower(rigid::world& world, const transform3& last) {
    constexpr scalar half = scalar(0.25);
    constexpr int layers = 9;
    std::uint64_t key = first_crate;
    for (int layer = 0; layer < layers; ++layer) {
        for (int number = 0; number < 3; ++number) {
            const vector3 from_last{2 * half * static_cast<scalar>(number - 1),
                                    half * static_cast<scalar>(2 * layer + 1) - last.position.y, scalar(1.3)};
            (void)make_body(world, {.position = transform_point(last, from_last),
                                    .orientation = last.rotation,
                                    .shape = rigid::box(vector3::filled(half)),
                                    .density = 150,
                                    .key = static_cast<entity_key>(key++)});
        }
    }
}

void run(rigid::world& world, std::uint64_t until) {
    while (world.frame() < until) {
        world.step();
    }
}

domino_panel panel_of(const rigid::world& world, std::string_view caption) {
    domino_panel made{.caption = caption, .boxes = {}};
    const registry& state = world.registry();
    state.view<rigid::position, rigid::orientation, rigid::shape>().each(
        [&](entity id, const rigid::position& where, const rigid::orientation& turn,
            const rigid::shape& form) {
            const auto key = static_cast<std::uint64_t>(state.key_of(id));
            if (form.kind == rigid::shape_kind::box) {
                made.boxes.push_back(
                    {.where = {where.value, turn.value},
                     .half_extents = form.size,
                     .hue = key >= first_crate ? -1 : static_cast<int>(key * 300 / domino_count)});
            }
        });
    return made;
}

} // namespace

int main(int count, char** arguments) {
    constexpr std::uint64_t turning_point = 840;
    constexpr std::uint64_t end = 2000;
    engine machine;
    rigid::world world(machine);
    (void)make_body(world, {.kind = rigid::body_kind::fixed, .shape = rigid::plane()});
    add_tower(world, add_dominoes(world));
    domino_picture picture;

    const rigid::input push{
        .target = first_domino, .kind = rigid::input_kind::velocity, .value = {0, 0, scalar(1.5)}};
    world.step({&push, 1});
    run(world, turning_point);
    const rigid::world_snapshot middle = world.snapshot();
    picture.add(panel_of(world, "fourteen seconds after the push"));
    run(world, end);
    const std::uint64_t hash = world.hash();
    picture.add(panel_of(world, "what happened then"));
    std::printf("%zu bodies, %llu steps forward:  state %016llx\n", world.registry().count<rigid::mass>(),
                static_cast<unsigned long long>(end), static_cast<unsigned long long>(hash));

    world.restore(middle);
    run(world, end);
    std::printf("wound back to step %llu, again:  state %016llx (%s)\n",
                static_cast<unsigned long long>(turning_point), static_cast<unsigned long long>(world.hash()),
                world.hash() == hash ? "the same bits" : "DIFFERENT");
    if (world.hash() != hash) {
        return 1;
    }

    world.restore(middle);
    (void)world.registry().destroy(world.registry().find(missing_domino));
    run(world, end);
    picture.add(panel_of(world, "wound back, and one domino taken out"));
    std::printf("one domino less in the past:    state %016llx, %zu of %zu bodies sleep\n",
                static_cast<unsigned long long>(world.hash()), world.registry().count<rigid::asleep>(),
                world.registry().count<rigid::mass>());

    if (count > 1) {
        if (!picture.write(arguments[1])) {
            std::fprintf(stderr, "the picture could not be written to '%s'\n", arguments[1]);
            return 1;
        }
        std::printf("the picture is in %s\n", arguments[1]);
    }
    return 0;
}
