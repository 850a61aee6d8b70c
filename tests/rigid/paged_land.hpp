// Paged meshes for tests: cut by hand, with a loader whose pages come when the test wants them to.
#pragma once

#include <orrery/rigid/paged_mesh.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <tuple>
#include <vector>

namespace orrery::rigid::test {

using mesh_pointer = std::shared_ptr<const triangle_mesh>;
using land_pointer = std::shared_ptr<const paged_mesh>;

// What a test sees of a loader that the mesh owns.
struct loader_record {
    std::vector<mesh_pointer> pages;
    std::atomic<int> calls{0};
    // Asked before a page is given out; an empty sentence lets it go.
    std::function<std::string(std::uint32_t page)> refuses = [](std::uint32_t) { return std::string(); };
};

class kept_pages final : public page_loader {
public:
    explicit kept_pages(std::shared_ptr<loader_record> record)
        : record_(std::move(record)) {}

    [[nodiscard]] result<mesh_pointer> load(std::uint32_t page) override {
        ++record_->calls;
        if (const std::string sentence = record_->refuses(page); !sentence.empty()) {
            return error{sentence};
        }
        return record_->pages[page];
    }

private:
    std::shared_ptr<loader_record> record_;
};

// The triangles of a mesh by their numbers, so many in each page.
struct cut_land {
    page_directory directory;
    std::shared_ptr<loader_record> loader = std::make_shared<loader_record>();

    cut_land(const triangle_mesh& whole, std::uint32_t page_triangles) {
        directory.id = whole.id();
        directory.has_materials = whole.has_materials();
        for (std::uint32_t first = 0; first < whole.triangle_count(); first += page_triangles) {
            std::vector<std::uint32_t> numbers;
            const auto end = std::min<std::uint64_t>(whole.triangle_count(), first + page_triangles);
            for (std::uint32_t number = first; number < end; ++number) {
                numbers.push_back(number);
            }
            const mesh_pointer page = cut_page(whole, numbers, first).value();
            directory.pages.push_back(
                {page->bounds(), static_cast<std::uint32_t>(page->triangle_count()), page->id()});
            loader->pages.push_back(page);
        }
    }

    [[nodiscard]] land_pointer open(paging_settings settings = {}) const {
        return paged_mesh::from(directory, std::make_unique<kept_pages>(loader), std::move(settings)).value();
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
