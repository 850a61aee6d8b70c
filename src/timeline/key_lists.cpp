#include <orrery/timeline/detail/key_lists.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::time::detail {

void add_keys(std::vector<entity_key>& keys, std::span<const entity_key> more) {
    if (std::ranges::includes(keys, more)) {
        return;
    }
    std::vector<entity_key> all;
    all.reserve(keys.size() + more.size());
    std::ranges::set_union(keys, more, std::back_inserter(all));
    keys = std::move(all);
}

} // namespace orrery::time::detail
