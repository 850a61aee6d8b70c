// A loop over a view whose pages run on the threads of a scheduler.
#pragma once

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/registry/view.hpp>

#include <cstddef>

namespace orrery {

// Calls fn(components...) or fn(entity, components...) for each entity of the view, in pieces of
// `pages_a_task` pages of 128 entities. Calls for different entities may run at the same time and in any
// order, so fn may write only to the components it is given, and nothing may be added or removed.
template <typename... T, typename Fn>
void parallel_each(scheduler& jobs, const basic_view<T...>& view, Fn fn, std::size_t pages_a_task = 4) {
    view.prepare_pages();
    parallel_for(jobs, view.page_count(), pages_a_task,
                 [&](std::size_t page) { view.each_in_page(page, fn); });
}

} // namespace orrery
