#include "rigid/mesh/mesh_adjacency.hpp"
#include "rigid/mesh/mesh_builder.hpp"
#include "rigid/mesh/mesh_cleaning.hpp"

#include <orrery/core/hash.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace orrery::rigid {
namespace {

using corner_numbers = std::array<std::uint32_t, 3>;

[[nodiscard]] aabb3 box_of_triangle(std::span<const vector3> vertices, const corner_numbers& corners) {
    const aabb3 first = aabb3::around(vertices[corners[0]], vertices[corners[1]]);
    return merge(first, vertices[corners[2]]);
}

// From numbers in a whole to numbers in a part of it. A large part has an entry for all of the whole; a small
// one has a sorted list, because there are as many small parts as the whole is large.
class part_numbers {
public:
    static constexpr std::uint32_t none = triangle_mesh::no_triangle;

    // `named` may name something more than once.
    part_numbers(std::size_t whole, std::vector<std::uint32_t> named)
        : known_(std::move(named)) {
        if (known_.size() >= whole / 8) {
            known_.clear();
            numbers_.assign(whole, none);
            return;
        }
        std::sort(known_.begin(), known_.end()); // total order: numbers
        known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
        numbers_.assign(known_.size(), none);
    }

    // none for what is not part of it, and before it is set; null for the former if it is known.
    [[nodiscard]] std::uint32_t* find(std::uint32_t in_whole) noexcept {
        if (known_.empty()) {
            return &numbers_[in_whole];
        }
        const auto found = std::lower_bound(known_.begin(), known_.end(), in_whole);
        return found != known_.end() && *found == in_whole ? &numbers_[std::size_t(found - known_.begin())]
                                                           : nullptr;
    }

private:
    std::vector<std::uint32_t> known_;   // numbers in the whole, ascending; or nothing
    std::vector<std::uint32_t> numbers_; // in the part
};

template <typename Item>
void update_all(hasher& hash, const std::vector<Item>& items) noexcept {
    hash.update_value(std::uint64_t{items.size()});
    hash.update(std::as_bytes(std::span(items)));
}

} // namespace

result<std::shared_ptr<const triangle_mesh>> mesh_builder::from(const mesh_definition& what,
                                                                triangle_mesh::cleaning* removed) {
    const auto whole = without_tree(what, removed);
    if (!whole) {
        return whole.reason();
    }
    std::vector<std::uint32_t> all((*whole)->triangles_.size());
    std::iota(all.begin(), all.end(), 0u);
    return page(**whole, all, 0);
}

result<std::shared_ptr<const triangle_mesh>> mesh_builder::without_tree(const mesh_definition& what,
                                                                        triangle_mesh::cleaning* removed) {
    if (const status checked = detail::check_definition(what); !checked) {
        return checked.reason();
    }
    triangle_mesh::cleaning counted;
    detail::clean_mesh cleaned = detail::clean(what, counted);
    if (removed != nullptr) {
        *removed = counted;
    }
    if (cleaned.triangles.empty()) {
        return error{"A mesh has only triangles without area, expected at least one with some."};
    }
    const std::shared_ptr<triangle_mesh> made(new triangle_mesh);
    made->neighbours_ = detail::find_neighbours(cleaned);
    made->vertices_ = std::move(cleaned.vertices);
    made->materials_ = std::move(cleaned.materials);
    made->triangles_ = std::move(cleaned.triangles);
    made->normals_ = std::move(cleaned.normals);
    return std::shared_ptr<const triangle_mesh>(made);
}

std::shared_ptr<const triangle_mesh> mesh_builder::page(const triangle_mesh& whole,
                                                        std::span<const std::uint32_t> triangles,
                                                        std::uint32_t first_number) {
    ORRERY_CHECK(!triangles.empty(), "a page needs a triangle");
    const std::shared_ptr<triangle_mesh> made(new triangle_mesh);
    made->first_number_ = first_number;

    std::vector<aabb3> boxes;
    boxes.reserve(triangles.size());
    for (const std::uint32_t number : triangles) {
        boxes.push_back(box_of_triangle(whole.vertices_, whole.triangles_[number]));
    }
    made->tree_.build(boxes);
    made->tree_.free_build_memory();

    std::vector<std::uint32_t> numbers; // in the whole, by place in the page
    numbers.reserve(triangles.size());
    for (const std::uint32_t index : made->tree_.elements()) {
        numbers.push_back(triangles[index]);
    }
    made->tree_.number_by_place();
    take_triangles(whole, numbers, *made);
    take_neighbours(whole, numbers, *made);
    made->vertices_.shrink_to_fit();
    made->materials_.shrink_to_fit();
    made->triangles_.shrink_to_fit();
    made->normals_.shrink_to_fit();
    made->id_ = id_of(*made);
    return made;
}

// Vertices come in the order in which the triangles name them.
void mesh_builder::take_triangles(const triangle_mesh& whole, std::span<const std::uint32_t> numbers,
                                  triangle_mesh& into) {
    std::vector<std::uint32_t> named;
    named.reserve(numbers.size() * 3);
    for (const std::uint32_t number : numbers) {
        const corner_numbers& corners = whole.triangles_[number];
        named.insert(named.end(), corners.begin(), corners.end());
    }
    part_numbers vertices(whole.vertices_.size(), std::move(named));
    into.triangles_.reserve(numbers.size());
    into.normals_.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
        corner_numbers corners = whole.triangles_[number];
        for (std::uint32_t& corner : corners) {
            std::uint32_t& in_part = *vertices.find(corner);
            if (in_part == part_numbers::none) {
                in_part = static_cast<std::uint32_t>(into.vertices_.size());
                into.vertices_.push_back(whole.vertices_[corner]);
                if (whole.has_materials()) {
                    into.materials_.push_back(whole.materials_[corner]);
                }
            }
            corner = in_part;
        }
        into.triangles_.push_back(corners);
        into.normals_.push_back(whole.normals_[number]);
    }
}

void mesh_builder::take_neighbours(const triangle_mesh& whole, std::span<const std::uint32_t> numbers,
                                   triangle_mesh& into) {
    part_numbers places(whole.triangles_.size(), {numbers.begin(), numbers.end()});
    for (std::uint32_t place = 0; place < numbers.size(); ++place) {
        *places.find(numbers[place]) = place;
    }
    into.neighbours_.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
        corner_numbers beyond = whole.neighbours_[number];
        for (std::uint32_t& neighbour : beyond) {
            if (neighbour == triangle_mesh::no_triangle) {
                continue;
            }
            const std::uint32_t* in_part = places.find(neighbour);
            if (in_part != nullptr && *in_part != part_numbers::none) {
                neighbour = *in_part;
            } else {
                into.normals_.push_back(whole.normals_[neighbour]);
                neighbour = static_cast<std::uint32_t>(into.normals_.size() - 1);
            }
        }
        into.neighbours_.push_back(beyond);
    }
}

shape_id mesh_builder::id_of(const triangle_mesh& mesh) noexcept {
    hasher hash(hash_string("mesh"));
    update_all(hash, mesh.vertices_);
    update_all(hash, mesh.triangles_);
    update_all(hash, mesh.normals_);
    update_all(hash, mesh.neighbours_);
    update_all(hash, mesh.materials_);
    hash.update_value(mesh.first_number_);
    const std::uint64_t value = hash.finish();
    return value == 0 ? shape_id{1} : shape_id{value};
}

} // namespace orrery::rigid
