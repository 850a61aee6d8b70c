// A random program over the public interface of a world: bodies and joints come and go, are glued, broken and
// pushed, and any component of any entity is taken away, given or replaced by hand, in any order. Values are
// such as a world allows; what refers to others may refer to anything, also to what is gone.
#pragma once

#include <orrery/core/difference.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/shatter.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::test {

class random_program {
public:
    // So short a rest before sleep that most programs come to it.
    static constexpr rigid::world_settings drowsy{.sleep_seconds = scalar(0.05)};

    random_program(engine& machine, std::uint64_t seed);

    void run(int operations);

    // What was done, for the message of a test that fails.
    [[nodiscard]] const std::string& trace() const noexcept { return trace_; }

    // The first thing in which going on from saved bytes, from a snapshot or in the world itself differ;
    // empty if they do not.
    [[nodiscard]] std::string first_difference();

private:
    [[nodiscard]] std::uint64_t below(std::uint64_t end);
    [[nodiscard]] scalar between(scalar low, scalar high);
    [[nodiscard]] vector3 point(scalar reach);
    [[nodiscard]] rigid::shape some_shape();
    [[nodiscard]] rigid::body_definition some_body();
    [[nodiscard]] entity some_entity();
    [[nodiscard]] entity some_body_id();
    [[nodiscard]] entity_key some_key();

    void operate();

    [[nodiscard]] static std::string reason_of(const status& answer) {
        return answer ? std::string() : answer.reason().message;
    }

    void note(const char* what, entity first = {}, std::string_view second = {});
    void make_body();
    void change_body();
    void make_joint();
    void take_component();
    void give_component();
    void step_with_input();
    void step();
    void go_back();
    void cut_out();

    engine* machine_;
    xoshiro256 random_;
    rigid::world world_;
    rigid::blueprint_id blueprint_{};
    rigid::fracture_id fracture_{};
    std::vector<rigid::world_snapshot> snapshots_;
    std::vector<entity> gone_;
    frame_record<rigid::world> record_;
    std::string trace_;
    std::uint64_t next_key_ = 100;
};

inline random_program::random_program(engine& machine, std::uint64_t seed)
    : machine_(&machine)
    , random_(seed)
    , world_(machine, drowsy) {
    using namespace rigid;
    (void)rigid::make_body(world_, {.kind = body_kind::fixed, .shape = plane(), .key = entity_key{1}});
    const body_definition brick{.shape = box({scalar(0.3), scalar(0.2), scalar(0.3)})};
    const vector3 seeds[] = {{scalar(-0.2), 0, 0}, {scalar(0.2), scalar(0.1), 0}};
    fracture_ = add_fracture(world_, brick, shatter(*brick.shape, seeds, world_.shapes()).value()).value();
    blueprint_ = add_blueprint(world_, brick).value();
}

inline void random_program::run(int operations) {
    using namespace rigid;
    for (int number = 0; number < operations; ++number) {
        operate();
    }
}

inline std::uint64_t random_program::below(std::uint64_t end) {
    using namespace rigid;
    return uniform_below(random_, end);
}

inline scalar random_program::between(scalar low, scalar high) {
    using namespace rigid;
    return uniform_real<scalar>(random_, low, high);
}

inline vector3 random_program::point(scalar reach) {
    using namespace rigid;
    return {between(-reach, reach), between(-reach, reach), between(-reach, reach)};
}

inline rigid::shape random_program::some_shape() {
    using namespace rigid;
    const scalar size = between(scalar(0.1), scalar(0.5));
    switch (below(8)) {
    case 0:
        return plane();
    case 1:
        return capsule(size, size);
    case 2: {
        const compound::child halves[] = {{sphere(size), {}}, {box({size, size, size}), {{size, 0, 0}, {}}}};
        return world_.shapes().add_compound(halves).value();
    }
    case 3:
    case 4:
        return box({size, size, size});
    default:
        return sphere(size);
    }
}

