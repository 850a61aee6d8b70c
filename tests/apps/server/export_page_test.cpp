#include "apps/studio/server/export_page.hpp"
#include "apps/studio/server/packing.hpp"
#include "tests/apps/server/page_folder.hpp"

#include <gtest/gtest.h>

#include <string>

using namespace orrery;
using namespace orrery::studio;

namespace {

constexpr std::string_view html = R"(<!doctype html>
<html><head>
<link
    rel="icon"
    href="data:image/svg+xml,x">
<script type="module" crossorigin src="./studio.js"></script>
<link rel="stylesheet" crossorigin href="./studio.css">
</head><body><div id="studio"></div></body></html>)";

bool has(const std::string& page, std::string_view what) {
    return page.find(what) != std::string::npos;
}

void add_page(const page_folder& folder) {
    folder.add("index.html", html);
    folder.add("studio.js", "begin()");
    folder.add("studio.css", "body{}");
    folder.add("engine.wasm", "engine");
}

std::string exported(const page_folder& folder) {
    const auto page = page_files::load(folder.path());
    return export_page(page.value(), bytes_of("recording")).value();
}

TEST(export_page, refers_to_nothing_outside) {
    const page_folder folder;
    add_page(folder);
    const std::string page = exported(folder);
    EXPECT_TRUE(has(page, "<script type=\"module\">begin()</script>"));
    EXPECT_TRUE(has(page, "<style>body{}</style>"));
    EXPECT_TRUE(has(page, "href=\"data:image/svg+xml,x\""));
    EXPECT_FALSE(has(page, "studio.js"));
    EXPECT_FALSE(has(page, "studio.css"));
    EXPECT_TRUE(has(page, "default-src 'none'"));
}

TEST(export_page, carries_the_engine_and_the_recording_before_the_end_of_the_body) {
    const page_folder folder;
    add_page(folder);
    const std::string page = exported(folder);
    const std::string engine = base64(gzip(bytes_of("engine"), packing::smallest));
    const std::string recording = base64(gzip(bytes_of("recording"), packing::smallest));
    EXPECT_TRUE(has(page, "id=\"orrery-engine\">" + engine + "</script>"));
    EXPECT_TRUE(has(page, "id=\"orrery-recording\">" + recording + "</script>"));
    EXPECT_LT(page.find(recording), page.find("</body>"));
}

TEST(export_page, a_script_cannot_end_its_element_early) {
    const page_folder folder;
    add_page(folder);
    folder.add("studio.js", "a='</script><!--<script>'");
    folder.add("studio.css", "a::after{content:'</style>'}");
    const std::string page = exported(folder);
    EXPECT_TRUE(has(page, R"(a='\x3C/script>\x3C!--<script>')"));
    EXPECT_TRUE(has(page, R"(content:'<\/style>')"));
}

TEST(export_page, what_is_missing_is_named) {
    const page_folder folder;
    folder.add("index.html", html);
    folder.add("studio.css", "body{}");
    folder.add("engine.wasm", "engine");
    const auto without_script = page_files::load(folder.path());
    EXPECT_TRUE(has(export_page(*without_script, {}).reason().message, "./studio.js"));

    const page_folder other;
    other.add("index.html", html);
    const auto without_engine = page_files::load(other.path());
    EXPECT_TRUE(has(export_page(*without_engine, {}).reason().message, "engine.wasm"));
}

} // namespace
