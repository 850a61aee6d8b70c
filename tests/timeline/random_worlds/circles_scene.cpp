// Random worlds of circles: pits far from each other, with all that walls and circles can be.
#include "tests/timeline/random_worlds/outcome.hpp"
#include "tests/timeline/random_worlds/random_course.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/circles/world_archive.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test::random_worlds {
namespace {

using namespace circles;

enum class circle_feature : std::size_t {
    gravity = first_world_feature,
    damping,
    friction,
    restitution,
    sensors,
    filters,
    masses,
    swift_circles,
    heaps,
    round_walls,
    open_walls,
    bumpers,
    sensor_walls,
    wall_filters,
    few_impacts,
    overlaps,
    create,
    become,
    count,
};

[[nodiscard]] std::vector<std::string_view> circle_feature_names() {
    return {"gravity",      "damping",       "friction",    "restitution", "sensors",    "filters",
            "masses",       "swift_circles", "heaps",       "round_walls", "open_walls", "bumpers",
            "sensor_walls", "wall_filters",  "few_impacts", "overlaps",    "create",     "become"};
}

constexpr scalar pit_distance = 120;
constexpr scalar pit_size = 30;
constexpr std::uint64_t first_created_key = 5000;

class circles_scene {
public:
    using world_type = world;
    // Whether nothing in such a world belongs to two entities.
    static constexpr bool is_loose = false;

    circles_scene(xoshiro256& dice, feature_set& features)
        : dice_(dice)
        , features_(features) {
        for (auto number = first_world_feature; number < static_cast<std::size_t>(circle_feature::count);
             ++number) {
            features_.set(number, chance(dice_, 0.5));
        }
        pits_ = 4 + uniform_below(dice_, 3);
        world_ = std::make_unique<world>(*machine_, std::make_shared<const rules>(random_rules()));
        for (std::uint64_t pit = 0; pit < pits_; ++pit) {
            fill(pit);
        }
    }

    [[nodiscard]] world make() const { return world_->fork(*machine_); }

    [[nodiscard]] std::vector<input> first_inputs(xoshiro256& dice) const {
        std::vector<input> made;
        if (has(circle_feature::create)) {
            made.push_back(create(dice));
        }
        if (has(circle_feature::become)) {
            made.push_back(become(dice));
        }
        return made;
    }

    [[nodiscard]] input random_input(xoshiro256& dice) const {
        const auto speed = [&] { return uniform_real<scalar>(dice, -40, 40); };
        input made{.target = any(dice)};
        switch (uniform_below(dice, 8)) {
        case 0:
            made.kind = input_kind::destroy;
            break;
        case 1:
            return has(circle_feature::create) ? create(dice) : become(dice);
        case 2:
            return has(circle_feature::become) ? become(dice) : create(dice);
        case 3:
            made.kind = input_kind::place;
            made.position = place_in(dice, uniform_below(dice, pits_));
            break;
        case 4:
            made.kind = input_kind::launch;
            made.velocity = {speed(), speed()};
            made.spin = speed();
            break;
        default:
            made.velocity = {speed(), speed()};
        }
        return made;
    }

    [[nodiscard]] input place_input(xoshiro256& dice) const {
        return {.target = any(dice),
                .kind = input_kind::place,
                .position = place_in(dice, uniform_below(dice, pits_))};
    }

