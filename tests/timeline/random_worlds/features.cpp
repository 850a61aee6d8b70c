#include "tests/timeline/random_worlds/features.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace orrery::test::random_worlds {

std::vector<std::string_view> names_with(std::vector<std::string_view> world_features) {
    std::vector<std::string_view> names{"sealed_in_background",
                                        "dense_keyframes",
                                        "few_keyframes",
                                        "small_track_budget",
                                        "head_goes_back",
                                        "transaction",
                                        "interval_input",
                                        "undo",
                                        "redo",
                                        "branch",
                                        "merge",
                                        "recording",
                                        "forget_before",
                                        "late_place",
                                        "second_life",
                                        "refused_at_border",
                                        "merge_again",
                                        "goes_on_elsewhere"};
    names.insert(names.end(), world_features.begin(), world_features.end());
    return names;
}

feature_count::feature_count(std::vector<std::string_view> names)
    : names_(std::move(names))
    , counts_(names_.size() * names_.size()) {}

void feature_count::add(const feature_set& of_one_world) {
    ++worlds_;
    for (std::size_t a = 0; a < names_.size(); ++a) {
        for (std::size_t b = 0; b < names_.size(); ++b) {
            counts_[a * names_.size() + b] += of_one_world[a] && of_one_world[b] ? 1 : 0;
        }
    }
}

std::string feature_count::rare_pair(double least_share) const {
    for (std::size_t a = 0; a < names_.size(); ++a) {
        for (std::size_t b = a; b < names_.size(); ++b) {
            if (static_cast<double>(together(a, b)) < least_share * static_cast<double>(worlds_)) {
                return text(names_[a], " and ", names_[b], " are together in ", together(a, b), " of ",
                            worlds_, " worlds");
            }
        }
    }
    return {};
}

void feature_count::print() const {
    for (std::size_t a = 0; a < names_.size(); ++a) {
        std::size_t rarest = a == 0 ? names_.size() - 1 : 0;
        for (std::size_t b = 0; b < names_.size(); ++b) {
            rarest = b != a && together(a, b) < together(a, rarest) ? b : rarest;
        }
        std::printf("%-24.*s %5zu of %zu worlds, least often with %.*s: %zu\n",
                    static_cast<int>(names_[a].size()), names_[a].data(), together(a, a), worlds_,
                    static_cast<int>(names_[rarest].size()), names_[rarest].data(), together(a, rarest));
    }
}

} // namespace orrery::test::random_worlds
