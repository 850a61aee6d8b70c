#include "tests/core/property.hpp"
#include "tests/rigid/mesh_samples.hpp"
#include "tests/rigid/sample_world.hpp"

#include <orrery/core/archive/file_archive.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orrery::rigid {
namespace {

std::vector<std::byte> bytes_of(const world& what) {
    byte_writer out;
    save_world(out, what);
    return out.take();
}

status load(world& into, std::span<const std::byte> bytes) {
    byte_reader in(bytes);
    return load_world(in, into);
}

void expect_refused(world& into, std::span<const std::byte> bytes, std::string_view sentence) {
    const std::uint64_t before = into.hash();
    const status answer = load(into, bytes);
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find(sentence), std::string::npos) << answer.reason().message;
    EXPECT_EQ(into.hash(), before);
}

class world_archive : public testing::Test {
protected:
    engine machine{{.thread_count = 1}};
};

TEST_F(world_archive, a_loaded_world_goes_on_with_the_same_bits) {
    EXPECT_TRUE(property::holds([&] {
        world original(machine);
        add_everything(original);
        const int saved_at = property::in_range(0, 150);
        for (int frame = 0; frame < saved_at; ++frame) {
            original.step();
        }
        world copy(machine);
        add_stack(copy, 2, {}); // what is there before does not matter
        copy.step();
        PROPERTY_ASSERT(load(copy, bytes_of(original)).is_ok());
        PROPERTY_ASSERT(copy.hash() == original.hash());
        for (int frame = 0; frame < 60; ++frame) {
            original.step();
            copy.step();
            PROPERTY_ASSERT(copy.frame() == original.frame());
            PROPERTY_ASSERT(copy.hash() == original.hash());
            PROPERTY_ASSERT(std::equal(copy.events().begin(), copy.events().end(), original.events().begin(),
                                       original.events().end()));
        }
    }));
}

TEST_F(world_archive, sleepers_sleep_on_and_wake_alike) {
    world original(machine);
    add_floor(original);
    add_stack(original, 3, {});
    for (int frame = 0; frame < 200; ++frame) {
        original.step();
    }
    ASSERT_EQ(original.registry().count<asleep>(), 3U);
    world copy(machine);
    ASSERT_TRUE(load(copy, bytes_of(original)));
    const auto go_on = [](world& where) {
        where.step();
        const auto sleepers = where.registry().count<asleep>();
        add_stack(where, 1, {scalar(0.3), 4, 0});
        for (int frame = 0; frame < 80; ++frame) {
            where.step();
        }
        return std::pair(sleepers, where.hash());
    };
    const auto of_copy = go_on(copy);
    EXPECT_EQ(of_copy.first, 3U);
    EXPECT_EQ(of_copy, go_on(original));
}

// Which joints there are was known only after inputs had been applied, so that the first step after going
// back did not wake what hangs on the body that an input moves.
TEST_F(world_archive, sleepers_on_a_joint_wake_alike_when_an_input_changes_what_holds_them) {
    const auto make = [&](body_kind kind_of_holder) {
        world_settings settings;
        settings.sleep_seconds = scalar(0.15);
        world made(machine, settings);
        add_floor(made);
        const entity sleeper =
            make_body(made,
                      {.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5)), .key = entity_key{102}})
                .value();
        const entity holder =
            make_body(made, {.kind = kind_of_holder, .position = {0, scalar(1.5), 0}, .key = entity_key{103}})
                .value();
        (void)make_joint(made, ball_joint{.a = sleeper, .b = holder, .pivot_b = {0, -1, 0}}, entity_key{104})
            .value();
        while (made.frame() < 42) {
            made.step();
        }
        return made;
    };
    const auto go_on = [](world& where, const input& what) {
        where.step({&what, 1});
        std::size_t count = where.events().size();
        for (int frame = 0; frame < 6; ++frame) {
            where.step();
            count += where.events().size();
        }
        return std::pair(where.hash(), count);
    };
    constexpr entity_key holder{103};
    for (const body_kind kind : {body_kind::fixed, body_kind::kinematic}) {
        for (const input& what :
             {input::place(holder, {{scalar(-0.5), scalar(2.1), 3}, {}}), input::destroy(holder),
              input::set_material(holder, {.friction = scalar(0.1)}),
              input{.target = holder, .kind = input_kind::velocity, .value = {0, 0, 1}},
              input{.target = holder, .kind = input_kind::wake}}) {
            world original = make(kind);
            ASSERT_EQ(original.registry().count<asleep>(), 1U);
            const world_snapshot frame = original.snapshot();
            const std::vector<std::byte> bytes = bytes_of(original);
            world forked = original.fork(machine);
            world loaded(machine, original.settings());
            ASSERT_TRUE(load(loaded, bytes));
            world elsewhere(machine, original.settings()); // it has known other joints
            add_everything(elsewhere);
            elsewhere.step();
            elsewhere.restore(frame);
            const auto expected = go_on(original, what);
            EXPECT_EQ(go_on(forked, what), expected);
            EXPECT_EQ(go_on(loaded, what), expected);
            EXPECT_EQ(go_on(elsewhere, what), expected);
            original.restore(frame);
            EXPECT_EQ(go_on(original, what), expected);
        }
    }
}

