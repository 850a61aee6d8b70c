#include "apps/studio/server/packing.hpp"
#include "apps/studio/server/page_files.hpp"
#include "tests/apps/server/page_folder.hpp"

#include <gtest/gtest.h>

using namespace orrery::studio;

namespace {

TEST(page_files, has_what_was_in_the_folder_with_its_type) {
    const page_folder folder;
    folder.add("index.html", "<html>");
    folder.add("studio.js", "code");
    folder.add("fonts/a.woff2", "font");
    const auto page = page_files::load(folder.path());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->find("/"), page->find("/index.html"));
    EXPECT_EQ(text_of(page->find("/")->bytes), "<html>");
    EXPECT_EQ(page->find("/studio.js")->type, "text/javascript; charset=utf-8");
    EXPECT_EQ(page->find("/fonts/a.woff2")->type, "font/woff2");
    EXPECT_EQ(media_type("a.unknown"), "application/octet-stream");
}

TEST(page_files, has_nothing_else) {
    const page_folder folder;
    folder.add("index.html", "<html>");
    folder.add("studio.js", "code");
    const auto page =
        page_files::load(folder.path() + "/../" + folder.path().substr(folder.path().rfind('/') + 1));
    ASSERT_TRUE(page);
    for (const char* path : {"", "studio.js", "/studio.js/", "//studio.js", "/./studio.js", "/../index.html",
                             "/Studio.js", "/fonts"}) {
        EXPECT_EQ(page->find(path), nullptr) << path;
    }
    EXPECT_NE(page->find("/studio.js"), nullptr);
}

TEST(page_files, packs_what_gains_by_it_and_takes_what_was_packed_before) {
    const page_folder folder;
    folder.add("index.html", "<html>");
    folder.add("studio.js", "code");
    folder.add("studio.js.gz", "packed before");
    folder.add("image.png", "image");
    const auto page = page_files::load(folder.path());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->find("/")->packed, gzip(bytes_of("<html>")));
    EXPECT_EQ(text_of(page->find("/studio.js")->packed), "packed before");
    EXPECT_TRUE(page->find("/image.png")->packed.empty());
    EXPECT_EQ(page->find("/studio.js.gz"), nullptr);
}

TEST(page_files, finds_an_engine_that_was_built_later) {
    const page_folder folder;
    folder.add("index.html", "<html>");
    const auto page = page_files::load(folder.path());
    ASSERT_TRUE(page);
    EXPECT_FALSE(page->engine());
    folder.add("engine.wasm", "engine");
    const auto engine = page->engine();
    ASSERT_TRUE(engine);
    EXPECT_EQ(text_of(*engine), "engine");
    EXPECT_EQ(page->find("/engine.wasm"), nullptr);
}

TEST(page_files, other_bytes_have_another_tag) {
    const page_folder folder;
    folder.add("index.html", "one");
    folder.add("other.html", "two");
    const auto page = page_files::load(folder.path());
    ASSERT_TRUE(page);
    EXPECT_NE(page->find("/index.html")->tag, page->find("/other.html")->tag);
}

TEST(page_files, a_folder_without_a_page_is_named) {
    const page_folder folder;
    EXPECT_NE(page_files::load(folder.path()).reason().message.find(folder.path()), std::string::npos);
    const std::string nowhere = folder.path() + "/nowhere";
    EXPECT_NE(page_files::load(nowhere).reason().message.find(nowhere), std::string::npos);
}

} // namespace
