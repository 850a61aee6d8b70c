#include <orrery/spatial/islands.hpp>

#include <limits>

namespace orrery::spatial {

namespace {

constexpr std::uint32_t not_yet = std::numeric_limits<std::uint32_t>::max();

} // namespace

void islands::build(std::size_t element_count, std::span<const index_pair> pairs) {
    island_of_.assign(element_count, not_yet);
    find_neighbors(pairs);
    number_islands();
    list_elements();
}

// Each pair makes both its elements neighbours of the other.
void islands::find_neighbors(std::span<const index_pair> pairs) {
    const std::size_t count = island_of_.size();
    neighbor_begins_.assign(count + 1, 0);
    for (const index_pair pair : pairs) {
        ORRERY_CHECK(pair.first < count && pair.second < count,
                     "a pair names an element that does not exist");
        ++neighbor_begins_[pair.first];
        ++neighbor_begins_[pair.second];
    }
    std::uint32_t end = 0;
    for (std::uint32_t& begin : neighbor_begins_) {
        end += begin;
        begin = end; // moves down to the beginning below
    }
    neighbors_.resize(pairs.size() * 2);
    for (const index_pair pair : pairs) {
        neighbors_[--neighbor_begins_[pair.first]] = pair.second;
        neighbors_[--neighbor_begins_[pair.second]] = pair.first;
    }
}

void islands::number_islands() {
    ends_.clear();
    for (std::uint32_t start = 0; start < island_of_.size(); ++start) {
        if (island_of_[start] != not_yet) {
            continue;
        }
        const auto island = static_cast<std::uint32_t>(ends_.size());
        std::uint32_t member_count = 0;
        island_of_[start] = island;
        waiting_.push_back(start);
        while (!waiting_.empty()) {
            const std::uint32_t element = waiting_.back();
            waiting_.pop_back();
            ++member_count;
            for (std::uint32_t i = neighbor_begins_[element]; i < neighbor_begins_[element + 1]; ++i) {
                const std::uint32_t neighbor = neighbors_[i];
                if (island_of_[neighbor] == not_yet) {
                    island_of_[neighbor] = island;
                    waiting_.push_back(neighbor);
                }
            }
        }
        ends_.push_back(member_count);
    }
}

// Counts how many come before each island, then puts elements where they belong, in ascending order.
void islands::list_elements() {
    std::uint32_t begin = 0;
    for (std::uint32_t& count : ends_) {
        const std::uint32_t next = begin + count;
        count = begin; // moves up to the end below
        begin = next;
    }
    elements_.resize(island_of_.size());
    for (std::uint32_t element = 0; element < island_of_.size(); ++element) {
        elements_[ends_[island_of_[element]]++] = element;
    }
}

} // namespace orrery::spatial
