#include "tests/rigid/crowded_world.hpp"
#include "tests/rigid/sample_shapes.hpp"

#include <orrery/rigid/debug_draw.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orrery::rigid::test {
namespace {

struct stroke {
    std::vector<vector3> points;
    color32 color;

    friend bool operator==(const stroke&, const stroke&) = default;
};

struct drawing {
    std::vector<stroke> lines;
    std::vector<stroke> points;
    std::vector<stroke> triangles;
    std::vector<std::string> texts;
};

class recorder final : public debug_drawer {
public:
    void draw_line(vector3 from, vector3 to, color32 color) override {
        made.lines.push_back({{from, to}, color});
    }

    void draw_point(vector3 where, scalar, color32 color) override {
        made.points.push_back({{where}, color});
    }

    void draw_triangle(vector3 a, vector3 b, vector3 c, color32 color) override {
        made.triangles.push_back({{a, b, c}, color});
    }

    void draw_text(vector3, std::string_view text, color32) override { made.texts.emplace_back(text); }

    drawing made;
};

[[nodiscard]] std::ptrdiff_t count_color(const std::vector<stroke>& strokes, color32 color) {
    return std::ranges::count(strokes, color, &stroke::color);
}

struct debug_draw : testing::Test {
    [[nodiscard]] drawing drawn(const debug_draw_settings& settings) const {
        recorder drawer;
        draw(where, drawer, settings);
        return drawer.made;
    }

    entity add_ball(vector3 position, body_kind kind = body_kind::dynamic) {
        return make_body(where, {.kind = kind,
                                 .position = position,
                                 .shape = sphere(scalar(0.5)),
                                 .key = entity_key{++last_key}})
            .value();
    }

    std::uint64_t last_key = 0;

    engine machine{{.thread_count = 1}};
    world where{machine};
    xoshiro256 source{5};
};

constexpr debug_draw_settings nothing{.draws_shapes = false, .draws_joints = false};
constexpr scalar drawing_tolerance = scalar(1e-4);

TEST_F(debug_draw, outlines_every_kind_of_shape_on_its_surface_and_within_its_box) {
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        where.registry().clear();
        const shape form = sample_form(source, where.shapes(), kind);
        const transform3 at = sample_place(source, 3);
        const entity id = make_body(where, {.kind = body_kind::fixed,
                                            .position = at.position,
                                            .orientation = at.rotation,
                                            .shape = form})
                              .value();
        const placed_shape placed =
            place(form, placement(where, id),
                  kind == shape_kind::hull ? where.shapes().find_hull(form.id) : nullptr);
        aabb3 around = aabb3::empty();
        const drawing edges = drawn({});
        EXPECT_GE(edges.lines.size(), 6u);
        for (const stroke& line : edges.lines) {
            for (const vector3 end : line.points) {
                EXPECT_LT(outside_by(placed, end), drawing_tolerance);
                around = merge(around, end);
            }
        }
        // What is drawn fills the box, but for round shapes that lie askew.
        EXPECT_TRUE(contains(inflate(box_of(placed), drawing_tolerance), around));
        EXPECT_GT(smallest_component(size(around)), scalar(0.9) * smallest_component(size(box_of(placed))));
    }
}

TEST_F(debug_draw, closes_the_surface_of_every_kind_of_shape_and_turns_it_outwards) {
    for (const shape_kind kind : convex_kinds) {
        SCOPED_TRACE(name_for_test(kind));
        where.registry().clear();
        const shape form = sample_form(source, where.shapes(), kind);
        (void)make_body(where, {.kind = body_kind::fixed, .position = {1, 2, 3}, .shape = form}).value();
        const drawing solid = drawn({.are_shapes_solid = true});
        EXPECT_TRUE(solid.lines.empty());
        EXPECT_GE(solid.triangles.size(), 4u);
        const vector3 middle =
            vector3{1, 2, 3} +
            (kind == shape_kind::hull ? where.shapes().find_hull(form.id)->center_of_mass() : vector3{});
        vector3 sum; // of the areas: nothing, if the surface is closed
        for (const stroke& face : solid.triangles) {
            const vector3 area =
                cross(face.points[1] - face.points[0], face.points[2] - face.points[0]) * scalar(0.5);
            EXPECT_GT(dot(area, face.points[0] - middle), scalar(0));
            sum += area;
        }
        EXPECT_LT(length(sum), drawing_tolerance);
    }
}

TEST_F(debug_draw, draws_each_child_of_a_compound_and_a_plane_as_a_square) {
    const shape form = sample_form(source, where.shapes(), shape_kind::compound);
    (void)make_body(where, {.shape = form}).value();
    EXPECT_EQ(drawn({.draws_shapes = false, .draws_boxes = true}).lines.size(), 3u * 12);
    where.registry().clear();
    (void)make_body(where, {.kind = body_kind::fixed, .position = {0, 2, 0}, .shape = plane()}).value();
    const drawing square = drawn({.are_shapes_solid = true, .plane_size = 3});
    ASSERT_EQ(square.triangles.size(), 2u);
    for (const stroke& half : square.triangles) {
        EXPECT_GT(cross(half.points[1] - half.points[0], half.points[2] - half.points[0]).y, scalar(0));
        for (const vector3 corner : half.points) {
            EXPECT_EQ(vector3(abs(corner.x), corner.y, abs(corner.z)), vector3(3, 2, 3));
        }
    }
    EXPECT_FALSE(drawn({}).lines.empty());
}

