#include "rigid/objects/definition_archive.hpp"
#include "rigid/shape/shape_archive.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/definition.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace orrery::rigid {
namespace {

template <typename Id>
[[nodiscard]] std::uint64_t number_of(Id id) noexcept {
    return static_cast<std::uint64_t>(id);
}

// A compound that the world has made itself goes when nobody is glued any more.
[[nodiscard]] status check_lasting_shape(const body_definition& body, const world& where) {
    if (body.shape && body.shape->kind == shape_kind::compound) {
        const compound* const parts = where.shapes().find_compound(body.shape->id);
        if (parts != nullptr && parts->is_assembly()) {
            return error{text("the compound ", number_of(body.shape->id),
                              " was made by gluing bodies together, expected one that has been defined")};
        }
    }
    return {};
}

template <typename Id>
[[nodiscard]] status expect_id(const result<Id>& added, std::uint64_t id) {
    if (!added) {
        return added.reason();
    }
    return number_of(*added) == id
               ? status{}
               : status{error{text("the id of a definition is ", number_of(*added), ", expected ", id)}};
}

[[nodiscard]] status expect_id(const result<shape>& added, std::uint64_t id) {
    return expect_id(added ? result<shape_id>(added->id) : result<shape_id>(added.reason()), id);
}

// Puts it into stores; what it refers to has been checked.
[[nodiscard]] status insert(const definition& what, shape_store& shapes, blueprint_store& blueprints) {
    switch (what.kind()) {
    case definition_kind::hull:
        return expect_id(shapes.add_hull(what.hull()->vertices()), what.id());
    case definition_kind::compound:
        return expect_id(shapes.add_compound(*what.compound_children()), what.id());
    case definition_kind::blueprint:
        return expect_id(blueprints.insert(*what.blueprint()), what.id());
    case definition_kind::fracture:
        break;
    }
    return expect_id(blueprints.insert(*what.fracture()), what.id());
}

[[nodiscard]] status check_references(const definition& what, const world& where) {
    switch (what.kind()) {
    case definition_kind::blueprint: {
        const status checked = check(*what.blueprint(), where);
        return checked ? check_lasting_shape(*what.blueprint(), where) : checked;
    }
    case definition_kind::fracture:
        return check(*what.fracture(), where);
    case definition_kind::hull:
    case definition_kind::compound:
        break;
    }
    return {}; // the store looks at them
}

// For good, and with the same content.
[[nodiscard]] bool is_known(const definition& what, const world& where) {
    switch (what.kind()) {
    case definition_kind::hull: {
        const convex_hull* const found = where.shapes().find_hull(shape_id{what.id()});
        return found != nullptr && definition::of(*found) == what;
    }
    case definition_kind::compound: {
        const compound* const found = where.shapes().find_compound(shape_id{what.id()});
        return found != nullptr && !found->is_assembly() &&
               definition::of_compound(found->children()) == what;
    }
    case definition_kind::blueprint: {
        const body_definition* const found = where.blueprints().find(blueprint_id{what.id()});
        return found != nullptr && definition::of(*found) == what;
    }
    case definition_kind::fracture:
        break;
    }
    const blueprint_store::fracture* const found = where.blueprints().find(fracture_id{what.id()});
    return found != nullptr && definition::of_fracture(found->fragments) == what;
}

// Lists each definition once, after those that it refers to.
class definition_collector {
public:
    explicit definition_collector(const world& from) noexcept
        : from_(from) {}

    void add(fracture_id id) {
        const blueprint_store::fracture* const found = from_.blueprints().find(id);
        if (found != nullptr && is_first_visit(static_cast<std::uint64_t>(id))) {
            for (const fragment& each : found->fragments) {
                add(each.what);
            }
            list(definition::of_fracture(found->fragments));
        }
    }

    void add(blueprint_id id) {
        const body_definition* const found = from_.blueprints().find(id);
        if (found != nullptr && is_first_visit(static_cast<std::uint64_t>(id))) {
            add(found->fracture);
            if (found->shape) {
                add(*found->shape);
            }
            list(definition::of(*found));
        }
    }

    [[nodiscard]] std::vector<definition> take() noexcept { return std::move(listed_); }

private:
    void add(const shape& what) {
        if (what.kind == shape_kind::hull) {
            if (const convex_hull* const found = from_.shapes().find_hull(what.id)) {
                list(definition::of(*found));
            }
        } else if (what.kind == shape_kind::compound) {
            if (const compound* const found = from_.shapes().find_compound(what.id)) {
                for (const compound::child& each : found->children()) {
                    add(each.what);
                }
                list(definition::of_compound(found->children()));
            }
        }
    }

    // Two fragments of the same kind may be broken up further: each kind is looked into once.
    [[nodiscard]] bool is_first_visit(std::uint64_t id) { return visited_.insert(id).second; }

    void list(definition what) {
        if (listed_ids_.insert(what.id()).second) {
            listed_.push_back(std::move(what));
        }
    }

