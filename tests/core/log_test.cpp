#include <orrery/build_settings.hpp>
#include <orrery/core/log.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#if ORRERY_THREADS
#include <thread>
#endif

namespace {

using namespace orrery;

// A sink that keeps the messages as lines.
struct notebook {
    std::vector<std::string> lines;

    [[nodiscard]] log_sink sink() {
        return {.function =
                    [](void* context, const log_message& message) {
                        static_cast<notebook*>(context)->lines.push_back(
                            text(name_of(message.level), "|", message.category, "|", message.text));
                    },
                .context = this};
    }
};

TEST(logger, hands_level_category_and_text_to_its_sink) {
    notebook notes;
    logger log(notes.sink());
    log.warning("net", "packet ", 7, " is late by ", 1.5, " ms");
    EXPECT_EQ(notes.lines, std::vector<std::string>{"warning|net|packet 7 is late by 1.5 ms"});
}

TEST(logger, drops_what_is_below_its_level) {
    notebook notes;
    logger log(notes.sink(), log_level::warning);
    const auto write_all = [&] {
        log.write(log_level::trace, "c", "t");
        log.debug("c", "d");
        log.info("c", "i");
        log.warning("c", "w");
        log.error("c", "e");
    };
    write_all();
    EXPECT_EQ(notes.lines, (std::vector<std::string>{"warning|c|w", "error|c|e"}));
    notes.lines.clear();
    log.set_level(log_level::off);
    write_all();
    log.write(log_level::off, "c", "o");
    EXPECT_TRUE(notes.lines.empty());
    log.set_level(log_level::trace);
    write_all();
    EXPECT_EQ(notes.lines.size(), 5u);
}

TEST(logger, builds_a_costly_text_only_if_it_is_wanted) {
    notebook notes;
    logger log(notes.sink());
    int built = 0;
    const auto build = [&] {
        ++built;
        return std::string("costly");
    };
    log.write(log_level::debug, "c", build);
    EXPECT_EQ(built, 0);
    log.write(log_level::info, "c", build);
    EXPECT_EQ(built, 1);
    EXPECT_EQ(notes.lines, std::vector<std::string>{"info|c|costly"});
}

TEST(logger, can_change_its_sink) {
    notebook first;
    notebook second;
    logger log(first.sink());
    log.info("c", 1);
    log.set_sink(second.sink());
    log.info("c", 2);
    EXPECT_EQ(first.lines.size(), 1u);
    EXPECT_EQ(second.lines.size(), 1u);
}

TEST(logger, writes_lines_to_stderr_by_default) {
    testing::internal::CaptureStderr();
    logger log;
    log.error("hex", "no room");
    log.set_sink({});
    log.info("hex", "some room");
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "orrery: error: hex: no room\norrery: info: hex: some room\n");
}

#if ORRERY_THREADS
TEST(logger, delivers_the_messages_of_all_threads_one_at_a_time) {
    notebook notes;
    logger log(notes.sink());
    std::vector<std::thread> threads;
    for (int author = 0; author < 4; ++author) {
        threads.emplace_back([&log, author] {
            for (int i = 0; i < 500; ++i) {
                log.info("thread", author);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(notes.lines.size(), 2000u);
}
#endif

} // namespace
