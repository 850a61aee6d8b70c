#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <algorithm>
#include <array>

namespace orrery::rigid {
namespace {

constexpr std::size_t max_children = 65535;

template <typename Part>
using part_list = std::vector<std::shared_ptr<const Part>>;

template <typename Part>
[[nodiscard]] auto place_of(const part_list<Part>& parts, shape_id id) noexcept {
    return std::lower_bound(parts.begin(), parts.end(), id,
                            [](const auto& part, shape_id wanted) { return part->id() < wanted; });
}

template <typename Part>
[[nodiscard]] const Part* find_part(const part_list<Part>& parts, shape_id id) noexcept {
    const auto place = place_of(parts, id);
    return place != parts.end() && (*place)->id() == id ? place->get() : nullptr;
}

// Puts the part among the others; there is none of its id.
template <typename Part>
void insert(part_list<Part>& parts, std::shared_ptr<const Part> part) {
    parts.insert(place_of(parts, part->id()), std::move(part));
}

template <typename Part>
void keep_missing_parts(part_list<Part>& parts, const part_list<Part>& others) {
    for (const auto& part : others) {
        if (find_part(parts, part->id()) == nullptr) {
            insert(parts, part);
        }
    }
}

// The hash is of 64 bits, and who chooses the bytes can make two that share it.
[[nodiscard]] error shared_id(std::string_view kind, shape_id id) {
    return {text("Another ", kind, " has the id ", static_cast<std::uint64_t>(id),
                 " already, expected one that no two share.")};
}

[[nodiscard]] std::array<scalar, 7> numbers_of(const transform3& where) noexcept {
    const auto& [p, q] = where;
    return {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
}

[[nodiscard]] std::string_view check_placement(const transform3& where) noexcept {
    if (!all_less_equal(abs(where.position), vector3::filled(largest_measure))) {
        return "Its position must lie within 1e6 m of the origin along each axis.";
    }
    if (!(abs(dot(where.rotation, where.rotation) - scalar(1)) < scalar(1e-3))) {
        return "Its rotation must be a quaternion of unit length.";
    }
    return {};
}

[[nodiscard]] std::string_view check_child(const compound::child& child, const shape_store& store) noexcept {
    if (child.what.kind == shape_kind::compound || child.what.kind == shape_kind::plane ||
        child.what.kind == shape_kind::mesh) {
        return "It must be neither a compound nor a plane nor a mesh.";
    }
    if (const auto sentence = check_measures(child.what); !sentence.empty()) {
        return sentence;
    }
    if (child.what.kind == shape_kind::hull && store.find_hull(child.what.id) == nullptr) {
        return "The store must have the hull that it names.";
    }
    return check_placement(child.where);
}

} // namespace

shape_id compound::id_of(std::span<const child> children) noexcept {
    hasher hash(hash_string("compound"));
    for (const child& each : children) {
        hash.update_value(each.what.id);
        hash.update_value(each.what.kind);
        hash.update_value(std::array{each.what.size.x, each.what.size.y, each.what.size.z});
        hash.update_value(numbers_of(each.where));
    }
    const std::uint64_t value = hash.finish();
    return value == 0 ? shape_id{1} : shape_id{value};
}

struct shape_store::contents {
    part_list<convex_hull> hulls;
    part_list<compound> compounds;
    part_list<surface> surfaces;
    std::size_t assembly_count = 0; // of the compounds
};

shape_store::shape_store()
    : parts_(copy_on_write<contents>::make()) {}

std::size_t shape_store::assembly_count() const noexcept {
    return parts_->assembly_count;
}

std::size_t shape_store::size() const noexcept {
    return parts_->hulls.size() + parts_->compounds.size() + parts_->surfaces.size();
}

std::span<const std::shared_ptr<const convex_hull>> shape_store::hulls() const noexcept {
    return parts_->hulls;
}

std::span<const std::shared_ptr<const compound>> shape_store::compounds() const noexcept {
    return parts_->compounds;
}

std::span<const std::shared_ptr<const surface>> shape_store::surfaces() const noexcept {
    return parts_->surfaces;
}

result<shape> shape_store::add_hull(std::span<const vector3> points) {
    auto made = convex_hull::from_points(points);
    if (!made) {
        return made.reason();
    }
    const shape_id id = made->id();
    const auto is_same = [](const convex_hull& a, const convex_hull& b) {
        return std::equal(a.vertices().begin(), a.vertices().end(), b.vertices().begin(), b.vertices().end());
    };
    if (const convex_hull* known = find_hull(id); known == nullptr) {
        insert(parts_.write().hulls, std::make_shared<const convex_hull>(std::move(*made)));
    } else if (!is_same(*known, *made)) {
        return shared_id("hull", id);
    }
    return shape{.id = id, .size = {}, .kind = shape_kind::hull};
}

result<shape> shape_store::add_compound(std::span<const compound::child> children) {
    return add(children, false);
}

result<shape> shape_store::add_assembly(std::span<const compound::child> children) {
    return add(children, true);
}

result<shape> shape_store::add(std::span<const compound::child> children, bool is_assembly) {
    if (children.empty() || children.size() > max_children) {
        return error{
            text("A compound has ", children.size(), " children, expected 1 to ", max_children, ".")};
    }
    for (std::size_t number = 0; number < children.size(); ++number) {
        if (const auto sentence = check_child(children[number], *this); !sentence.empty()) {
            return error{text("Child ", number, " of a compound is refused. ", sentence)};
        }
    }
    compound made;
    made.children_.assign(children.begin(), children.end());
    made.id_ = compound::id_of(children);
    made.is_assembly_ = is_assembly;
    const shape_id id = made.id_;
    const auto is_same = [](const compound& a, const compound& b) {
        return std::equal(a.children_.begin(), a.children_.end(), b.children_.begin(), b.children_.end());
    };
    if (const compound* known = find_compound(id); known != nullptr && !is_same(*known, made)) {
        return shared_id("compound", id);
    }
    keep(std::make_shared<const compound>(std::move(made)));
    return shape{.id = id, .size = {}, .kind = shape_kind::compound};
}

void shape_store::keep(const std::shared_ptr<const compound>& what) {
    const compound* known = find_compound(what->id());
    if (known == nullptr) {
        contents& own = parts_.write();
        own.compounds.insert(place_of(own.compounds, what->id()), what);
        own.assembly_count += what->is_assembly_ ? 1 : 0;
    } else if (known->is_assembly_ && !what->is_assembly_) {
        contents& own = parts_.write();
        own.compounds[static_cast<std::size_t>(place_of(own.compounds, what->id()) - own.compounds.begin())] =
            what;
        --own.assembly_count;
    }
}

void shape_store::keep_assemblies(std::span<const shape_id> used) {
    const auto is_unused = [&](const std::shared_ptr<const compound>& each) {
        return each->is_assembly_ && !std::ranges::binary_search(used, each->id());
    };
    if (std::ranges::none_of(parts_->compounds, is_unused)) {
        return;
    }
    contents& own = parts_.write();
    own.assembly_count -= std::erase_if(own.compounds, is_unused);
}

result<shape> shape_store::add_mesh(std::shared_ptr<const surface> what) {
    if (what == nullptr) {
        return error{"A mesh is missing, expected one that was made."};
    }
    const shape_id id = what->id();
    if (const surface* known = find_surface(id); known == nullptr) {
        insert(parts_.write().surfaces, std::move(what));
    } else if (known->triangle_count() != what->triangle_count() || known->bounds() != what->bounds()) {
        return shared_id("mesh", id);
    }
    return shape{.id = id, .size = {}, .kind = shape_kind::mesh};
}

const convex_hull* shape_store::find_hull(shape_id id) const noexcept {
    return find_part(parts_->hulls, id);
}

const compound* shape_store::find_compound(shape_id id) const noexcept {
    return find_part(parts_->compounds, id);
}

const surface* shape_store::find_surface(shape_id id) const noexcept {
    return find_part(parts_->surfaces, id);
}

void shape_store::merge(const shape_store& other) {
    if (parts_.shares_with(other.parts_)) {
        return;
    }
    contents& own = parts_.write();
    keep_missing_parts(own.hulls, other.parts_->hulls);
    for (const auto& each : other.parts_->compounds) {
        keep(each);
    }
    keep_missing_parts(own.surfaces, other.parts_->surfaces);
}

} // namespace orrery::rigid
