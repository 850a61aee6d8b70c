#include "tests/rigid/mesh_samples.hpp"
#include "tests/rigid/paged_land.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#if ORRERY_THREADS
#include <thread>
#endif

namespace orrery::rigid::test {
namespace {

using bytes = std::vector<std::byte>;

aabb3 random_box(std::mt19937_64& random, const aabb3& around, scalar half_size) {
    const auto share = [&] { return static_cast<scalar>(random() % 1024) / scalar(1024); };
    const vector3 size = around.max - around.min;
    const vector3 middle = around.min + vector3{size.x * share(), size.y * share(), size.z * share()};
    return aabb3::from_center(middle, vector3::filled(half_size));
}

void expect_same_contents(const surface& whole, const surface& paged) {
    const auto all = collected(paged, paged.bounds());
    EXPECT_EQ(paged.bounds(), whole.bounds());
    EXPECT_EQ(paged.has_materials(), whole.has_materials());
    EXPECT_EQ(paged.triangle_count(), whole.triangle_count());
    EXPECT_TRUE(contents_of(all) == contents_of(collected(whole, whole.bounds())));
    for (std::size_t place = 0; place < all.size(); ++place) {
        ASSERT_EQ(all[place].number, place);
    }
}

TEST(paged_mesh, has_exactly_the_triangles_of_the_mesh_that_was_cut) {
    for (const std::uint32_t page_triangles : {2u, 7u, 64u, 4096u}) {
        const cutting_settings settings{.page_triangles = page_triangles};
        for (const mesh_definition& what :
             {wavy_field(9, false), wavy_field(12, true), tangle(1, 150), tangle(2, 40, 2)}) {
            const page_pointer whole = triangle_mesh::from(what).value();
            const land_pointer land = paged_mesh::open(encode_paged_mesh(what, settings).value()).value();
            expect_same_contents(*whole, *land);
            for (const page_facts& page : land->directory().pages) {
                EXPECT_LE(page.triangles, page_triangles);
            }
        }
    }
}

TEST(paged_mesh, of_a_grid_is_cut_square_by_square_and_has_the_triangles_of_its_mesh) {
    std::mt19937_64 random(5);
    std::vector<scalar> heights(23 * 14);
    std::vector<vertex_material> materials(heights.size());
    for (std::size_t place = 0; place < heights.size(); ++place) {
        heights[place] = static_cast<scalar>(random() % 100) / 10;
        materials[place].friction = static_cast<scalar>(random() % 4) / 4;
    }
    for (const bool has_materials : {false, true}) {
        height_grid grid{.columns = 23, .rows = 14, .spacing = scalar(0.7), .heights = heights};
        if (has_materials) {
            grid.materials = materials;
        }
        const page_pointer whole = triangle_mesh::from(mesh_of(grid).value()).value();
        for (const std::uint32_t page_triangles : {2u, 20u, 128u, 4096u}) {
            const auto file = encode_paged_mesh(grid, {.page_triangles = page_triangles}).value();
            expect_same_contents(*whole, *paged_mesh::open(file).value());
        }
    }
}

TEST(paged_mesh, answers_the_same_in_any_order_and_with_any_budget) {
    const mesh_definition what = wavy_field(24, true);
    const page_pointer whole = triangle_mesh::from(what).value();
    const bytes file = encode_paged_mesh(what, {.page_triangles = 50}).value();
    const land_pointer roomy = paged_mesh::open(file, {.thread_count = 0}).value();
    for (const std::uint64_t budget : {0u, 20'000u, 60'000u}) {
        const land_pointer tight = paged_mesh::open(file, {.budget = budget}).value();
        EXPECT_EQ(tight->id(), roomy->id());
        std::mt19937_64 random(budget);
        for (int question = 0; question < 100; ++question) {
            const aabb3 box = random_box(random, whole->bounds(), static_cast<scalar>(question % 5));
            tight->expect(random_box(random, whole->bounds(), 1));
            const auto found = collected(*tight, box);
            const auto expected = collected(*roomy, box);
            ASSERT_TRUE(contents_of(found) == contents_of(collected(*whole, box)));
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t place = 0; place < found.size(); ++place) {
                ASSERT_EQ(found[place].number, expected[place].number);
                ASSERT_TRUE(place == 0 || found[place - 1].number < found[place].number);
            }
        }
        EXPECT_GT(tight->statistics().given_up, 0u);
    }
}

TEST(paged_mesh, gives_up_what_was_not_used_for_the_longest_time_and_stays_within_its_budget) {
    const cut_land cut(wavy_field(12), 72);
    const page_pointer whole = cut.cutter->whole;
    std::uint64_t largest = 0;
    for (std::uint32_t page = 0; page < 4; ++page) {
        largest = std::max<std::uint64_t>(largest, cut.cutter->page(page)->bytes());
    }
    const land_pointer land = cut.open({.budget = 3 * largest, .thread_count = 0});
    // A point that lies in one page alone.
    const auto ask = [&](std::uint32_t page) {
        for (std::uint32_t number = page * 72; number < page * 72 + 72; ++number) {
            const auto corners = whole->triangle(number).corners;
            const vector3 middle = (corners[0] + corners[1] + corners[2]) / scalar(3);
            const auto in = [&](const page_facts& facts) { return contains(facts.bounds, middle); };
            if (std::count_if(cut.directory.pages.begin(), cut.directory.pages.end(), in) == 1) {
                const std::uint64_t before = land->statistics().loads;
                EXPECT_FALSE(collected(*land, {middle, middle}).empty());
                return land->statistics().loads - before;
            }
        }
        ADD_FAILURE() << "page " << page << " has no point of its own";
        return std::uint64_t{0};
    };
    EXPECT_EQ(ask(0), 1u);
    EXPECT_EQ(ask(1), 1u);
    EXPECT_EQ(ask(2), 1u);
    EXPECT_EQ(ask(0), 0u);
    EXPECT_EQ(ask(3), 1u); // in place of 1
    const paged_mesh::counts counts = land->statistics();
    EXPECT_EQ(counts.pages, 4u);
    EXPECT_EQ(counts.resident_pages, 3u);
    EXPECT_EQ(counts.given_up, 1u);
    EXPECT_EQ(counts.waits, 4u);
    EXPECT_LE(counts.most_resident_bytes, 3 * largest);
    EXPECT_EQ(ask(3) + ask(2) + ask(0), 0u);
    EXPECT_EQ(ask(1), 1u);
}

TEST(paged_mesh, tells_why_a_page_cannot_be_had_and_asks_for_it_again) {
    const cut_land cut(wavy_field(6), 20);
    std::vector<std::string> told;
    int waits = 0;
    const land_pointer land =
        cut.open({.thread_count = 0,
                  .on_wait = [&](std::uint32_t) { ++waits; },
                  .on_error = [&](std::uint32_t, const error& reason) { told.push_back(reason.message); }});
    cut.cutter->refuses = [](std::uint32_t page) { return page == 1 ? "the line is dead" : ""; };
    EXPECT_EQ(collected(*land, land->bounds()).size(), 52u);
    EXPECT_EQ(told, std::vector<std::string>{"the line is dead"});
    EXPECT_EQ(land->last_error(), "the line is dead");
    EXPECT_EQ(waits, 4);
    cut.cutter->refuses = [](std::uint32_t) { return ""; };
    EXPECT_EQ(collected(*land, land->bounds()).size(), 72u);
    EXPECT_EQ(waits, 5);
    EXPECT_EQ(land->statistics().failures, 1u);

    // What a loader brings is compared with what was promised.
    std::swap(cut.cutter->order[1], cut.cutter->order[2]);
    const land_pointer mistaken = cut.open({.thread_count = 0});
    EXPECT_EQ(collected(*mistaken, mistaken->bounds()).size(), 32u);
    EXPECT_EQ(mistaken->last_error(), "Page 2 of a mesh has 20 as its first number, expected 40.");
    cut.cutter->order[2] = triangle_mesh::no_triangle; // nothing comes
    EXPECT_EQ(collected(*mistaken, mistaken->bounds()).size(), 32u);
    EXPECT_EQ(mistaken->last_error(), "Page 2 of a mesh is missing, and its loader did not say why.");
}

TEST(paged_mesh, damage_is_found_wherever_it_is) {
    for (const compression packing : {compression::none, compression::fast}) {
        const bytes file =
            encode_paged_mesh(wavy_field(2), {.page_triangles = 4, .packing = packing}).value();
        for (std::size_t place = 0; place < file.size(); ++place) {
            bytes damaged = file;
            damaged[place] ^= std::byte{0x10};
            const auto land = paged_mesh::open(damaged, {.thread_count = 0});
            if (land) {
                (void)collected(**land, (*land)->bounds());
                ASSERT_EQ((*land)->statistics().failures, 1u) << "byte " << place;
            } else {
                ASSERT_EQ(land.reason().message.rfind("paged mesh: ", 0), 0u) << land.reason().message;
            }
        }
        const bytes half(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(file.size() / 2));
        EXPECT_FALSE(paged_mesh::open(half).has_value());
        EXPECT_FALSE(paged_mesh::open(bytes{}).has_value());
    }
}

TEST(paged_mesh, in_a_file_is_the_one_in_memory) {
    const std::string path = (std::filesystem::path(testing::TempDir()) / "orrery_paged_mesh_test").string();
    const mesh_definition what = wavy_field(10);
    ASSERT_TRUE(write_paged_mesh(path, what, {.page_triangles = 30, .packing = compression::none}));
    const land_pointer filed = paged_mesh::open(path).value();
    const land_pointer kept =
        paged_mesh::open(encode_paged_mesh(what, {.page_triangles = 30}).value()).value();
    EXPECT_EQ(filed->id(), kept->id());
    EXPECT_EQ(filed->name(), path);
    EXPECT_EQ(kept->name(), "");
    expect_same_contents(*kept, *filed);
    EXPECT_EQ(filed->statistics().failures, 0u);
    std::filesystem::remove(path);
    EXPECT_EQ(paged_mesh::open(path).reason().message,
              path + ": the file cannot be opened: No such file or directory");
}

TEST(paged_mesh, refuses_what_cannot_be_one) {
    const auto refusal = [](const auto& what, const cutting_settings& settings = {}) {
        const auto made = encode_paged_mesh(what, settings);
        return made ? "" : made.reason().message;
    };
    EXPECT_EQ(refusal(wavy_field(2), {.page_triangles = 1}),
              "Pages of at most 1 triangles are wanted, expected 2 to 1048576.");
    EXPECT_EQ(refusal(mesh_definition{}), "A mesh has 0 triangles, expected 1 to 16777216.");
    EXPECT_EQ(refusal(height_grid{.columns = 1, .rows = 5, .heights = {}}),
              "A height grid has 1 columns and 5 rows, expected at least 2 of each.");
    const page_pointer whole = triangle_mesh::from(wavy_field(2)).value();
    EXPECT_EQ(cut_page(*whole, std::array{1u, 1u}, 0).reason().message,
              "A page has triangle 1 twice, expected each once.");
    EXPECT_EQ(cut_page(*whole, std::array{8u}, 0).reason().message,
              "A page has triangle 8 of a mesh, expected one from 0 to 7.");

    const auto refusal_of = [&](auto change) {
        cut_land cut(wavy_field(2), 4);
        change(cut.directory);
        const auto made = paged_mesh::from(cut.directory, std::make_unique<cutting_loader>(cut.cutter));
        return made ? "" : made.reason().message;
    };
    EXPECT_EQ(refusal_of([](page_directory& all) { all.id = shape_id::none; }),
              "A paged mesh has the id 0, expected a hash of its contents.");
    EXPECT_EQ(refusal_of([](page_directory& all) { all.pages.clear(); }),
              "A paged mesh has 0 pages, expected 1 to 4294967294.");
    EXPECT_EQ(refusal_of([](page_directory& all) { all.pages[1].triangles = 0; }),
              "Page 1 of a mesh has 0 triangles, expected 1 to 16777216.");
    EXPECT_EQ(refusal_of([](page_directory& all) { all.pages[0].bounds = aabb3::empty(); }),
              "Page 0 of a mesh has a box that is inverted or reaches more than 1e6 m from the origin.");
}

#if ORRERY_THREADS

TEST(paged_mesh, what_is_expected_comes_without_anybody_waiting) {
    const cut_land cut(wavy_field(12), 72);
    const land_pointer land = cut.open({.thread_count = 2});
    land->expect(land->bounds());
    for (int turn = 0; turn < 10'000'000 && land->statistics().resident_pages < 4; ++turn) {
        std::this_thread::yield();
    }
    EXPECT_EQ(collected(*land, land->bounds()).size(), 288u);
    EXPECT_EQ(land->statistics().waits, 0u);
    EXPECT_EQ(cut.cutter->calls, 4);
}

TEST(paged_mesh, is_waited_for_while_another_thread_loads_a_page_and_loads_it_once) {
    const cut_land cut(wavy_field(12), 288);
    std::atomic<bool> may_end{false};
    cut.cutter->refuses = [&](std::uint32_t) {
        while (!may_end) {
            std::this_thread::yield();
        }
        return "";
    };
    const land_pointer land = cut.open();
    land->expect(land->bounds());
    for (int turn = 0; turn < 10'000'000 && cut.cutter->calls == 0; ++turn) {
        std::this_thread::yield();
    }
    std::size_t found = 0;
    std::thread reader([&] { found = collected(*land, land->bounds()).size(); });
    may_end = true;
    reader.join();
    EXPECT_EQ(found, 288u);
    EXPECT_EQ(cut.cutter->calls, 1);
}

TEST(paged_mesh, answers_many_threads_with_hardly_any_memory) {
    const mesh_definition what = wavy_field(16);
    const page_pointer whole = triangle_mesh::from(what).value();
    const land_pointer land =
        paged_mesh::open(encode_paged_mesh(what, {.page_triangles = 32}).value(), {.budget = 10'000}).value();
    std::vector<std::thread> readers;
    std::atomic<int> mistakes{0};
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        readers.emplace_back([&, seed] {
            std::mt19937_64 random(seed);
            for (int question = 0; question < 60; ++question) {
                const aabb3 box = random_box(random, whole->bounds(), 2);
                land->expect(random_box(random, whole->bounds(), 2));
                mistakes += contents_of(collected(*land, box)) != contents_of(collected(*whole, box));
            }
        });
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
    EXPECT_EQ(mistakes, 0);
    EXPECT_EQ(land->statistics().failures, 0u);
}

#endif

} // namespace
} // namespace orrery::rigid::test
