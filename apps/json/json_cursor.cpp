#include "apps/json/json_cursor.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <vector>

namespace orrery::json {
namespace {

// How many letters have to be added, dropped or changed (Levenshtein), row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t column = 0; column <= b.size(); ++column) {
        row[column] = column;
    }
    for (std::size_t line = 0; line < a.size(); ++line) {
        std::size_t diagonal = row[0];
        row[0] = line + 1;
        for (std::size_t column = 0; column < b.size(); ++column) {
            const std::size_t changed = diagonal + (a[line] == b[column] ? 0 : 1);
            diagonal = row[column + 1];
            row[column + 1] = std::min({changed, diagonal + 1, row[column] + 1});
        }
    }
    return row[b.size()];
}

} // namespace

std::string cursor::path() const {
    std::string made;
    append_path(made);
    return made.empty() ? "the document" : made;
}

void cursor::append_path(std::string& to) const {
    if (above_ == nullptr) {
        to += name_;
        return;
    }
    above_->append_path(to);
    if (!name_.empty()) {
        to += to.empty() ? "" : ".";
        to += printable(name_);
    } else {
        to += text('[', index_, ']');
    }
}

void closest_name::consider(std::string_view candidate) {
    constexpr std::size_t longest = 64; // names, not novels
    if (wanted_.size() > longest || candidate.size() > longest) {
        return;
    }
    const std::size_t distance = edit_distance(wanted_, candidate);
    // Two letters that changed places are two changes.
    const std::size_t tolerated = wanted_.size() < 4 ? 1 : std::max<std::size_t>(2, wanted_.size() / 3);
    if (distance <= tolerated && (best_.empty() || distance < distance_)) {
        best_ = candidate;
        distance_ = distance;
    }
}

std::string closest_name::question() const {
    return best_.empty() ? std::string{} : text("; did you mean '", printable(best_), "'?");
}

} // namespace orrery::json
