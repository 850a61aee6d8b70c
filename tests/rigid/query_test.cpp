#include "tests/rigid/crowded_world.hpp"

#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::rigid::test {
namespace {

// A collider as the components of its body say.
struct part_in_place {
    body_part name;
    shape what;
    const convex_hull* hull;
    transform3 where;
    placed_shape placed;
};

[[nodiscard]] part_in_place put(const world& in, body_part name, const shape& what, const transform3& where) {
    const auto& registry = in.registry();
    const vector3 middle = registry.get<position>(name.body).value;
    const quaternion turn = registry.get<orientation>(name.body).value;
    const auto* center = registry.try_get<center_of_mass>(name.body);
    const vector3 arm = where.position - (center != nullptr ? center->value : vector3{});
    const convex_hull* hull = what.kind == shape_kind::hull ? in.shapes().find_hull(what.id) : nullptr;
    const transform3 frame{middle + rotate(turn, arm), turn * where.rotation};
    placed_shape placed = place(what, frame, hull);
    // The same roundings as in a step.
    placed.position = middle + to_matrix(turn) * arm;
    placed.rotation =
        where.rotation == quaternion{} ? to_matrix(turn) : to_matrix(turn) * to_matrix(where.rotation);
    return {name, what, hull, frame, placed};
}

// All of them in the order of keys and children.
[[nodiscard]] std::vector<part_in_place> all_parts(const world& in) {
    std::vector<part_in_place> parts;
    for (const entity id : in.registry().entities_by_key()) {
        const shape* form = in.registry().try_get<shape>(id);
        if (form == nullptr) {
            continue;
        }
        if (form->kind != shape_kind::compound) {
            parts.push_back(put(in, {id, 0}, *form, {}));
            continue;
        }
        std::uint32_t number = 0;
        for (const compound::child& child : in.shapes().find_compound(form->id)->children()) {
            parts.push_back(put(in, {id, number++}, child.what, child.where));
        }
    }
    return parts;
}

[[nodiscard]] bool is_asked_about(const world& in, const query_filter& filter, body_part part) {
    const auto& registry = in.registry();
    const auto* found = registry.try_get<collision_filter>(part.body);
    const collision_filter own = found != nullptr ? *found : collision_filter{};
    const bool is_sensor = !registry.all_of<material>(part.body);
    const auto kind = static_cast<std::uint32_t>(registry.get<body>(part.body).kind);
    return part.body != filter.except && (filter.sees_sensors || !is_sensor) &&
           (filter.kinds >> kind & 1) != 0 && (own.groups & filter.groups.mask) != 0 &&
           (filter.groups.groups & own.mask) != 0 &&
           (!filter.accepts || filter.accepts(part.body, part.child));
}

[[nodiscard]] query_filter sample_filter(xoshiro256& source, const world& in) {
    query_filter filter;
    filter.groups.mask = static_cast<std::uint32_t>(1 + uniform_below(source, 7));
    filter.kinds = static_cast<std::uint32_t>(1 + uniform_below(source, 7));
    filter.sees_sensors = uniform_below(source, 2) == 0;
    const std::vector<entity> everyone = in.registry().entities_by_key();
    filter.except = everyone[uniform_below(source, everyone.size())];
    if (uniform_below(source, 2) == 0) {
        filter.accepts = [](entity, std::uint32_t child) { return child != 1; };
    }
    return uniform_below(source, 3) == 0 ? filter : query_filter{};
}

[[nodiscard]] vector3 sample_point(xoshiro256& source, scalar reach) {
    return uniform_point(source, aabb3{vector3::filled(-reach), vector3::filled(reach)});
}

// Keeps a list in order; of equals the first one stays first.
template <typename Answer>
void insert_behind_equals(std::vector<Answer>& list, const Answer& next, scalar Answer::* by) {
    list.insert(std::ranges::upper_bound(list, next.*by, {}, by), next);
}

struct query : testing::Test {
    static constexpr scalar reach = 5;
    static constexpr int trials = 150;

