#include "rigid/mesh/page_cache.hpp"
#include "rigid/mesh/page_file.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>
#include <orrery/spatial/box_query.hpp>

#include <algorithm>
#include <utility>

namespace orrery::rigid {
namespace {

// So many pages at once are fetched beside one another; with more, the first might be given up for the last.
constexpr std::size_t most_fetched_together = 8;

[[nodiscard]] status check_directory(const page_directory& directory) {
    if (directory.id == shape_id::none) {
        return error{"A paged mesh has the id 0, expected a hash of its contents."};
    }
    if (directory.pages.empty() || directory.pages.size() >= paged_mesh::max_triangles) {
        return error{text("A paged mesh has ", directory.pages.size(), " pages, expected 1 to ",
                          paged_mesh::max_triangles - 1, ".")};
    }
    std::uint64_t triangles = 0;
    for (std::size_t page = 0; page < directory.pages.size(); ++page) {
        const page_facts& facts = directory.pages[page];
        if (facts.triangles == 0 || facts.triangles > triangle_mesh::max_triangles) {
            return error{text("Page ", page, " of a mesh has ", facts.triangles, " triangles, expected 1 to ",
                              triangle_mesh::max_triangles, ".")};
        }
        const vector3 farthest = max(abs(facts.bounds.min), abs(facts.bounds.max));
        if (!is_valid(facts.bounds) || !all_less_equal(farthest, vector3::filled(largest_measure))) {
            return error{text("Page ", page,
                              " of a mesh has a box that is inverted or reaches more than 1e6 m"
                              " from the origin.")};
        }
        triangles += facts.triangles;
    }
    if (triangles > paged_mesh::max_triangles) {
        return error{text("A paged mesh has ", triangles, " triangles, expected at most ",
                          paged_mesh::max_triangles, ".")};
    }
    return {};
}

} // namespace

paged_mesh::paged_mesh(page_directory directory, std::string name)
    : directory_(std::move(directory))
    , name_(std::move(name)) {
    std::vector<aabb3> boxes;
    boxes.reserve(directory_.pages.size());
    for (const page_facts& page : directory_.pages) {
        boxes.push_back(page.bounds);
        triangle_count_ += page.triangles;
    }
    tree_.build(boxes);
    tree_.free_build_memory();
}

paged_mesh::~paged_mesh() = default;

result<std::shared_ptr<const paged_mesh>> paged_mesh::make(page_directory directory, std::string path,
                                                           std::unique_ptr<page_loader> loader,
                                                           paging_settings settings) {
    if (const status checked = check_directory(directory); !checked) {
        return checked.reason();
    }
    std::string name = settings.name.empty() ? std::move(path) : settings.name;
    const std::shared_ptr<paged_mesh> made(new paged_mesh(std::move(directory), std::move(name)));
    made->cache_ =
        std::make_unique<detail::page_cache>(made->directory_, std::move(loader), std::move(settings));
    return std::shared_ptr<const paged_mesh>(made);
}

result<std::shared_ptr<const paged_mesh>>
paged_mesh::from(page_directory directory, std::unique_ptr<page_loader> loader, paging_settings settings) {
    if (loader == nullptr) {
        return error{"The loader of a paged mesh is missing, expected one."};
    }
    return make(std::move(directory), {}, std::move(loader), std::move(settings));
}

result<std::shared_ptr<const paged_mesh>> paged_mesh::open(const std::string& path,
                                                           paging_settings settings) {
    auto file = large_file_reader::open(path);
    if (!file) {
        return file.reason();
    }
    auto bytes = detail::bytes_in_file(*std::move(file));
    auto head = detail::read_head(*bytes);
    if (!head) {
        return head.reason();
    }
    return make(std::move(head->directory), path,
                std::make_unique<detail::page_file_loader>(std::move(bytes), std::move(head->places)),
                std::move(settings));
}

result<std::shared_ptr<const paged_mesh>> paged_mesh::open(std::vector<std::byte> file,
                                                           paging_settings settings) {
    auto bytes = detail::bytes_in_memory(std::move(file));
    auto head = detail::read_head(*bytes);
    if (!head) {
        return head.reason();
    }
    return make(std::move(head->directory), {},
                std::make_unique<detail::page_file_loader>(std::move(bytes), std::move(head->places)),
                std::move(settings));
}

// They come in ascending order, and so do the numbers of their triangles.
template <typename Visit>
void paged_mesh::visit_pages(const aabb3& box, Visit&& visit) const {
    spatial::detail::inline_stack<std::uint32_t, 64> pages;
    spatial::for_each_intersecting(tree_, box, [&](std::uint32_t page, const aabb3&) { pages.push(page); });
    std::sort(pages.begin(), pages.end()); // total order: numbers of pages
    visit(std::span<const std::uint32_t>(pages.begin(), pages.size()));
}

void paged_mesh::collect(const aabb3& box, std::vector<surface_triangle>& found) const {
    visit_pages(box, [&](std::span<const std::uint32_t> pages) {
        if (pages.size() > 1 && pages.size() <= most_fetched_together) {
            for (const std::uint32_t page : pages.subspan(1)) {
                cache_->expect(page);
            }
        }
        for (const std::uint32_t page : pages) {
            if (const auto mesh = cache_->take(page)) {
                mesh->collect(box, found);
            }
        }
    });
}

void paged_mesh::expect(const aabb3& box) const {
    spatial::for_each_intersecting(tree_, box,
                                   [&](std::uint32_t page, const aabb3&) { cache_->expect(page); });
}

paged_mesh::counts paged_mesh::statistics() const {
    return cache_->statistics();
}

std::string paged_mesh::last_error() const {
    return cache_->last_error();
}

} // namespace orrery::rigid
