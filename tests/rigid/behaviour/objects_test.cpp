// Bodies that are created, destroyed, glued and broken in whole worlds: what goes with them, that all of it
// is undone by going back, and that it is as deterministic and as local as everything else.
#include "tests/core/property.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/rules.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace orrery::test {
namespace {

using namespace rigid;

constexpr entity_key floor_key{1'000};
constexpr std::uint64_t group_size = 8;

vector3 place_of(std::uint64_t number) {
    return {static_cast<scalar>(number % 3) - 1, scalar(0.6) + static_cast<scalar>(number / 3), 0};
}

// Some bodies on the floor: brittle, sticky and plain ones, joined and heaped up.
void add_group(world& where, std::uint64_t first_key, vector3 at) {
    const vector3 seeds[] = {{scalar(-0.2), 0, 0}, {scalar(0.2), scalar(0.1), 0}, {0, scalar(-0.2), 0}};
    body_definition brittle{.shape = box({scalar(0.45), scalar(0.45), scalar(0.45)})};
    brittle.fracture =
        add_fracture(where, brittle, shatter(*brittle.shape, seeds, where.shapes()).value()).value();
    for (std::uint64_t number = 0; number < group_size; ++number) {
        body_definition what = number % 2 == 0 ? brittle : body_definition{.shape = sphere(scalar(0.45))};
        what.position = at + place_of(number);
        what.key = entity_key{first_key + number};
        if (number == 3) {
            what.sticks_at = scalar(200);
        }
        if (number == 4) {
            what.breaks_at = scalar(400);
        }
        (void)make_body(where, what).value();
    }
    orrery::registry& state = where.registry();
    const entity joint = state.create(entity_key{first_key + 100});
    state.emplace<ball_joint>(joint, ball_joint{.a = state.find(entity_key{first_key + 6}),
                                                .b = state.find(entity_key{first_key + 7}),
                                                .pivot_a = {1, 0, 0},
                                                .pivot_b = {}});
}

blueprint_id ball_blueprint(world& where) {
    return add_blueprint(where, {.shape = sphere(scalar(0.3)), .density = 3000, .sticks_at = scalar(500)})
        .value();
}

void add_ground(world& where) {
    (void)make_body(where, {.kind = body_kind::fixed, .shape = plane(), .key = floor_key}).value();
}

// One of each kind now and then, for the bodies of a group and for what becomes of them.
std::vector<input> random_inputs(world& where, std::uint64_t first_key, vector3 at) {
    const auto any = [](std::uint64_t below) { return property::evenly_in_range<std::uint64_t>(0, below); };
    const auto key = [&] {
        const std::uint64_t number = any(group_size + 4);
        const std::uint64_t frame = where.frame() - any(std::min<std::uint64_t>(where.frame(), 20) + 1);
        return any(4) != 0
                   ? entity_key{first_key + number}
                   : derive_key(entity_key{first_key + number}, frame, static_cast<std::uint32_t>(any(3)));
    };
    const auto number = [&] { return static_cast<scalar>(any(2001)) / 1000 - 1; };
    const auto vector = [&] {
        const scalar x = number();
        const scalar y = number();
        const scalar z = number();
        return vector3{x, y, z};
    };
    std::vector<input> made;
    for (std::uint64_t count = any(3); count > 0; --count) {
        input next{.target = key(), .kind = static_cast<input_kind>(any(input_kind_count))};
        next.value = vector() * scalar(20);
        next.point = at + vector() * scalar(3) + vector3{0, 3, 0};
        next.orientation = normalize(quaternion::from_parts(vector(), scalar(1.1)));
        switch (next.kind) {
        case input_kind::create:
            next.subject = static_cast<std::uint64_t>(ball_blueprint(where));
            break;
        case input_kind::glue:
            next.subject = static_cast<std::uint64_t>(any(8) == 0 ? floor_key : key());
            break;
        case input_kind::set_material:
            next =
                input::set_material(next.target, {.friction = abs(next.value.x), .restitution = scalar(0.5)});
            break;
        default:
            break;
        }
        made.push_back(next);
    }
    return made;
}

std::vector<event> events_of(const world& where) {
    return {where.events().begin(), where.events().end()};
}

std::size_t count_of(const world& where, event_kind kind) {
    const auto is_it = [&](const event& each) { return each.kind == kind; };
    return static_cast<std::size_t>(std::count_if(where.events().begin(), where.events().end(), is_it));
}

// What a recording knows of a world, from its records alone.
class follower {
public:
    void follow(world& where) {
        where.record(record_);
        if (record_.who != who_) {
            who_ = record_.who;
            std::erase_if(motions_, [&](const auto& each) {
                return !std::ranges::binary_search(who_->keys, each.first);
            });
        }
        for (std::size_t number = 0; number < record_.moved.size(); ++number) {
            motions_[who_->keys[record_.moved[number]]] = record_.motions[number];
        }
    }

    [[nodiscard]] bool is_right_about(const world& where) const {
        const orrery::registry& state = where.registry();
        return motions_.size() == state.count<body>() && std::ranges::all_of(motions_, [&](const auto& each) {
                   const entity id = state.find(each.first);
                   const linear_velocity* velocity = state.try_get<linear_velocity>(id);
                   const angular_velocity* spin = state.try_get<angular_velocity>(id);
                   return each.second == motion{state.get<position>(id).value,
                                                state.get<orientation>(id).value,
                                                velocity != nullptr ? velocity->value : vector3{},
                                                spin != nullptr ? spin->value : vector3{}};
               });
    }

    [[nodiscard]] const frame_record<world>& record() const noexcept { return record_; }

private:
    frame_record<world> record_;
    std::shared_ptr<const census<entity_form>> who_;
    std::map<entity_key, motion> motions_;
};

class random_run {
public:
    random_run()
        : ground({}, {.thread_count = 1}) {
        add_ground(ground.world());
        add_group(ground.world(), 1, {});
    }

    void step() {
        inputs.push_back(random_inputs(ground.world(), 1, {}));
        frames.push_back(ground.world().snapshot());
        ground.world().step(inputs.back());
        hashes.push_back(ground.world().hash());
        recorded.follow(ground.world());
    }

    playground ground;
    follower recorded;
    std::vector<std::vector<input>> inputs;
    std::vector<world_snapshot> frames; // before each step
    std::vector<std::uint64_t> hashes;  // after it
};

TEST(objects, random_inputs_keep_the_world_sound_and_replay_to_the_same_bits) {
    EXPECT_TRUE(property::holds([] {
        random_run run;
        for (int frame = 0; frame < 30; ++frame) {
            run.step();
            PROPERTY_ASSERT(run.recorded.is_right_about(run.ground.world()));
            if (frame % 8 == 0) { // loading checks the state
                byte_writer out;
                save_world(out, run.ground.world());
                playground copy;
                byte_reader in(out.bytes());
                const status answer = load_world(in, copy.world());
                PROPERTY_ASSERT(answer.is_ok());
                PROPERTY_ASSERT(copy.world().hash() == run.hashes.back());
            }
        }
        playground other({}, {.thread_count = 4});
        add_ground(other.world());
        add_group(other.world(), 1, {});
        (void)ball_blueprint(other.world());
        for (std::size_t frame = 0; frame < run.inputs.size(); ++frame) {
            other.world().step(run.inputs[frame]);
            PROPERTY_ASSERT(other.world().hash() == run.hashes[frame]);
        }
        const auto from = property::in_range<std::size_t>(0, run.frames.size());
        run.ground.world().restore(run.frames[from]);
        for (std::size_t frame = from; frame < run.inputs.size(); ++frame) {
            run.ground.world().step(run.inputs[frame]);
            PROPERTY_ASSERT(run.ground.world().hash() == run.hashes[frame]);
        }
    }));
}

TEST(objects, a_group_goes_through_the_same_bits_with_others_alone_and_as_a_part) {
    EXPECT_TRUE(property::holds([] {
        constexpr std::uint64_t far_key = 500;
        constexpr vector3 far_away{100, 0, 0};
        playground together;
        playground alone;
        for (playground* ground : {&together, &alone}) {
            add_ground(ground->world());
            add_group(ground->world(), 1, {});
            (void)ball_blueprint(ground->world());
        }
        add_group(together.world(), far_key, far_away);
        world part = together.world().fork(together.world().machine());
        const int cut_at = property::in_range(0, 20);
        for (int frame = 0; frame < 25; ++frame) {
            if (frame == cut_at) {
                std::vector<entity_key> keys;
                alone.state().view<const body>().each(
                    [&](entity id, const body&) { keys.push_back(alone.state().key_of(id)); });
                part.restore(part_of(together.world().snapshot(), keys));
            }
            const std::vector<input> near = random_inputs(together.world(), 1, {});
            std::vector<input> all = random_inputs(together.world(), far_key, far_away);
            all.insert(all.end(), near.begin(), near.end());
            alone.world().step(near);
            together.world().step(all);
            if (frame >= cut_at) {
                part.step(near);
                PROPERTY_ASSERT(part.registry().size() == alone.state().size());
            }
            for (const entity id : alone.state().entities_by_key()) {
                const entity same = together.state().find(alone.state().key_of(id));
                PROPERTY_ASSERT(together.state().valid(same));
                PROPERTY_ASSERT(together.state().hash_of(same) == alone.state().hash_of(id));
                if (frame >= cut_at) {
                    const entity in_part = part.registry().find(alone.state().key_of(id));
                    PROPERTY_ASSERT(part.registry().valid(in_part));
                    PROPERTY_ASSERT(part.registry().hash_of(in_part) == alone.state().hash_of(id));
                }
            }
        }
    }));
}

TEST(objects, going_back_undoes_everything_exactly) {
    playground ground;
    add_ground(ground.world());
    add_group(ground.world(), 1, {});
    ground.step(60);
    const world_snapshot before = ground.world().snapshot();
    ground.step(60);
    const std::uint64_t untouched = ground.world().hash();
    for (const input& what :
         {input::destroy(entity_key{1}), input::glue(entity_key{2}, entity_key{5}),
          input::break_up(entity_key{3}), input::glue(entity_key{2}, floor_key), input::destroy(floor_key)}) {
        ground.world().restore(before);
        ground.world().step({&what, 1});
        ground.step(30);
        ground.world().restore(before);
        ground.step(60);
        EXPECT_EQ(ground.world().hash(), untouched) << static_cast<std::uint64_t>(what.kind);
    }
}

TEST(objects, what_is_destroyed_ends_its_contacts_under_its_own_name_and_wakes_its_neighbours) {
    for (const bool is_input : {true, false}) {
        playground ground;
        add_ground(ground.world());
        const scalar half = scalar(0.5);
        for (std::uint64_t number = 0; number < 3; ++number) {
            ground.add({.position = {0, half + static_cast<scalar>(number), 0},
                        .shape = box({half, half, half}),
                        .key = entity_key{1 + number}});
        }
        ground.step(120);
        const entity top = ground.state().find(entity_key{3});
        ASSERT_TRUE(ground.is_asleep(top));
        if (is_input) {
            const input what = input::destroy(entity_key{2});
            ground.world().step({&what, 1});
        } else {
            ground.state().destroy(ground.state().find(entity_key{2}));
            ground.step();
        }
        std::vector<std::pair<entity_key, entity_key>> ended;
        for (const event& each : events_of(ground.world())) {
            if (each.kind == event_kind::contact_ended) {
                ended.emplace_back(each.key_a, each.key_b);
            }
        }
        const std::vector<std::pair<entity_key, entity_key>> expected{{entity_key{1}, entity_key{2}},
                                                                      {entity_key{2}, entity_key{3}}};
        EXPECT_EQ(ended, expected);
        EXPECT_FALSE(ground.is_asleep(top));
        ground.step(60);
        EXPECT_NEAR(ground.position(top).y, 1.5, 0.02);
    }
}

TEST(objects, a_record_tells_where_those_were_that_the_step_removed) {
    playground ground;
    add_ground(ground.world());
    add_group(ground.world(), 1, {});
    ground.step(60);
    follower seen;
    seen.follow(ground.world());
    const vector3 where = ground.position(ground.state().find(entity_key{2}));
    const input what = input::destroy(entity_key{2});
    ground.world().step({&what, 1});
    seen.follow(ground.world());
    const auto& departed = seen.record().departed;
    ASSERT_EQ(departed.size(), 1U);
    EXPECT_EQ(departed[0].first, entity_key{2});
    EXPECT_TRUE(contains(departed[0].second, where));
    EXPECT_TRUE(contains(departed[0].second, where + vector3{0, scalar(0.4), 0}));
    ground.step();
    seen.follow(ground.world());
    EXPECT_TRUE(seen.record().departed.empty());
}

TEST(objects, joints_go_with_what_they_hold) {
    playground ground(weightless);
    add_group(ground.world(), 1, {});
    ASSERT_EQ(ground.state().count<ball_joint>(), 1U);
    const input what = input::destroy(entity_key{8});
    ground.world().step({&what, 1});
    EXPECT_EQ(ground.state().count<ball_joint>(), 0U);
    ASSERT_EQ(count_of(ground.world(), event_kind::joint_lost), 1U);
    EXPECT_EQ(ground.world().events()[0].key_a, entity_key{7});
    EXPECT_EQ(ground.world().events()[0].key_b, entity_key{8});
}

TEST(objects, what_was_destroyed_can_be_created_again_under_its_name) {
    playground ground(weightless);
    const blueprint_id ball = ball_blueprint(ground.world());
    const input inputs[] = {input::create(entity_key{1}, ball, {}),
                            input::destroy(entity_key{1}),
                            input::create(entity_key{1}, ball, {{5, 0, 0}, {}}),
                            {entity_key{1}, input_kind::impulse, {0, 1, 0}},
                            input::destroy(entity_key{2})};
    ground.world().step(inputs);
    EXPECT_GT(ground.position(ground.state().find(entity_key{1})).x, 4);
    EXPECT_EQ(count_of(ground.world(), event_kind::created), 2U);
    EXPECT_EQ(count_of(ground.world(), event_kind::refused), 1U);
}

TEST(objects, a_push_for_what_is_destroyed_in_the_same_step_is_lost) {
    playground ground(weightless);
    ground.add({.shape = sphere(1), .key = entity_key{1}});
    const input inputs[] = {{entity_key{1}, input_kind::impulse, {0, 1, 0}}, input::destroy(entity_key{1})};
    ground.world().step(inputs);
    EXPECT_EQ(ground.state().count<body>(), 0U);
}

TEST(objects, a_body_that_is_placed_elsewhere_meets_what_is_there) {
    playground ground;
    add_ground(ground.world());
    const entity ball = ground.add({.position = {0, 9, 0}, .shape = sphere(1), .key = entity_key{1}});
    const input what = input::place(entity_key{1}, {{50, 1, 0}, {}});
    ground.world().step({&what, 1});
    EXPECT_EQ(count_of(ground.world(), event_kind::contact_began), 1U);
    EXPECT_NEAR(ground.position(ball).x, 50, 1e-4);
}

} // namespace
} // namespace orrery::test
