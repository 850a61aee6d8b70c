// What occurs in random worlds: which features each of them has, and how often two occur together. A test
// of random worlds that never meets a combination says nothing about it.
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::test::random_worlds {

inline constexpr std::size_t max_features = 96;

using feature_set = std::bitset<max_features>;

// Of what is done to a timeline, in all kinds of worlds. Those of a kind of world follow.
enum class course_feature : std::size_t {
    sealed_in_background,
    dense_keyframes,
    few_keyframes,
    small_track_budget,
    head_goes_back,
    transaction,
    interval_input,
    undo,
    redo,
    branch,
    merge,
    recording,
    forget_before,
    late_place,
    second_life,
    refused_at_border,
    merge_again,
    goes_on_elsewhere,
    count,
};

inline constexpr std::size_t first_world_feature = static_cast<std::size_t>(course_feature::count);

[[nodiscard]] std::vector<std::string_view> names_with(std::vector<std::string_view> world_features);

class feature_count {
public:
    explicit feature_count(std::vector<std::string_view> names);

    void add(const feature_set& of_one_world);

    // One sentence about the first feature or pair that is in less than this share of the worlds; empty if
    // there is none.
    [[nodiscard]] std::string rare_pair(double least_share) const;

    // How often each occurs, and the rarest pairs.
    void print() const;

private:
    [[nodiscard]] std::size_t together(std::size_t a, std::size_t b) const noexcept {
        return counts_[a * names_.size() + b];
    }

    std::vector<std::string_view> names_;
    std::vector<std::size_t> counts_; // of pairs; of a feature with itself: of the feature
    std::size_t worlds_ = 0;
};

} // namespace orrery::test::random_worlds
