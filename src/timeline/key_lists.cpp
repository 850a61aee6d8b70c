#include <orrery/timeline/detail/key_lists.hpp>

#include <algorithm>
#include <cstddef>

namespace orrery::time::detail {

void add_keys(std::vector<entity_key>& keys, std::span<const entity_key> more) {
    if (std::ranges::includes(keys, more)) {
        return;
    }
    const auto middle = static_cast<std::ptrdiff_t>(keys.size());
    keys.insert(keys.end(), more.begin(), more.end());
    std::ranges::inplace_merge(keys, keys.begin() + middle);
    const auto repeated = std::ranges::unique(keys);
    keys.erase(repeated.begin(), repeated.end());
}

} // namespace orrery::time::detail
