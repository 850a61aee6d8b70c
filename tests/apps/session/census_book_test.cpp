// Numbers of censuses: what they depend on, and how two censuses differ.
#include "apps/studio/session/census_book.hpp"

#include <orrery/core/hash.hpp>

#include <gtest/gtest.h>

#include <map>

namespace orrery::studio {
namespace {

// What there is of an entity beside its key; only the colour is shown.
struct plain_form {
    int color = 0;
    int weight = 0;
};

using plain_census = census<plain_form>;
using plain_pointer = std::shared_ptr<const plain_census>;

constexpr auto look = [](entity_key key, const plain_form& what) {
    return hash_combine(static_cast<std::uint64_t>(key), static_cast<std::uint64_t>(what.color));
};

[[nodiscard]] plain_pointer make(const std::map<std::uint64_t, plain_form>& all) {
    auto made = std::make_shared<plain_census>();
    for (const auto& [key, what] : all) {
        made->keys.push_back(entity_key{key});
        made->forms.push_back(std::make_shared<const plain_form>(what));
    }
    return made;
}

// Frames that follow each other share the forms of those that have not changed.
[[nodiscard]] plain_pointer changed(const plain_census& before, std::uint64_t key,
                                    std::optional<plain_form> form) {
    auto made = std::make_shared<plain_census>();
    for (std::size_t place = 0; place < before.keys.size(); ++place) {
        if (before.keys[place] != entity_key{key}) {
            made->keys.push_back(before.keys[place]);
            made->forms.push_back(before.forms[place]);
        }
    }
    if (form) {
        const auto place = std::ranges::lower_bound(made->keys, entity_key{key}) - made->keys.begin();
        made->keys.insert(made->keys.begin() + place, entity_key{key});
        made->forms.insert(made->forms.begin() + place, std::make_shared<const plain_form>(*form));
    }
    return made;
}

TEST(census_book, gives_the_same_content_the_same_number_however_it_came_about) {
    const plain_pointer first = make({{1, {10}}, {5, {20}}, {9, {30}}});
    const plain_pointer without = changed(*first, 5, {});
    const plain_pointer again = changed(*without, 5, plain_form{20});
    census_book<plain_form> book;
    const std::uint32_t number = book.number_of(first, look);
    EXPECT_NE(book.number_of(without, look), number);
    EXPECT_EQ(book.number_of(again, look), number);
    census_book<plain_form> other;
    EXPECT_EQ(other.number_of(make({{5, {20}}}), look), book.number_of(make({{5, {20}}}), look));
    EXPECT_EQ(other.number_of(make({{1, {10}}, {5, {20}}, {9, {30}}}), look), number);
}

TEST(census_book, gives_what_looks_different_another_number_and_what_does_not_the_same) {
    const plain_pointer first = make({{1, {10, 1}}, {5, {20, 1}}});
    census_book<plain_form> book;
    const std::uint32_t number = book.number_of(first, look);
    EXPECT_NE(book.number_of(changed(*first, 5, plain_form{21, 1}), look), number);
    EXPECT_EQ(book.number_of(changed(*first, 5, plain_form{20, 2}), look), number);
    EXPECT_NE(book.number_of(make({{1, {20, 1}}, {5, {10, 1}}}), look), number);
}

TEST(census_book, knows_those_that_were_used_lately) {
    census_book<plain_form> book;
    const plain_pointer often = make({{1, {1}}});
    const std::uint32_t number = book.number_of(often, look);
    const std::uint32_t once = book.number_of(make({{2, {1}}}), look);
    for (int color = 0; color < 1000; ++color) {
        const plain_pointer other = make({{3, {color}}});
        EXPECT_EQ(book.find(book.number_of(other, look)), other);
        EXPECT_EQ(book.find(number), often);
        EXPECT_EQ(book.number_of(often, look), number);
    }
    EXPECT_EQ(book.find(once), nullptr);
}

TEST(census_book, keeps_fewer_of_large_ones) {
    plain_census large;
    large.keys.resize(400'000);
    large.forms.resize(large.keys.size(), std::make_shared<const plain_form>());
    for (std::size_t place = 0; place < large.keys.size(); ++place) {
        large.keys[place] = entity_key{place + 1};
    }
    census_book<plain_form> book;
    std::vector<std::uint32_t> numbers;
    for (int count = 0; count < 6; ++count) {
        large.keys.pop_back();
        large.forms.pop_back();
        numbers.push_back(book.number_of(std::make_shared<const plain_census>(large), look));
    }
    EXPECT_EQ(book.find(numbers[0]), nullptr);
    EXPECT_EQ(book.find(numbers[1]), nullptr);
    EXPECT_NE(book.find(numbers[2]), nullptr);
    EXPECT_NE(book.find(numbers[5]), nullptr);
}

TEST(census_difference, names_who_is_gone_and_who_came_or_looks_different) {
    const plain_pointer from = make({{1, {1}}, {2, {1}}, {4, {1}}, {6, {1}}});
    const plain_pointer to = make({{1, {1}}, {3, {1}}, {4, {2}}, {6, {1, 7}}, {9, {1}}});
    const auto found = difference_between(*from, *to, look);
    EXPECT_EQ(found.gone, (std::vector{entity_key{2}}));
    EXPECT_EQ(found.came.keys, (std::vector{entity_key{3}, entity_key{4}, entity_key{9}}));
    EXPECT_EQ(found.came.forms[1]->color, 2);
}

} // namespace
} // namespace orrery::studio
