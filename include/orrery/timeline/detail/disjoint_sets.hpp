// Elements 0 to n - 1 in sets that are united two by two; nearly constant time for each. The smallest element
// of a set stands for it, so the result does not depend on the order of unions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace orrery::time::detail {

class disjoint_sets {
public:
    explicit disjoint_sets(std::size_t count)
        : above_(count) {
        std::iota(above_.begin(), above_.end(), std::size_t{0});
    }

    // The smallest element of the set.
    [[nodiscard]] std::size_t find(std::size_t element) noexcept {
        while (above_[element] != element) {
            element = std::exchange(above_[element], above_[above_[element]]);
        }
        return element;
    }

    void unite(std::size_t a, std::size_t b) noexcept {
        a = find(a);
        b = find(b);
        above_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> above_; // in the same set and not larger
};

} // namespace orrery::time::detail
