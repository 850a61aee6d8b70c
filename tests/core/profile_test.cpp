#include "tests/core/json_reader.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/core/profile.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#if ORRERY_THREADS
#include <thread>
#endif

namespace {

using namespace orrery;
using test::json_reader;
using test::json_value;

#if ORRERY_PROFILING

json_value read_trace() {
    const std::optional<json_value> trace = json_reader::read(trace_text());
    EXPECT_TRUE(trace.has_value()) << "not valid JSON: " << trace_text();
    return trace.value_or(json_value{});
}

// The entries of a phase: X for zones, C for counters, M for names of threads.
std::vector<json_value> entries_of(const json_value& trace, const std::string& phase) {
    std::vector<json_value> found;
    for (const json_value& entry : trace["traceEvents"].items()) {
        if (entry["ph"].text() == phase) {
            found.push_back(entry);
        }
    }
    return found;
}

TEST(profile, records_nested_zones_with_their_times) {
    start_profiling();
    {
        ORRERY_ZONE("outer");
        ORRERY_ZONE("inner");
    }
    stop_profiling();
    const std::vector<json_value> zones = entries_of(read_trace(), "X");
    ASSERT_EQ(zones.size(), 2u);
    const json_value& inner = zones[0];
    const json_value& outer = zones[1];
    EXPECT_EQ(inner["name"].text(), "inner");
    EXPECT_EQ(outer["name"].text(), "outer");
    EXPECT_LE(outer["ts"].number(), inner["ts"].number());
    EXPECT_GE(outer["ts"].number() + outer["dur"].number() + 1e-3,
              inner["ts"].number() + inner["dur"].number());
}

TEST(profile, records_nothing_while_it_is_off) {
    start_profiling();
    stop_profiling();
    EXPECT_FALSE(is_profiling());
    {
        ORRERY_ZONE("unseen");
        ORRERY_COUNTER("unseen", 1);
    }
    EXPECT_EQ(entries_of(read_trace(), "X").size(), 0u);
    EXPECT_EQ(entries_of(read_trace(), "C").size(), 0u);
}

TEST(profile, leaves_out_zones_that_began_before_it_did) {
    start_profiling();
    {
        ORRERY_ZONE("too early");
        start_profiling();
    }
    stop_profiling();
    EXPECT_EQ(entries_of(read_trace(), "X").size(), 0u);
}

TEST(profile, records_counters) {
    start_profiling();
    ORRERY_COUNTER("bodies", 12);
    ORRERY_COUNTER("bodies", 13.5f);
    profile_counter("bodies", std::numeric_limits<double>::infinity());
    stop_profiling();
    const std::vector<json_value> counters = entries_of(read_trace(), "C");
    ASSERT_EQ(counters.size(), 3u);
    EXPECT_EQ(counters[0]["args"]["value"].number(), 12);
    EXPECT_EQ(counters[1]["args"]["value"].number(), 13.5);
    EXPECT_TRUE(std::holds_alternative<std::nullptr_t>(counters[2]["args"]["value"].value));
}

TEST(profile, keeps_the_newest_entries_when_its_memory_is_full) {
    start_profiling({.entries_per_thread = 10});
    for (int i = 0; i < 25; ++i) {
        ORRERY_COUNTER("i", i);
    }
    stop_profiling();
    const json_value trace = read_trace();
    const std::vector<json_value> counters = entries_of(trace, "C");
    ASSERT_EQ(counters.size(), 10u);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(counters[static_cast<std::size_t>(i)]["args"]["value"].number(), 15 + i);
    }
    EXPECT_EQ(trace["otherData"]["lost_entries"].number(), 15);
}

TEST(profile, writes_any_name_as_valid_json) {
    name_this_thread("the \"main\"\\thread\n\x01");
    start_profiling();
    {
        const profile_zone zone(permanent_name(std::string("C:\\zone \"") + "one\""));
    }
    stop_profiling();
    const json_value trace = read_trace();
    EXPECT_EQ(entries_of(trace, "X").at(0)["name"].text(), "C:\\zone \"one\"");
    const std::vector<json_value> names = entries_of(trace, "M");
    EXPECT_TRUE(std::any_of(names.begin(), names.end(), [](const json_value& entry) {
        return entry["args"]["name"].text() == "the \"main\"\\thread\n\x01";
    }));
}

TEST(profile, keeps_one_copy_of_a_name) {
    EXPECT_EQ(permanent_name("solve"), permanent_name(std::string("solve")));
    EXPECT_STREQ(permanent_name("solve"), "solve");
}

TEST(profile, writes_its_trace_to_a_file) {
    start_profiling();
    {
        ORRERY_ZONE("zone");
    }
    stop_profiling();
    const std::string path = testing::TempDir() + "orrery_profile_test.json";
    ASSERT_TRUE(write_trace(path).is_ok());
    std::string content(trace_text().size() + 1, '\0');
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    ASSERT_NE(file, nullptr);
    content.resize(std::fread(content.data(), 1, content.size(), file));
    std::fclose(file);
    std::remove(path.c_str());
    EXPECT_EQ(content, trace_text());
}

TEST(profile, says_which_file_it_cannot_write) {
    const status outcome = write_trace("no such folder/trace.json");
    ASSERT_FALSE(outcome.is_ok());
    EXPECT_NE(outcome.reason().message.find("no such folder/trace.json"), std::string::npos);
}

#if ORRERY_THREADS
TEST(profile, keeps_the_threads_apart) {
    start_profiling();
    std::thread other([] {
        name_this_thread("other");
        ORRERY_ZONE("over there");
    });
    other.join();
    {
        ORRERY_ZONE("here");
    }
    stop_profiling();
    const json_value trace = read_trace();
    const std::vector<json_value> zones = entries_of(trace, "X");
    ASSERT_EQ(zones.size(), 2u);
    EXPECT_NE(zones[0]["tid"].number(), zones[1]["tid"].number());
    for (const json_value& name : entries_of(trace, "M")) {
        if (name["args"]["name"].text() == "other") {
            const auto there = std::find_if(zones.begin(), zones.end(), [](const json_value& zone) {
                return zone["name"].text() == "over there";
            });
            EXPECT_EQ(name["tid"].number(), (*there)["tid"].number());
            return;
        }
    }
    FAIL() << "the name of the other thread is missing";
}

TEST(profile, can_be_started_stopped_and_written_while_threads_record) {
    std::atomic<bool> is_over{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            while (!is_over.load()) {
                ORRERY_ZONE("busy");
                ORRERY_COUNTER("count", 1);
            }
        });
    }
    for (int round = 0; round < 20; ++round) {
        start_profiling({.entries_per_thread = 50});
        std::this_thread::yield();
        EXPECT_TRUE(json_reader::read(trace_text()).has_value());
        stop_profiling();
        EXPECT_TRUE(json_reader::read(trace_text()).has_value());
    }
    is_over.store(true);
    for (std::thread& thread : threads) {
        thread.join();
    }
}
#endif

#else

TEST(profile, refuses_to_write_a_trace_when_it_is_not_built_in) {
    start_profiling();
    {
        ORRERY_ZONE("zone");
        ORRERY_COUNTER("counter", 1);
    }
    stop_profiling();
    EXPECT_NE(write_trace("trace.json").reason().message.find("ORRERY_PROFILING"), std::string::npos);
}

#endif

} // namespace