    const world& from_;
    std::set<std::uint64_t> visited_; // blueprints and fractures
    std::set<std::uint64_t> listed_ids_;
    std::vector<definition> listed_;
};

} // namespace

struct definition::content {
    // In the order of definition_kind.
    std::variant<convex_hull, children, body_definition, fragments> part;
};

definition::definition(std::uint64_t id, content what)
    : id_(id)
    , content_(std::make_shared<const content>(std::move(what))) {}

definition_kind definition::kind() const noexcept {
    return static_cast<definition_kind>(content_->part.index());
}

const convex_hull* definition::hull() const noexcept {
    return std::get_if<convex_hull>(&content_->part);
}

const definition::children* definition::compound_children() const noexcept {
    return std::get_if<children>(&content_->part);
}

const body_definition* definition::blueprint() const noexcept {
    return std::get_if<body_definition>(&content_->part);
}

const definition::fragments* definition::fracture() const noexcept {
    return std::get_if<fragments>(&content_->part);
}

definition definition::of(const convex_hull& hull) {
    return {number_of(hull.id()), {hull}};
}

definition definition::of_compound(std::span<const compound::child> children) {
    return {number_of(compound::id_of(children)), {definition::children(children.begin(), children.end())}};
}

definition definition::of(const body_definition& body) {
    return {number_of(blueprint_store::id_of(body)), {blueprint_store::without_placement(body)}};
}

definition definition::of_fracture(std::span<const rigid::fragment> fragments) {
    return {number_of(blueprint_store::id_of(fragments)),
            {definition::fragments(fragments.begin(), fragments.end())}};
}

bool operator==(const definition& a, const definition& b) {
    if (a.content_ == b.content_) {
        return true;
    }
    if (a.id_ != b.id_ || a.kind() != b.kind()) {
        return false;
    }
    byte_writer mine;
    byte_writer theirs;
    save_definition(mine, a);
    save_definition(theirs, b);
    return std::ranges::equal(mine.bytes(), theirs.bytes());
}

std::vector<definition> definitions_for(const world& where, blueprint_id id) {
    definition_collector all(where);
    all.add(id);
    return all.take();
}

std::vector<definition> definitions_for(const world& where, fracture_id id) {
    definition_collector all(where);
    all.add(id);
    return all.take();
}

void save_definition(byte_writer& out, const definition& what) {
    out.write(what.kind());
    switch (what.kind()) {
    case definition_kind::hull:
        detail::save_hull(out, *what.hull());
        return;
    case definition_kind::compound:
        detail::save_children(out, *what.compound_children());
        return;
    case definition_kind::blueprint:
        detail::save_body_definition(out, *what.blueprint());
        return;
    case definition_kind::fracture:
        break;
    }
    detail::save_fragments(out, *what.fracture());
}

result<definition> load_definition(byte_reader& in, const world& /*rules*/) {
    const auto kind = in.read<definition_kind>();
    switch (kind) {
    case definition_kind::hull: {
        const std::vector<vector3> vertices = detail::load_hull_vertices(in);
        if (!in.ok()) {
            return in.failure();
        }
        const auto hull = convex_hull::from_points(vertices);
        return hull ? result<definition>(definition::of(*hull)) : hull.reason();
    }
    case definition_kind::compound: {
        const std::vector<compound::child> children = detail::load_children(in);
        return in.ok() ? result<definition>(definition::of_compound(children)) : in.failure();
    }
    case definition_kind::blueprint: {
        const body_definition body = detail::load_body_definition(in);
        return in.ok() ? result<definition>(definition::of(body)) : in.failure();
    }
    case definition_kind::fracture: {
        const std::vector<fragment> fragments = detail::load_fragments(in);
        return in.ok() ? result<definition>(definition::of_fracture(fragments)) : in.failure();
    }
    }
    return error{text("the kind of a definition is ", static_cast<std::uint32_t>(kind), ", expected 0 to ",
                      static_cast<std::uint32_t>(definition_kind::fracture))};
}

status world::check_definition(const definition& what) const {
    if (is_known(what, *this)) {
        return {};
    }
    if (status answer = check_references(what, *this); !answer) {
        return answer;
    }
    shape_store shapes = this->shapes();
    blueprint_store blueprints = this->blueprints();
    return insert(what, shapes, blueprints);
}

status world::define(const definition& what) {
    if (is_known(what, *this)) {
        return {};
    }
    const status checked = check_definition(what);
    return checked ? insert(what, shapes(), blueprints()) : checked;
}

bool world::has_definition(std::uint64_t id) const noexcept {
    return blueprints().find(blueprint_id{id}) != nullptr || blueprints().find(fracture_id{id}) != nullptr ||
           shapes().find_hull(shape_id{id}) != nullptr || shapes().find_compound(shape_id{id}) != nullptr;
}

std::uint64_t world::definition_of(const input& what) noexcept {
    const bool refers = what.kind == input_kind::create || what.kind == input_kind::break_up;
    return refers ? what.subject : 0;
}

} // namespace orrery::rigid
