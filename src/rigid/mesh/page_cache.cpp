#include "rigid/mesh/page_cache.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery::rigid::detail {
namespace {

using orrery::detail::lock_guard;

} // namespace

page_cache::page_cache(const page_directory& directory, std::unique_ptr<page_loader> loader,
                       paging_settings settings)
    : directory_(directory)
    , loader_(std::move(loader))
    , settings_(std::move(settings))
    , slots_(directory.pages.size())
    , jobs_({.thread_count = settings_.thread_count}) {
    counts_.pages = static_cast<std::uint32_t>(slots_.size());
    first_numbers_.reserve(slots_.size());
    std::uint32_t next = 0;
    for (const page_facts& page : directory.pages) {
        first_numbers_.push_back(next);
        next += page.triangles;
    }
}

page_cache::page_pointer page_cache::take(std::uint32_t page) {
    page_slot& slot = slots_[page];
    if (page_pointer mesh = look(slot)) {
        return mesh;
    }
    page_pointer mesh;
    const claim how = claim_or_wait(page, mesh);
    if (how == claim::there) {
        return mesh;
    }
    if (how == claim::ours) {
        mesh = load(page);
    }
    {
        const lock_guard guard(access_);
        ++counts_.waits;
    }
    tell_wait(page);
    return mesh;
}