inline rigid::body_definition random_program::some_body() {
    using namespace rigid;
    body_definition what;
    what.kind = below(4) != 0 ? body_kind::dynamic : body_kind{static_cast<std::uint32_t>(below(3))};
    what.position = point(1) + vector3{0, 1, 0};
    what.linear_velocity = point(below(2) == 0 ? scalar(0.1) : scalar(4));
    if (below(8) != 0) {
        what.shape = some_shape();
    } else {
        what.mass = scalar(1);
        what.inertia = matrix3::identity();
    }
    if (below(8) == 0) {
        what.material.reset();
    }
    what.sticks_at = below(6) == 0 ? std::optional<scalar>(between(0, 200)) : std::nullopt;
    what.destroyed_at = below(12) == 0 ? std::optional<scalar>(between(0, 400)) : std::nullopt;
    what.fracture = below(6) == 0 ? fracture_ : fracture_id::none;
    what.breaks_at = below(6) == 0 ? std::optional<scalar>(between(0, 400)) : std::nullopt;
    what.attractor = below(16) == 0 ? std::optional<scalar>(between(0, 4)) : std::nullopt;
    what.feels_fields = below(8) == 0;
    what.reports_contacts = below(8) == 0;
    what.key = entity_key{next_key_++};
    return what;
}

inline entity random_program::some_entity() {
    using namespace rigid;
    std::vector<entity> all;
    world_.registry().each_entity([&](entity id) { all.push_back(id); });
    return all.empty() ? entity{} : all[below(all.size())];
}

inline entity random_program::some_body_id() {
    using namespace rigid;
    std::vector<entity> all;
    world_.registry().each_entity([&](entity id) {
        if (world_.registry().any_of<body, position, mass, shape>(id)) {
            all.push_back(id);
        }
    });
    return all.empty() || below(16) == 0 ? some_entity() : all[below(all.size())];
}

inline entity_key random_program::some_key() {
    using namespace rigid;
    const entity id = some_body_id();
    return id ? world_.registry().key_of(id) : entity_key{9};
}

inline void random_program::note(const char* what, entity first, std::string_view second) {
    using namespace rigid;
    const bool is_there = world_.registry().valid(first);
    const auto key = is_there ? static_cast<std::uint64_t>(world_.registry().key_of(first)) : 0;
    trace_ += text("\n  ", what, ' ', key, ' ', second);
}

inline void random_program::operate() {
    using namespace rigid;
    switch (below(16)) {
    case 0:
    case 1:
        return make_body();
    case 2:
        return change_body();
    case 3:
        return make_joint();
    case 4:
    case 5:
    case 6:
        return take_component();
    case 7:
    case 8:
        return give_component();
    case 9:
    case 10:
    case 11:
        return step_with_input();
    case 12:
        return go_back();
    case 13:
        return cut_out();
    default:
        return step();
    }
}

inline void random_program::make_body() {
    using namespace rigid;
    const auto made = rigid::make_body(world_, some_body());
    note(made ? "make_body" : "make_body is refused", made ? *made : entity{});
    if (made && below(10) == 0) {
        world_.registry().emplace<character>(*made);
        world_.registry().emplace<walk_state>(*made);
    }
}

inline void random_program::change_body() {
    using namespace rigid;
    const entity which = some_body_id();
    switch (below(4)) {
    case 0: {
        const status answer = change_kind(world_, which, body_kind{static_cast<std::uint32_t>(below(3))});
        return note("change_kind", which, reason_of(answer));
    }
    case 1: {
        const auto density = below(2) == 0 ? std::optional<scalar>(500) : std::nullopt;
        const status answer = change_shape(world_, which, some_shape(), density);
        return note("change_shape", which, reason_of(answer));
    }
    case 2:
        note("wake", which);
        (void)world_.wake(which);
        return world_.reconsider(which);
    default:
        note("destroy", which);
        gone_.push_back(which);
        world_.registry().destroy(which);
    }
}

inline void random_program::make_joint() {
    using namespace rigid;
    const entity a = some_body_id();
    const entity b = below(4) == 0 ? entity{} : some_body_id();
    note("make_joint", a);
    if (below(2) == 0) {
        (void)rigid::make_joint(world_, ball_joint{.a = a, .b = b, .pivot_a = point(scalar(0.3))},
                                entity_key{next_key_++});
    } else {
        (void)rigid::make_joint(world_, hinge_joint{.a = a, .b = b}, entity_key{next_key_++});
    }
}

inline void random_program::take_component() {
    using namespace rigid;
    orrery::registry& registry = world_.registry();
    const entity which = some_body_id();
    std::vector<const component_type*> types;
    for (const component_pool& pool : registry.pools()) {
        if (registry.valid(which) && pool.contains(which.index)) {
            types.push_back(&pool.type());
        }
    }
    if (!types.empty()) {
        const component_type& type = *types[below(types.size())];
        note("remove", which, type.name);
        registry.remove(which, type);
    }
}