    query()
        : machine({.thread_count = 3})
        , where(machine) {
        crowd(where, source, 60, reach);
    }

    [[nodiscard]] transform3 sample_place() {
        const vector3 position = sample_point(source, reach);
        return {position, unit_quaternion<scalar>(source)};
    }

    [[nodiscard]] shape sample_question() {
        const shape_kind kind = all_shape_kinds[uniform_below(source, all_shape_kinds.size())];
        return sample_form(source, where.shapes(), kind);
    }

    [[nodiscard]] ray_question sample_ray() {
        const vector3 from = sample_point(source, reach * 2);
        const vector3 to = sample_point(source, reach);
        return {.ray = {from, to - from},
                .farthest =
                    uniform_below(source, 2) == 0 ? scalar(0.9) : std::numeric_limits<scalar>::infinity(),
                .filter = sample_filter(source, where)};
    }

    [[nodiscard]] cast_question sample_cast() {
        cast_question asked{.what = sample_question(), .start = sample_place()};
        asked.displacement = sample_point(source, reach);
        if (uniform_below(source, 2) == 0) {
            asked.turn = sample_point(source, 2);
            asked.local_center = sample_point(source, scalar(0.5));
        }
        asked.filter = sample_filter(source, where);
        return asked;
    }

    // The pieces of a shape that is asked about.
    [[nodiscard]] std::vector<compound::child> pieces_of(const shape& what) const {
        if (what.kind != shape_kind::compound) {
            return {{what, {}}};
        }
        const auto children = where.shapes().find_compound(what.id)->children();
        return {children.begin(), children.end()};
    }

    [[nodiscard]] placed_shape put_piece(const compound::child& piece, const transform3& at) const {
        const convex_hull* hull =
            piece.what.kind == shape_kind::hull ? where.shapes().find_hull(piece.what.id) : nullptr;
        return place(piece.what, at * piece.where, hull);
    }

    [[nodiscard]] std::vector<ray_answer> brute_ray_hits(const ray_question& asked) const {
        std::vector<ray_answer> hits;
        for (const part_in_place& part : all_parts(where)) {
            const auto hit = cast_ray(asked.ray, part.placed, asked.farthest);
            if (hit && is_asked_about(where, asked.filter, part.name)) {
                insert_behind_equals(hits, {part.name.body, part.name.child, hit->t, hit->point, hit->normal},
                                     &ray_answer::t);
            }
        }
        return hits;
    }

    [[nodiscard]] std::vector<near_answer> brute_near(const near_question& asked) const {
        std::vector<near_answer> near;
        for (const part_in_place& part : all_parts(where)) {
            near_answer best{
                part.name.body, part.name.child, std::numeric_limits<scalar>::infinity(), {}, {}, {}};
            for (const compound::child& piece : pieces_of(asked.what)) {
                const shape_gap gap = gap_between(put_piece(piece, asked.where), part.placed);
                if (gap.distance < best.distance) {
                    best.distance = gap.distance;
                    best.on_body = gap.is_overlapping ? vector3{} : gap.on_b;
                    best.on_question = gap.is_overlapping ? vector3{} : gap.on_a;
                    best.normal = gap.is_overlapping ? vector3{} : -gap.normal;
                }
            }
            if (best.distance <= asked.farthest && is_asked_about(where, asked.filter, part.name)) {
                insert_behind_equals(near, best, &near_answer::distance);
            }
        }
        return near;
    }

    [[nodiscard]] std::optional<cast_answer> brute_cast(const cast_question& asked) const {
        std::optional<cast_answer> first;
        for (const part_in_place& part : all_parts(where)) {
            if (!is_asked_about(where, asked.filter, part.name)) {
                continue;
            }
            moving_shape target;
            target.what = part.what;
            target.hull = part.hull;
            target.start = part.where;
            for (const compound::child& piece : pieces_of(asked.what)) {
                const moving_shape moving{.what = piece.what,
                                          .hull = put_piece(piece, {}).hull,
                                          .start = asked.start * piece.where,
                                          .local_center =
                                              inverse_transform_point(piece.where, asked.local_center),
                                          .displacement = asked.displacement,
                                          .turn = asked.turn};
                const auto hit = cast_shapes(moving, target, asked.slop);
                if (hit && (!first || hit->fraction < first->fraction)) {
                    first = {part.name.body, part.name.child, hit->fraction, hit->point, -hit->normal};
                }
            }
        }
        return first;
    }

