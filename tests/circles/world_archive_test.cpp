#include "tests/circles/small_world.hpp"

#include <orrery/circles/world_archive.hpp>
#include <orrery/simulation/storable_simulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

static_assert(storable_simulation<world>);

namespace {

std::vector<std::byte> saved(const world& by, const world_snapshot& what) {
    byte_writer out;
    save_frame(out, by, what);
    return out.take();
}

std::vector<std::byte> saved(const world& what) {
    return saved(what, what.snapshot());
}

std::string load_error(std::span<const std::byte> bytes, world& into) {
    byte_reader in(bytes);
    const status answer = load_frame(in, into);
    return answer.is_ok() ? std::string() : answer.reason().message;
}

// What a world says to a frame of its own that was changed by hand.
template <typename Change>
std::string load_changed(Change change) {
    crowded at;
    at.run(150);
    auto who = std::make_shared<roster>(*at.world.current().roster);
    auto what = std::make_shared<frame>(at.world.current());
    // Two that touch each other, and one that touches the last part of a wall.
    what->contacts = {{.a = 0, .b = 1}, {.a = 0, .b = wall_bit | 3}};
    change(*what, *who);
    what->roster = who;
    const std::vector<std::byte> bytes = saved(at.world, {what, at.world.snapshot().terrain()});
    const std::uint64_t before = at.world.hash();
    const std::string answer = load_error(bytes, at.world);
    EXPECT_EQ(at.world.hash() == before, !answer.empty()) << "what is refused changes nothing";
    return answer;
}

} // namespace

TEST(circles_world_archive, rules_come_back_as_they_were) {
    rules all = crowd_rules();
    all.damping = scalar(0.25);
    all.spin_damping = scalar(0.75);
    all.max_speed = 77;
    all.skin = scalar(0.01);
    all.rest_speed = scalar(0.125);
    all.contact_rounds = 3;
    all.max_impacts = 9;
    all.walls[1].name = "bumper";
    all.walls[1].kick = 5;
    all.walls[1].filter = {.groups = 2, .mask = 3, .family = 4};
    all.walls[1].is_sensor = true;
    all.walls[1].user_data = 99;
    all.walls[1].surface = {.friction = 1, .restitution = scalar(0.25)};
    all.blueprints[1].form.filter.family = 12;
    byte_writer out;
    save_rules(out, all);
    byte_reader in(out.bytes());
    const result<rules> loaded = load_rules(in);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(*loaded, all);
    EXPECT_TRUE(in.finish().is_ok());
}

TEST(circles_world_archive, rules_that_do_not_pass_their_check_are_refused) {
    rules wrong = crowd_rules();
    wrong.blueprints[1].form.radius = -3;
    byte_writer out;
    save_rules(out, wrong);
    byte_reader in(out.bytes());
    const result<rules> loaded = load_rules(in);
    ASSERT_FALSE(loaded.has_value());
    EXPECT_NE(loaded.reason().message.find("rules.blueprints[1].form.radius is -3, expected "),
              std::string::npos);
}

TEST(circles_world_archive, a_frame_of_other_rules_is_refused_and_the_world_is_as_it_was) {
    crowded at;
    rules others = crowd_rules();
    others.walls[1].points[0].x += 1;
    small_world other(others);
    other.add(make(1, {5, 5}));
    const std::uint64_t hash = other.world.hash();
    EXPECT_NE(load_error(saved(at.world), other.world).find("under other rules"), std::string::npos);
    EXPECT_EQ(other.world.hash(), hash);
}

TEST(circles_world_archive, what_no_world_can_come_to_is_refused_with_its_reason) {
    constexpr scalar no_number = std::numeric_limits<scalar>::quiet_NaN();
    const auto expect = [](const std::string& answer, std::string_view reason) {
        EXPECT_NE(answer.find(reason), std::string::npos) << answer;
    };
    EXPECT_EQ(load_changed([](frame& what, roster&) { what.motions[0].position.x += 1; }), "");
    expect(load_changed([](frame&, roster& who) { who.keys[3] = who.keys[2]; }), "ascending order");
    expect(load_changed([](frame&, roster& who) { who.keys[0] = entity_key::none; }), "ascending order");
    expect(load_changed([](frame& what, roster&) { what.motions.pop_back(); }), "as many motions");
    expect(load_changed([](frame&, roster& who) { who.forms.pop_back(); }), "as many motions");
    expect(load_changed([](frame& what, roster&) { what.motions[2].velocity.y = scalar(-2e18); }),
           "moves beyond");
    expect(load_changed([](frame& what, roster&) { what.motions[2].angle = 4; }), "angle of a circle is 4");
    expect(load_changed([](frame&, roster& who) { who.forms[2].radius = 0; }), "radius is 0, expected");
    expect(load_changed([](frame& what, roster&) { what.contacts[0].b = 0; }), "not there");
    expect(load_changed([](frame& what, roster&) { what.contacts[0].b = 100'000; }), "not there");
    expect(load_changed([](frame& what, roster&) { what.contacts[1].b = ~0u; }), "not there");
    expect(load_changed([](frame& what, roster&) { std::swap(what.contacts[0], what.contacts[1]); }),
           "contacts are not in ascending order");
    expect(load_changed([](frame& what, roster&) { what.contacts[1] = what.contacts[0]; }),
           "contacts are not in ascending order");
    expect(load_changed([](frame& what, roster&) { what.contacts[0].normal_impulse = scalar(2e18); }),
           "impulse of a contact");
    EXPECT_NE(load_changed([](frame& what, roster&) { what.motions[1].spin = no_number; }), "");
}