inline void random_program::give_component() {
    using namespace rigid;
    orrery::registry& registry = world_.registry();
    const entity which = some_body_id();
    if (!which) {
        return;
    }
    // The default of the type, or what somebody has.
    const component_pool& pool = registry.pools()[below(registry.pools().size())];
    const component_type& type = pool.type();
    std::vector<std::byte> value = type.default_value;
    std::vector<std::uint32_t> owners;
    registry.each_entity([&](entity id) {
        if (pool.contains(id.index)) {
            owners.push_back(id.index);
        }
    });
    const bool is_copied = !owners.empty() && below(3) != 0;
    if (is_copied && type.size != 0) {
        const std::byte* from = pool.read(pool.position_of(owners[below(owners.size())]));
        value.assign(from, from + type.size);
    }
    // Shapes have no measures by default.
    if (!is_copied && (type.name == "shape" || type.name == "fracture_pattern")) {
        return;
    }
    for_each_reference(type, value.data(), [&](entity& reference) {
        switch (below(4)) {
        case 0:
            reference = some_body_id();
            break;
        case 1:
            reference = gone_.empty() ? entity{} : gone_[below(gone_.size())];
            break;
        default:
            break;
        }
    });
    if (type.validate(value.data())) {
        note("assign", which, type.name);
        registry.assign(which, type, value.data());
    }
}

inline void random_program::step_with_input() {
    using namespace rigid;
    input what{.target = some_key()};
    switch (below(12)) {
    case 0:
        what = input::destroy(what.target);
        break;
    case 1:
        what = input::break_up(what.target, below(2) == 0 ? fracture_ : fracture_id::none);
        break;
    case 2:
        what = input::place(what.target, {point(1) + vector3{0, 1, 0}, {}});
        break;
    case 3:
        what = input::set_material(what.target, {});
        break;
    case 4:
        what = input::create(entity_key{next_key_++}, blueprint_, {point(1) + vector3{0, 1, 0}, {}});
        break;
    case 5:
    case 6:
    case 7:
        what = input::glue(what.target, some_key());
        break;
    case 8:
        what = input::unglue(what.target);
        break;
    case 9:
        what = input::drive(what.target, some_key(), point(1));
        break;
    default:
        what.kind = input_kind{below(10)};
        what.value = point(20);
    }
    trace_ += text("\n  input ", static_cast<std::uint64_t>(what.kind), " for ",
                   static_cast<std::uint64_t>(what.target), " with ", what.subject);
    world_.step({&what, 1});
}

inline void random_program::step() {
    using namespace rigid;
    note("step");
    for (std::uint64_t number = below(5); number-- > 0;) {
        world_.step();
    }
    if (below(2) == 0) {
        world_.record(record_);
    }
}

inline void random_program::go_back() {
    using namespace rigid;
    if (snapshots_.empty() || below(2) == 0) {
        note("snapshot");
        return snapshots_.push_back(world_.snapshot());
    }
    note("restore");
    world_.restore(snapshots_[below(snapshots_.size())]);
}

inline void random_program::cut_out() {
    using namespace rigid;
    note("part");
    const world_snapshot whole = world_.snapshot();
    const entity_key keys[] = {some_key(), some_key()};
    world other(*machine_, drowsy);
    other.restore(part_of(whole, keys));
    other.step();
    world again(*machine_, drowsy);
    again.restore(with_part(whole, keys, other.snapshot()));
    again.step();
    const queries scene(world_);
}

inline std::string random_program::first_difference() {
    using namespace rigid;
    byte_writer out;
    save_world(out, world_);
    world loaded(*machine_, drowsy);
    byte_reader in(out.bytes());
    if (const status answer = load_world(in, loaded); !answer) {
        return text("the saved world is refused: ", answer.reason().message);
    }
    world restored(*machine_, drowsy);
    restored.restore(world_.snapshot());
    for (int number = 0; number < 4; ++number) {
        for (const world* other : {&loaded, &restored}) {
            if (const auto found = orrery::first_difference(world_.registry(), other->registry())) {
                return text(other == &loaded ? "the loaded" : "the restored", " world differs after ", number,
                            " steps: ", found->message());
            }
        }
        world_.step();
        loaded.step();
        restored.step();
    }
    return {};
}

} // namespace orrery::test