TEST_F(debug_draw, colours_bodies_by_what_they_are) {
    const entity sleeper = add_ball({});
    where.registry().emplace<asleep>(sleeper, 1u);
    add_ball({0, 5, 0});
    add_ball({0, 10, 0}, body_kind::kinematic);
    add_ball({0, 15, 0}, body_kind::fixed);
    where.registry().remove<material>(add_ball({0, 20, 0}));
    const debug_colors colors;
    const drawing drawer = drawn({});
    const std::size_t of_each = drawer.lines.size() / 5;
    for (const color32 color :
         {colors.asleep, colors.dynamic, colors.kinematic, colors.fixed, colors.sensor}) {
        EXPECT_EQ(static_cast<std::size_t>(count_color(drawer.lines, color)), of_each);
    }
    EXPECT_EQ(count_color(drawn({.colors_sleepers = false}).lines, colors.asleep), 0);
}

TEST_F(debug_draw, shows_where_balls_rest_on_the_ground_and_how_hard) {
    (void)make_body(where, {.kind = body_kind::fixed, .shape = plane()}).value();
    add_ball({0, scalar(0.5), 0});
    add_ball({3, scalar(0.5), 0});
    for (int step = 0; step < 10; ++step) {
        where.step();
    }
    debug_draw_settings settings = nothing;
    settings.draws_contacts = true;
    const drawing drawer = drawn(settings);
    ASSERT_EQ(drawer.points.size(), 2u);
    for (const stroke& point : drawer.points) {
        EXPECT_NEAR(point.points[0].y, scalar(0), scalar(0.02));
    }
    EXPECT_EQ(count_color(drawer.lines, settings.colors.contact), 2);
    for (const stroke& line : drawer.lines) {
        EXPECT_GT(distance(line.points[0], line.points[1]), scalar(0));
    }
}

TEST_F(debug_draw, gives_bodies_that_hang_together_one_colour) {
    const entity first = add_ball({});
    const entity second = add_ball({2, 0, 0});
    for (int number = 0; number < 20; ++number) {
        add_ball({0, static_cast<scalar>(5 + 2 * number), 0});
    }
    const entity joint = where.registry().create();
    where.registry().emplace<ball_joint>(joint, first, second, vector3{1, 0, 0}, vector3{-1, 0, 0});
    debug_draw_settings settings;
    settings.draws_joints = false;
    settings.colors_islands = true;
    const drawing drawer = drawn(settings);
    const std::size_t of_each = drawer.lines.size() / 22;
    const color32 together = drawer.lines.front().color;
    EXPECT_TRUE(std::all_of(drawer.lines.begin(),
                            drawer.lines.begin() + 2 * static_cast<std::ptrdiff_t>(of_each),
                            [&](const stroke& line) { return line.color == together; }));
    EXPECT_LT(static_cast<std::size_t>(count_color(drawer.lines, together)), drawer.lines.size() / 2);
}

TEST_F(debug_draw, leads_joints_from_one_centre_through_the_pivots_to_the_other) {
    const entity ball = add_ball({0, 3, 0});
    const entity joint = where.registry().create();
    where.registry().emplace<ball_joint>(joint, ball, entity{}, vector3{0, 1, 0}, vector3{0, scalar(4.5), 0});
    debug_draw_settings settings = nothing;
    settings.draws_joints = true;
    const drawing drawer = drawn(settings);
    const color32 color = settings.colors.joint;
    const std::vector<stroke> expected{{{{0, 3, 0}, {0, 4, 0}}, color},
                                       {{{0, 4, 0}, {0, scalar(4.5), 0}}, color}};
    EXPECT_EQ(drawer.lines, expected);
    where.registry().destroy(ball);
    EXPECT_TRUE(drawn(settings).lines.empty());
}

TEST_F(debug_draw, shows_centres_velocities_and_keys_when_asked) {
    (void)make_body(
        where,
        {.position = {1, 1, 1}, .linear_velocity = {10, 0, 0}, .shape = sphere(1), .key = entity_key{42}})
        .value();
    EXPECT_TRUE(drawn(nothing).lines.empty());
    debug_draw_settings settings = nothing;
    settings.draws_centers = true;
    settings.draws_velocities = true;
    settings.draws_keys = true;
    const drawing drawer = drawn(settings);
    ASSERT_EQ(drawer.points.size(), 1u);
    EXPECT_EQ(drawer.points[0].points[0], vector3(1, 1, 1));
    EXPECT_EQ(drawer.lines.size(), 4u);
    EXPECT_EQ(drawer.lines.back().points[1], vector3(2, 1, 1));
    EXPECT_EQ(drawer.texts, std::vector<std::string>{"42"});
}

TEST_F(debug_draw, does_not_change_the_world_and_draws_triangles_with_lines_if_need_be) {
    // What a program writes at least.
    class line_counter final : public debug_drawer {
    public:
        int lines = 0;

        void draw_line(vector3, vector3, color32) override { ++lines; }

        void draw_point(vector3, scalar, color32) override {}
    };

    crowd(where, source, 30, 2);
    where.step();
    const std::uint64_t hash = where.hash();
    line_counter counter;
    draw(where, counter,
         {.are_shapes_solid = true, .draws_contacts = true, .draws_keys = true, .colors_islands = true});
    EXPECT_EQ(where.hash(), hash);
    EXPECT_GT(counter.lines, 0);
}

} // namespace
} // namespace orrery::rigid::test