    xoshiro256 source{7};
    engine machine;
    world where;
};

TEST_F(query, finds_what_a_ray_meets_like_a_look_at_every_body) {
    const queries seen(where);
    int hits = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const ray_question asked = sample_ray();
        const std::vector<ray_answer> expected = brute_ray_hits(asked);
        std::vector<ray_answer> found;
        seen.find_ray_hits(asked, found);
        EXPECT_EQ(found, expected);
        EXPECT_EQ(seen.has_ray_hit(asked), !expected.empty());
        EXPECT_EQ(seen.first_ray_hit(asked),
                  expected.empty() ? std::nullopt : std::optional(expected.front()));
        hits += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(hits, trials / 4);
    EXPECT_LT(hits, trials);
}

TEST_F(query, finds_where_a_moving_shape_is_stopped_like_a_look_at_every_body) {
    int hits_on_the_way = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const cast_question asked = sample_cast();
        const queries seen(where);
        const auto found = seen.first_cast_hit(asked);
        EXPECT_EQ(found, brute_cast(asked));
        hits_on_the_way += found && found->fraction > 0 ? 1 : 0;
    }
    EXPECT_GT(hits_on_the_way, trials / 8);
}

TEST_F(query, finds_what_overlaps_like_a_look_at_every_body) {
    const queries seen(where);
    std::size_t count = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const overlap_question asked{sample_question(), sample_place(), sample_filter(source, where)};
        std::vector<body_part> expected;
        for (const part_in_place& part : all_parts(where)) {
            const auto pieces = pieces_of(asked.what);
            const bool is_met = std::ranges::any_of(pieces, [&](const compound::child& piece) {
                return overlaps(put_piece(piece, asked.where), part.placed);
            });
            if (is_met && is_asked_about(where, asked.filter, part.name)) {
                expected.push_back(part.name);
            }
        }
        std::vector<body_part> found;
        seen.find_overlaps(asked, found);
        EXPECT_EQ(found, expected);
        count += expected.size();
    }
    EXPECT_GT(count, 50u);
}

TEST_F(query, finds_what_is_near_like_a_look_at_every_body) {
    const queries seen(where);
    for (int trial = 0; trial < trials; ++trial) {
        near_question asked{.where = sample_place(), .filter = sample_filter(source, where)};
        if (uniform_below(source, 2) == 0) {
            asked.what = sample_question();
        }
        if (uniform_below(source, 2) == 0) {
            asked.farthest = scalar(1.5);
        }
        const std::vector<near_answer> expected = brute_near(asked);
        std::vector<near_answer> found;
        seen.find_near(asked, found);
        EXPECT_EQ(found, expected);
        EXPECT_EQ(seen.nearest(asked), expected.empty() ? std::nullopt : std::optional(expected.front()));
    }
}

TEST_F(query, finds_whose_boxes_are_in_a_box_like_a_look_at_every_body) {
    const queries seen(where);
    for (int trial = 0; trial < trials; ++trial) {
        const vector3 corner = sample_point(source, reach);
        const box_question asked{aabb3::around(corner, corner + sample_point(source, 2)),
                                 sample_filter(source, where)};
        std::vector<body_part> expected;
        for (const part_in_place& part : all_parts(where)) {
            if (intersects(box_of(part.placed), asked.box) &&
                is_asked_about(where, asked.filter, part.name)) {
                expected.push_back(part.name);
            }
        }
        std::vector<body_part> found;
        seen.find_in_box(asked, found);
        EXPECT_EQ(found, expected);
    }
}

