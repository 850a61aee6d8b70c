// Inputs that cannot be, in every world: refused where they enter, and left out of files that have them.
#include "scenes/builders/hex_fields.hpp"
#include "tests/circles/small_world.hpp"

#include <orrery/circles/world_archive.hpp>
#include <orrery/hex/world_archive.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/rollback_session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

constexpr scalar not_a_number = std::numeric_limits<scalar>::quiet_NaN();
constexpr scalar infinite = std::numeric_limits<scalar>::infinity();

template <typename World>
struct impossible {
    typename World::input_type what;
    std::string reason; // a part of it
};

// A small world of each kind, an input that pushes something in it, and inputs that cannot be. Those that
// archives refuse come first.
struct rigid_sample {
    using world = rigid::world;
    using input = rigid::input;

    [[nodiscard]] static world make(engine& machine) {
        world made(machine);
        for (std::uint64_t key = 1; key <= 3; ++key) {
            (void)make_body(made, {.position = {scalar(5) * static_cast<scalar>(key), 3, 0},
                                   .shape = rigid::sphere(scalar(0.5)),
                                   .key = entity_key{key}})
                .value();
        }
        return made;
    }

    [[nodiscard]] static input push() {
        return {.target = entity_key{2}, .kind = rigid::input_kind::impulse, .value = {0, 500, 0}};
    }

    [[nodiscard]] static std::vector<impossible<world>> bad() {
        using rigid::input_kind;
        input turned = input::place(entity_key{2}, {});
        turned.orientation = {0, 0, 0, 2};
        return {
            {{.target = entity_key{2}, .value = {not_a_number, 0, 0}}, "input.value.x is nan"},
            {{.target = entity_key{2}, .kind = input_kind(999)},
             "input.kind is 999, expected a value of at most 19"},
            {{.target = entity_key{2}, .point = {0, 0, infinite}}, "input.point.z is inf"},
            {turned, "its orientation has length 2"},
            {input::set_material(entity_key{2}, {.friction = -1}), "material.friction is -1"},
        };
    }

    static constexpr std::size_t refused_by_archives = 3;
};

struct circles_sample {
    using world = circles::world;
    using input = circles::input;

    [[nodiscard]] static world make(engine& machine) {
        world made(machine, std::make_shared<const circles::rules>(circles::test::crowd_rules()));
        EXPECT_TRUE(made.add(circles::test::crowd(1)).is_ok());
        return made;
    }

    [[nodiscard]] static input push() { return {.target = entity_key{2}, .velocity = {3, 4}}; }

    [[nodiscard]] static std::vector<impossible<world>> bad() {
        return {
            {{.target = entity_key{2}, .velocity = {0, not_a_number}}, "input.velocity.y is nan"},
            {{.target = entity_key{2}, .kind = circles::input_kind(6)},
             "input.kind is 6, expected a value of at most 5"},
            {{.target = entity_key{2}, .spin = -infinite}, "input.spin is -inf"},
            {{.target = entity_key{2}, .position = {scalar(1e30), 0}}, "position.x is"},
        };
    }

    static constexpr std::size_t refused_by_archives = 3;
};

struct hex_sample {
    using world = hex::world;
    using input = hex::input;

    [[nodiscard]] static world make(engine& machine) {
        const scenes::hex_scene scene = scenes::asteroid_field({.count = 20, .spacing = 8000, .seed = 5});
        world made(machine, scene.rules);
        EXPECT_TRUE(made.add(scene.objects).is_ok());
        return made;
    }

    [[nodiscard]] static input push() { return {.target = entity_key{2}, .velocity = {100, -40}}; }

    [[nodiscard]] static std::vector<impossible<world>> bad() {
        using hex::input_kind;
        return {
            // It damaged a tile: whatever was no other kind did.
            {{.target = entity_key{2}, .kind = input_kind(10), .amount = 200},
             "input.kind is 10, expected a value of at most 9"},
            {{.target = entity_key{2}, .kind = input_kind::thrust, .velocity = {0, 128}},
             "input.velocity.b is 128, expected -128 to 127"},
            {{.target = entity_key{2}, .kind = input_kind::brake, .amount = 256},
             "input.amount is 256, expected 0 to 255"},
            {{.target = entity_key{2}, .kind = input_kind::place, .position = {0, 2'000'000'000}},
             "input.position.b is 2000000000"},
        };
    }

    static constexpr std::size_t refused_by_archives = 1;
};

template <typename Sample>
class refused_inputs : public testing::Test {
protected:
    using world = typename Sample::world;

    [[nodiscard]] world make() { return Sample::make(machine); }

    [[nodiscard]] std::size_t times_said(const std::string& beginning) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            said, [&](const std::string& each) { return each.starts_with(beginning); }));
    }

    std::vector<std::string> said;
    engine machine{{.thread_count = 1,
                    .sink = {[](void* to, const log_message& message) {
                                 static_cast<std::vector<std::string>*>(to)->emplace_back(message.text);
                             },
                             &said}}};
};

