#include <orrery/timeline/mixed_census.hpp>

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <span>
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

std::shared_ptr<const census<int>> mixed_of(const census<int>& old, std::span<const entity_key> keys,
                                            const census<int>& part) {
    return time::mixed_census(std::make_shared<const census<int>>(old), keys, part);
}

TEST(mixed_census, puts_the_part_in_place_of_those_with_the_keys) {
    const census<int> old = census_of({1, 3, 5, 7, 9}, 0);
    const census<int> part = census_of({2, 5, 20}, 1);
    const std::vector<entity_key> keys{entity_key{5}, entity_key{7}};
    const auto mixed = mixed_of(old, keys, part);
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
    const auto mixed = mixed_of(old, keys, part);
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
    EXPECT_EQ(mixed_of(old, keys, part)->sources, expected);
}

TEST(mixed_census, is_the_old_one_where_the_part_is_made_up_as_it_was) {
    census<int> made = census_of({1, 2, 3, 4}, 0);
    made.links = {{entity_key{1}, entity_key{4}}, {entity_key{2}, entity_key{3}}};
    made.sources = {entity_key{1}, entity_key{3}};
    const auto old = std::make_shared<const census<int>>(made);
    census<int> part = census_of({2, 3}, 0);
    part.links = {{entity_key{2}, entity_key{3}}};
    part.sources = {entity_key{3}};
    const std::vector<entity_key> keys{entity_key{2}, entity_key{3}};
    EXPECT_EQ(time::mixed_census(old, keys, part), old);

    census<int> with_another_form = part;
    with_another_form.forms[1] = std::make_shared<const int>(1);
    census<int> without_link = part;
    without_link.links.clear();
    census<int> with_another_source = part;
    with_another_source.sources = {entity_key{2}, entity_key{3}};
    census<int> aloof = part;
    aloof.is_aloof[0] = 1;
    for (const census<int>& other :
         {with_another_form, without_link, with_another_source, aloof, census_of({2}, 0)}) {
        EXPECT_NE(time::mixed_census(old, keys, other), old);
    }
}

} // namespace
