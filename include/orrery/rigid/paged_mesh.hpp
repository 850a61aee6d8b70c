// A surface too large to be in memory at once: pages of it (each a triangle_mesh that knows its neighbours
// beyond its border) are loaded when something comes near them and given up, longest unused first, when they
// take more than a budget. Worlds, forks and snapshots share one and may ask from any thread.
//
// Pages never change a result: whoever asks for a triangle of a page that is not there waits for it. The wait
// is counted (statistics) and told to a listener, because a game wants to know; `expect` lets pages be there
// in time, and worlds call it for where their bodies are going.
//
//   const auto written = write_paged_mesh("land.pages", definition);      // once
//   const auto land = paged_mesh::open("land.pages", {.budget = 64 << 20}).value();
//   const shape ground = world.shapes().add_mesh(land).value();
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/rigid/surface.hpp>
#include <orrery/rigid/triangle_mesh.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace orrery::rigid {

// Where pages come from. Called from threads of the mesh, one call at a time for each page; users bring their
// own for archives, networks or land that is computed.
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

} // namespace orrery::rigid