// By hand and not by an input: the world that has not stepped yet must find the joint, too.
TEST_F(world_archive, sleepers_on_a_joint_wake_alike_when_what_holds_them_is_moved_between_steps) {
    world original(machine);
    add_floor(original);
    const entity sleeper =
        make_body(original,
                  {.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5)), .key = entity_key{102}})
            .value();
    const entity holder =
        make_body(original,
                  {.kind = body_kind::fixed, .position = {0, scalar(1.5), 0}, .key = entity_key{103}})
            .value();
    (void)make_joint(original, ball_joint{.a = sleeper, .b = holder, .pivot_b = {0, -1, 0}}, entity_key{104})
        .value();
    for (int frame = 0; frame < 60; ++frame) {
        original.step();
    }
    ASSERT_EQ(original.registry().count<asleep>(), 1U);
    world copy(machine);
    ASSERT_TRUE(load(copy, bytes_of(original)));
    for (world* each : {&original, &copy}) {
        orrery::registry& registry = each->registry();
        registry.replace<position>(registry.find(entity_key{103}), vector3{0, scalar(1.5), 1});
        EXPECT_EQ(registry.count<asleep>(), 0U);
        each->step();
    }
    EXPECT_EQ(copy.hash(), original.hash());
}

TEST_F(world_archive, a_snapshot_is_saved_as_it_was) {
    world original(machine);
    add_everything(original);
    original.step();
    const auto then = bytes_of(original);
    const world_snapshot frame = original.snapshot();
    original.step();
    byte_writer out;
    save_world(out, frame, original.settings());
    EXPECT_EQ(out.take(), then);
}

TEST_F(world_archive, other_settings_are_refused_by_name) {
    const world original(machine);
    world other(machine, {.substeps = 8});
    expect_refused(other, bytes_of(original),
                   "the world was saved with the setting 'substeps' at 4, but this world has 8");
}

TEST_F(world_archive, rules_alone_make_a_world_that_can_load_the_rest) {
    world_settings settings{
        .time_step = scalar(0.01), .substeps = 7, .gravity = {1, -2, 3}, .may_sleep = false};
    settings.layers.set(3, 5, false);
    world original(machine, settings);
    add_everything(original);
    byte_writer rules;
    save_rules(rules, original);
    byte_reader in(rules.bytes());
    const auto loaded = load_rules(in);
    ASSERT_TRUE(loaded) << loaded.reason().message;
    EXPECT_EQ(loaded->settings.layers, settings.layers);
    world other(machine, loaded->settings);
    EXPECT_TRUE(load(other, bytes_of(original)));
    EXPECT_EQ(other.hash(), original.hash());
}

TEST_F(world_archive, rules_that_no_world_can_have_are_refused) {
    const world original(machine);
    byte_writer rules;
    save_rules(rules, original);
    const auto bytes = rules.take();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        byte_reader in{std::span(bytes).first(length)};
        ASSERT_FALSE(load_rules(in)) << length;
    }
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        auto damaged = bytes;
        damaged[place] ^= std::byte{0xff};
        byte_reader in(damaged);
        if (const auto loaded = load_rules(in)) { // whatever is taken can be used
            ASSERT_TRUE(loaded->settings.check()) << place;
        }
    }
}

TEST_F(world_archive, refuses_every_truncation_and_leaves_the_world_as_it_was) {
    world original(machine);
    add_everything(original);
    original.step();
    const auto bytes = bytes_of(original);
    world into(machine);
    add_stack(into, 1, {});
    const std::uint64_t before = into.hash();
    for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64) {
        ASSERT_FALSE(load(into, std::span(bytes).first(length))) << length;
        ASSERT_EQ(into.hash(), before);
    }
}

