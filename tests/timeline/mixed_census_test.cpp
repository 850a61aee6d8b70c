#include <orrery/timeline/mixed_census.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace {

using namespace orrery;

census<int> census_of(std::initializer_list<std::uint64_t> keys, int form) {
    census<int> made;
    for (const std::uint64_t key : keys) {
        made.keys.push_back(entity_key{key});
        made.forms.push_back(std::make_shared<const int>(form));
        made.is_aloof.push_back(0);
    }
    return made;
}

std::vector<std::pair<std::uint64_t, int>> listed(const census<int>& who) {
    std::vector<std::pair<std::uint64_t, int>> all;
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        all.emplace_back(static_cast<std::uint64_t>(who.keys[place]), *who.forms[place]);
    }
    return all;
}

TEST(mixed_census, puts_the_part_in_place_of_those_with_the_keys) {
    const census<int> old = census_of({1, 3, 5, 7, 9}, 0);
    const census<int> part = census_of({2, 5, 20}, 1);
    const std::vector<entity_key> keys{entity_key{5}, entity_key{7}};
    const auto mixed = time::mixed_census(old, keys, part);
    const std::vector<std::pair<std::uint64_t, int>> expected{{1, 0}, {2, 1}, {3, 0},
                                                              {5, 1}, {9, 0}, {20, 1}};
    EXPECT_EQ(listed(*mixed), expected);
}

TEST(mixed_census, takes_the_links_of_the_part_from_the_part) {
    census<int> old = census_of({1, 2, 3, 4}, 0);
    old.is_aloof[0] = 1;
    old.links = {
        {entity_key{1}, entity_key{2}}, {entity_key{1}, entity_key{3}}, {entity_key{3}, entity_key{4}}};
    census<int> part = census_of({1, 3}, 1);
    part.links = {{entity_key{1}, entity_key{3}}};
    const std::vector<entity_key> keys{entity_key{1}, entity_key{3}};
    const auto mixed = time::mixed_census(old, keys, part);
    const std::vector<std::pair<entity_key, entity_key>> expected{{entity_key{1}, entity_key{2}},
                                                                  {entity_key{1}, entity_key{3}}};
    EXPECT_EQ(mixed->links, expected);
}

TEST(mixed_census, takes_the_sources_of_the_part_from_the_part) {
    census<int> old = census_of({1, 2, 3}, 0);
    old.sources = {entity_key{1}, entity_key{3}};
    census<int> part = census_of({2, 3}, 1);
    part.sources = {entity_key{2}};
    const std::vector<entity_key> keys{entity_key{2}, entity_key{3}};
    const std::vector<entity_key> expected{entity_key{1}, entity_key{2}};
    EXPECT_EQ(time::mixed_census(old, keys, part)->sources, expected);
}

} // namespace
