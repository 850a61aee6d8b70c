// Random hex worlds: fields far from each other, with rocks, dust, ships that fire and what surrounds them.
#include "scenes/builders/hex_shapes.hpp"
#include "tests/timeline/random_worlds/outcome.hpp"
#include "tests/timeline/random_worlds/random_course.hpp"

#include <orrery/hex/world.hpp>
#include <orrery/hex/world_archive.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::random_worlds {
namespace {

using namespace hex;

enum class hex_feature : std::size_t {
    rocks = first_world_feature,
    dust,
    ships,
    turrets,
    spent_shots,
    damage,
    groups,
    border,
    regions,
    friction,
    restitution,
    drives,
    crowded,
    sweep,
    create,
    tile_inputs,
    count,
};

[[nodiscard]] std::vector<std::string_view> hex_feature_names() {
    return {"rocks",   "dust",   "ships",   "turrets",    "spent_shots", "damage",
            "groups",  "border", "regions", "friction",   "restitution", "drives",
            "crowded", "sweep",  "create",  "tile_inputs"};
}

enum tile_number : std::uint8_t { stone, ore, hull, gun };

enum object_number : std::uint8_t { rock, dust, ship, turret, shot };

constexpr std::int32_t field_distance = 3'000'000;
constexpr std::uint64_t first_created_key = 5000;

class hex_scene {
public:
    using world_type = world;
    // Whether nothing in such a world belongs to two entities.
    static constexpr bool is_loose = true;

    hex_scene(xoshiro256& dice, feature_set& features)
        : dice_(dice)
        , features_(features) {
        for (auto number = first_world_feature; number < static_cast<std::size_t>(hex_feature::count);
             ++number) {
            features_.set(number, chance(dice_, 0.5));
        }
        fields_ = 3 + static_cast<std::int32_t>(uniform_below(dice_, 3));
        make_rules();
        const status answer = rules_.check();
        ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
        world_ = std::make_unique<world>(*machine_, std::make_shared<const rules>(rules_),
                                         world_settings{.broad_phase = has(hex_feature::sweep)
                                                                           ? broad_phase_kind::sweep
                                                                           : broad_phase_kind::hilbert_tree,
                                                        .ticks_between_sorts = 5});
        for (std::int32_t field = 0; field < fields_; ++field) {
            fill(field);
        }
    }

    [[nodiscard]] world make() const { return world_->fork(*machine_); }

    [[nodiscard]] std::vector<input> first_inputs(xoshiro256& dice) const {
        std::vector<input> made;
        if (has(hex_feature::create)) {
            made.push_back(create(dice));
        }
        if (has(hex_feature::tile_inputs)) {
            made.push_back(change_tiles(dice));
        }
        return made;
    }

    [[nodiscard]] input random_input(xoshiro256& dice) const {
        const auto number = [&](std::int64_t most) {
            return static_cast<std::int32_t>(uniform_int(dice, -most, most));
        };
        input made{.target = any(dice)};
        switch (uniform_below(dice, 10)) {
        case 0:
            made.kind = input_kind::destroy;
            break;
        case 1:
            made.kind = input_kind::place;
            made.position = place_in(
                dice, static_cast<std::int32_t>(uniform_below(dice, static_cast<std::uint64_t>(fields_))));
            made.angle = number(30000);
            break;
        case 2:
            made.kind = input_kind::thrust;
            made.velocity = {number(100), number(100)};
            made.spin = number(100);
            break;
        case 3:
            made.kind = input_kind::brake;
            made.amount = static_cast<std::uint16_t>(uniform_below(dice, 256));
            break;
        case 4:
            made.kind = input_kind::set_group;
            made.amount = static_cast<std::uint16_t>(uniform_below(dice, 4));
            break;
        case 5:
            return has(hex_feature::create) ? create(dice) : change_tiles(dice);
        case 6:
        case 7:
            return has(hex_feature::tile_inputs) ? change_tiles(dice) : create(dice);
        default:
            made.velocity = {number(4000), number(4000)};
            made.spin = number(400);
        }
        return made;
    }

    [[nodiscard]] input place_input(xoshiro256& dice) const {
        const auto field =
            static_cast<std::int32_t>(uniform_below(dice, static_cast<std::uint64_t>(fields_)));
        return {.target = any(dice), .kind = input_kind::place, .position = place_in(dice, field)};
    }