TEST_F(world_archive, what_a_damaged_file_brings_can_be_stepped) {
    world original(machine);
    add_everything(original);
    for (int frame = 0; frame < 100; ++frame) {
        original.step();
    }
    const auto bytes = bytes_of(original);
    for (std::size_t bit = 3; bit < bytes.size() * 8; bit += 53) {
        auto damaged = bytes;
        damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        world into(machine);
        if (load(into, damaged)) {
            into.step();
            // What it became is a state as good as any: it can be saved and comes back.
            world again(machine);
            ASSERT_TRUE(load(again, bytes_of(into))) << "bit " << bit;
            ASSERT_EQ(again.hash(), into.hash()) << "bit " << bit;
        }
    }
}

TEST_F(world_archive, refuses_values_that_no_world_makes) {
    world into(machine);
    const auto refuses = [&](auto spoil, std::string_view sentence) {
        world original(machine);
        add_floor(original);
        add_stack(original, 2, {});
        for (int frame = 0; frame < 5; ++frame) {
            original.step();
        }
        orrery::registry& registry = original.registry();
        spoil(registry, registry.view<const linear_velocity>());
        expect_refused(into, bytes_of(original), sentence);
    };
    const auto first_of = [](auto view) {
        entity found;
        view.each([&](entity id, const auto&) { found = id; });
        return found;
    };
    refuses([&](auto& registry,
                auto bodies) { registry.template get<orientation>(first_of(bodies)).value.w = 3; },
            "its orientation has length");
    refuses(
        [&](auto& registry, auto bodies) {
            registry.template get<shape>(first_of(bodies)) = {
                .id = shape_id{5}, .size = {}, .kind = shape_kind::hull};
        },
        "have no hull with the id 5");
}

// Which components entities have, and whom they refer to, is for the next step to mend.
TEST_F(world_archive, takes_contacts_and_sleepers_that_are_none_and_ends_them_in_the_next_step) {
    world original(machine);
    add_floor(original);
    add_stack(original, 2, {});
    for (int frame = 0; frame < 5; ++frame) {
        original.step();
    }
    orrery::registry& registry = original.registry();
    const std::size_t contacts = registry.count<contact>();
    entity last;
    registry.view<const contact>().each([&](entity id, const contact&) { last = id; });
    registry.patch<contact>(last, [](contact& memory) { memory.b = {}; });
    registry.emplace<asleep>(last);
    world into(machine);
    ASSERT_TRUE(load(into, bytes_of(original)));
    EXPECT_EQ(into.hash(), original.hash());
    into.step();
    original.step();
    EXPECT_EQ(into.hash(), original.hash());
    EXPECT_EQ(into.registry().count<contact>(), contacts);
    EXPECT_EQ(into.registry().count<asleep>(), 0U);
}

// A field with a ball above it.
shape add_field(world& where, std::uint32_t cells = 8) {
    const auto field = triangle_mesh::from(test::wavy_field(cells, true)).value();
    const shape ground = where.shapes().add_mesh(field).value();
    (void)make_body(where, {.kind = body_kind::fixed, .shape = ground}).value();
    (void)make_body(where, {.position = {0, scalar(1.5), 0}, .shape = sphere(scalar(0.5))}).value();
    return ground;
}

std::vector<std::byte> frame_of(const world& what, const world& rules) {
    byte_writer out;
    save_frame(out, rules, what.snapshot());
    return out.take();
}

TEST_F(world_archive, a_world_is_saved_with_its_meshes) {
    world original(machine);
    const shape ground = add_field(original);
    for (int frame = 0; frame < 20; ++frame) {
        original.step();
    }
    world copy(machine);
    ASSERT_TRUE(load(copy, bytes_of(original)));
    ASSERT_NE(copy.shapes().find_surface(ground.id), nullptr);
    EXPECT_EQ(bytes_of(copy), bytes_of(original));
    for (int frame = 0; frame < 40; ++frame) {
        original.step();
        copy.step();
        ASSERT_EQ(copy.hash(), original.hash());
    }
    const auto bytes = bytes_of(original);
    world into(machine);
    for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64) {
        ASSERT_FALSE(load(into, std::span(bytes).first(length))) << length;
    }
    for (std::size_t place = 0; place < bytes.size(); place += 11) {
        auto damaged = bytes;
        damaged[place] ^= std::byte{1} << (place % 8);
        if (load(into, damaged)) {
            into.step(); // a dynamic body with a mesh, say
        }
    }
}

