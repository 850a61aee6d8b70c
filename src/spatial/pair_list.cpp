#include <orrery/spatial/pair_list.hpp>

namespace orrery::spatial {

void pair_buffer::enlarge(std::size_t least) {
    const std::size_t capacity = std::max({least, capacity_ * 2, std::size_t{64}});
    auto larger = std::make_unique_for_overwrite<index_pair[]>(capacity);
    std::copy_n(storage_.get(), size_, larger.get());
    storage_ = std::move(larger);
    capacity_ = capacity;
}

} // namespace orrery::spatial
