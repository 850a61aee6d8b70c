// A session with a world in a plane, and a page that reads what frames and answers say of it.
#pragma once

#include "apps/studio/session/lens.hpp"
#include "tests/apps/session/census_fixture.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

// A scene stepped by hand, without anything of the studio.
template <typename Scene>
[[nodiscard]] std::string hash_by_hand(Scene& built, std::uint64_t frame) {
    while (built.world.frame() < frame) {
        std::vector<typename decltype(built.world)::input_type> inputs;
        for (const auto& each : built.inputs) {
            if (each.when.contains(built.world.frame())) {
                inputs.push_back(each.input);
            }
        }
        built.world.step(inputs);
    }
    return hexadecimal(built.world.hash());
}

class flat_fixture : public census_fixture {
protected:
    explicit flat_fixture(session_settings settings = {.horizon = 260, .has_thread = false})
        : census_fixture(settings) {}

    void open_flat(std::string_view scene) {
        open(scene);
        page_ = session_.join();
    }

    // Shows a moment, perhaps one between two frames.
    void show(double moment) {
        wait_for(page_, moment + 1);
        session_.receive(page_, R"({"do":"seen"})");
        session_.receive(page_, R"({"do":"seen"})");
        ask_well(page_, text(R"("do":"show","frame":)", moment));
        ASSERT_EQ(shown_frame(page_).moment, moment);
    }

    // Of the frame that was sent last, for the entity at a place in the order of keys.
    [[nodiscard]] float number_in_frame(std::size_t offset) const {
        float value = 0;
        std::memcpy(&value, shown_frame(page_).bytes.data() + 40 + offset * sizeof(float), sizeof(float));
        return value;
    }

    [[nodiscard]] float position(std::size_t place, std::size_t axis) const {
        return number_in_frame(3 * place + axis);
    }

    [[nodiscard]] float orientation(std::size_t place, std::size_t part) const {
        return number_in_frame(3 * shown_frame(page_).count + 4 * place + part);
    }

    json::value inspect(std::string_view key, std::uint64_t frame) {
        wait_for(page_, static_cast<double>(frame));
        return ask_well(page_, text(R"("do":"inspect","frame":)", frame, R"(,"key":")", key, "\""));
    }

    // Of a frame, which it shows.
    json::value details(std::uint64_t frame) {
        hash_at(page_, frame);
        return ask_well(page_, R"("do":"details")");
    }

    // A number of a vector of a motion.
    static double motion(const json::value& inspected, std::string_view what, std::size_t axis) {
        return inspected.find("motion")->find(what)->items()[axis].number();
    }

    static std::string spawn(std::string_view shape, std::string_view position, std::string_view velocity) {
        return text(R"("do":"spawn","frame":20,"shape":)", shape, R"(,"position":)", position,
                    R"(,"velocity":)", velocity, R"(,"density":1,"friction":0,"restitution":0)");
    }

    void expect_refusal(std::string_view asked, std::string_view part) {
        const std::string reason = ask_badly(page_, asked);
        EXPECT_NE(reason.find(part), std::string::npos) << reason;
    }

    // What the last change has left behind.
    double ghost() {
        double found = 0;
        const json::value now = standing(page_);
        for (const json::value& each : now.find("branches")->items()) {
            found = each.find("isGhost")->boolean() ? each.find("id")->number() : found;
        }
        return found;
    }

    client_id page_ = client_id::none;
};

} // namespace orrery::studio