using samples = testing::Types<rigid_sample, circles_sample, hex_sample>;
TYPED_TEST_SUITE(refused_inputs, samples);

TYPED_TEST(refused_inputs, do_nothing_to_a_world_that_is_given_them) {
    for (const auto& each : TypeParam::bad()) {
        auto with = this->make();
        auto without = this->make();
        with.step({&each.what, 1});
        without.step();
        EXPECT_EQ(with.hash(), without.hash()) << each.reason;
        EXPECT_EQ(with.events().size(), without.events().size() + 1)
            << "it is told as refused: " << each.reason;
    }
}

TYPED_TEST(refused_inputs, come_into_no_journal) {
    using world = typename TypeParam::world;
    timeline<world> time(this->make());
    time.advance(20);
    const std::uint64_t hash = time.hash(20);
    for (const auto& each : TypeParam::bad()) {
        const auto refused = time.add(5, each.what);
        ASSERT_FALSE(refused) << each.reason;
        EXPECT_NE(refused.reason().message.find(each.reason), std::string::npos) << refused.reason().message;
    }
    EXPECT_EQ(this->times_said("an input is refused: "), TypeParam::bad().size())
        << "nobody need look at what add() returns";
    EXPECT_EQ(time.journal().size(), 0U);
    EXPECT_EQ(time.hash(20), hash);
}

TYPED_TEST(refused_inputs, of_others_do_not_end_a_session) {
    using world = typename TypeParam::world;
    rollback_session<world> session(this->make(), {.remote_authors = {1}});
    world plain = this->make();
    for (const auto& each : TypeParam::bad()) {
        EXPECT_FALSE(session.add_remote_input(1, 0, session.frame(), each.what)) << each.reason;
        EXPECT_FALSE(session.add_local_input(each.what)) << each.reason;
        session.advance();
        plain.step();
    }
    EXPECT_EQ(session.state().hash(), plain.hash());
}

// A single one made the whole file unreadable.
TYPED_TEST(refused_inputs, of_a_recording_are_left_out_and_named_and_the_rest_opens) {
    using world = typename TypeParam::world;
    timeline<world> time(this->make());
    ASSERT_TRUE(time.add(10, TypeParam::push()));
    time.advance(80);
    time.seal();
    time::journal<typename world::input_type> journal = time.journal();
    std::vector<impossible<world>> bad = TypeParam::bad();
    bad.resize(TypeParam::refused_by_archives);
    for (std::uint32_t number = 0; number < bad.size(); ++number) {
        journal.add({.id = {7, number}, .when = {30 + number, 31 + number}, .input = bad[number].what});
    }
    auto file = time::recorder<world>::create_in_memory(this->make()).value();
    ASSERT_TRUE(file.close(time.known()->with(journal)));
    auto reader = time::recording_reader::open(mapped_file(file.take_bytes()), "old.orrery");
    ASSERT_TRUE(reader);
    const auto opened = time::recording<world>::open(std::move(*reader), this->make());
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(opened->journal().size(), 1U);
    ASSERT_EQ(opened->refused_entries().size(), bad.size());
    for (std::uint32_t number = 0; number < bad.size(); ++number) {
        const time::refused_entry& each = opened->refused_entries()[number];
        EXPECT_EQ(each.id, (time::entry_id{7, number}));
        EXPECT_EQ(each.when.first, 30 + number);
        EXPECT_NE(each.reason.find(bad[number].reason), std::string::npos) << each.reason;
    }
    EXPECT_EQ(this->times_said("old.orrery: inputs left out of the journal: "), 1U);
    const auto checked = opened->verify();
    ASSERT_TRUE(checked) << checked.reason().message;
    EXPECT_TRUE(checked->is_same());
    EXPECT_EQ(opened->resume()->journal().size(), 1U);
}

} // namespace
} // namespace orrery::test