    [[nodiscard]] input push_input(xoshiro256& dice, entity_key target) const {
        const auto speed = [&] { return static_cast<std::int32_t>(uniform_int(dice, -4000, 4000)); };
        const std::int32_t x = speed();
        return {.target = target, .velocity = {x, speed()}};
    }

    [[nodiscard]] input holder_input(xoshiro256& dice) const { return random_input(dice); }

    // For one that is not there, mostly.
    [[nodiscard]] input refused_input(xoshiro256& dice) const {
        return {.target = entity_key{first_created_key + uniform_below(dice, 8)},
                .kind = input_kind::destroy};
    }

    [[nodiscard]] std::pair<input, input> second_life(xoshiro256& dice) const {
        input comes = create(dice);
        comes.target = any(dice);
        return {{.target = comes.target, .kind = input_kind::destroy}, comes};
    }

    static void read(const world& from, std::vector<std::pair<entity_key, recorded_motion>>& into) {
        into.clear();
        const frame& now = from.current();
        for (std::uint32_t index = 0; index < now.count; ++index) {
            into.emplace_back(now.key_of(index),
                              to_recorded(now.at(index), from.frame(), now.is_composite(index)));
        }
        std::ranges::sort(into, {}, &std::pair<entity_key, recorded_motion>::first);
    }

    [[nodiscard]] static std::string difference(const world& a, const world& b) {
        std::vector<std::pair<entity_key, recorded_motion>> mine;
        std::vector<std::pair<entity_key, recorded_motion>> theirs;
        read(a, mine);
        read(b, theirs);
        const auto [here, there] = std::ranges::mismatch(mine, theirs);
        return here != mine.end() ? text("the object with the key ", static_cast<std::uint64_t>(here->first))
               : there != theirs.end()
                   ? text("the object with the key ", static_cast<std::uint64_t>(there->first))
                   : std::string("records or fates");
    }

private:
    [[nodiscard]] bool has(hex_feature which) const { return features_[static_cast<std::size_t>(which)]; }

    [[nodiscard]] std::int32_t size() const { return has(hex_feature::crowded) ? 15'000 : 45'000; }

    [[nodiscard]] hex_vector place_in(xoshiro256& dice, std::int32_t field) const {
        const auto a = static_cast<std::int32_t>(uniform_int(dice, -size(), size()));
        const auto b = static_cast<std::int32_t>(uniform_int(dice, -size(), size()));
        return {field * field_distance + a, b};
    }

    [[nodiscard]] entity_key any(xoshiro256& dice) const {
        return chance(dice, 0.1) ? entity_key{first_created_key + uniform_below(dice, 8)}
                                 : entity_key{1 + uniform_below(dice, next_key_ - 1)};
    }

    [[nodiscard]] input create(xoshiro256& dice) const {
        const auto field =
            static_cast<std::int32_t>(uniform_below(dice, static_cast<std::uint64_t>(fields_)));
        return {.target = entity_key{first_created_key + uniform_below(dice, 8)},
                .kind = input_kind::create,
                .position = place_in(dice, field),
                .velocity = {300, -200},
                .subject = static_cast<std::uint16_t>(uniform_below(dice, rules_.blueprints.size()))};
    }

    [[nodiscard]] input change_tiles(xoshiro256& dice) const {
        constexpr input_kind kinds[] = {input_kind::add_tile, input_kind::remove_tile,
                                        input_kind::damage_tile};
        const auto at = [&] { return static_cast<std::int16_t>(uniform_int(dice, -1, 4)); };
        const std::int16_t i = at();
        return {.target = any(dice),
                .kind = kinds[uniform_below(dice, std::size(kinds))],
                .at = {i, at()},
                .subject = static_cast<std::uint16_t>(uniform_below(dice, 2)),
                .amount = static_cast<std::uint16_t>(1 + uniform_below(dice, 8))};
    }

    [[nodiscard]] tile fresh(std::uint8_t type) const {
        return {.at = {}, .type = type, .hit_points = rules_.tile_types[type].hit_points};
    }

    [[nodiscard]] std::vector<tile> rock_of(std::uint32_t tiles) {
        return scenes::random_rock(tiles, {.stone = fresh(stone), .ore = fresh(ore)}, dice_);
    }

    [[nodiscard]] std::vector<tile> ship_of_tiles() const {
        return scenes::ship_of(8, 2,
                               {.hull = fresh(hull),
                                .armor = fresh(ore),
                                .engine = fresh(hull),
                                .cockpit = fresh(hull),
                                .gun = fresh(gun)});
    }

