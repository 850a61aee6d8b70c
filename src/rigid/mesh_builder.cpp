#include "rigid/mesh_adjacency.hpp"
#include "rigid/mesh_builder.hpp"
#include "rigid/mesh_cleaning.hpp"

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

// From numbers in a whole to places in a part of it.
class part_places {
public:
    part_places(std::size_t whole, std::span<const std::uint32_t> part)
        : is_all_(part.size() == whole)
        , known_(part.size()) {
        for (std::uint32_t place = 0; place < part.size(); ++place) {
            known_[is_all_ ? part[place] : place] = {part[place], place};
        }
        if (!is_all_) {
            std::sort(known_.begin(), known_.end()); // total order: each number is there once
        }
    }

    // no_triangle when it is not part of it.
    [[nodiscard]] std::uint32_t operator[](std::uint32_t number) const noexcept {
        if (is_all_) {
            return known_[number].second;
        }
        const auto found = std::lower_bound(known_.begin(), known_.end(), std::pair(number, 0u));
        return found != known_.end() && found->first == number ? found->second : triangle_mesh::no_triangle;
    }

private:
    bool is_all_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> known_; // number and place, by number
};

// The vertices of a part in the order in which its triangles name them.
class part_vertices {
public:
    explicit part_vertices(std::span<const corner_numbers> triangles) {
        known_.reserve(triangles.size() * 3);
        for (const corner_numbers& corners : triangles) {
            known_.insert(known_.end(), corners.begin(), corners.end());
        }
        named_ = known_;
        std::sort(known_.begin(), known_.end()); // total order: numbers
        known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
        places_.assign(known_.size(), triangle_mesh::no_triangle);
        for (std::uint32_t& each : named_) {
            const auto found = std::lower_bound(known_.begin(), known_.end(), each) - known_.begin();
            std::uint32_t& place = places_[static_cast<std::size_t>(found)];
            if (place == triangle_mesh::no_triangle) {
                place = static_cast<std::uint32_t>(order_.size());
                order_.push_back(each);
            }
            each = place;
        }
    }

    // By new number, the one in the whole.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }

    [[nodiscard]] corner_numbers corners(std::size_t triangle) const noexcept {
        return {named_[triangle * 3], named_[triangle * 3 + 1], named_[triangle * 3 + 2]};
    }

private:
    std::vector<std::uint32_t> known_;  // numbers in the whole, ascending
    std::vector<std::uint32_t> places_; // of those, among the vertices of the part
    std::vector<std::uint32_t> named_;  // three for each triangle
    std::vector<std::uint32_t> order_;
};

template <typename Item>
void update_all(hasher& hash, const std::vector<Item>& items) noexcept {
    hash.update_value(std::uint64_t{items.size()});
    hash.update(std::as_bytes(std::span(items)));
}

} // namespace

result<std::shared_ptr<const triangle_mesh>> mesh_builder::from(const mesh_definition& what,
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
    // All there is but the tree and the order that it makes; the page of all triangles has both.
    triangle_mesh whole;
    whole.neighbours_ = detail::find_neighbours(cleaned);
    whole.vertices_ = std::move(cleaned.vertices);
    whole.materials_ = std::move(cleaned.materials);
    whole.triangles_ = std::move(cleaned.triangles);
    whole.normals_ = std::move(cleaned.normals);
    std::vector<std::uint32_t> all(whole.triangles_.size());
    std::iota(all.begin(), all.end(), 0u);
    return page(whole, all, 0);
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
    std::vector<corner_numbers> corners;
    numbers.reserve(triangles.size());
    corners.reserve(triangles.size());
    for (const std::uint32_t index : made->tree_.elements()) {
        numbers.push_back(triangles[index]);
        corners.push_back(whole.triangles_[triangles[index]]);
    }
    made->tree_.number_by_place();

    const part_vertices vertices(corners);
    for (const std::uint32_t vertex : vertices.order()) {
        made->vertices_.push_back(whole.vertices_[vertex]);
        if (whole.has_materials()) {
            made->materials_.push_back(whole.materials_[vertex]);
        }
    }

    const part_places places(whole.triangles_.size(), numbers);
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        made->triangles_.push_back(vertices.corners(place));
        made->normals_.push_back(whole.normals_[numbers[place]]);
    }
    made->neighbours_.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
        corner_numbers beyond = whole.neighbours_[number];
        for (std::uint32_t& neighbour : beyond) {
            if (neighbour == triangle_mesh::no_triangle) {
                continue;
            }
            const std::uint32_t there = neighbour;
            neighbour = places[there];
            if (neighbour == triangle_mesh::no_triangle) {
                neighbour = static_cast<std::uint32_t>(made->normals_.size());
                made->normals_.push_back(whole.normals_[there]);
            }
        }
        made->neighbours_.push_back(beyond);
    }
    made->vertices_.shrink_to_fit();
    made->materials_.shrink_to_fit();
    made->triangles_.shrink_to_fit();
    made->normals_.shrink_to_fit();
    made->id_ = id_of(*made);
    return made;
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
