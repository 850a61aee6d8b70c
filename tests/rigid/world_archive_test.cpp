#include "sample_world.hpp"

#include <orrery/core/file_archive.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
    EXPECT_TRUE(rc::check([&] {
        world original(machine);
        add_everything(original);
        const int saved_at = *rc::gen::inRange(0, 150);
        for (int frame = 0; frame < saved_at; ++frame) {
            original.step();
        }
        world copy(machine);
        add_stack(copy, 2, {}); // what is there before does not matter
        copy.step();
        RC_ASSERT(load(copy, bytes_of(original)).is_ok());
        RC_ASSERT(copy.hash() == original.hash());
        for (int frame = 0; frame < 60; ++frame) {
            original.step();
            copy.step();
            RC_ASSERT(copy.frame() == original.frame());
            RC_ASSERT(copy.hash() == original.hash());
            RC_ASSERT(std::equal(copy.events().begin(), copy.events().end(), original.events().begin(),
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
    EXPECT_EQ(loaded->layers, settings.layers);
    world other(machine, *loaded);
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
            ASSERT_TRUE(loaded->check()) << place;
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
        }
    }
}

TEST_F(world_archive, refuses_bodies_that_no_world_makes) {
    world into(machine);
    const auto refuses = [&](auto spoil, std::string_view sentence) {
        world original(machine);
        add_floor(original);
        add_stack(original, 2, {});
        for (int frame = 0; frame < 5; ++frame) {
            original.step();
        }
        orrery::registry& registry = original.registry();
        spoil(registry, registry.view<const contact>(), registry.view<const linear_velocity>());
        expect_refused(into, bytes_of(original), sentence);
    };
    const auto first_of = [](auto view) {
        entity found;
        view.each([&](entity id, const auto&) { found = id; });
        return found;
    };
    refuses([&](auto& registry, auto,
                auto bodies) { registry.template get<orientation>(first_of(bodies)).value.w = 3; },
            "its orientation has length");
    refuses(
        [&](auto& registry, auto, auto bodies) {
            registry.template get<shape>(first_of(bodies)) = {
                .id = shape_id{5}, .size = {}, .kind = shape_kind::hull};
        },
        "have no hull with the id 5");
    refuses([&](auto& registry, auto contacts,
                auto) { registry.template get<contact>(first_of(contacts)).b = {}; },
            "but not of two bodies");
    refuses(
        [&](auto& registry, auto contacts, auto) { registry.template emplace<asleep>(first_of(contacts)); },
        "it is asleep, but it is not a dynamic body");
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
