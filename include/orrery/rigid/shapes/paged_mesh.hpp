// A surface too large to be in memory at once: pages of it (each a triangle_mesh that knows its neighbours
// beyond its border) are loaded when something comes near them and given up, longest unused first, when they
// take more than a budget. Worlds, forks and snapshots share one and may ask from any thread.
//
// Pages never change a result: whoever asks for a triangle of a page that is not there waits for it. The wait
// is counted (statistics) and told to a listener, because a game wants to know; `expect` lets pages be there
// in time, and worlds call it for where their bodies are going.
//
//   const status written = write_paged_mesh("land.pages", definition);      // once
//   const auto land = paged_mesh::open("land.pages", {.budget = 64 << 20}).value();
//   const shape ground = world.shapes().add_mesh(land).value();
//
// Opening reads the directory of pages alone. A page of 4096 triangles takes a third of a megabyte and a
// millisecond to load; asking where all pages are there costs little more than asking a triangle_mesh.
#pragma once

#include <orrery/core/archive/compression.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/rigid/shapes/surface.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>
#include <orrery/spatial/static_tree.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::rigid {

namespace detail {
class page_cache;
} // namespace detail

// Where pages come from. Called from threads of the mesh and from those that wait for a page, one call at a
// time for each page; users bring their own for archives, networks or land that is computed. A loader must
// not ask the mesh whose pages it loads.
class page_loader {
public:
    page_loader() = default;
    page_loader(const page_loader&) = delete;
    page_loader& operator=(const page_loader&) = delete;
    virtual ~page_loader() = default;

    // The page as it was when the mesh was cut. A page that cannot be had is asked for again when it is next
    // needed, and until then has no triangles; the error is told to the listener.
    [[nodiscard]] virtual result<std::shared_ptr<const triangle_mesh>> load(std::uint32_t page) = 0;
};

// What is known of a page that is not there.
struct page_facts {
    aabb3 bounds;
    std::uint32_t triangles = 0;
    shape_id id = shape_id::none; // of the page (triangle_mesh::id), if that is known; then it is checked
};

// What is known of a mesh before any of its pages is there. The triangles of a page are numbered from where
// those of the page before it end.
struct page_directory {
    shape_id id = shape_id::none; // a hash of the contents of all pages
    std::vector<page_facts> pages;
    bool has_materials = false;
};

// How pages come and go. Nothing of this has an influence on results.
struct paging_settings {
    // Bytes of pages in memory (triangle_mesh::bytes). The page that came last stays even if it is larger,
    // and so do pages while they are being read.
    std::uint64_t budget = std::uint64_t{64} << 20;

    // Threads that load what is expected. Without any (and in builds without threads) a page is loaded by
    // whoever needs it first.
    std::uint32_t thread_count = 1;

    // By which a saved world knows the mesh; the path if there is one and this is empty.
    std::string name{};

    // Called on the thread that had to wait for a page or to load it itself, when it has the page. Calls do
    // not overlap, and must not ask the mesh.
    unique_function<void(std::uint32_t page)> on_wait{};

    // The same, on the thread that could not load a page.
    unique_function<void(std::uint32_t page, const error& reason)> on_error{};
};

class paged_mesh final : public surface {
public:
    // The numbers of triangles end below it.
    static constexpr std::uint64_t max_triangles = triangle_mesh::no_triangle;

    struct counts {
        std::uint32_t pages = 0;
        std::uint32_t resident_pages = 0;
        std::uint64_t resident_bytes = 0;
        std::uint64_t most_resident_bytes = 0; // at any time
        std::uint64_t loads = 0;
        std::uint64_t waits = 0; // for pages that were not there when they were needed
        std::uint64_t given_up = 0;
        std::uint64_t failures = 0; // to load
    };

    // A file that write_paged_mesh has made. It must not be changed while it is open; replacing it is safe.
    [[nodiscard]] static result<std::shared_ptr<const paged_mesh>> open(const std::string& path,
                                                                        paging_settings settings = {});