    void make_rules() {
        const auto or_none = [&](hex_feature which, int value) {
            return static_cast<std::uint8_t>(has(which) ? value : 0);
        };
        rules& made = rules_;
        made.tile_types = {{.name = "stone", .mass = 2, .hit_points = 6},
                           {.name = "ore", .mass = 5, .hit_points = 12},
                           {.name = "hull", .mass = 2, .hit_points = 3},
                           {.name = "gun", .mass = 3, .hit_points = 4, .weapon = 0}};
        made.weapons = {{.name = "cannon", .projectile = shot, .period = 6, .speed = 3200}};
        made.pilots = {{.name = "captain", .thrust = 6, .turning = 8, .sight = 100'000}};
        const std::uint8_t restitution = or_none(hex_feature::restitution, 220);
        const std::uint8_t friction = or_none(hex_feature::friction, 90);
        const std::uint8_t damage = or_none(hex_feature::damage, 2);
        made.object_types = {
            {.name = "rock", .restitution = restitution, .friction = friction, .damage = damage},
            {.name = "dust",
             .kind = object_kind::particle,
             .restitution = restitution,
             .friction = friction,
             .mass = 20},
            {.name = "ship", .restitution = restitution, .friction = friction, .pilot = 0},
            {.name = "turret", .restitution = restitution, .friction = friction},
            {.name = "shot",
             .kind = object_kind::particle,
             .restitution = restitution,
             .damage = 2,
             .lifetime = 70,
             .is_spent_by_hits = has(hex_feature::spent_shots)}};
        made.blueprints = {{.name = "dust", .type = dust},
                           {.name = "rock", .type = rock, .tiles = rock_of(12)},
                           {.name = "ship", .type = ship, .tiles = ship_of_tiles()}};
        if (has(hex_feature::border)) {
            made.environment.border = {
                .inside = {{-60'000, -60'000}, {16'000'000, 60'000}}, .friction = 3, .pull = 80};
        }
        if (has(hex_feature::regions)) {
            made.environment.regions.push_back(
                {.area = {{-20'000, -20'000}, {3'000'000, 10'000}}, .friction = 4, .acceleration = {12, -7}});
        }
    }

    void fill(std::int32_t field) {
        const auto add_some = [&](hex_feature which, std::uint8_t type, std::uint64_t most) {
            for (std::uint64_t count = has(which) ? 1 + uniform_below(dice_, most) : 0; count > 0; --count) {
                add(field, type);
            }
        };
        add(field, rock);
        add(field, dust);
        add_some(hex_feature::rocks, rock, 5);
        add_some(hex_feature::dust, dust, 8);
        add_some(hex_feature::ships, ship, 3);
        add_some(hex_feature::turrets, turret, 2);
    }

    void add(std::int32_t field, std::uint8_t type) {
        object_definition made{.key = entity_key{next_key_++}, .type = type};
        made.position = place_in(dice_, field);
        made.angle = angle16::from_steps(uniform_int(dice_, -32768, 32767));
        made.group = static_cast<std::uint8_t>(has(hex_feature::groups) ? uniform_below(dice_, 3) : 0);
        made.a.velocity = static_cast<std::int16_t>(uniform_int(dice_, -900, 900));
        made.b.velocity = static_cast<std::int16_t>(uniform_int(dice_, -900, 900));
        made.turn.velocity = static_cast<std::int16_t>(uniform_int(dice_, -200, 200));
        if (has(hex_feature::drives)) {
            made.a.friction = 2;
            made.b.acceleration = static_cast<std::int8_t>(uniform_int(dice_, -20, 20));
        }
        if (type == rock) {
            made.tiles = rock_of(static_cast<std::uint32_t>(4 + uniform_below(dice_, 20)));
        } else if (type == ship || type == turret) {
            made.tiles = ship_of_tiles();
        }
        const status answer = world_->add(made);
        ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
    }

    xoshiro256& dice_;
    feature_set& features_;
    std::unique_ptr<engine> machine_ =
        std::make_unique<engine>(engine_settings{.thread_count = 1, .level = log_level::error});
    rules rules_;
    std::unique_ptr<world> world_;
    std::int32_t fields_ = 0;
    std::uint64_t next_key_ = 1;
};

} // namespace

world_kind hex_kind() {
    return {"hex", hex_feature_names(), run_random_world<hex_scene>};
}

} // namespace orrery::test::random_worlds
