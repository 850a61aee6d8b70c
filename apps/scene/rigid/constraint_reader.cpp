#include "apps/scene/rigid/constraint_reader.hpp"
#include "apps/scene/rigid/joint_fields.hpp"
#include "apps/scene/rigid/joint_kinds.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/breakable.hpp>

#include <algorithm>

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
        const std::optional<joint_ends> ends = find_ends(what);
        if (!ends) {
            return;
        }
        registry& state = world_.registry();
        const std::string& kind = what["kind"]->string();
        if (kind == "apart") {
            state.emplace<rigid::excluded_pair>(state.create(key), ends->a, ends->b);
            return;
        }
        const result<entity> made = find_joint_kind(kind)->make(what, *ends, key, world_, notes_);
        if (!notes_.is_ok()) {
            return;
        }
        if (!made) {
            notes_.refuse_whole(what, made.reason().message);
            return;
        }
        if (const json::cursor limits = what["breaks_at"]) {
            const rigid::breakable never;
            state.emplace<rigid::breakable>(*made, number_of(limits["force"], never.force),
                                            number_of(limits["torque"], never.torque));
        }
        if (const json::cursor name = what["name"]) {
            joints_.add(name, {key, state.key_of(ends->a)}, notes_);
        }
    }

    [[nodiscard]] joint_list take() noexcept { return std::move(joints_); }

private:
    [[nodiscard]] std::optional<joint_ends> find_ends(const json::cursor& what) {
        const std::optional<std::size_t> a = list_.find_first(what["a"], notes_);
        if (!a) {
            return std::nullopt;
        }
        joint_ends found{.a = entities_[*a], .frame_a = placement(world_, entities_[*a])};
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

    const body_list& list_;
    std::span<const entity> entities_;
    rigid::world& world_;
    reading& notes_;
    joint_list joints_;
};

} // namespace

void joint_list::add(const json::cursor& name, listed_joint what, reading& notes) {
    if (!names_.try_emplace(name->string(), what).second) {
        notes.refuse(name, "a name that no other constraint has");
    }
}

std::optional<listed_joint> joint_list::find(const json::cursor& name, reading& notes) const {
    if (const auto place = names_.find(name->string()); place != names_.end()) {
        return place->second;
    }
    json::closest_name meant(name->string());
    for (const auto& [known, joint] : names_) {
        meant.consider(known);
    }
    notes.refuse(name, text("the name of a constraint", meant.question()));
    return std::nullopt;
}

joint_list add_constraints(const body_list& list, std::span<const entity> entities, rigid::world& world,
                           reading& notes) {
    const json::cursor root(notes.scene().document);
    const json::cursor constraints = root["constraints"];
    constraint_reader reader(list, entities, world, notes);
    for (std::size_t number = 0; number < constraints.size() && notes.is_ok(); ++number) {
        reader.add(constraints.item(number), entity_key{first_constraint_key + number});
    }
    return reader.take();
}

} // namespace orrery::scene_format