    // The bytes of such a file, which then stay in memory: for builds without files.
    [[nodiscard]] static result<std::shared_ptr<const paged_mesh>> open(std::vector<std::byte> file,
                                                                        paging_settings settings = {});

    // Pages from anywhere. Refused: no pages or no id, boxes that are not finite, pages without triangles or
    // with too many of them.
    [[nodiscard]] static result<std::shared_ptr<const paged_mesh>>
    from(page_directory directory, std::unique_ptr<page_loader> loader, paging_settings settings = {});

    ~paged_mesh() override;

    [[nodiscard]] shape_id id() const noexcept override { return directory_.id; }

    [[nodiscard]] const aabb3& bounds() const noexcept override { return tree_.bounds(); }

    [[nodiscard]] std::uint64_t triangle_count() const noexcept override { return triangle_count_; }

    [[nodiscard]] bool has_materials() const noexcept override { return directory_.has_materials; }

    void collect(const aabb3& box, std::vector<surface_triangle>& found) const override;

    void expect(const aabb3& box) const override;

    [[nodiscard]] const page_directory& directory() const noexcept { return directory_; }

    // What the settings say, or else the path it was opened from. A saved world knows it by this name.
    [[nodiscard]] std::string_view name() const noexcept override { return name_; }

    [[nodiscard]] counts statistics() const;

    // Why a page could not be loaded, the last time that happened; empty if it never did.
    [[nodiscard]] std::string last_error() const;

private:
    paged_mesh(page_directory directory, std::string name);

    [[nodiscard]] static result<std::shared_ptr<const paged_mesh>> make(page_directory directory,
                                                                        std::string path,
                                                                        std::unique_ptr<page_loader> loader,
                                                                        paging_settings settings);

    // Gives the numbers of the pages near a box to `visit`, all at once.
    template <typename Visit>
    void visit_pages(const aabb3& box, Visit&& visit) const;

    page_directory directory_;
    std::string name_;
    std::uint64_t triangle_count_ = 0;
    spatial::static_tree<aabb3> tree_; // of pages
    std::unique_ptr<detail::page_cache> cache_;
};

struct cutting_settings {
    std::uint32_t page_triangles = 4096; // at most in a page; 2 to 1048576
    compression packing = compression::fast;
};

// Cuts a mesh into pages and writes them to a file, in place of one that may be there. What
// triangle_mesh::from and mesh_of refuse is refused. A height_grid is cut into squares one by one, without a
// mesh of the whole.
[[nodiscard]] status write_paged_mesh(const std::string& path, const mesh_definition& what,
                                      const cutting_settings& settings = {});
[[nodiscard]] status write_paged_mesh(const std::string& path, const triangle_mesh& what,
                                      const cutting_settings& settings = {});
[[nodiscard]] status write_paged_mesh(const std::string& path, const height_grid& what,
                                      const cutting_settings& settings = {});

// The same as the bytes of the file.
[[nodiscard]] result<std::vector<std::byte>> encode_paged_mesh(const mesh_definition& what,
                                                               const cutting_settings& settings = {});
[[nodiscard]] result<std::vector<std::byte>> encode_paged_mesh(const triangle_mesh& what,
                                                               const cutting_settings& settings = {});
[[nodiscard]] result<std::vector<std::byte>> encode_paged_mesh(const height_grid& what,
                                                               const cutting_settings& settings = {});

// One page of some triangles of a mesh, for loaders that compute their land: make a mesh of the page and of
// the triangles around it, so that the page knows what lies beyond its border, and name those that are to be
// in it. Refused: no triangles, and numbers that come twice or that the mesh has not.
[[nodiscard]] result<std::shared_ptr<const triangle_mesh>>
cut_page(const triangle_mesh& whole, std::span<const std::uint32_t> triangles, std::uint32_t first_number);

} // namespace orrery::rigid
