#include <orrery/timeline/detail/motion_block.hpp>
#include <orrery/timeline/detail/page_plan.hpp>

#include <algorithm>

namespace orrery::time::detail {

std::vector<planned_page> plan_pages(std::span<const entity_key> keys,
                                     std::span<const entity_key> old_first_keys) {
    std::vector<planned_page> plan;
    const auto add = [&](std::span<const entity_key> range, std::size_t old_page) {
        // One that has become too large is cut up.
        const std::size_t size = range.size() > max_block_bodies ? planned_page::usual_size : range.size();
        for (; !range.empty(); range = range.subspan(std::min(size, range.size()))) {
            plan.push_back({range.first(std::min(size, range.size())), old_page});
        }
    };
    std::size_t begin = 0;
    for (std::size_t old_page = 0; old_page < old_first_keys.size(); ++old_page) {
        // Whoever comes before all others goes on the first page.
        const auto end = old_page + 1 < old_first_keys.size()
                             ? std::ranges::lower_bound(keys, old_first_keys[old_page + 1])
                             : keys.end();
        const auto end_place = static_cast<std::size_t>(end - keys.begin());
        add(keys.subspan(begin, end_place - begin), old_page);
        begin = end_place;
    }
    for (; begin < keys.size(); begin += planned_page::usual_size) {
        add(keys.subspan(begin, std::min(planned_page::usual_size, keys.size() - begin)), planned_page::none);
    }
    return plan;
}

} // namespace orrery::time::detail
