// Whatever pages ask for, in whatever order, a session keeps its promises.
#include "tests/apps/session/session_fixture.hpp"
#include "tests/core/property.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

[[nodiscard]] std::string random_request() {
    const auto number = [](int most) { return property::in_range(0, most); };
    const int frame = number(150);
    const int key = number(5) + 1;
    switch (number(17)) {
    case 0:
        return text(R"("do":"show","frame":)", frame);
    case 1:
        return text(R"("do":"play","rate":)", number(9) - 4);
    case 2:
        return text(R"("do":"horizon","frames":)", number(100));
    case 3:
        return R"("do":"details")";
    case 4:
        return text(R"("do":"inspect","frame":)", frame, R"(,"key":")", key, "\"");
    case 5:
        return text(R"("do":"push",)", number(2) == 0 ? R"("impulse")" : R"("velocity")",
                    R"(:[100,50,3],"frame":)", frame, R"(,"key":")", key, "\"");
    case 6:
        return text(R"("do":"delete","frame":)", frame, R"(,"key":")", key, "\"");
    case 7:
        return text(
            R"("do":"spawn","shape":{"kind":"sphere","radius":0.2},"position":[0,3,0],"velocity":[0,0,0],)",
            R"("density":500,"friction":0.4,"restitution":0.3,"frame":)", frame);
    case 8:
        return text(R"("do":"material","friction":0.2,"restitution":0.5,"frame":)", frame, R"(,"key":")", key,
                    "\"");
    case 9:
        return R"("do":"undo")";
    case 10:
        return R"("do":"redo")";
    case 11:
        return text(R"("do":"branch","name":"one","frame":)", frame);
    case 12:
        return text(R"("do":"switch","branch":)", number(8) + 1);
    case 13:
        return text(R"("do":"drop","branch":)", number(8) + 1);
    case 14:
        return text(R"("do":"compare","branch":)", number(8) + 1);
    case 15:
        return text(R"("do":"series","key":"2","quantities":["energy"],"from":0,"to":)", frame,
                    R"(,"points":7)");
    default:
        return text(R"("do":"path","from":0,"points":9,"to":)", frame, R"(,"key":")", key, "\"");
    }
}

TEST(session_properties, every_request_is_answered_once_and_the_frame_on_show_is_known) {
    EXPECT_TRUE(property::holds([] {
        kept_outbox outbox;
        studio::session studio(outbox, {.horizon = 40, .has_thread = false});
        const auto scene = scene_format::parse_scene(std::string(small_scene), "small");
        PROPERTY_ASSERT(studio.open_scene(*scene).is_ok());
        const client_id page = studio.join();
        double clock = 0;
        const int count = property::in_range(1, 25);
        for (int id = 1; id <= count; ++id) {
            studio.receive(page, text("{\"id\":", id, ",", random_request(), "}"));
            for (int times = property::in_range(0, 4); times > 0; --times) {
                studio.work(clock += 0.05);
                studio.receive(page, R"({"do":"seen"})");
            }
        }
        for (int times = 0; times < 300; ++times) {
            studio.work(clock += 0.25);
        }
        std::vector<int> answers(static_cast<std::size_t>(count) + 1, 0);
        for (const json::value& each : outbox.texts[page]) {
            if (const json::value* const id = each.find("id")) {
                ++answers[static_cast<std::size_t>(id->number())];
            } else if (each.find("tell")->string() == "standing") {
                const double shown = each.find("shown")->number();
                PROPERTY_ASSERT(shown >= each.find("tail")->number() && shown <= each.find("head")->number());
            }
        }
        PROPERTY_ASSERT(answers[0] == 0);
        for (int id = 1; id <= count; ++id) {
            PROPERTY_ASSERT(answers[static_cast<std::size_t>(id)] == 1);
        }
        PROPERTY_ASSERT(studio.refused_messages() == 0u);
    }));
}

} // namespace
} // namespace orrery::studio
