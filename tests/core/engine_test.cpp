#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

using namespace orrery;

// Counts the batches it is given.
class counting_scheduler final : public scheduler {
public:
    int batches = 0;

    [[nodiscard]] std::uint32_t thread_count() const noexcept override { return 1; }

    void run(const task_batch& batch) override {
        ++batches;
        serial_scheduler().run(batch);
    }
};

TEST(engine, uses_the_whole_machine_unless_told_otherwise) {
    engine all;
    EXPECT_EQ(all.jobs().thread_count(), hardware_thread_count());
    engine one({.thread_count = 1});
    EXPECT_EQ(one.jobs().thread_count(), 1u);
}

TEST(engine, computes_as_wide_as_the_machine_can_unless_told_otherwise) {
    EXPECT_EQ(engine({.thread_count = 1}).simd_level(), simd::best_level());
    EXPECT_EQ(engine({.thread_count = 1, .simd_level = simd::level::scalar}).simd_level(),
              simd::level::scalar);
}

TEST(engine, runs_its_work_on_the_scheduler_it_was_given) {
    counting_scheduler mine;
    engine host({.custom_scheduler = &mine});
    std::vector<int> visits(100);
    parallel_for(host.jobs(), visits.size(), 10, [&](std::size_t i) { ++visits[i]; });
    EXPECT_EQ(mine.batches, 1);
    EXPECT_EQ(visits, std::vector<int>(100, 1));
}

TEST(engine, writes_to_the_log_it_was_given) {
    std::string seen;
    const log_sink sink = {
        .function = [](void* context,
                       const log_message& message) { *static_cast<std::string*>(context) += message.text; },
        .context = &seen};
    engine host({.thread_count = 1, .sink = sink, .level = log_level::warning});
    host.log().info("test", "no");
    host.log().warning("test", "yes");
    EXPECT_EQ(seen, "yes");
}

TEST(engine, a_single_threaded_one_made_of_it_shares_its_log_and_may_outlive_it) {
    std::string seen;
    const log_sink sink = {
        .function = [](void* context,
                       const log_message& message) { *static_cast<std::string*>(context) += message.text; },
        .context = &seen};
    auto host = std::make_unique<engine>(engine_settings{.simd_level = simd::level::scalar, .sink = sink});
    const auto other = host->make_single_threaded();
    EXPECT_EQ(other->jobs().thread_count(), 1u);
    EXPECT_EQ(other->simd_level(), simd::level::scalar);
    other->log().info("test", "one ");
    host->log().set_level(log_level::warning);
    other->log().info("test", "no");
    host.reset();
    other->make_single_threaded()->log().warning("test", "two");
    EXPECT_EQ(seen, "one two");
}

TEST(engine, shares_nothing_with_another_engine) {
    engine first({.thread_count = 2});
    engine second({.thread_count = 1});
    first.log().set_level(log_level::off);
    EXPECT_EQ(second.log().level(), log_level::info);
    EXPECT_NE(&first.jobs(), &second.jobs());
}

} // namespace
