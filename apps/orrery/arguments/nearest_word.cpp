#include "apps/orrery/arguments/nearest_word.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace orrery::command {
namespace {

// How many letters have to be put in, taken out or changed (Levenshtein's distance).
[[nodiscard]] std::size_t changes_between(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t changed = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> words) {
    const std::string* best = nullptr;
    std::size_t fewest = word.size() / 2 + 1;
    for (const std::string& each : words) {
        const bool is_part = !word.empty() && each.find(word) != std::string::npos;
        const std::size_t changes = is_part ? 1 : changes_between(word, each);
        if (changes < fewest) {
            fewest = changes;
            best = &each;
        }
    }
    return best != nullptr ? text(", did you mean '", *best, "'?") : "";
}

} // namespace orrery::command