TEST_F(query, answers_lists_of_questions_as_it_answers_each) {
    constexpr std::size_t count = 100;
    std::vector<ray_question> rays;
    std::vector<cast_question> casts;
    std::vector<near_question> points;
    std::vector<overlap_question> balls;
    std::vector<box_question> boxes;
    for (std::size_t number = 0; number < count; ++number) {
        rays.push_back(sample_ray());
        casts.push_back(sample_cast());
        points.push_back({.where = sample_place(), .farthest = 2});
        balls.push_back({.what = sphere(1), .where = sample_place()});
        boxes.push_back({.box = aabb3::from_center(sample_point(source, reach), {1, 1, 1})});
    }
    const queries seen(where);
    std::vector<std::optional<ray_answer>> ray_answers(count);
    std::vector<std::optional<cast_answer>> cast_answers(count);
    std::vector<std::optional<near_answer>> near_answers(count);
    seen.first_ray_hits(rays, ray_answers, machine.jobs());
    seen.first_cast_hits(casts, cast_answers, machine.jobs());
    seen.nearest(points, near_answers, machine.jobs());
    spatial::query_batch<ray_answer> ray_lists;
    spatial::query_batch<body_part> overlap_lists;
    spatial::query_batch<near_answer> near_lists;
    spatial::query_batch<body_part> box_lists;
    seen.find_ray_hits(rays, ray_lists, machine.jobs());
    seen.find_overlaps(balls, overlap_lists, machine.jobs());
    seen.find_near(points, near_lists, machine.jobs());
    seen.find_in_box(boxes, box_lists, machine.jobs());
    std::vector<ray_answer> hits;
    std::vector<body_part> parts;
    std::vector<near_answer> near;
    for (std::size_t number = 0; number < count; ++number) {
        EXPECT_EQ(ray_answers[number], seen.first_ray_hit(rays[number]));
        EXPECT_EQ(cast_answers[number], seen.first_cast_hit(casts[number]));
        EXPECT_EQ(near_answers[number], seen.nearest(points[number]));
        seen.find_ray_hits(rays[number], hits);
        EXPECT_TRUE(std::ranges::equal(ray_lists[number], hits));
        seen.find_overlaps(balls[number], parts);
        EXPECT_TRUE(std::ranges::equal(overlap_lists[number], parts));
        seen.find_near(points[number], near);
        EXPECT_TRUE(std::ranges::equal(near_lists[number], near));
        seen.find_in_box(boxes[number], parts);
        EXPECT_TRUE(std::ranges::equal(box_lists[number], parts));
    }
}

TEST_F(query, sees_bodies_as_they_are_now_whether_moving_new_changed_or_gone) {
    queries seen(where);
    const auto anyone = [&] {
        const std::vector<part_in_place> parts = all_parts(where);
        return parts[uniform_below(source, parts.size())].name.body;
    };
    for (int round = 0; round < 10; ++round) {
        switch (round % 5) {
        case 0:
            where.step();
            break;
        case 1:
            (void)add_sample_body(where, source, shape_kind::sphere, reach);
            break;
        case 2:
            where.registry().replace<position>(anyone(), sample_point(source, reach));
            break;
        case 3:
            ASSERT_TRUE(change_shape(where, anyone(), sphere(scalar(0.7))).is_ok());
            break;
        default:
            where.registry().destroy(anyone());
        }
        seen.update(where);
        for (int trial = 0; trial < 50; ++trial) {
            const ray_question asked{.ray = sample_ray().ray};
            std::vector<ray_answer> found;
            seen.find_ray_hits(asked, found);
            EXPECT_EQ(found, brute_ray_hits(asked));
        }
    }
}

