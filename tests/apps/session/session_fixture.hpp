// A session as pages see it: an outbox that keeps what was sent, and a page that asks and waits for its
// answer.
#pragma once

#include "apps/json/json_value.hpp"
#include "apps/studio/session/session.hpp"

#include <orrery/core/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace orrery::studio {

// A floor, a ball and a crate beside each other that fall, and a far ball that nothing reaches.
inline constexpr std::string_view small_scene = R"({
  "title": "Small", "about": "A ball and a crate fall.", "world": "rigid", "frames": 300,
  "view": {"eye": [0, 3, 8], "target": [0, 1, 0]},
  "bodies": [
    {"name": "floor", "kind": "fixed", "shape": {"kind": "plane"}},
    {"name": "ball", "color": "#ff8800", "position": [0, 2, 0], "shape": {"kind": "sphere", "radius": 0.5}},
    {"name": "crate", "position": [3, 4, 0], "shape": {"kind": "box", "half_extents": [0.5, 0.5, 0.5]}},
    {"name": "far ball", "position": [200, 3, 0], "shape": {"kind": "sphere", "radius": 0.5}}
  ],
  "inputs": [{"kind": "velocity", "frame": 10, "body": "crate", "velocity": [-1, 0, 0]}]
})";

inline constexpr std::string_view ball_key = "2";
inline constexpr std::string_view crate_key = "3";

struct sent_frame {
    std::uint32_t kind = 0;
    std::uint32_t role = 0;
    double moment = 0;
    std::uint32_t branch = 0;
    std::uint32_t census = 0;
    std::uint32_t count = 0;
    std::uint32_t edition = 0;
    std::vector<std::byte> bytes{};

    [[nodiscard]] float height_of(std::size_t place) const {
        float value = 0;
        std::memcpy(&value, bytes.data() + 40 + (3 * place + 1) * sizeof(float), sizeof(float));
        return value;
    }
};

class kept_outbox final : public outbox {
public:
    void send_text(client_id to, std::string_view text) override {
        auto parsed = json::parse(text, "sent");
        ASSERT_TRUE(parsed) << parsed.reason().message << "\n" << text;
        texts[to].push_back(std::move(*parsed));
    }

    void send_bytes(client_id to, std::span<const std::byte> bytes) override {
        ASSERT_GE(bytes.size(), 40u);
        sent_frame made;
        const auto read = [&](auto& into, std::size_t offset) {
            std::memcpy(&into, bytes.data() + offset, sizeof(into));
        };
        read(made.kind, 0);
        read(made.role, 4);
        read(made.moment, 8);
        read(made.branch, 16);
        read(made.census, 20);
        read(made.count, 24);
        read(made.edition, 28);
        made.bytes.assign(bytes.begin(), bytes.end());
        ASSERT_EQ(bytes.size(), 40 + made.count * 29u);
        frames[to].push_back(std::move(made));
    }

    std::map<client_id, std::vector<json::value>> texts;
    std::map<client_id, std::vector<sent_frame>> frames;
};

class session_fixture : public testing::Test {
protected:
    explicit session_fixture(session_settings settings = {.horizon = 120, .has_thread = false})
        : session_(outbox_, settings) {}

    void open(std::string_view text = small_scene) {
        auto scene = scene_format::parse_scene(std::string(text), "small");
        ASSERT_TRUE(scene) << scene.reason().message;
        const status opened = session_.open_scene(*scene);
        ASSERT_TRUE(opened) << opened.reason().message;
    }

    void work(int times = 1, double seconds = 1.0 / 60) {
        for (int count = 0; count < times; ++count) {
            clock_ += seconds;
            session_.work(clock_);
        }
    }

    // Sends a request, adds the id, and works until it is answered.
    json::value ask(client_id who, std::string_view members) {
        const int id = ++last_id_;
        session_.receive(who, text("{\"id\":", id, ",", members, "}"));
        for (int count = 0; count < 20000; ++count) {
            for (const json::value& each : outbox_.texts[who]) {
                const json::value* const found = each.find("id");
                if (found != nullptr && found->number() == id) {
                    return each;
                }
            }
            work(1, 0.001);
        }
        ADD_FAILURE() << "no answer to " << members;
        return {};
    }

    json::value ask_well(client_id who, std::string_view members) {
        json::value found = ask(who, members);
        EXPECT_TRUE(found.find("ok") != nullptr && found.find("ok")->boolean())
            << members << ": " << (found.find("error") != nullptr ? found.find("error")->string() : "");
        return found;
    }

    std::string ask_badly(client_id who, std::string_view members) {
        const json::value found = ask(who, members);
        const json::value* const reason = found.find("error");
        EXPECT_NE(reason, nullptr) << members;
        return reason != nullptr ? reason->string() : std::string{};
    }

    // The newest standing that a client was told.
    json::value standing(client_id who) {
        work(1, 0.3);
        const auto& all = outbox_.texts[who];
        for (auto each = all.rbegin(); each != all.rend(); ++each) {
            if (each->find("tell") != nullptr && each->find("tell")->string() == "standing") {
                return *each;
            }
        }
        return {};
    }

    // The newest frame on show that a client was sent, without those of a branch that is compared with it.
    const sent_frame& shown_frame(client_id who) const {
        const auto& all = outbox_.frames.at(who);
        const auto is_shown = [](const sent_frame& each) { return each.role == 0; };
        return *std::ranges::find_if(all.rbegin(), all.rend(), is_shown);
    }

    // Works until the head has come to a frame.
    void wait_for(client_id who, double frame) {
        for (int count = 0; count < 20000 && standing(who).find("head")->number() < frame; ++count) {
        }
    }

    std::string hash_at(client_id who, std::uint64_t frame) {
        wait_for(who, static_cast<double>(frame));
        ask_well(who, text("\"do\":\"show\",\"frame\":", frame));
        const json::value found = ask_well(who, "\"do\":\"details\"");
        EXPECT_EQ(found.find("frame")->number(), static_cast<double>(frame));
        return found.find("hash")->string();
    }

    kept_outbox outbox_;
    session session_;
    double clock_ = 0;
    int last_id_ = 0;
};

} // namespace orrery::studio
