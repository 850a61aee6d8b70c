#include <orrery/core/check.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace {

using namespace orrery;

struct caught {
    std::string condition;
    std::string message;
    std::string file;
    unsigned line = 0;
};

// A handler that leaves by throwing, which an application with exceptions may do.
[[noreturn]] void throw_failure(const check_failure& failure) {
    throw caught{std::string(failure.condition), std::string(failure.message), failure.where.file_name(),
                 failure.where.line()};
}

class check : public testing::Test {
protected:
    check()
        : previous_(set_check_handler(&throw_failure)) {}

    ~check() override { set_check_handler(previous_); }

private:
    check_handler previous_;
};

TEST_F(check, a_condition_that_holds_passes_silently_and_is_evaluated_once) {
    int evaluations = 0;
    ORRERY_CHECK(++evaluations == 1, "never seen");
    EXPECT_EQ(evaluations, 1);
}

TEST_F(check, a_failure_names_the_condition_the_place_and_the_reason) {
    const int mass = -1;
    unsigned line = 0;
    try {
        line = __LINE__ + 1;
        ORRERY_CHECK(mass > 0, "mass must be positive");
        FAIL() << "the check let it pass";
    } catch (const caught& failure) {
        EXPECT_EQ(failure.condition, "mass > 0");
        EXPECT_EQ(failure.message, "mass must be positive");
        EXPECT_EQ(failure.file, __FILE__);
        EXPECT_EQ(failure.line, line);
    }
}

TEST_F(check, is_one_statement) {
    bool reached = false;
    if (reached)
        ORRERY_CHECK(false, "not taken");
    else
        reached = true;
    EXPECT_TRUE(reached);
}

TEST_F(check, setting_a_handler_returns_the_one_before) {
    const check_handler other = [](const check_failure&) {};
    EXPECT_EQ(set_check_handler(other), &throw_failure);
    EXPECT_EQ(set_check_handler(&throw_failure), other);
}

TEST(check_death, without_a_handler_a_failure_writes_one_line_and_aborts) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    set_check_handler(nullptr);
    EXPECT_EXIT(ORRERY_CHECK(1 > 2, "one is not above two"), testing::KilledBySignal(SIGABRT),
                "check_test.cpp:[0-9]+: one is not above two \\(1 > 2\\)");
}

TEST(check_death, a_handler_that_returns_does_not_keep_the_process_alive) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            set_check_handler([](const check_failure&) {});
            ORRERY_CHECK(false, "ignored");
        },
        testing::KilledBySignal(SIGABRT), "");
}

} // namespace
