#include "tests/hex/small_world.hpp"

#include <orrery/hex/world_archive.hpp>
#include <orrery/simulation/storable_simulation.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

static_assert(storable_simulation<world>);

namespace {

// Ships that shoot rocks apart.
void fill_with_ships(small_world& at) {
    for (std::uint64_t key = 1; key <= 20; ++key) {
        const auto row = static_cast<std::int32_t>(key);
        object_definition ship = make(key, gunship, {0, row * 9000}, {row * 10, 0}, bar(4));
        ship.tiles.back().type = gun_tile;
        ship.tiles.back().hit_points = 2;
        ship.group = 1;
        at.add(ship);
        at.add(make(key + 100, target, {40'000, row * 9000}, {-row * 20, row}, bar(7)));
        at.add(make(key + 200, pebble, {20'000, row * 9000 + 500}, {row, -row}));
    }
}

std::vector<std::byte> saved(const world& what) {
    byte_writer out;
    save_frame(out, what, what.snapshot());
    return out.take();
}

std::string load_error(std::span<const std::byte> bytes, world& into) {
    byte_reader in(bytes);
    const status answer = load_frame(in, into);
    return answer.is_ok() ? std::string() : answer.reason().message;
}

} // namespace

TEST(hex_world_archive, rules_come_back_as_they_were) {
    rules all = small_rules();
    all.environment.border = {.inside = {{-5, -6}, {7, 8}}, .friction = 9, .pull = 10};
    all.environment.regions = {{.area = {{1, 2}, {3, 4}}, .friction = 5, .acceleration = {-6, 7}}};
    all.ticks_per_second = 60;
    byte_writer out;
    save_rules(out, all);
    byte_reader in(out.bytes());
    const result<rules> loaded = load_rules(in);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(*loaded, all);
    EXPECT_TRUE(in.finish().is_ok());
}

TEST(hex_world_archive, forms_come_back_as_they_were) {
    small_world at;
    std::vector<std::shared_ptr<const object_form>> forms{
        std::make_shared<const object_form>(
            object_form{.type = rock, .group = 3, .radius = 12, .tiles = bar(4)}),
        std::make_shared<const object_form>(object_form{.type = pebble, .mark = 9})};
    byte_writer out;
    save_forms(out, forms);
    byte_reader in(out.bytes());
    const auto loaded = load_forms(in, at.world);
    ASSERT_TRUE(loaded.has_value());
    ASSERT_EQ(loaded->size(), 2u);
    EXPECT_EQ(*(*loaded)[0], *forms[0]);
    EXPECT_EQ(*(*loaded)[1], *forms[1]);
}

TEST(hex_world_archive, a_frame_of_other_rules_is_refused_and_the_world_is_as_it_was) {
    small_world at;
    fill_with_ships(at);
    rules others = small_rules();
    others.weapons[0].period = 11;
    small_world other(std::make_shared<const rules>(others));
    other.add(make(1, pebble, {5, 5}));
    const std::uint64_t hash = other.world.hash();
    EXPECT_NE(load_error(saved(at.world), other.world).find("under other rules"), std::string::npos);
    EXPECT_EQ(other.world.hash(), hash);
}