TEST_F(query, sees_the_frame_of_a_snapshot_while_the_world_goes_on) {
    const ray_question asked = sample_ray();
    std::vector<ray_answer> before;
    const queries seen(where);
    seen.find_ray_hits({asked.ray}, before);
    const world_snapshot frame = where.snapshot();
    for (int step = 0; step < 20; ++step) {
        where.step();
    }
    std::vector<ray_answer> found;
    queries(frame.state(), where.shapes(), machine.jobs()).find_ray_hits({asked.ray}, found);
    EXPECT_EQ(found, before);
    seen.find_ray_hits({asked.ray}, found);
    EXPECT_EQ(found, before);
}

TEST_F(query, does_not_change_what_the_next_steps_compute) {
    const world_snapshot start = where.snapshot();
    const auto run = [&](bool looks) {
        xoshiro256 edits(3);
        where.restore(start);
        for (int step = 0; step < 30; ++step) {
            where.step();
            if (step % 10 == 0) {
                (void)add_sample_body(where, edits, shape_kind::box, reach);
            }
            if (looks) {
                EXPECT_TRUE(queries(where).nearest({}).has_value());
            }
        }
        return where.hash();
    };
    const std::uint64_t hash = run(false);
    EXPECT_EQ(run(true), hash);
}

TEST(query_alone, finds_bodies_that_sleep) {
    engine machine({.thread_count = 1});
    world where(machine);
    const entity sleeper = make_body(where, {.shape = sphere(1)}).value();
    where.registry().emplace<asleep>(sleeper, 1u);
    const auto hit = queries(where).first_ray_hit({.ray = {{-3, 0, 0}, {1, 0, 0}}});
    const ray_answer expected{.body = sleeper, .t = 2, .point = {-1, 0, 0}, .normal = {-1, 0, 0}};
    EXPECT_EQ(hit, expected);
}

// A wall of boxes that all meet in the middle of it, where each has a corner.
TEST(query_alone, prefers_the_lower_key_among_equals) {
    engine machine({.thread_count = 1});
    xoshiro256 source(9);
    const auto half_or_minus_half = [&](scalar half) { return uniform_below(source, 2) == 0 ? half : -half; };
    for (int trial = 0; trial < 20; ++trial) {
        world where(machine);
        for (int number = 0; number < 40; ++number) {
            const scalar half = static_cast<scalar>(1 + uniform_below(source, 8)) / 4;
            const scalar y = half_or_minus_half(half);
            const scalar z = half_or_minus_half(half);
            (void)make_body(where, {.kind = body_kind::fixed,
                                    .position = {0, y, z},
                                    .shape = box({1, half, half}),
                                    .key = entity_key{1 + uniform_below(source, 1u << 30)}})
                .value();
        }
        const entity first = where.registry().entities_by_key().front();
        const queries seen(where);
        const ray_question ray{.ray = {{-3, 0, 0}, {1, 0, 0}}};
        std::vector<ray_answer> hits;
        seen.find_ray_hits(ray, hits);
        EXPECT_EQ(hits.size(), 40u);
        EXPECT_EQ(hits.front().body, first);
        EXPECT_EQ(seen.first_ray_hit(ray)->body, first);
        EXPECT_EQ(seen.nearest({.where = {{-3, 0, 0}, {}}})->body, first);
    }
}

TEST(query_alone, finds_nothing_in_an_empty_world_or_with_a_shape_that_is_not_there) {
    engine machine({.thread_count = 1});
    world where(machine);
    queries seen(where);
    EXPECT_FALSE(seen.first_ray_hit({.ray = {{}, {1, 0, 0}}}));
    EXPECT_FALSE(seen.nearest({}));
    (void)make_body(where, {.shape = sphere(1)}).value();
    seen.update(where);
    const shape nowhere{.id = shape_id{5}, .size = {}, .kind = shape_kind::hull};
    std::vector<body_part> found;
    seen.find_overlaps({.what = nowhere}, found);
    EXPECT_TRUE(found.empty());
    EXPECT_FALSE(seen.nearest({.what = nowhere}));
    EXPECT_FALSE(seen.first_cast_hit({.what = nowhere, .displacement = {1, 0, 0}}));
}

} // namespace
} // namespace orrery::rigid::test
