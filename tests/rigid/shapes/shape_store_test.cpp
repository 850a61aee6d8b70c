#include "tests/rigid/point_clouds.hpp"

#include <orrery/rigid/shapes/shape_store.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace orrery::rigid::test {
namespace {

TEST(shape_store, keeps_one_hull_of_each_form_and_finds_it_by_id) {
    shape_store store;
    const shape small = store.add_hull(box_corners({1, 1, 1})).value();
    const convex_hull* kept = store.find_hull(small.id);
    ASSERT_NE(kept, nullptr);
    for (int number = 2; number < 40; ++number) {
        ASSERT_TRUE(store.add_hull(box_corners({static_cast<scalar>(number), 1, 1})));
    }
    EXPECT_EQ(store.add_hull(box_lattice({1, 1, 1}, 2)).value(), small);
    EXPECT_EQ(store.find_hull(small.id), kept);
    EXPECT_EQ(store.hulls().size(), 39u);
    EXPECT_TRUE(std::is_sorted(store.hulls().begin(), store.hulls().end(),
                               [](const auto& a, const auto& b) { return a->id() < b->id(); }));
    for (const auto& hull : store.hulls()) {
        EXPECT_EQ(store.find_hull(hull->id()), hull.get());
    }
    EXPECT_EQ(store.find_hull(shape_id::none), nullptr);
    EXPECT_EQ(store.find_compound(small.id), nullptr);
}

TEST(shape_store, gives_compounds_ids_that_follow_from_their_children) {
    shape_store store;
    shape_store other;
    const std::vector<compound::child> children{{sphere(1), {{1, 0, 0}, {}}}, {box({1, 2, 3}), {}}};
    const shape made = store.add_compound(children).value();
    EXPECT_EQ(made.kind, shape_kind::compound);
    EXPECT_EQ(store.add_compound(children).value(), made);
    EXPECT_EQ(other.add_compound(children).value(), made);
    EXPECT_EQ(store.compounds().size(), 1u);
    const auto kept = store.find_compound(made.id)->children();
    EXPECT_TRUE(std::equal(kept.begin(), kept.end(), children.begin(), children.end()));
    for (std::size_t change = 0; change < 4; ++change) {
        auto changed = children;
        change == 0   ? changed[0].what.size.x = 2
        : change == 1 ? changed[0].where.position.x = 2
                      : change == 2
            ? changed[1].where.rotation = quaternion{1, 0, 0, 0},
                      scalar(0) : (std::swap(changed[0], changed[1]), scalar(0));
        EXPECT_NE(store.add_compound(changed)->id, made.id) << change;
    }
}

TEST(shape_store, refuses_compounds_with_one_sentence_and_keeps_nothing_of_them) {
    shape_store store;
    const shape hull = store.add_hull(box_corners({1, 1, 1})).value();
    const shape inner = store.add_compound(std::vector<compound::child>{{sphere(1), {}}}).value();
    const auto refusal = [&](const std::vector<compound::child>& children) {
        const auto made = store.add_compound(children);
        return made ? std::string("accepted") : made.reason().message;
    };
    EXPECT_EQ(refusal({{hull, {}}}), "accepted");
    const std::size_t before = store.compounds().size();
    EXPECT_EQ(refusal({}), "A compound has 0 children, expected 1 to 65535.");
    EXPECT_EQ(refusal(std::vector<compound::child>(65536, {sphere(1), {}})),
              "A compound has 65536 children, expected 1 to 65535.");
    EXPECT_EQ(refusal({{sphere(1), {}}, {sphere(0), {}}}),
              "Child 1 of a compound is refused. The radius of a sphere must lie within 1e-6 and 1e6 m.");
    EXPECT_EQ(refusal({{inner, {}}}),
              "Child 0 of a compound is refused. It must be neither a compound nor a plane nor a mesh.");
    EXPECT_EQ(refusal({{plane(), {}}}),
              "Child 0 of a compound is refused. It must be neither a compound nor a plane nor a mesh.");
    EXPECT_EQ(refusal({{{.id = shape_id{5}, .size = {}, .kind = shape_kind::hull}, {}}}),
              "Child 0 of a compound is refused. The store must have the hull that it names.");
    const scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_EQ(refusal({{sphere(1), {{0, nan, 0}, {}}}}),
              "Child 0 of a compound is refused. Its position must lie within 1e6 m of the origin along each "
              "axis.");
    EXPECT_EQ(refusal({{sphere(1), {{}, {0, 0, 0, 0}}}}),
              "Child 0 of a compound is refused. Its rotation must be a quaternion of unit length.");
    EXPECT_EQ(store.compounds().size(), before);
}

TEST(shape_store, passes_on_why_a_hull_was_refused) {
    shape_store store;
    EXPECT_EQ(store.add_hull(std::vector<vector3>{{1, 2, 3}}).reason().message,
              "A hull has 1 point, expected four or more.");
    EXPECT_TRUE(store.hulls().empty());
}

TEST(shape_store, copies_share_what_there_is_and_go_their_own_ways) {
    shape_store first;
    const std::array<vector3, 4> corners{vector3{0, 0, 0}, vector3{1, 0, 0}, vector3{0, 1, 0},
                                         vector3{0, 0, 1}};
    const shape hull = first.add_hull(corners).value();
    shape_store second = first;
    EXPECT_EQ(second.find_hull(hull.id), first.find_hull(hull.id));
    const shape both = second.add_compound(std::vector<compound::child>{{hull, {}}, {sphere(1), {}}}).value();
    EXPECT_NE(second.find_compound(both.id), nullptr);
    EXPECT_EQ(first.find_compound(both.id), nullptr);
}

TEST(shape_store, merging_takes_in_what_is_missing_and_keeps_what_is_there) {
    const std::array<vector3, 4> corners{vector3{0, 0, 0}, vector3{1, 0, 0}, vector3{0, 1, 0},
                                         vector3{0, 0, 1}};
    shape_store first;
    shape_store second;
    const shape hull = first.add_hull(corners).value();
    EXPECT_EQ(second.add_hull(corners).value(), hull);
    const shape both = second.add_compound(std::vector<compound::child>{{hull, {}}}).value();
    const convex_hull* own = first.find_hull(hull.id);
    first.merge(second);
    EXPECT_EQ(first.find_hull(hull.id), own);
    EXPECT_EQ(first.find_compound(both.id), second.find_compound(both.id));
    EXPECT_EQ(first.hulls().size(), 1u);
}

TEST(shape_store, gives_up_assemblies_that_are_not_used) {
    shape_store store;
    const std::vector<compound::child> one{{sphere(1), {}}};
    const std::vector<compound::child> two{{sphere(2), {}}};
    const std::vector<compound::child> three{{sphere(3), {}}};
    const shape used = store.add_assembly(one).value();
    const shape unused = store.add_assembly(two).value();
    const shape added = store.add_compound(three).value();
    const shape_store before = store;
    EXPECT_EQ(store.assembly_count(), 2u);
    store.keep_assemblies(std::array{used.id});
    EXPECT_NE(store.find_compound(used.id), nullptr);
    EXPECT_EQ(store.find_compound(unused.id), nullptr);
    EXPECT_NE(store.find_compound(added.id), nullptr);
    EXPECT_EQ(store.assembly_count(), 1u);
    EXPECT_NE(before.find_compound(unused.id), nullptr);
}

TEST(shape_store, keeps_an_assembly_for_good_that_is_also_added_as_a_compound) {
    const std::vector<compound::child> children{{sphere(1), {}}};
    for (const bool is_assembly_first : {false, true}) {
        shape_store store;
        const shape made =
            is_assembly_first ? store.add_assembly(children).value() : store.add_compound(children).value();
        EXPECT_EQ(is_assembly_first ? store.add_compound(children).value()
                                    : store.add_assembly(children).value(),
                  made);
        store.keep_assemblies({});
        EXPECT_NE(store.find_compound(made.id), nullptr);
        EXPECT_EQ(store.assembly_count(), 0u);
    }
    shape_store program;
    shape_store world;
    const shape made = program.add_compound(children).value();
    EXPECT_EQ(world.add_assembly(children).value(), made);
    world.merge(program);
    world.keep_assemblies({});
    EXPECT_NE(world.find_compound(made.id), nullptr);
}

} // namespace
} // namespace orrery::rigid::test