    [[nodiscard]] input push_input(xoshiro256& dice, entity_key target) const {
        const auto speed = [&] { return uniform_real<scalar>(dice, -40, 40); };
        const scalar x = speed();
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

    static void read(const world& from, std::vector<std::pair<entity_key, motion>>& into) {
        into.clear();
        for (std::size_t place = 0; place < from.current().size(); ++place) {
            into.emplace_back(from.current().roster->keys[place], from.current().motions[place]);
        }
    }

    [[nodiscard]] static std::string difference(const world& a, const world& b) {
        std::vector<std::pair<entity_key, motion>> mine;
        std::vector<std::pair<entity_key, motion>> theirs;
        read(a, mine);
        read(b, theirs);
        const auto [here, there] = std::ranges::mismatch(mine, theirs);
        return here != mine.end() ? text("the circle with the key ", static_cast<std::uint64_t>(here->first))
               : there != theirs.end()
                   ? text("the circle with the key ", static_cast<std::uint64_t>(there->first))
                   : text("contacts: ", a.current().contacts.size(), " instead of ",
                          b.current().contacts.size());
    }

private:
    [[nodiscard]] bool has(circle_feature which) const { return features_[static_cast<std::size_t>(which)]; }

    [[nodiscard]] scalar within(scalar low, scalar high) { return uniform_real<scalar>(dice_, low, high); }

    [[nodiscard]] static vector2 place_in(xoshiro256& dice, std::uint64_t pit) {
        const scalar x = uniform_real<scalar>(dice, 3, pit_size - 3);
        const scalar y = uniform_real<scalar>(dice, 3, pit_size - 3);
        return {static_cast<scalar>(pit) * pit_distance + x, y};
    }

    [[nodiscard]] entity_key any(xoshiro256& dice) const {
        return chance(dice, 0.1) ? entity_key{first_created_key + uniform_below(dice, 8)}
                                 : entity_key{1 + uniform_below(dice, next_key_ - 1)};
    }

    [[nodiscard]] input create(xoshiro256& dice) const {
        return {.target = entity_key{first_created_key + uniform_below(dice, 8)},
                .kind = input_kind::create,
                .position = place_in(dice, uniform_below(dice, pits_)),
                .velocity = {uniform_real<scalar>(dice, -9, 9), 3},
                .subject = uniform_below(dice, 3)};
    }

    [[nodiscard]] input become(xoshiro256& dice) const {
        return {.target = any(dice), .kind = input_kind::become, .subject = uniform_below(dice, 3)};
    }

    [[nodiscard]] surface random_surface() {
        return {.friction = has(circle_feature::friction) ? within(0, 1) : scalar(0),
                .restitution = has(circle_feature::restitution) ? within(0, 1) : scalar(0)};
    }

    [[nodiscard]] form random_form() {
        form made{.radius = within(scalar(0.4), 2), .surface = random_surface()};
        if (has(circle_feature::masses) && chance(dice_, 0.4)) {
            made.mass = within(scalar(0.5), 60);
        }
        if (has(circle_feature::filters) && chance(dice_, 0.3)) {
            made.filter.groups = 2;
            made.filter.mask = chance(dice_, 0.5) ? ~2u : ~0u;
        }
        made.is_sensor = has(circle_feature::sensors) && chance(dice_, 0.2) ? 1 : 0;
        return made;
    }

    [[nodiscard]] rules random_rules() {
        rules made;
        made.gravity = has(circle_feature::gravity) ? vector2{0, -20} : vector2{};
        made.damping = has(circle_feature::damping) ? scalar(0.4) : scalar(0);
        made.spin_damping = made.damping;
        if (has(circle_feature::few_impacts)) {
            made.max_impacts = 2;
        }
        for (std::uint64_t pit = 0; pit < pits_; ++pit) {
            add_walls(made, {static_cast<scalar>(pit) * pit_distance, 0});
        }
        made.blueprints = {{"ball", random_form()}, {"other ball", random_form()}, {"sensor", random_form()}};
        made.blueprints.back().form.is_sensor = 1;
        return made;
    }

    void add_walls(rules& to, vector2 corner) {
        const auto at = [&](scalar x, scalar y) { return corner + vector2{x, y}; };
        to.walls.push_back({.points = {at(0, pit_size), at(0, 0), at(pit_size, 0), at(pit_size, pit_size)},
                            .is_closed = chance(dice_, 0.7),
                            .surface = random_surface()});
        if (has(circle_feature::round_walls)) {
            to.walls.push_back({.points = {at(within(8, 22), within(8, 22))}, .radius = within(1, 4)});
        }
        if (has(circle_feature::open_walls)) {
            to.walls.push_back({.points = {at(2, within(5, 12)), at(12, within(3, 6)), at(15, 9)}});
        }
        if (has(circle_feature::bumpers)) {
            to.walls.push_back({.points = {at(within(5, 25), 3)}, .radius = 1, .kick = within(1, 20)});
        }
        if (has(circle_feature::sensor_walls)) {
            to.walls.push_back({.points = {at(1, 14), at(29, 15)}, .is_sensor = true});
        }
        if (has(circle_feature::wall_filters)) {
            to.walls.push_back({.points = {at(18, 20), at(28, 22)},
                                .filter = {.groups = 4, .mask = chance(dice_, 0.5) ? 2u : 1u}});
        }
    }

    void fill(std::uint64_t pit) {
        const bool is_heap = has(circle_feature::heaps) && chance(dice_, 0.6);
        const std::uint64_t count = 4 + uniform_below(dice_, 6);
        for (std::uint64_t number = 0; number < count; ++number) {
            circle_definition made{.key = entity_key{next_key_++}, .form = random_form()};
            made.motion.position = place_in(dice_, pit);
            const bool is_swift = has(circle_feature::swift_circles) && chance(dice_, 0.2);
            const scalar speed = is_heap ? scalar(1) : is_swift ? scalar(900) : scalar(20);
            made.motion.velocity = {within(-speed, speed), within(-speed, speed)};
            made.motion.spin = within(-3, 3);
            if (is_heap) {
                made.motion.position = {static_cast<scalar>(pit) * pit_distance + 4 +
                                            3 * static_cast<scalar>(number % 3),
                                        scalar(1.2) + 2 * static_cast<scalar>(number / 3)};
                made.form.radius = 1;
            }
            if (!has(circle_feature::overlaps)) {
                made.form.radius = min(made.form.radius, scalar(0.6));
            }
            const status answer = world_->add(made);
            ORRERY_CHECK(answer.is_ok(), "a circle of a random world is refused");
        }
    }

    xoshiro256& dice_;
    feature_set& features_;
    std::unique_ptr<engine> machine_ =
        std::make_unique<engine>(engine_settings{.thread_count = 1, .level = log_level::error});
    std::unique_ptr<world> world_;
    std::uint64_t pits_ = 0;
    std::uint64_t next_key_ = 1;
};

} // namespace

world_kind circles_kind() {
    return {"circles", circle_feature_names(), run_random_world<circles_scene>};
}

} // namespace orrery::test::random_worlds