TEST_F(world_archive, frames_name_the_meshes_that_the_rules_have) {
    world original(machine);
    const shape ground = add_field(original, 60); // half a megabyte
    byte_writer rules;
    save_rules(rules, original);
    const auto frame = frame_of(original, original);
    EXPECT_LT(frame.size() * 10, rules.bytes().size());
    world without(machine);
    expect_refused(without, frame, "is neither in the bytes nor among the world's shapes");
    byte_reader in(rules.bytes());
    const auto loaded = load_rules(in);
    ASSERT_TRUE(loaded) << loaded.reason().message;
    world with(machine, loaded->settings);
    with.shapes().merge(loaded->shapes);
    ASSERT_TRUE(load(with, frame));
    EXPECT_EQ(with.hash(), original.hash());
    EXPECT_NE(with.shapes().find_surface(ground.id), nullptr);
    // One that came later is in the frame.
    const world earlier(machine);
    EXPECT_TRUE(load(without, frame_of(original, earlier)));
}

// Stands for a surface whose triangles are not all in memory.
class distant_surface final : public surface {
public:
    [[nodiscard]] shape_id id() const noexcept override { return shape_id{99}; }

    [[nodiscard]] const aabb3& bounds() const noexcept override { return bounds_; }

    [[nodiscard]] std::uint64_t triangle_count() const noexcept override { return 0; }

    [[nodiscard]] bool has_materials() const noexcept override { return false; }

    void collect(const aabb3&, std::vector<surface_triangle>&) const override {}

    [[nodiscard]] std::string_view name() const noexcept override { return "far.land"; }

private:
    aabb3 bounds_;
};

TEST_F(world_archive, surfaces_that_are_not_in_memory_are_named_and_opened_again) {
    using opened_surface = result<std::shared_ptr<const surface>>;
    const auto land = std::make_shared<const distant_surface>();
    world original(machine);
    const shape ground = original.shapes().add_mesh(land).value();
    (void)make_body(original, {.kind = body_kind::fixed, .shape = ground}).value();
    const auto bytes = bytes_of(original);
    world into(machine);
    expect_refused(into, bytes, "the mesh 'far.land' with the id 99 is neither in the bytes nor among");
    const auto load_with = [&](mesh_opener open) {
        byte_reader in(bytes);
        const status answer = load_world(in, into, std::move(open));
        return answer ? std::string() : answer.reason().message;
    };
    const auto fails = [](shape_id, std::string_view) -> opened_surface { return error{"It is gone."}; };
    EXPECT_NE(load_with(fails).find("'far.land' cannot be opened: It is gone."), std::string::npos);
    const auto other = triangle_mesh::from(test::wavy_field(1)).value();
    const auto opens_another = [&](shape_id, std::string_view) -> opened_surface { return {other}; };
    EXPECT_NE(load_with(opens_another).find("is not the one with the id 99"), std::string::npos);
    const auto opens = [&](shape_id id, std::string_view name) -> opened_surface {
        EXPECT_EQ(id, land->id());
        EXPECT_EQ(name, "far.land");
        return {land};
    };
    EXPECT_EQ(load_with(opens), "");
    EXPECT_EQ(into.shapes().find_surface(ground.id), land.get());
    EXPECT_TRUE(load(into, bytes)); // it is there now

    byte_writer rules;
    save_rules(rules, original);
    byte_reader without(rules.bytes());
    EXPECT_EQ(load_rules(without)->shapes.size(), 0U);
    byte_reader with(rules.bytes());
    EXPECT_EQ(load_rules(with, opens)->shapes.size(), 1U);
}

#if ORRERY_ZSTD
TEST_F(world_archive, a_pile_at_rest_takes_less_than_250_bytes_a_body) {
    world pile(machine);
    add_floor(pile);
    constexpr int columns = 8;
    constexpr int height = 4;
    for (int column = 0; column < columns * columns; ++column) {
        const auto x = static_cast<scalar>(column % columns);
        const auto z = static_cast<scalar>(column / columns);
        add_stack(pile, height, {x * scalar(1.003), 0, z * scalar(1.007)});
    }
    for (int frame = 0; frame < 60; ++frame) {
        pile.step();
    }
    file_archive file("WRLD", world_archive_version);
    file.add("world", bytes_of(pile));
    EXPECT_LE(encode_archive(file).size(), 250U * columns * columns * height);
}
#endif

} // namespace
} // namespace orrery::rigid
