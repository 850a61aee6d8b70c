// A page that keeps the censuses it was told and puts differences together, as pages do.
#pragma once

#include "tests/apps/session/session_fixture.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

namespace orrery::studio {

// What a page draws of each entity: its appearance and its shape, as text.
using drawn_census = std::map<std::uint64_t, std::string>;

[[nodiscard]] inline std::string drawn(const json::value& what) {
    switch (what.kind()) {
    case json::kind::object: {
        std::string all = "{";
        for (const json::member& each : what.members()) {
            all += each.name + ":" + drawn(each.what) + ",";
        }
        return all + "}";
    }
    case json::kind::array: {
        std::string all = "[";
        for (const json::value& each : what.items()) {
            all += drawn(each) + ",";
        }
        return all + "]";
    }
    default:
        return what.shown();
    }
}

// Adds an answer to what there was.
inline void apply_census(const json::value& answer, drawn_census& into) {
    if (answer.find("base")->kind() == json::kind::null) {
        into.clear();
    }
    for (const json::value& each : answer.find("gone")->items()) {
        EXPECT_EQ(into.erase(std::stoull(each.string())), 1u) << each.string();
    }
    const auto keys = answer.find("keys")->items();
    const auto entities = answer.find("entities")->items();
    const auto shapes = answer.find("shapes")->items();
    ASSERT_EQ(keys.size(), entities.size());
    for (std::size_t place = 0; place < keys.size(); ++place) {
        const json::value& shape = *entities[place].find("shape");
        std::string all;
        for (const json::member& each : entities[place].members()) {
            all += each.name == "shape" ? std::string{} : each.name + ":" + drawn(each.what) + " ";
        }
        if (shape.kind() != json::kind::null) {
            all += drawn(shapes[static_cast<std::size_t>(shape.number())]);
        }
        into[std::stoull(keys[place].string())] = all;
    }
}

class census_fixture : public session_fixture {
protected:
    using session_fixture::session_fixture;

    // The number of the census of a frame.
    std::uint32_t census_at(client_id who, std::uint64_t frame) {
        wait_for(who, static_cast<double>(frame));
        ask_well(who, text("\"do\":\"show\",\"frame\":", frame));
        for (int count = 0; count < 100 && shown_frame(who).moment != static_cast<double>(frame); ++count) {
            session_.receive(who, R"({"do":"seen"})");
        }
        EXPECT_EQ(shown_frame(who).moment, static_cast<double>(frame));
        return shown_frame(who).census;
    }

    json::value census(client_id who, std::uint32_t number, std::optional<std::uint32_t> have = {}) {
        return ask_well(who, text(R"("do":"census","census":)", number, R"(,"have":)",
                                  have ? text(*have) : std::string("null")));
    }
};

} // namespace orrery::studio