void page_cache::expect(std::uint32_t page) {
    page_slot& slot = slots_[page];
    const page_state state = slot.state.load(std::memory_order_relaxed);
    if (state == page_state::resident) {
        slot.last_use.store(loads_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    if (state != page_state::absent || settings_.thread_count == 0 || !ORRERY_THREADS) {
        return;
    }
    {
        const lock_guard guard(access_);
        if (slot.state.load() != page_state::absent) {
            return;
        }
        slot.state.store(page_state::queued);
    }
    jobs_.submit([this, page](job_token&) {
        if (claim_queued(page)) {
            (void)load(page);
        }
    });
}

page_cache::page_pointer page_cache::look(page_slot& slot) {
    const lock_guard guard(slot.access);
    slot.last_use.store(loads_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    return slot.mesh;
}

bool page_cache::claim_queued(std::uint32_t page) {
    const lock_guard guard(access_);
    std::atomic<page_state>& state = slots_[page].state;
    if (state.load() != page_state::queued) {
        return false;
    }
    state.store(page_state::loading);
    return true;
}

page_cache::claim page_cache::claim_or_wait(std::uint32_t page, page_pointer& mesh) {
#if ORRERY_THREADS
    std::unique_lock lock(access_);
#endif
    page_slot& slot = slots_[page];
    switch (slot.state.load()) {
    case page_state::absent:
    case page_state::queued:
        // Nobody has begun: then it is quickest to load it here.
        slot.state.store(page_state::loading);
        return claim::ours;
    case page_state::loading: {
#if ORRERY_THREADS
        ++slot.waiting;
        const std::uint64_t before = slot.attempts;
        arrived_.wait(lock, [&] { return slot.attempts != before; });
        --slot.waiting;
#endif
        mesh = look(slot);
        return claim::waited;
    }
    case page_state::resident:
        break;
    }
    mesh = look(slot);
    return claim::there;
}

page_cache::page_pointer page_cache::load(std::uint32_t page) {
    result<page_pointer> loaded = load_checked(page);
    {
        const lock_guard guard(access_);
        page_slot& slot = slots_[page];
        ++slot.attempts;
        if (loaded) {
            publish(page, *loaded);
        } else {
            slot.state.store(page_state::absent);
            ++counts_.failures;
            last_error_ = loaded.reason().message;
        }
#if ORRERY_THREADS
        arrived_.notify_all();
#endif
    }
    if (!loaded) {
        tell_error(page, loaded.reason());
        return nullptr;
    }
    return *std::move(loaded);
}

result<page_cache::page_pointer> page_cache::load_checked(std::uint32_t page) {
    result<page_pointer> loaded = loader_->load(page);
    if (!loaded) {
        return loaded;
    }
    if (*loaded == nullptr) {
        return error{text("Page ", page, " of a mesh is missing, and its loader did not say why.")};
    }
    if (const status checked = check(page, **loaded); !checked) {
        return checked.reason();
    }
    return loaded;
}

status page_cache::check(std::uint32_t page, const triangle_mesh& mesh) const {
    const page_facts& facts = directory_.pages[page];
    const auto refuse = [&](const auto& found, const auto& expected, std::string_view what) {
        return error{text("Page ", page, " of a mesh has ", found, what, ", expected ", expected, ".")};
    };
    if (mesh.triangle_count() != facts.triangles) {
        return refuse(mesh.triangle_count(), facts.triangles, " triangles");
    }
    if (mesh.first_number() != first_numbers_[page]) {
        return refuse(mesh.first_number(), first_numbers_[page], " as its first number");
    }
    if (mesh.has_materials() != directory_.has_materials) {
        return refuse(mesh.has_materials() ? "" : "no ", directory_.has_materials ? "some" : "none",
                      "materials");
    }
    if (facts.id != shape_id::none && mesh.id() != facts.id) {
        return refuse(static_cast<std::uint64_t>(mesh.id()), static_cast<std::uint64_t>(facts.id),
                      " as its id");
    }
    if (mesh.bounds() != facts.bounds) {
        return error{text("Page ", page, " of a mesh has another box than its directory says.")};
    }
    return {};
}

// Room is made before the page counts, so that the pages together are never above the budget.
void page_cache::publish(std::uint32_t page, const page_pointer& mesh) {
    page_slot& slot = slots_[page];
    make_room(mesh->bytes());
    {
        const lock_guard guard(slot.access);
        slot.mesh = mesh;
        slot.last_use.store(++loads_, std::memory_order_relaxed);
    }
    slot.state.store(page_state::resident);
    resident_.push_back(page);
    counts_.resident_bytes += mesh->bytes();
    counts_.most_resident_bytes = std::max(counts_.most_resident_bytes, counts_.resident_bytes);
}

void page_cache::make_room(std::uint64_t bytes) {
    while (counts_.resident_bytes + bytes > settings_.budget) {
        const std::size_t place = longest_unused();
        if (place == resident_.size()) {
            return;
        }
        if (!give_up(place)) {
            continue; // somebody has taken it in between
        }
    }
}

// The place among the resident pages; their number if all are in use.
std::size_t page_cache::longest_unused() {
    std::size_t chosen = resident_.size();
    std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t place = 0; place < resident_.size(); ++place) {
        page_slot& slot = slots_[resident_[place]];
        const std::uint64_t last_use = slot.last_use.load(std::memory_order_relaxed);
        if (slot.waiting > 0 || last_use >= oldest) {
            continue;
        }
        const lock_guard guard(slot.access);
        if (slot.mesh.use_count() == 1) {
            chosen = place;
            oldest = last_use;
        }
    }
    return chosen;
}

bool page_cache::give_up(std::size_t place) {
    page_slot& slot = slots_[resident_[place]];
    page_pointer given_up;
    {
        const lock_guard guard(slot.access);
        if (slot.mesh.use_count() > 1) {
            return false;
        }
        given_up = std::move(slot.mesh);
    }
    slot.state.store(page_state::absent);
    resident_[place] = resident_.back();
    resident_.pop_back();
    counts_.resident_bytes -= given_up->bytes();
    ++counts_.given_up;
    return true;
}

paged_mesh::counts page_cache::statistics() {
    const lock_guard guard(access_);
    paged_mesh::counts counts = counts_;
    counts.resident_pages = static_cast<std::uint32_t>(resident_.size());
    counts.loads = loads_.load();
    return counts;
}

std::string page_cache::last_error() {
    const lock_guard guard(access_);
    return last_error_;
}

void page_cache::tell_wait(std::uint32_t page) {
    const lock_guard guard(telling_);
    if (settings_.on_wait) {
        settings_.on_wait(page);
    }
}

void page_cache::tell_error(std::uint32_t page, const error& reason) {
    const lock_guard guard(telling_);
    if (settings_.on_error) {
        settings_.on_error(page, reason);
    }
}

} // namespace orrery::rigid::detail
