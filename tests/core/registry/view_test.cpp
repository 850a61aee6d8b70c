#include "tests/core/components.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/core/registry/view.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

// A world of entities that have some of three components, in an order shuffled by removals.
struct patchwork {
    registry world;
    std::vector<entity> all;

    patchwork() {
        for (int count = 0; count < 400; ++count) {
            const int mask = property::in_range(0, 8);
            const entity id = world.create();
            all.push_back(id);
            const auto number = static_cast<float>(all.size());
            if ((mask & 1) == 0) {
                world.emplace<place>(id, number, 0.0F, 0.0F);
            }
            if ((mask & 2) == 0) {
                world.emplace<motion>(id, static_cast<double>(number), 0.0);
            }
            if ((mask & 4) != 0) {
                world.emplace<asleep>(id);
            }
        }
        for (const auto which : property::list_in_range<std::size_t>(0, 400)) {
            if (which % 3 == 0) {
                world.remove<place>(all[which]);
            } else {
                world.destroy(all[which]);
            }
        }
    }

    template <typename Condition>
    std::vector<entity> those(Condition condition) const {
        std::vector<entity> found;
        std::copy_if(all.begin(), all.end(), std::back_inserter(found), condition);
        return found;
    }
};

std::vector<entity> sorted(std::vector<entity> ids) {
    std::sort(ids.begin(), ids.end());
    return ids;
}

TEST(view, visits_exactly_the_entities_that_have_everything) {
    EXPECT_TRUE(property::holds([] {
        patchwork sample;
        std::vector<entity> visited;
        sample.world.view<place, const motion>().each([&](entity id, place& where, const motion& how) {
            visited.push_back(id);
            PROPERTY_ASSERT(where.x == static_cast<float>(how.speed));
            PROPERTY_ASSERT(&std::as_const(sample.world).get<place>(id) == &where);
        });
        PROPERTY_ASSERT(sorted(visited) == sorted(sample.those([&](entity id) {
                            return sample.world.all_of<place, motion>(id);
                        })));
    }));
}

TEST(view, leaves_out_what_is_excluded) {
    EXPECT_TRUE(property::holds([] {
        patchwork sample;
        std::vector<entity> visited;
        sample.world.view<const place>(exclude<asleep, motion>).each([&](entity id, const place&) {
            visited.push_back(id);
        });
        PROPERTY_ASSERT(sorted(visited) == sorted(sample.those([&](entity id) {
                            return sample.world.all_of<place>(id) && !sample.world.any_of<asleep, motion>(id);
                        })));
    }));
}

TEST(view, iterates_the_entities_that_each_visits_in_the_same_order) {
    EXPECT_TRUE(property::holds([] {
        patchwork sample;
        const auto view = sample.world.view<const place, const asleep>();
        std::vector<entity> visited;
        view.each([&](entity id, const place&) { visited.push_back(id); });
        PROPERTY_ASSERT(std::vector<entity>(view.begin(), view.end()) == visited);
        PROPERTY_ASSERT(view.size_hint() >= visited.size());
    }));
}

TEST(view, is_empty_when_a_component_was_never_used) {
    registry world;
    world.emplace<place>(world.create());
    world.view<place, motion>().each([](place&, motion&) { FAIL(); });
    EXPECT_EQ(world.view<motion>().begin(), world.view<motion>().end());
}

TEST(view, excluding_a_component_that_was_never_used_leaves_nothing_out) {
    registry world;
    world.emplace<place>(world.create());
    int count = 0;
    world.view<const place>(exclude<asleep>).each([&](const place&) { ++count; });
    EXPECT_EQ(count, 1);
}

TEST(view, copies_only_pages_of_components_asked_for_without_const) {
    registry world;
    for (int number = 0; number < 300; ++number) {
        const entity id = world.create();
        world.emplace<place>(id);
        world.emplace<motion>(id);
    }
    const snapshot before = world.snapshot();
    world.view<place, const motion>().each([](place& where, const motion&) { where.x = 1; });
    for (std::size_t number = 0; number < world.pools().size(); ++number) {
        const component_pool& pool = world.pools()[number];
        for (std::size_t page = 0; page < pool.page_count(); ++page) {
            EXPECT_EQ(pool.shares_page(before.pools()[number], page), pool.type().name == "motion");
        }
    }
    before.view<place>().each([](const place& where) { EXPECT_EQ(where.x, 0); });
}

TEST(view, lets_a_loop_add_components_of_a_type_that_is_new_to_the_world) {
    registry world;
    for (int number = 0; number < 300; ++number) {
        world.emplace<place>(world.create());
    }
    world.view<const place>().each([&](entity id, const place&) { world.emplace<paint>(id); });
    EXPECT_EQ(world.count<paint>(), 300U);
}

TEST(view, changing_its_own_components_inside_the_loop_is_misuse) {
    registry world;
    for (int number = 0; number < 3; ++number) {
        world.emplace<place>(world.create());
    }
    EXPECT_DEATH(world.view<const place>().each([&](entity id, const place&) { world.destroy(id); }),
                 "a loop over a view added or removed components of its own types");
}

} // namespace
} // namespace orrery
