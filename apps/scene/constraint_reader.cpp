#include "apps/scene/constraint_reader.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/ball_joint.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/distance_joint.hpp>
#include <orrery/rigid/fixed_joint.hpp>

namespace orrery::scene_format {
namespace {

class constraint_reader {
public:
    constraint_reader(const body_list& list, std::span<const entity> entities, rigid::world& world,
                      reading& notes) noexcept
        : list_(list)
        , entities_(entities)
        , world_(world)
        , notes_(notes) {}

    void add(const json::cursor& what, entity_key key) {
        const std::optional<ends> found = find_ends(what);
        if (!found) {
            return;
        }
        registry& state = world_.registry();
        const std::string& kind = what["kind"]->string();
        if (kind == "apart") {
            state.emplace<rigid::excluded_pair>(state.create(key), found->a, found->b);
            return;
        }
        const pivots at = find_pivots(what, *found);
        const std::uint32_t meet = flag_of(what["bodies_meet"], false) ? 1 : 0;
        if (kind == "ball") {
            state.emplace<rigid::ball_joint>(
                state.create(key),
                rigid::ball_joint{
                    .a = found->a, .b = found->b, .pivot_a = at.a, .pivot_b = at.b, .do_bodies_meet = meet});
        } else if (kind == "fixed") {
            state.emplace<rigid::fixed_joint>(state.create(key),
                                              rigid::fixed_joint{.a = found->a,
                                                                 .b = found->b,
                                                                 .pivot_a = at.a,
                                                                 .pivot_b = at.b,
                                                                 .turn = find_turn(what, *found),
                                                                 .do_bodies_meet = meet});
        } else {
            add_distance(what, *found, at, key, meet);
        }
    }

private:
    struct ends {
        entity a{};
        entity b{}; // none: the world
        transform3 frame_a{};
        transform3 frame_b{};
    };

    struct pivots {
        vector3 a{};
        vector3 b{};
    };

    [[nodiscard]] std::optional<ends> find_ends(const json::cursor& what) {
        const std::optional<std::size_t> a = list_.find_first(what["a"], notes_);
        if (!a) {
            return std::nullopt;
        }
        ends found{.a = entities_[*a], .frame_a = placement(world_, entities_[*a])};
        if (const json::cursor other = what["b"]) {
            const std::optional<std::size_t> b = list_.find_first(other, notes_);
            if (!b) {
                return std::nullopt;
            }
            if (*a == *b) {
                notes_.refuse(other, "another body than a");
                return std::nullopt;
            }
            found.b = entities_[*b];
            found.frame_b = placement(world_, found.b);
        }
        return found;
    }

    [[nodiscard]] pivots find_pivots(const json::cursor& what, const ends& of) {
        const json::cursor at = what["at"];
        if (!at) {
            return {vector_of(what["pivot_a"], {}), vector_of(what["pivot_b"], {})};
        }
        for (const std::string_view name : {"pivot_a", "pivot_b"}) {
            if (const json::cursor pivot = what[name]) {
                notes_.refuse(pivot, "none, because 'at' says where the joint is");
            }
        }
        const vector3 point = vector_of(at);
        return {inverse_transform_point(of.frame_a, point), inverse_transform_point(of.frame_b, point)};
    }

    [[nodiscard]] quaternion find_turn(const json::cursor& what, const ends& of) {
        const json::cursor turn = what["turn"];
        if (!turn) {
            return normalize(inverse(of.frame_a.rotation) * of.frame_b.rotation);
        }
        const std::optional<quaternion> given = rotation_of(turn);
        if (!given) {
            notes_.refuse(turn, "an axis or a quaternion that is not zero");
        }
        return given.value_or(quaternion{});
    }

    void add_distance(const json::cursor& what, const ends& of, const pivots& at, entity_key key,
                      std::uint32_t meet) {
        const scalar now = length(transform_point(of.frame_b, at.b) - transform_point(of.frame_a, at.a));
        const scalar shortest = number_of(what["shortest"], now);
        const scalar longest = number_of(what["longest"], now);
        if (shortest > longest) {
            notes_.refuse(what["shortest"] ? what["shortest"] : what["longest"],
                          "a shortest distance that is not above the longest");
            return;
        }
        registry& state = world_.registry();
        state.emplace<rigid::distance_joint>(
            state.create(key), rigid::distance_joint{.a = of.a,
                                                     .b = of.b,
                                                     .pivot_a = at.a,
                                                     .pivot_b = at.b,
                                                     .shortest = shortest,
                                                     .longest = longest,
                                                     .frequency = number_of(what["frequency"], 0),
                                                     .damping = number_of(what["damping"], 1),
                                                     .do_bodies_meet = meet});
    }

    const body_list& list_;
    std::span<const entity> entities_;
    rigid::world& world_;
    reading& notes_;
};

} // namespace

void add_constraints(const body_list& list, std::span<const entity> entities, rigid::world& world,
                     reading& notes) {
    const json::cursor root(notes.scene().document);
    const json::cursor constraints = root["constraints"];
    constraint_reader reader(list, entities, world, notes);
    for (std::size_t number = 0; number < constraints.size() && notes.is_ok(); ++number) {
        reader.add(constraints.item(number), entity_key{first_constraint_key + number});
    }
}

} // namespace orrery::scene_format
