// Paged meshes for tests: cut by hand, with a loader whose pages come when the test wants them to.
#pragma once

#include <orrery/rigid/shapes/paged_mesh.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace orrery::rigid::test {

using page_pointer = std::shared_ptr<const triangle_mesh>;
using land_pointer = std::shared_ptr<const paged_mesh>;

// Cuts the triangles of a mesh by their numbers, so many for each page, anew whenever a page is asked for: so
// nobody but the paged mesh holds a page.
struct page_cutter {
    page_pointer whole;
    std::uint32_t page_triangles = 0;
    std::vector<std::uint32_t> order; // which page comes when one is asked for
    std::atomic<int> calls{0};
    // Asked before a page is given out; an empty sentence lets it go.
    std::function<std::string(std::uint32_t page)> refuses = [](std::uint32_t) { return std::string(); };

    page_cutter(page_pointer what, std::uint32_t count)
        : whole(std::move(what))
        , page_triangles(count)
        , order((whole->triangles().size() + count - 1) / count) {
        std::iota(order.begin(), order.end(), 0u);
    }

    [[nodiscard]] page_pointer page(std::uint32_t number) const {
        const std::uint32_t first = number * page_triangles;
        const auto left = static_cast<std::uint32_t>(whole->triangle_count()) - first;
        std::vector<std::uint32_t> triangles(std::min(page_triangles, left));
        std::iota(triangles.begin(), triangles.end(), first);
        return cut_page(*whole, triangles, first).value();
    }
};

class cutting_loader final : public page_loader {
public:
    explicit cutting_loader(std::shared_ptr<page_cutter> cutter)
        : cutter_(std::move(cutter)) {}

    [[nodiscard]] result<page_pointer> load(std::uint32_t page) override {
        ++cutter_->calls;
        if (const std::string sentence = cutter_->refuses(page); !sentence.empty()) {
            return error{sentence};
        }
        const std::uint32_t number = cutter_->order[page];
        return number < cutter_->order.size() ? cutter_->page(number) : page_pointer();
    }

private:
    std::shared_ptr<page_cutter> cutter_;
};

struct cut_land {
    page_directory directory;
    std::shared_ptr<page_cutter> cutter;

    cut_land(const mesh_definition& what, std::uint32_t page_triangles)
        : cutter(std::make_shared<page_cutter>(triangle_mesh::from(what).value(), page_triangles)) {
        directory.id = cutter->whole->id();
        directory.has_materials = cutter->whole->has_materials();
        for (const std::uint32_t number : cutter->order) {
            const page_pointer page = cutter->page(number);
            directory.pages.push_back(
                {page->bounds(), static_cast<std::uint32_t>(page->triangle_count()), page->id()});
        }
    }

    [[nodiscard]] land_pointer open(paging_settings settings = {}) const {
        return paged_mesh::from(directory, std::make_unique<cutting_loader>(cutter), std::move(settings))
            .value();
    }
};

inline std::vector<surface_triangle> collected(const surface& what, const aabb3& box) {
    std::vector<surface_triangle> found;
    what.collect(box, found);
    return found;
}

// All that a triangle is but its number, as something that can be sorted and compared.
inline auto contents_of(const surface_triangle& what) {
    const auto numbers = [](const vector3& v) { return std::tuple(v.x, v.y, v.z); };
    const auto material = [](const vertex_material& m) { return std::tuple(m.friction, m.restitution); };
    return std::tuple(numbers(what.corners[0]), numbers(what.corners[1]), numbers(what.corners[2]),
                      numbers(what.normal), numbers(what.beyond[0]), numbers(what.beyond[1]),
                      numbers(what.beyond[2]), material(what.materials[0]), material(what.materials[1]),
                      material(what.materials[2]));
}

inline auto contents_of(const std::vector<surface_triangle>& all) {
    std::vector<decltype(contents_of(all[0]))> contents;
    for (const surface_triangle& each : all) {
        contents.push_back(contents_of(each));
    }
    std::sort(contents.begin(), contents.end()); // total order: equal ones are the same
    return contents;
}

} // namespace orrery::rigid::test
